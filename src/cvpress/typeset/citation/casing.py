"""The case of titles as citation styles change it. In: marked text; out: the same in title or sentence case.

Only words all in small letters become capital, so an acronym, a name or a brand keeps its form; marks and stand-ins of
code and math are no letters, and white space stays as it is.
"""

from __future__ import annotations

import re

from cvpress.typeset.citation.marked import is_mark, is_whole

# Articles, conjunctions and short prepositions: small inside a title by any rule.
_STRICT = frozenset({
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "nor", "of", "on", "onto", "or",
    "over", "so", "the", "to", "up", "via", "with", "yet",
})  # fmt: skip
# The words that stay small inside a title: CSL 1.0.2's list.
_SMALL = _STRICT | {
    "about", "above", "across", "after", "against", "al", "along", "among", "around", "before", "behind",
    "below", "beneath", "beside", "between", "beyond", "d", "de", "despite", "down", "during", "et", "except",
    "inside", "like", "near", "off", "out", "outside", "past", "per", "since", "through", "throughout", "till",
    "toward", "under", "underneath", "until", "upon", "van", "versus", "von", "vs", "within", "without",
}  # fmt: skip
_WORD = re.compile(r"\S+")
_NEW_SENTENCE = (":", ".", "?", "!", "\u2014")


def capital_first(text: str) -> str:
    """`text` with its first letter as a capital; a first word with a capital inside (arXiv) has its own form."""
    for at, character in enumerate(text):
        if is_whole(character) or character.isdigit():
            return text
        if character.isalpha() and not is_mark(character):
            word = re.match(r"\w+", text[at:])
            keeps = word is not None and not word[0].islower()
            return text if keeps else text[:at] + character.upper() + text[at + 1 :]
    return text


def _letters(word: str) -> str:
    return "".join(c for c in word if not is_mark(c)).strip("\u201c\u201d\u2018\u2019\"'()[]{},;:.!?\u2026\u2014")


def title_case(text: str) -> str:
    """English title case: every word capital but small ones, which are so at the start, the end and behind a colon."""
    words = [*_WORD.finditer(text)]
    made: list[str] = []
    at, before = 0, ":"
    for number, found in enumerate(words):
        word = found[0]
        letters = _letters(word)
        edge = before.endswith(_NEW_SENTENCE) or number == len(words) - 1
        if letters.islower() and not (letters in _SMALL and not edge):
            word = capital_first(word)
        elif letters.lower() in _STRICT and letters[:1].isupper() and letters[1:] == letters[1:].lower() and not edge:
            word = word.replace(letters, letters.lower(), 1) if len(letters) > 1 else word
        made += [text[at : found.start()], word]
        at, before = found.end(), "".join(c for c in found[0] if not is_mark(c)).rstrip("\u201d\u2019)") or before
    return "".join(made) + text[at:]


def sentence_case(text: str) -> str:
    """A capital at the start; elsewhere words with one capital, their first letter, become small."""
    bare = _letters(text)
    made = [_WORD.sub(lambda found: _small(found[0], all_capitals=bare.isupper()), text)]
    return capital_first(made[0])


def _small(word: str, *, all_capitals: bool) -> str:
    letters = _letters(word)
    return word.lower() if all_capitals or (letters[:1].isupper() and letters[1:].islower()) else word
