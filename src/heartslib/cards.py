"""Suits, ranks, cards, and immutable multisets of cards.

There is one `Card` object of each kind, so cards are compared by identity: 52 in the usual pack, and
for other packs a one and a joker of each suit, below the two.  `Cards` stores a multiset in one
integer: bit ``card.place + 60 * k`` is copy k of a card, and a card held n times has its n lowest
copies set.

The bits are laid out for what play asks most.  A suit is fifteen bits side by side, so that following suit is one
``&``.  Within it a higher card has a higher bit, so that the winner of a trick is a maximum and ``bits & -bits`` the
lowest card.  The 60 kinds of a pack fit into a word of 64 bits, in which the kernel of `heartslib.simulate` holds
them; further copies are above these, and cost nothing where a pack has none.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum, IntEnum
from itertools import product
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast, overload

import attrs

from heartslib._values.bits import (
    COPIES,
    MAX_COPIES,
    NAMES,
    ONE_OF_EACH,
    PACK_SIZE,
    both,
    count,
    difference,
    every_copy,
)
from heartslib._values.looks import drawn
from heartslib._values.quick import quick
from heartslib.errors import CardsError, quoted

_RANK_LETTERS = "*123456789TJQKA"
_SUIT_SIZE = 15
_SUIT = (1 << _SUIT_SIZE) - 1
_MOST_ITEMS = PACK_SIZE * MAX_COPIES
_MAX_TEXT = 10_000
"""Longest text accepted as cards, in characters; eight packs take under 2,000."""


def _check_kind(one: object, other: object, instead: str = "") -> None:
    """Refuse to compare what people may take for equal, such as a card and its name, and is not.

    A False would be a bug that nobody sees: ``card == "QS"`` would never hold.
    """
    if isinstance(other, str | Card | Cards | Suit | Rank):
        if {Rank, Suit} & {type(one), type(other)}:
            instead = "compare a card's rank with Rank.QUEEN, its suit with Suit.SPADES"
        raise CardsError(f"{one!r} never equals {quoted(other)}: {instead}")


class Rank(IntEnum):
    """Rank of a card: 2 to 10 by their pips, jack 11, queen 12, king 13, ace 14."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    if TYPE_CHECKING:

        def __new__(cls, value: object) -> Self: ...

    @classmethod
    def _missing_(cls, value: object) -> Rank:
        """The rank of a name; or the joker, 0, or the one, 1, which few packs have, and so not the thirteen."""
        for rank in _RARE:  # not known to the class, which would take True for 1
            if rank.value == value and not isinstance(value, bool):
                return rank
        return _named(_RANKS, value, "a rank: give 'Q', 'queen' or 12, or use Rank.QUEEN")

    def __eq__(self, other: object) -> bool:
        if type(other) is Rank:
            return self is other
        _check_kind(self, other)
        return int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        """One character: ``2`` to ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``."""
        return _RANK_LETTERS[self]

    @property
    def word(self) -> str:
        """The rank in English: ``"queen"``, ``"10"``."""
        return self.name.lower() if self > Rank.TEN or not self else str(int(self))


class Suit(Enum):
    """A suit, in the order of sorted cards: clubs, diamonds, spades, hearts.

    Attributes:
        index: 0 to 3, in that order.
        letter: ``C``, ``D``, ``S`` or ``H``.
        symbol: ``♣``, ``♦``, ``♠`` or ``♥``.
        mask: The bits of the suit in `Cards.bits`, every copy included.
    """

    CLUBS = (0, "C", "♣")
    DIAMONDS = (1, "D", "♦")
    SPADES = (2, "S", "♠")
    HEARTS = (3, "H", "♥")

    index: int
    letter: str
    symbol: str
    mask: int

    def __init__(self, index: Any, letter: str = "", symbol: str = "") -> None:
        self.index = index
        self.letter = letter
        self.symbol = symbol
        self.mask = sum(_SUIT << (_SUIT_SIZE * index + shift) for shift in COPIES)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Suit:
            _check_kind(self, other)
        return self is other

    __hash__ = Enum.__hash__

    @classmethod
    def _missing_(cls, value: object) -> Suit:
        """The suit of a letter, a symbol or a word."""
        return _named(cls, value, "a suit: give 'S', 'spades' or '♠', or use Suit.SPADES")

    @property
    def word(self) -> str:
        """The suit in English: ``"hearts"``."""
        return self.name.lower()


# not members of the enum: whoever goes through `Rank` means the thirteen ranks of the usual pack
def _rare(value: int, name: str) -> Rank:
    rank = int.__new__(Rank, value)
    rank._name_ = name
    rank._value_ = value
    return rank


_RARE = _rare(0, "JOKER"), _rare(1, "ONE")
_RANKS: tuple[Rank, ...] = (*_RARE, *Rank)
_Named = TypeVar("_Named", Rank, Suit)


def _named(kinds: Iterable[_Named], name: object, wanted: str) -> _Named:
    """The rank or suit that a letter, a symbol, a number or a word names."""
    if isinstance(name, str):
        wanted_name = name.strip().upper()
        for kind in kinds:
            symbol = getattr(kind, "symbol", None)  # ranks have none
            if wanted_name in {kind.letter, kind.name, kind.word.upper(), symbol}:
                return kind
    raise CardsError(f"{quoted(name)} is not {wanted}")


def checked_suit(suit: Suit) -> Suit:
    """The suit, if it is one: letters are not.

    Raises:
        CardsError: This is not a suit.
    """
    if type(suit) is not Suit:
        raise CardsError(f"{quoted(suit)} is not a suit: give one such as Suit.SPADES")
    return suit


# apart from `Card`: editors take the fields of a class that attrs has made for what it is called with
@attrs.frozen(eq=False, init=False)
class _CardParts:
    rank: Rank
    suit: Suit
    index: int
    bit: int
    place: int


@functools.total_ordering
class Card(_CardParts):
    """A card, by rank and suit: ``Card("QS")``; also a one, ``Card("1S")``, or a joker, ``Card("*H")``.

    ``Card("queen of spades")`` and ``Card(Rank.QUEEN, Suit.SPADES)`` are ``Card("QS")``, too.

    >>> Card("10h"), f"{Card('TH')}", f"{Card('TH'):u}"
    (Card('TH'), 'TH', '10♥')

    Each card is a single object, so ``is``, ``==`` and ``hash`` agree and are fast.  Comparing a
    card with a string raises `CardsError`, because the two are never equal.  Cards sort by suit
    (clubs, diamonds, spades, hearts), then low to high.

    Attributes:
        rank: Its `Rank`.
        suit: Its `Suit`.
        index: 0 (2C) to 51 (AH) in sorted order; then the ones, 52 to 55, and the jokers, 56 to 59.
        bit: ``1 << place``.
        place: 0 to 59: 15 for each suit, from the joker to the ace.
    """

    __slots__ = ()

    def __new__(cls, text: str | Card | Rank, suit: Suit | str | None = None) -> Card:
        """The card that `text` names; see `parse`.  With a suit, `text` is a rank; see `of`."""
        if suit is not None or isinstance(text, Rank):
            return cls.of(Rank(text), Suit(suit))
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str | Card) -> Card:
        """Read one card: rank then suit, in any case: ``"QS"``, ``"10d"``, ``"Q♠"``, ``"queen of spades"``.

        Args:
            text: The card's name; a `Card` is returned unchanged.

        Raises:
            CardsError: `text` is not the name of exactly one card.
        """
        if type(text) is Card:
            return text
        if not isinstance(text, str):
            raise CardsError(
                f"{quoted(text)} is not a card: give a Card or a string such as 'QS' or '10D'"
            )
        if text in _BY_TEXT:
            return _BY_TEXT[text]
        cards = _cards_named(text)
        if len(cards) != 1:
            raise CardsError(
                f"{quoted(text)} names {len(cards)} cards: give exactly one, such as 'QS' or '10D'"
            )
        return cards[0]

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """The card of a rank and a suit.

        Raises:
            CardsError: There is no such rank, or this is not a suit.
        """
        # anything else might raise when it is compared with a rank
        is_number = isinstance(rank, float) or hasattr(type(rank), "__index__")
        if not is_number or isinstance(rank, bool) or rank not in _RANKS or type(suit) is not Suit:
            wrong = f"{quoted(rank)} and {quoted(suit)} are not a rank and a suit"
            raise CardsError(f"{wrong}: give them as in Card.of(Rank.QUEEN, Suit.SPADES)")
        return BY_PLACE[_SUIT_SIZE * suit.index + int(rank)]

    @property
    def word(self) -> str:
        """The name in words: ``queen of spades``."""
        return f"{self.rank.word} of {self.suit.word}"

    def __str__(self) -> str:
        return NAMES[self.place]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        """``f"{card}"`` is ``TH``; ``f"{card:u}"`` is ``10♥``; other format codes pad."""
        symbols = spec[:1] == "u"
        return _formatted(_SYMBOLS[self.index] if symbols else str(self), spec, symbols)

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Card:
            compare = f"compare it with Card({quoted(str(other))})"
            _check_kind(self, other, f"{compare}, or use `in` with Cards or a Trick")
        return self is other

    __hash__ = object.__hash__

    def __lt__(self, other: Card) -> bool:
        return self.bit < other.bit if type(other) is Card else NotImplemented


def _formatted(text: str, spec: str, symbols: bool) -> str:
    """The text padded by a format code; `symbols` says that the code begins with a ``u``."""
    try:
        return format(text, spec[symbols:])
    except ValueError:
        raise CardsError(
            f"{quoted(spec)} is not a format code for cards: 'u' writes suit symbols, '>5' pads to 5 "
            "columns, 'u>5' does both"
        ) from None


def _make_pack() -> Iterator[Card]:
    # the ones and jokers come after the 52, so that those keep their index whatever a pack has
    kinds = [*product(Suit, Rank), *((suit, Rank(rank)) for rank in (1, 0) for suit in Suit)]
    for index, (suit, rank) in enumerate(kinds):
        # the only cards that there will be: `Card` itself looks them up
        card = object.__new__(Card)
        place = _SUIT_SIZE * suit.index + rank
        values = {"rank": rank, "suit": suit, "index": index, "bit": 1 << place, "place": place}
        for name, value in values.items():
            object.__setattr__(card, name, value)
        yield card


KINDS = tuple(_make_pack())
"""All kinds of card; ``KINDS[card.index] is card``."""

BY_PLACE = tuple(sorted(KINDS))
"""All kinds of card in sorted order; ``BY_PLACE[card.place] is card``."""

PACK = KINDS[:PACK_SIZE]
"""The 52 cards in sorted order; ``PACK[card.index] is card``."""

_SYMBOLS = tuple(
    ("10" if card.rank is Rank.TEN else card.rank.letter) + card.suit.symbol for card in KINDS
)
"""The cards as people read them, by index."""

_BY_TEXT = dict(zip(NAMES, BY_PLACE, strict=True))
_BIT_BY_TEXT = {text: card.bit for text, card in _BY_TEXT.items()}
_LETTER = dict(zip("CDSH♣♦♠♥♧♢♤♡", "CDSH" * 3, strict=True))
_BY_NAME = {
    name: str(card)
    for card in KINDS
    for name in (card.word, f"{card.rank.name.lower()} of {card.suit.word}")
} | {suit.word: f" {' '.join(NAMES[suit.index * 15 + 2 :][:13])} " for suit in Suit}
_NAME = r"\b(\w+\s+of\s+)?(clubs|diamonds|spades|hearts)\b"
"""A card in words, or a whole suit."""
_ONE_CARD = r"(10|[*1-9TJQKAtjqka])([CDHScdhs♣♦♠♥♧♢♤♡])\uFE0F?"
_SEPARATORS = r"""[\s,;:|/+.\-–…_&()\[\]{}<>'"]*"""
_WORD = r"""[^\s,;:|/+.\-–…_&()\[\]{}<>'"]+"""
_DASH = r"\s*(?:[-–…]|\.\.+)\s*"
"""What stands between the first and the last card of a range."""
_DASHES = ("-", "–", "…", "..", ":")
"""What makes it unclear whether a suit is whole: ``hearts - QH``, ``hearts: QH``."""


def _cards_named(text: str, *, ordered: bool = False) -> list[Card]:
    """Every card that `text` names, in order; a range in what must have an order is refused."""
    if len(text) > _MAX_TEXT:
        raise CardsError(
            f"{len(text)} characters are too many for cards: at most {_MAX_TEXT} are read"
        )
    words = text.split(" ")
    if all(map(_BY_TEXT.__contains__, words)):  # as `str` writes them, which is the common case
        return [_BY_TEXT[word] for word in words]
    text = re.sub(_NAME, _in_letters, text, flags=re.IGNORECASE)
    cards: list[Card] = []
    # whether a dash comes before the last card read, and before the one to come
    was_joined = joined = False
    place = _end(_SEPARATORS, text, 0)
    while place < len(text):
        match = re.compile(_ONE_CARD).match(text, place)
        if match is None:
            word = text[place : _end(_WORD, text, place)]
            raise CardsError(
                f"{quoted(word)} is not a card: write rank (2 to 9, T or 10, J, Q, K, A) "
                "then suit (C, D, S, H), like 'QS' or '10D'"
            )
        rank = match[1].upper().replace("10", "T")
        suit = match[2].upper()
        card = _BY_TEXT[rank + _LETTER[suit]]
        place = _end(_SEPARATORS, text, match.end())
        goes_on = re.compile(_DASH).fullmatch(text, match.end(), place) is not None
        # in order a dash between two suits only separates, as in the trick "QS-KH-2C"
        if joined and (cards[-1].suit is card.suit or not ordered):
            low, high = sorted((cards[-1].bit, card.bit))
            # all bits above the low card and below the high
            between = _sorted((high - 1) & (-2 * low))
            if cards[-1].suit is not card.suit or (between and (ordered or was_joined or goes_on)):
                raise CardsError(
                    f"{quoted(text)} may name a range or single cards: put spaces between single cards"
                )
            cards += between
        cards.append(card)
        was_joined = joined
        joined = goes_on
    return cards


def _in_letters(name: re.Match[str]) -> str:
    """The letters of a card, or of the cards of a suit, that is named in words."""
    before = name.string[: name.start()].rstrip()
    after = name.string[name.end() :].lstrip()
    if not name[1] and (before.endswith(_DASHES) or after.startswith(_DASHES)):
        raise CardsError(
            f"{quoted(name.string)} is not clear beside {quoted(name[0])}: put only spaces or commas there"
        )
    return _BY_NAME.get(" ".join(name[0].lower().split()), name[0])


def _end(pattern: str, text: str, place: int) -> int:
    match = re.compile(pattern).match(text, place)
    return match.end() if match else place


class _Runs(dict[int, tuple[Card, ...]]):
    """The cards of one suit for each of its bit patterns, made on demand.

    Sorting a hand is then four look-ups, once the same cards of a suit have been met before.
    """

    def __init__(self, suit: Suit) -> None:
        super().__init__({0: ()})
        self._first = _SUIT_SIZE * suit.index

    def __missing__(self, bits: int) -> tuple[Card, ...]:
        lowest = bits & -bits
        card = BY_PLACE[self._first + lowest.bit_length() - 1]
        run = (card, *self[bits ^ lowest])
        self[bits] = run
        return run


_C, _D, _S, _H = map(_Runs, Suit)


def _sorted(bits: int) -> tuple[Card, ...]:
    """The cards of `Cards.bits` in sorted order."""
    if bits > ONE_OF_EACH:
        kinds = _sorted(bits & ONE_OF_EACH)
        return tuple(card for card in kinds for _ in range(count(bits, card.place)))
    return _C[bits & _SUIT] + _D[bits >> 15 & _SUIT] + _S[bits >> 30 & _SUIT] + _H[bits >> 45]


@attrs.frozen(init=False, eq=False, repr=False, weakref_slot=False)
class _CardBits:
    bits: int


class Cards(_CardBits, Sequence[Card]):
    """An immutable multiset of cards: ``Cards("QS KS AS")``.

    >>> hand = Cards("QS 10H 2H")
    >>> str(hand - "QS"), "TH" in hand, hand.of(Suit.HEARTS)
    ('2H TH', True, Cards('2H TH'))

    It is a sequence in sorted order (clubs, diamonds, spades, hearts, each low to high); its slices
    are `Cards` too.  Operators treat repeated cards as `collections.Counter` does: ``|`` keeps the
    larger count of each card, ``&`` the smaller, ``+`` adds, ``-`` subtracts, and ``<=`` tests for
    inclusion.  The right operand may be anything that reads as cards.

    Attributes:
        bits: The multiset as an integer: bit ``card.place + 60 * k`` is copy k of a card.
    """

    __slots__ = ()

    def __init__(self, cards: CardsLike = ()) -> None:
        """Read cards; see `parse`."""
        object.__setattr__(self, "bits", cards.bits if type(cards) is Cards else _bits(cards))

    @classmethod
    def parse(cls, cards: CardsLike) -> Cards:
        """Read cards, in any order, from a string, a card, or an iterable of either.

        A string names cards rank then suit, in any case, with ``T`` or ``10``, suit letters or
        symbols, and any separators or none: ``"QS KS"``, ``"[qs, 10♦]"``, ``"QSKS"``.  A dash or two
        dots between two cards of a suit name those between, too: ``"2H-6H"``.  Words do as well:
        ``"hearts QS"``, ``"queen of spades"``.  A `collections.Counter` holds copies of cards.

        Raises:
            CardsError: Part of it is not a card, or a card occurs more than `MAX_COPIES` times.
        """
        return cards if type(cards) is Cards else cls(cards)

    def of(self, suit: Suit) -> Cards:
        """The cards of one suit.

        Raises:
            CardsError: This is not a suit.
        """
        return from_bits(self.bits & checked_suit(suit).mask)

    def only(self, kinds: CardsLike) -> Cards:
        """The cards that are in `kinds`: all their copies, however many `kinds` has."""
        bits = self.bits
        return from_bits(bits & _every_copy(bits, kinds))

    def without(self, kinds: CardsLike) -> Cards:
        """The cards that are not in `kinds`: all copies of those are removed."""
        bits = self.bits
        if bits <= ONE_OF_EACH and type(kinds) is Cards:
            return from_bits(bits & ~kinds.bits)
        return from_bits(bits & ~_every_copy(bits, kinds))

    def isdisjoint(self, kinds: CardsLike) -> bool:
        """Whether none of the cards is in `kinds`."""
        return not self.bits & (kinds.bits if type(kinds) is Cards else _bits(kinds))

    def count(self, value: str | Card) -> int:
        """How many copies of a card there are."""
        return count(self.bits, Card.parse(value).place)

    def index(self, value: str | Card, start: int = 0, stop: int | None = None) -> int:
        """The place of a card (its first copy) in sorted order.

        Raises:
            CardsError: The card is not there, or not between `start` and `stop`.
        """
        card = Card.parse(value)
        try:
            return _sorted(self.bits).index(card, start, len(self) if stop is None else stop)
        except ValueError:
            raise CardsError(f"{card} is not among {self or 'no cards'}") from None

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        if type(other) is Cards:
            return self.bits == other.bits
        _check_kind(self, other, instead=f"compare it with Cards({quoted(str(other))})")
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.bits)

    def __contains__(self, card: object) -> bool:
        if type(card) is not Card:
            if isinstance(card, Suit | Rank):
                raise CardsError(
                    f"{card!r} is not a card: ask whether a card is in them, or compare"
                )
            if not isinstance(card, str):
                return False
            card = Card.parse(card)
        return self.bits & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        return iter(_sorted(self.bits))

    @overload
    def __getitem__(self, place: int) -> Card: ...

    @overload
    def __getitem__(self, place: slice) -> Cards: ...

    def __getitem__(self, place: int | slice) -> Card | Cards:
        bits = self.bits
        if type(place) is int and 0 <= place < bits.bit_count() and bits <= ONE_OF_EACH:
            while place:  # faster than making all the cards
                bits &= bits - 1
                place -= 1
            return BY_PLACE[(bits & -bits).bit_length() - 1]
        if isinstance(place, slice):
            return from_each(_sorted(bits)[place])
        try:
            return _sorted(bits)[place]
        except IndexError:
            raise IndexError(f"there is no card at place {place} of {len(self)}") from None

    def __or__(self, other: CardsLike) -> Cards:
        # n copies are the n lowest bits, so the union of bits is the larger of two counts
        return from_bits(self.bits | (other.bits if type(other) is Cards else _bits(other)))

    def __and__(self, other: CardsLike) -> Cards:
        return from_bits(self.bits & (other.bits if type(other) is Cards else _bits(other)))

    def __add__(self, other: CardsLike) -> Cards:
        return from_bits(both(self.bits, other.bits if type(other) is Cards else _bits(other)))

    def __sub__(self, other: CardsLike) -> Cards:
        ours = self.bits
        theirs = other.bit if type(other) is Card else _bits(other)
        if ours <= ONE_OF_EACH:
            return from_bits(ours ^ (ours & theirs))
        return from_bits(difference(ours, theirs))

    def __le__(self, other: CardsLike) -> bool:
        return not self.bits & ~(other.bits if type(other) is Cards else _bits(other))

    def __ge__(self, other: CardsLike) -> bool:
        return not _bits(other) & ~self.bits

    def __str__(self) -> str:
        return " ".join([NAMES[card.place] for card in _sorted(self.bits)])

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def __format__(self, spec: str) -> str:
        """``f"{cards}"`` is ``TD QS``; ``f"{cards:u}"`` is ``10♦ Q♠``; other codes pad."""
        symbols = spec[:1] == "u"
        text = " ".join(f"{card:u}" for card in self) if symbols else str(self)
        return _formatted(text, spec, symbols)

    def _repr_svg_(self) -> str:
        """The cards as a picture, for notebooks."""
        return drawn(self, "svg")


CardsLike = Cards | Card | str | Iterable[Card | str]
"""Anything that reads as cards: `Cards`, a `Card`, a string, or an iterable of cards and strings."""

_NOTHING: CardsLike = ()


from_bits: Callable[[int], Cards] = quick(cast("Callable[[int], Cards]", Cards))
"""`Cards` from an integer such as `Cards.bits`, unchecked."""


def _every_copy(bits: int, kinds: CardsLike) -> int:
    """The bits of `kinds`, with every copy of them if `bits` has copies."""
    wanted = _bits(kinds)
    return wanted if bits <= ONE_OF_EACH else every_copy(wanted)


def _bits(cards: CardsLike) -> int:
    """The bits of anything that reads as cards."""
    if type(cards) is Cards:
        return cards.bits
    if type(cards) is Card:
        return cards.bit
    if cards is _NOTHING:  # the default of `Cards()`, which is called often
        return 0
    if type(cards) is str:
        return _bits_of(cards)
    return more(0, tuple(_each_card(cards)))


def _bits_of(text: str) -> int:
    """The bits of the cards that `text` names."""
    words = text.split(" ", PACK_SIZE)
    try:
        bits = sum(map(_BIT_BY_TEXT.__getitem__, words))
    except KeyError:  # some are not written as `str` writes them
        bits = 0
    # a sum of n powers of two has n bits only if all of them are different
    return bits if bits.bit_count() == len(words) else more(0, _cards_named(text))


def from_each(cards: Iterable[Card], bits: int = 0) -> Cards:
    """`Cards` made of `Card` objects, added to those in `bits`."""
    return from_bits(more(bits, tuple(cards)))


def more(bits: int, cards: Sequence[Card]) -> int:
    """The bits of `Cards` after adding some cards."""
    kinds = 0
    for card in cards:
        kinds |= card.bit
    if not kinds & bits and kinds.bit_count() == len(cards):  # no card repeats
        return bits | kinds
    for card in cards:
        bits = both(bits, card.bit)
    return bits


def _each_card(cards: CardsLike, *, ordered: bool = False) -> Iterator[Card]:
    several: Any = (cards,) if isinstance(cards, str | Card) else cards
    try:
        # first by its type: to ask whether something is a Mapping takes longer than to read a card
        if type(several) not in _PLAIN_KINDS and isinstance(several, Mapping):
            several = _copies(cast("Any", several))
        items: Iterator[Any] = iter(several)
    except TypeError:
        raise CardsError(
            f"{quoted(cards)} is not cards: give a string such as 'QS KS', a Card, or an iterable of them"
        ) from None
    # the iterable may be endless
    for read, item in enumerate(items):
        if read == _MOST_ITEMS:
            raise CardsError(f"more than {read} cards: at most {MAX_COPIES} packs can be held")
        if isinstance(item, str):
            yield from _cards_named(item, ordered=ordered)
        else:
            yield Card.parse(item)


_PLAIN_KINDS = frozenset({tuple, list, Cards})


def _copies(cards: Mapping[Card | str, int]) -> Iterable[Card | str]:
    """The cards of a `Counter`; other mappings may mean anything by their values."""
    counts = cards.values()
    if not isinstance(cards, Counter) or any(type(n) is not int or n < 0 for n in counts):
        raise TypeError
    # `elements` takes no number that is too large for C
    return (card for card, copies in cards.items() for _ in range(copies))


def to_card(card: Card | str) -> Card:
    """`Card.parse` as a plain function, for attrs converters."""
    return Card.parse(card)


def to_cards(cards: CardsLike) -> Cards:
    """`Cards.parse` as a plain function, for attrs converters."""
    return Cards.parse(cards)


def in_order(cards: CardsLike) -> tuple[Card, ...]:
    """Cards in the order in which they are given, such as those of a trick.

    Raises:
        CardsError: Part of it is not a card (see `Cards.parse`), or two or more cards come as
            `Cards` or a set, which do not keep an order.
    """
    ordered = tuple(_each_card(cards, ordered=True))
    if len(ordered) > 1 and isinstance(cards, Cards | AbstractSet | Counter):
        raise CardsError(
            f"{quoted(cards)} does not keep its cards in order, and here the order matters: "
            "give a string or a list"
        )
    return ordered


NO_CARDS = Cards()

CLUBS = Cards(PACK[:13])
"""The thirteen clubs."""

DIAMONDS = Cards(PACK[13:26])
"""The thirteen diamonds."""

SPADES = Cards(PACK[26:39])
"""The thirteen spades."""

HEARTS = Cards(PACK[39:])
"""The thirteen hearts."""


__all__ = [
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "MAX_COPIES",
    "PACK",
    "SPADES",
    "Card",
    "Cards",
    "CardsLike",
    "Rank",
    "Suit",
]

__dir__ = __all__.copy  # what `dir` shows of the module
