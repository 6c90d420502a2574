"""Every template with every person, as pictures. In: a `Press`; out: contact sheets, and the page that shows them.

The first document of each profile is set in every template; one that limits its pages shows each person's own document
for it. The first pages go to `<docs>/images/`, all pages to the work folder, for whoever wants to look at every one.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cvpress import order, paths, report, run
from cvpress.order import Order
from cvpress.prepare import Job, Press
from cvpress.profile.model import Profile
from cvpress.report import Result
from cvpress.typeset import template as templates
from cvpress.typeset.template import Template

PAGE = "gallery.md"
IMAGES = Path("images", "gallery")
OWN = Path("images", "pages.png")
"""Each person's first document in its own template, for a README."""
WORK = Path(paths.WORK, ".gallery")
"""Below the results; no person's folder begins with a dot."""

_WIDTH, _GAP = 600, 14  # pixels; 2 pages side by side are read on a screen without opening the picture
_IN_A_ROW = 460  # 4 of them


def make(press: Press, docs: Path) -> tuple[Result, ...]:
    """Build, draw, and write the page and its pictures below `docs`. When a document failed, nothing is written there.

    Raises ProfileError or TemplateError for what can't be read.
    """
    people = {person: order.read(press.profiles, person) for person in order.people(press.profiles)}
    known = load(press.roots)
    built = {
        template.name: run.build_all(
            replace(press, out=press.out / WORK / template.name), Order(jobs(template, people), (), ())
        )
        for template in known
    }
    results = tuple(result for made in built.values() for result in made)
    if not report.exit_code(results):
        for template in known:
            _draw(press, docs, template.name, built[template.name])
        _draw_own(docs, people, results)
        _write(docs / PAGE, text(known, people).encode())
    return results


def load(roots: tuple[Path, ...]) -> tuple[Template, ...]:
    """Every template there is, those for whole CVs first."""
    return tuple(sorted((templates.load(name, roots) for name in templates.names(roots)), key=_order))


def _order(template: Template) -> tuple[bool, str]:
    return template.pages is not None, template.name


def jobs(template: Template, people: dict[str, Profile]) -> tuple[Job, ...]:
    """What this template shows of each person; who has no document for a template that limits its pages is left out."""
    made = []
    for person, profile in people.items():
        name = next(iter(profile.documents))
        if template.pages is not None:
            own = (name for name, document in profile.documents.items() if document.template.plain == template.name)
            name = next(own, "")
        if name:
            made.append(Job(person, name, profile, profile.documents[name], template.name))
    return tuple(made)


def text(known: tuple[Template, ...], people: dict[str, Profile]) -> str:
    """The page: a section for each template, with its description and picture."""
    head = (
        "# Gallery\n\nThe first page of everybody in every template, as `invoke gallery` builds and draws them. "
        "A click on a picture shows it\nat full size.\n"
    )
    shown = [(template, own) for template in known if (own := jobs(template, people))]
    links = " · ".join(f"[{template.name}](#{template.name})" for template, _ in shown)
    return "\n".join((head, links, "", *(_section(template, own) for template, own in shown)))


def _section(template: Template, own: tuple[Job, ...]) -> str:
    names = [job.profile.name.full for job in own]
    told = f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0]
    look = f"The look: {template.description}."
    if template.pages:
        look += f" At most {template.pages} page{'s' if template.pages != 1 else ''}: a selection of each CV."
    picture = (IMAGES / f"{template.name}.png").as_posix()
    return f"## {template.name}\n\n{look}\n\n[![{template.name}: first pages of {told}]({picture})]({picture})\n"


def _draw(press: Press, docs: Path, template: str, results: tuple[Result, ...]) -> None:
    from cvpress.pdf import picture

    first = []
    for result in results:
        assert result.pdf is not None  # none of them failed
        pages = picture.draw(result.pdf, _WIDTH)
        first.append(pages[0])
        _write(press.out / WORK / template / f"{result.person}.png", picture.png(picture.sheet(pages, 4, _GAP)))
    if first:
        _write(docs / IMAGES / f"{template}.png", picture.png(picture.sheet(first, 2, _GAP)))


def _draw_own(docs: Path, people: dict[str, Profile], results: tuple[Result, ...]) -> None:
    from cvpress.pdf import picture

    made = {(result.person, result.document, result.template): result.pdf for result in results}
    pdfs = [pdf for person, profile in people.items() if (pdf := made[person, *_first(profile)])]
    drawn = [page for pdf in pdfs for page in picture.draw(pdf, _IN_A_ROW, most=1)]
    _write(docs / OWN, picture.png(picture.sheet(drawn, 4, _GAP)))


def _first(profile: Profile) -> tuple[str, str]:
    """The name and the template of its first document."""
    name, document = next(iter(profile.documents.items()))
    return name, document.template.plain


def _write(path: Path, content: bytes) -> None:
    if not paths.same(path, content):
        paths.write(path, content)
        print(f"wrote      {path}")
