"""A template: a folder with a manifest, a main file and partials. In: a name and the roots; out: a frozen `Template`.

Lookup order for every file: the user's folder of that name, the bundled one, the user's `shared/`, the bundled `shared/`.
So a folder holds only its look, and a person can override a single partial.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from cvpress.errors import Problem, ProfileError, Spot, TemplateError
from cvpress.profile import yamlfile
from cvpress.profile.base import Model
from cvpress.profile.complaints import complaints, did_you_mean
from cvpress.profile.kinds import KINDS
from cvpress.profile.values import Verbatim
from cvpress.profile.yamlfile import Scalar

MANIFEST = "template.yaml"
MAIN = "main.tex.j2"
SHARED = "shared"
_ASSETS = (".sty", ".cls", ".lua", ".tex", ".otf", ".ttf", ".pdf", ".png", ".jpg")


class Option(Model):
    """One option: a closed list of choices. A template's manifest may change only the default of a shared one."""

    noun = "an option"
    default: str | None = None
    choices: tuple[str, ...] = ()
    description: str | None = None


class Manifest(Model):
    """`omits` names the leaves (`publication.doi`) that this template leaves out on purpose, each with the reason.

    `running_foot` is the text of the foot as it is read back from a page; the check takes it off before it reads.
    """

    noun = "a template manifest"
    description: str = ""
    engine: str = "lualatex"
    running_foot: str = "{name} {page}/{pages}"
    omits: dict[str, str] = Field(default_factory=dict)
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
    """Load a template. Raises ProfileError for an unknown name (`spot` is where it was asked for), TemplateError for a broken one."""
    known = names(roots)
    if name not in known:
        advice = did_you_mean(name, list(known), "the templates are")
        if "the templates are" not in advice:
            advice += f" The templates are: {', '.join(known)}"
        raise ProfileError(Problem(f"there is no template '{name}'", spot, advice, "unknown-template"))
    folders = tuple(folder for part in (name, SHARED) for root in roots if (folder := root / part).is_dir())
    shared = [_manifest(root / SHARED) for root in reversed(roots) if (root / SHARED / MANIFEST).is_file()]
    own = [_manifest(folder) for folder in reversed(folders) if folder.name == name and (folder / MANIFEST).is_file()]
    options: dict[str, Option] = {}
    for manifest in (*shared, *own):
        for key, option in manifest.options.items():
            base = options.get(key, Option.model_construct())
            options[key] = base.model_copy(update={part: getattr(option, part) for part in option.model_fields_set})
    made = Template(name, folders, own[-1].description, own[-1].engine, own[-1].running_foot, own[-1].omits, options)
    if problems := (*_missing_files(made), *_bad_options(made)):
        raise TemplateError(*problems)
    return made


def _manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    try:
        top = yamlfile.read(path)
    except ProfileError as error:
        raise TemplateError(*error.problems) from None
    try:
        return Manifest.model_validate(top)
    except ValidationError as error:
        raise TemplateError(*complaints(error, top, Manifest)) from None


def _missing_files(template: Template) -> tuple[Problem, ...]:
    wanted = (MAIN, "role.tex.j2", *(f"{kind}.tex.j2" for kind in KINDS))
    return tuple(
        Problem(
            f"the template '{template.name}' has no {file}",
            Spot(template.folders[0] / MANIFEST, 1),
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
