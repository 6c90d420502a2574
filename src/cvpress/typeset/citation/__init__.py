"""References in the styles of CSL. In: a publication; out: inline nodes, by way of text with private marks."""
