"""Floor 2: words to pages. A tailored `Profile` and a template go in, a PDF and what its log says come out."""
