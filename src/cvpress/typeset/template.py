"""A template: a folder with a manifest, a main file and partials. In: a name and the roots; out: a frozen `Template`.

Lookup order for every file: the user's folder of that name, the bundled one, the user's `shared/`, the bundled
`shared/`. So a folder holds only its look, and a person can override a single partial, style file or manifest field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from cvpress.errors import Problem, ProfileError, Spot, TemplateError
from cvpress.profile import yamlfile
from cvpress.profile.base import Model
from cvpress.profile.complaints import complaints, did_you_mean
from cvpress.profile.kinds import KINDS
from cvpress.profile.nodes import Scalar
from cvpress.profile.values import Verbatim
from cvpress.typeset.engine import ENGINES

MANIFEST = "template.yaml"
MAIN = "main.tex.j2"
SHARED = "shared"
_ASSETS = frozenset({
    ".sty", ".cls", ".clo", ".def", ".fd", ".cfg", ".lua", ".tex",
    ".otf", ".ttf", ".ttc", ".pdf", ".png", ".jpg", ".jpeg",
})  # fmt: skip
# Leaves outside the entries begin with these (`leaves.py`).
_PARTS = frozenset({"name", "headline", "motto", "photo", "contact", "letter", "section", "group"})


class Option(Model):
    """One option: a closed list of choices. A template's manifest may change only the default of a shared one."""

    noun = "an option"
    default: str | None = None
    choices: tuple[str, ...] = ()
    description: str | None = None


class Manifest(Model):
    """`omits` names the leaves (`publication.doi`) that this template leaves out on purpose, each with the reason.

    `running_foot` is the text of the foot as it is read back from a page; the check takes it off before it reads.
    `pages` is the most that a document in this template may have; a document's own limit may only be smaller.
    `prints` are words of the template's own, which no profile and no language brings.
    `repeats`: whether a date equal to that of the entry before it is printed `always`, or `once` on a page for both.
    """

    noun = "a template manifest"
    description: str = ""
    engine: str = "lualatex"
    pages: int | None = Field(None, ge=1)
    running_foot: str = "{name} {page}/{pages}"
    omits: dict[str, str] = Field(default_factory=dict)
    prints: tuple[str, ...] = ()
    repeats: Literal["always", "once"] = "always"
    options: dict[str, Option] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template:
    """`folders` in lookup order; `options` complete, the shared ones included."""

    name: str
    folders: tuple[Path, ...]
    description: str
    engine: str
    running_foot: str
    omits: Mapping[str, str]
    options: Mapping[str, Option]
    pages: int | None = None
    repeats: str = "always"
    prints: tuple[str, ...] = ()

    def find(self, file: str) -> Path | None:
        """The file of that name that wins."""
        return next((folder / file for folder in self.folders if (folder / file).is_file()), None)

    def assets(self) -> dict[str, Path]:
        """Style files and pictures that TeX reads, by name; they are copied beside the document."""
        found: dict[str, Path] = {}
        for folder in reversed(self.folders):
            found.update((path.name, path) for path in sorted(folder.iterdir()) if path.suffix in _ASSETS)
        return found

    def settle(self, given: Mapping[str, Verbatim]) -> tuple[dict[str, str], tuple[Problem, ...]]:
        """Defaults with the document's choices over them, and what is wrong with those, each at its YAML place."""
        chosen = {name: option.default or "" for name, option in self.options.items()}
        problems: list[Problem] = []
        for name, value in given.items():
            place = name.spot if isinstance(name, Scalar) else value.spot
            if name not in self.options:
                advice = did_you_mean(name, list(self.options), "its options are")
                problems.append(Problem(f"'{name}' is not an option of {self.name}", place, advice, "unknown-option"))
            elif value.plain not in self.options[name].choices:
                choices = list(self.options[name].choices)
                advice = did_you_mean(value.plain, choices, "the choices are")
                problems.append(
                    Problem(f"'{value.plain}' is no choice for {name}", value.spot, advice, "unknown-choice")
                )
            else:
                chosen[str(name)] = value.plain
        return chosen, tuple(problems)


def names(roots: tuple[Path, ...]) -> tuple[str, ...]:
    """All templates to be had, sorted."""
    return tuple(
        sorted(
            {path.parent.name for root in roots for path in root.glob(f"*/{MANIFEST}") if path.parent.name != SHARED}
        )
    )


def load(name: str, roots: tuple[Path, ...], spot: Spot | None = None) -> Template:
    """Load a template; `spot` is where it was asked for.

    Raises ProfileError for an unknown name, TemplateError for a broken one.
    """
    if name not in names(roots):
        raise _unknown(name, roots, spot)
    folders = tuple(folder for part in (name, SHARED) for root in roots if (folder := root / part).is_dir())
    shared, own = ([_manifest(root / part) for root in reversed(roots)] for part in (SHARED, name))
    manifest = Manifest.model_construct(**{field: getattr(one, field) for one in own for field in one.model_fields_set})
    options: dict[str, Option] = {}
    for key, option in (item for one in (*shared, *own) for item in one.options.items()):
        inherited = Option.model_fields.keys() - option.model_fields_set if key in options else ()
        options[key] = option.model_copy(update={part: getattr(options[key], part) for part in inherited})
    made = Template(
        name,
        folders,
        manifest.description,
        manifest.engine,
        manifest.running_foot,
        manifest.omits,
        options,
        manifest.pages,
        manifest.repeats,
        manifest.prints,
    )
    if problems := (*_missing_files(made), *_bad_options(made)):
        raise TemplateError(*problems)
    return made


def _unknown(name: str, roots: tuple[Path, ...], spot: Spot | None) -> ProfileError | TemplateError:
    folder = next((root / name for root in roots if (root / name / MAIN).is_file()), None)
    if folder:
        advice = f"add {folder / MANIFEST}; a 'description:' in it is enough"
        return TemplateError(Problem(f"the template '{name}' has no {MANIFEST}", spot, advice, "missing-manifest"))
    known = list(names(roots))
    advice = did_you_mean(name, known, "the templates are")
    if "the templates are" not in advice:
        advice += f" The templates are: {', '.join(known)}"
    return ProfileError(Problem(f"there is no template '{name}'", spot, advice, "unknown-template"))


def _manifest(folder: Path) -> Manifest:
    """The manifest of one folder; an empty one where the folder overrides other files only."""
    path = folder / MANIFEST
    if not path.is_file():
        return Manifest.model_construct()
    try:
        top = yamlfile.read(path)
    except ProfileError as error:
        raise TemplateError(*error.problems) from None
    try:
        manifest = Manifest.model_validate(top)
    except ValidationError as error:
        raise TemplateError(*complaints(error, top, Manifest)) from None
    if problems := (*_bad_engine(top), *_bad_omits(top)):
        raise TemplateError(*problems)
    return manifest


def _bad_engine(top: Mapping[str, object]) -> Iterator[Problem]:
    engine = top.get("engine")
    if isinstance(engine, Scalar) and engine not in ENGINES:
        advice = did_you_mean(engine, list(ENGINES), "the engines are")
        yield Problem(f"'{engine}' is not an engine", engine.spot, advice, "unknown-engine")


def _bad_omits(top: Mapping[str, object]) -> Iterator[Problem]:
    """Keys of `omits` that no leaf has: what they are meant to excuse would be reported as lost."""
    omits = top.get("omits")
    for path in omits if isinstance(omits, Mapping) else ():
        kind, _, rest = path.partition(".")
        field = rest.partition(".")[0]
        known = list(KINDS[kind].model_fields) if kind in KINDS else []
        if kind not in _PARTS and field not in known:
            advice = (
                did_you_mean(field, known, "its fields are") if known else "write kind.field, as in publication.doi"
            )
            yield Problem(f"'{path}' is nothing that a profile says", path.spot, advice, "unknown-field")


def _missing_files(template: Template) -> tuple[Problem, ...]:
    wanted = (MAIN, "role.tex.j2", *(f"{kind}.tex.j2" for kind in KINDS))
    return tuple(
        Problem(
            f"the template '{template.name}' has no {file}",
            Spot(template.find(MANIFEST) or template.folders[0] / MANIFEST, 1),
            f"add {template.folders[0] / file}, or {SHARED}/{file} for all templates",
            "missing-partial",
        )
        for file in wanted
        if template.find(file) is None
    )


def _bad_options(template: Template) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            f"the default of option '{name}' is not among its choices",
            option.spot,
            "add it to the choices or change it",
            "bad-option",
        )
        for name, option in template.options.items()
        if option.default not in option.choices
    )
