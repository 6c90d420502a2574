"""What people type for a field, coming from JSON Resume, RenderCV or their own habit. In: a name; out: the field meant.

A row lists, for each word, the fields it may mean; the first that the model has is meant. Only a message is made of
this: nothing is accepted under a second name, so that a profile reads the same everywhere.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

SYNONYMS: dict[str, tuple[str, ...]] = {
    # where
    "company": ("organization", "institution", "affiliation"),
    "employer": ("organization", "affiliation"),
    "organisation": ("organization", "institution", "affiliation"),
    "organizer": ("event", "organization"),
    "entity": ("organization",),
    "affiliation": ("institution", "organization"),
    "school": ("institution", "organization"),
    "university": ("institution", "organization", "affiliation"),
    "college": ("institution", "organization"),
    "institute": ("institution", "organization", "department"),
    "institution": ("institution", "organization", "affiliation"),
    "faculty": ("department",),
    "lab": ("department",),
    "city": ("location", "address"),
    "country": ("location", "address"),
    "place": ("location",),
    "region": ("location",),
    "street": ("address",),
    "location": ("address",),
    # what
    "job_title": ("position", "headline"),
    "job": ("position",),
    "title": ("position", "degree", "course", "name", "topic", "label", "text"),
    "name": ("title", "organization", "label", "course", "outlet"),
    "role": ("position",),
    "study_type": ("degree",),
    "qualification": ("degree",),
    "major": ("area",),
    "field": ("area",),
    "field_of_study": ("area",),
    "subject": ("area", "topic", "title"),
    "gpa": ("score",),
    "grade": ("score",),
    "supervisor": ("advisors", "with"),
    "supervisors": ("advisors", "with"),
    "advisor": ("advisors", "with"),
    "co_supervisors": ("co_advisors",),
    "student": ("name",),
    "dissertation": ("thesis",),
    "courses": ("highlights", "course"),
    "course_number": ("number",),
    "code": ("number",),
    "author": ("authors",),
    "authors": ("inventors", "with"),
    "inventors": ("authors",),
    "co_authors": ("authors",),
    "speakers": ("with",),
    "journal": ("venue", "outlet"),
    "conference": ("venue", "event"),
    "booktitle": ("venue",),
    "proceedings": ("venue",),
    "venue": ("event", "outlet"),
    "newspaper": ("outlet",),
    "source": ("outlet",),
    "country_code": ("office",),
    "patent_number": ("number",),
    "grant_number": ("number",),
    "issuer": ("awarder", "funder"),
    "awarded_by": ("awarder",),
    "sponsor": ("funder", "awarder"),
    "agency": ("funder",),
    "funding": ("amount", "funder"),
    "organisers": ("event",),
    "eprint": ("arxiv",),
    "equal_contribution": ("marks",),
    # words about it
    "description": ("summary", "text", "note"),
    "details": ("text", "summary", "note"),
    "abstract": ("summary", "note"),
    "content": ("text", "summary"),
    "summary": ("text", "note"),
    "reference": ("relationship", "note"),
    "comment": ("note", "remark"),
    "notes": ("note",),
    "bullet": ("text", "highlights"),
    "bullets": ("highlights",),
    "items": ("entries", "highlights"),
    "level": ("fluency",),
    "proficiency": ("fluency", "level"),
    "skills": ("keywords",),
    # when
    "year": ("date", "start_date"),
    "when": ("date",),
    "released": ("date",),
    "release_date": ("date",),
    "issued": ("date",),
    "from": ("start_date",),
    "start": ("start_date",),
    "begin": ("start_date",),
    "since": ("start_date",),
    "to": ("end_date", "recipient"),
    "end": ("end_date",),
    "until": ("end_date",),
    "semester": ("term",),
    "season": ("term",),
    # how to reach
    "mail": ("emails", "email"),
    "email": ("emails",),
    "emails": ("email",),
    "telephone": ("phone",),
    "mobile": ("phone",),
    "tel": ("phone",),
    "website": ("homepage", "url"),
    "web": ("homepage", "url"),
    "homepage": ("url",),
    "url": ("homepage", "links"),
    "link": ("url", "links", "homepage"),
    "href": ("url",),
    "networks": ("profiles",),
    "social": ("profiles",),
    "social_networks": ("profiles",),
    "accounts": ("profiles",),
    "twitter": ("x",),
    "scholar": ("google_scholar",),
    # letters
    "addressee": ("recipient",),
    "salutation": ("opening",),
    "greeting": ("opening",),
    "sign_off": ("closing",),
    "regards": ("closing",),
    "attachments": ("enclosures",),
    "enclosed": ("enclosures",),
    # the whole
    "basics": ("name", "contact"),
    "cv": ("documents", "sections"),
    "tagline": ("headline",),
    "label": ("headline", "title"),
    "picture": ("photo", "file"),
    "image": ("photo", "file"),
    "first_name": ("given",),
    "forename": ("given",),
    "last_name": ("family",),
    "surname": ("family",),
    "theme": ("template",),
    "design": ("template", "options"),
    "lang": ("language",),
    "locale": ("language", "terms"),
    "heading": ("title",),
    "version": ("schema",),
    "type": ("kind",),
}


def snake(name: str) -> str:
    """`studyType`, `Study-Type`, `study type` -> `study_type`."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"[\s_-]+", "_", words.strip()).lower()


def meant(given: str, known: Sequence[str]) -> str | None:
    """The field of `known` that `given` most likely means; None when nothing is close."""
    name = snake(given)
    if name in known:
        return name
    own = {word: next((field for field in fields if field in known), None) for word, fields in SYNONYMS.items()}
    if target := own.get(name):
        return target
    if close := difflib.get_close_matches(name, known, 1, 0.75):
        return close[0]
    close = difflib.get_close_matches(name, [word for word, target in own.items() if target], 1, 0.75)
    return own[close[0]] if close else None
