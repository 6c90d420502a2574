"""A publication in a style of CSL. In: the entry, the style, who is set apart; out: nodes, nothing of the entry lost.

The style says what it has a field for. Behind it stands, in the house's manner, what CSL knows nothing of: the label,
awards and their like, the acceptance rate, notes, links; and the arXiv id and the status where the style left them out.
A DOI or address that the style does not print is the link of the title.
"""

from __future__ import annotations

from collections.abc import Sequence

from cvpress.errors import Problem, ProfileError
from cvpress.profile.address import ARXIV, doi_address
from cvpress.profile.kinds import Publication
from cvpress.profile.markup import Link, Nodes, Str, Styled, styled, targets, text
from cvpress.profile.styles import Style
from cvpress.typeset.citation.item import FIELDS, item
from cvpress.typeset.citation.marked import Table, says
from cvpress.typeset.citation.parts import bracketed, distinctions, ends, label_of, of, rate, tail
from cvpress.typeset.citation.shelf import Shelf
from cvpress.typeset.owner import Emphasis, Owner, author
from cvpress.typeset.typography import join, polish
from cvpress.typeset.words import Words


def cite(
    entry: Publication, style: Style, emphasis: Sequence[Emphasis], owner: Owner, words: Words, shelf: Shelf
) -> Nodes:
    """The reference; `emphasis` is that of each author. Raises ProfileError where the style cannot be used."""
    assert style.file
    table = Table()
    told = item(entry, words, tuple(at for at, one in enumerate(emphasis) if one.own), table)
    try:
        marked = shelf.reference(style.file, told)
    except ValueError as error:
        message = f"the style '{style.name}' cannot set this entry ({error})"
        advice = "choose another style, or repair the file; most styles of CSL work"
        raise ProfileError(Problem(message, entry.spot, advice, "bad-style")) from error
    said = frozenset(name for at, name in enumerate(FIELDS) if says(marked, at))
    address = _title_address(entry, said)

    def name(index: int, nodes: Nodes) -> Nodes:
        if index < len(emphasis):
            return author(nodes, emphasis[index])
        return author(nodes, owner.emphasis(entry.editors[index - len(emphasis)]))

    def value(index: int, nodes: Nodes) -> Nodes:
        return _linked(entry, FIELDS[index], nodes, address)

    body = polish(table.read(marked, name, value))
    return join(" ", [ends(body) if not _ends_in_address(body) else body, *_behind(entry, said, words)])


def _title_address(entry: Publication, said: frozenset[str]) -> str:
    """Where the title leads: to a DOI that the reference does not say, or to its page when it says neither."""
    if any(targets(entry.title.nodes)):
        return ""
    if entry.doi and "doi" not in said:
        return doi_address(entry.doi.plain)
    return entry.url.target if entry.url and not {"doi", "url"} & said else ""


def _linked(entry: Publication, field: str, nodes: Nodes, address: str) -> Nodes:
    if field == "title":
        return (Link(nodes, address),) if address else nodes
    if field == "doi" and entry.doi:
        return (Link(styled("url", nodes), doi_address(entry.doi.plain)),)
    if field == "url" and entry.url:
        return (Link(styled("url", nodes), entry.url.target),)
    if field == "arxiv" and entry.arxiv:
        return (Link(styled("url", nodes), f"{ARXIV}{entry.arxiv.plain}"),)
    return nodes


def _ends_in_address(nodes: Nodes) -> bool:
    last = nodes[-1] if nodes else None
    if isinstance(last, Styled):
        return last.style == "url" or _ends_in_address(last.children)
    return isinstance(last, Link)


def _behind(entry: Publication, said: frozenset[str], words: Words) -> list[Nodes]:
    """What follows the style's own reference, sentence by sentence."""
    arxiv: Nodes = ()
    if entry.arxiv and "arxiv" not in said:
        arxiv = (Link(text(f"arXiv:{entry.arxiv.plain}"), f"{ARXIV}{entry.arxiv.plain}"), Str("."))
    status = of(entry.status) if "status" not in said else ()
    tag = bracketed(join(", ", [status, styled("strong", join(", ", [label_of(entry), *distinctions(entry)]))]))
    return [arxiv, ends(join(" ", [tag, rate(words, entry)])), *tail(entry)]
