"""The PDF room: from the pages that TeX made to a file that can be trusted. It knows no YAML and no TeX.

`finish` stamps a document, `check` proves what it says, `merge` binds several into a packet; `text` reads a page back,
`picture` draws it.
"""
