"""Letters in files of their own. In: the nodes of a profile and its folder; out: the letters put in their place.

A letter's file is Markdown with a head in YAML: the fields of a letter between two lines `---`, then its body. Every
node carries the place in that file, so problems of a letter name its lines.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from cvpress.errors import Problem, ProfileError, Spot
from cvpress.profile import yamlfile
from cvpress.profile.beside import beside
from cvpress.profile.nodes import Lines, Mapping, Scalar
from cvpress.profile.yamltext import decode

_RULE = re.compile(r"---[ \t]*")


def put_in_place(top: Mapping, folder: Path, shown: Path) -> tuple[Problem, ...]:
    """Put the content of every letter's file where the profile names it; `shown` is how messages name `folder`.

    What is wrong with a file is returned; in its place then stands a letter that is only good for going on.
    """
    problems: list[Problem] = []
    documents = top.get("documents")
    for document in documents.values() if isinstance(documents, Mapping) else ():
        named = document.get("letter") if isinstance(document, Mapping) else None
        if not isinstance(document, Mapping) or not isinstance(named, Scalar) or not named.strip():
            continue
        try:
            letter, refused = _read(named.strip(), named.spot, folder, shown)
            problems += refused
        except ProfileError as error:
            problems += error.problems
            letter = Mapping(named.spot)
            letter.update({name: Scalar("unread", named.spot) for name in ("opening", "body")})
        document["letter"] = letter
    return tuple(problems)


def _read(name: str, spot: Spot, folder: Path, shown: Path) -> tuple[Mapping, tuple[Problem, ...]]:
    form = "a Markdown file, or write the letter's fields here"
    path = beside(folder, name, f"the letter '{name}'", spot, form=form, rule="bad-letter")
    return parse(yamlfile.content(path, shown / name), shown / name)


def parse(raw: bytes, shown: Path) -> tuple[Mapping, tuple[Problem, ...]]:
    """The fields of a letter's file, its body among them, and what was refused in its head.

    Raises ProfileError where there is no head, or none that can be read.
    """
    lines = re.split("\r\n|\r|\n", decode(raw, shown))
    rules = [at for at, line in enumerate(lines) if _RULE.fullmatch(line)]
    if not rules or rules[0] != 0 or len(rules) == 1:
        what = "begins" if not rules or rules[0] != 0 else "ends"
        advice = "begin the file with a line ---, the fields of the letter, and another line ---"
        raise ProfileError(Problem(f"no line --- {what} the letter's head", Spot(shown, 1), advice, "letter-head"))
    # An empty line in the place of the first rule keeps the numbers of the lines.
    top, refused = _head("\n".join(["", *lines[1 : rules[1]], ""]), shown)
    problems = list(refused)
    first = next((at for at, line in enumerate(lines) if at > rules[1] and line.strip()), None)
    if "body" in top:
        message = "the body of a letter in a file stands below its head"
        problems.append(Problem(message, top.key_spot("body"), "move it there", "letter-body"))
    elif first is None:
        problems.append(
            Problem("the letter has no body", Spot(shown, len(lines)), "write it below the head", "letter-body")
        )
    start = rules[1] + 1 if first is None else first
    text = "\n".join(lines[start:]) if first is not None else "unread"
    top[Scalar("body", Spot(shown, start + 1))] = Lines(text, Spot(shown, start + 1))
    return top, tuple(problems)


def _head(text: str, shown: Path) -> tuple[Mapping, tuple[Problem, ...]]:
    try:
        return yamlfile.collect(text.encode(), shown)
    except ProfileError as error:
        advice = "write fields such as 'opening: Dear Committee,' between the lines ---"
        told = (replace(one, advice=advice) if one.rule == "not-a-mapping" else one for one in error.problems)
        raise ProfileError(*told) from None
