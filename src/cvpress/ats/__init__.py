"""What a parser of résumés takes from a PDF, held against the profile: which fields it gets, and what that is worth."""
