"""What travels inside a PDF: a tailored profile and what of it is printed go in, attachments come out.

Every CV carries itself as JSON Resume, for machines that read that; where its document asks for it, also the part of
its profile that it prints, from which it can be built again. Neither says more than the pages do.
"""

from __future__ import annotations

from collections.abc import Container

from cvpress.cited import is_cited
from cvpress.pdf.attach import Attachment
from cvpress.profile.dates import Date
from cvpress.profile.jsonresume import json_resume
from cvpress.profile.leaves import leaves
from cvpress.profile.model import Document, Profile
from cvpress.profile.printed import printed

RESUME, PROFILE = "resume.json", "profile.yaml"


def carried(
    profile: Profile, name: str, document: Document, date_style: str, unsaid: Container[int]
) -> tuple[Attachment, ...]:
    """The files of the document `name`: none of a letter or statement. `unsaid`: ids of what its pages leave out."""
    if document.sort != "cv":
        return ()
    own = printed(profile, unsaid, _years(profile, date_style))
    made = [
        Attachment(RESUME, "application/json", json_resume(own).encode(), "Alternative", "This CV as JSON Resume"),
    ]
    if document.attach_profile:
        from cvpress.profile.written import written

        content = written(own, name, document).encode()
        made.append(Attachment(PROFILE, "application/yaml", content, "Source", "What this CV was made of"))
    return tuple(made)


def _years(profile: Profile, date_style: str) -> frozenset[int]:
    """The dates of which only the year is sure to be printed: by their style, or as CSL prints them."""
    return frozenset(
        id(leaf.value)
        for leaf in leaves(profile)
        if isinstance(leaf.value, Date)
        and (is_cited(leaf) or ((leaf.section and leaf.section.date_style) or date_style) == "year")
    )
