"""Names of players: what may be in them, and which two look alike.

Which letters look alike is a short list by hand: Cyrillic and Greek ones that are drawn like Latin
ones.  Unicode has a list of thousands (UTS 39) for a server that needs more.
"""

from __future__ import annotations

from itertools import groupby
from unicodedata import category, combining, normalize

from heartslib import HeartsError
from heartslib.show.text import columns_of, short_name

LONGEST_NAME = 16
"""The columns of a name; what is longer is cut."""
_MOST_LETTERS = 4 * LONGEST_NAME
"""The picture of a family has seven, and an accent may be one of its own."""
_MOST_ACCENTS = 3
"""How many accents one letter may have."""
_JOINER, _PICTURE = "\u200d", "\ufe0f"
_BLANK = {
    *map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159)),
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""Letters for which nothing is drawn, although Python counts them as printable."""
_DRAWN_ALIKE = {
    "АВЕЅІЈКМНОРСТУХԜԚ": "ABESIJKMHOPCTYXWQ",
    "аеорсухіјѕһԁԛԝѵӏкмнт": "aeopcyxijshdqwvlkmht",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ": "ABEZHIKMNOPTYX",
    "αγηικνορτυχωϲ": "aynikvoptuxwc",
    "01|ıɑɡ": "OllIag",
}
"""Letters that look like Latin ones: Cyrillic, Greek, and a few more."""
_LATIN = str.maketrans("".join(_DRAWN_ALIKE), "".join(_DRAWN_ALIKE.values()))


def checked(name: str, otherwise: str) -> str:
    """A name as people will see it, on one line and cut to its length.

    Args:
        name: What somebody has typed.
        otherwise: The name of those who have typed nothing.

    Raises:
        HeartsError: It has letters that cannot be seen, or nothing but accents.
    """
    name = " ".join(normalize("NFC", name[: 10 * _MOST_LETTERS]).split())
    for at, letter in enumerate(name):
        if not _is_seen(name, at):
            raise HeartsError(
                f"a name has only letters that can be seen: leave out U+{ord(letter):04X}"
            )
    if len(name) > _MOST_LETTERS or columns_of(name) > LONGEST_NAME:
        name = short_name(name, LONGEST_NAME)[:_MOST_LETTERS]
    accents = [len([*run]) for is_accent, run in groupby(name, _is_accent) if is_accent]
    if max(accents, default=0) > _MOST_ACCENTS:
        raise HeartsError(f"a letter of a name has at most {_MOST_ACCENTS} accents")
    if name and sum(accents) == len(name):
        raise HeartsError("a name needs a letter, not only accents")
    return name or otherwise


def _is_seen(name: str, at: int) -> bool:
    """Whether a letter is drawn, or joins two pictures into one."""
    letter, before, after = name[at], name[at - 1 : at], name[at + 1 : at + 2]
    if letter == _PICTURE:
        return _is_picture(before)
    if letter == _JOINER:
        return (before == _PICTURE or _is_picture(before)) and _is_picture(after)
    return letter.isprintable() and letter not in _BLANK


def _is_picture(letter: str) -> bool:
    return letter != "" and category(letter) in {"So", "Sk"}  # a colour of skin is Sk


def _is_accent(letter: str) -> bool:
    return category(letter)[0] == "M"


def look_alike(one: str, other: str) -> bool:
    """Whether people could take one name for the other, whatever their case."""
    one, other = _plain(one), _plain(other)
    return any(form(one) == form(other) for form in (str.casefold, _small, _large))


def _plain(name: str) -> str:
    """A name without accents, joiners, widths and fonts."""
    return "".join(
        each for each in normalize("NFKD", name) if not combining(each) and each.isprintable()
    )


def _small(name: str) -> str:
    """A name in small letters, all Latin where possible."""
    return name.translate(_LATIN).casefold()


def _large(name: str) -> str:
    """The same in its own case, with a large I as a small l, which many fonts draw alike."""
    return name.translate(_LATIN).replace("I", "l")
