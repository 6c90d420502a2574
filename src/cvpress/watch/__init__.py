"""Builds at every save. In: what is asked for, and the file system's notices; out: PDFs, and a line for each.

`places` says where to look, `touched` what a changed file means, `notices` brings the changes, `desk` keeps what is
loaded and what is still to be made, `telling` says what became of it, `stopping` ends it, `loop` conducts.
"""
