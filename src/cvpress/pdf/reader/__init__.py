"""What a parser of résumés sees: the contacts, sections and stays that stand in a PDF. It knows no profile.

It is a stand-in for open parsers and uses what they use: the text, where it stands and how large it is. The rules are
in docs/ats.md; none of them knows how our templates look.
"""
