"""The words by which open parsers know what a text is: of English résumés. Sets of single words in lower case."""

from __future__ import annotations

import re


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SECTIONS: dict[str, str] = {
    **dict.fromkeys(("experience", "employment", "appointments", "positions", "career"), "experience"),
    **dict.fromkeys(("education", "degrees", "qualifications"), "education"),
    **dict.fromkeys(("publications", "papers", "articles", "preprints", "patents", "books"), "publications"),
    **dict.fromkeys(("skills", "competencies", "technologies", "languages"), "skills"),
    **dict.fromkeys(("awards", "honors", "honours", "fellowships", "scholarships", "achievements"), "awards"),
    **dict.fromkeys(("projects", "software"), "projects"),
    **dict.fromkeys(("teaching", "mentoring", "supervision", "advising"), "teaching"),
    **dict.fromkeys(("talks", "presentations", "lectures"), "talks"),
    **dict.fromkeys(("service", "activities", "leadership", "volunteering"), "service"),
    **dict.fromkeys(("grants", "funding"), "grants"),
    **dict.fromkeys(("certificates", "certifications", "licenses", "courses", "training"), "certificates"),
    **dict.fromkeys(("summary", "profile", "objective", "about", "interest", "interests"), "summary"),
    **dict.fromkeys(("references", "referees"), "references"),
    **dict.fromkeys(("memberships", "affiliations"), "memberships"),
}
"""What a section is, by a word of its head."""

AROUND_HEADS = _set(
    "and of in the work professional academic research selected invited technical relevant history background honor"
    " conference journal refereed peer reviewed computer personal additional other my me industry"
)
"""Words that may stand beside those in a head: Selected Publications, Work Experience."""

TITLES = _set(
    "accountant administrator advisor analyst apprentice architect assistant associate chair chief cofounder consultant"
    " coordinator curator dean designer developer director editor engineer fellow founder head instructor intern"
    " internship investigator lead lecturer librarian manager member mentor officer owner partner physician postdoc"
    " postdoctoral president principal professor programmer reader representative researcher scholar scientist"
    " secretary specialist staff strategist student supervisor surveyor teacher technician trainee tutor visitor writer"
)
"""Who works."""

DEGREES = _set(
    "associate ba bachelor bachelors be beng bs bsc certificate diploma diplom dphil doctor doctoral doctorate ged jd"
    " llb llm ma master masters mba md meng minor mphil ms msc phd postgraduate undergraduate"
)
"""What is learned; without their full stops."""

EMPLOYERS = _set(
    "academy agency association bank bureau center centre clinic co college company corp corporation council department"
    " foundation gmbh group hospital inc institute institution lab laboratories laboratory labs llc ltd ministry museum"
    " office school society studio studios technologies university"
)
"""Where one works, beside names that say nothing."""

SCHOOLS = _set("academy college gymnasium hochschule institute polytechnic school universität university")


def words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, an abbreviation as one: Ph.D. is phd."""
    return tuple(re.findall(r"[^\W_]+", re.sub(r"(?<=\w)\.(?=\w|\s|$)", "", text.casefold())))


def section_of(head: str) -> str | None:
    """What a section is whose head this is; None where it is no common head."""
    said = words(head)
    known = [SECTIONS[word] for word in said if word in SECTIONS]
    plain = all(word in SECTIONS or word in AROUND_HEADS for word in said)
    return known[-1] if known and plain and len(said) <= 5 else None
