"""Hands, tricks, tables and score sheets as text for a terminal.

Every function returns text and prints nothing.  No line is wider than 80 columns, however many
players there are; long names are cut.

Width is counted in columns, never in letters: a Chinese letter takes two, an accent none.  So text is padded by
`padded`, and a format such as ``{name:<20}`` is only for text of the library's own.

What a table shows is gathered in a `Scene`, which the pictures of `heartslib.show.svg` draw from as well.
"""

from __future__ import annotations

import functools
import os
import re
import shlex
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from unicodedata import combining, east_asian_width

import attrs

from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards, CardsLike, Rank, Suit
from heartslib.errors import HeartsError, quoted
from heartslib.game import Game
from heartslib.phases import Exchange, ScorePhase
from heartslib.rules import NO_PASSING, Mark, PassPattern, RoundRules, Rules
from heartslib.rules.passing import cards_passed, is_mixed
from heartslib.sheet import Line, ScoreSheet
from heartslib.table import Table, Trick
from heartslib.view import View
from heartslib.words import how_many, listed, written

WIDTH = 80
"""The columns of a terminal: no line is wider."""

NO_MARKS: Mapping[Card, Mark] = MappingProxyType({})
_LONGEST_NAME = 20
_LONGEST_REASON = 46
"""The columns of a reason on a sheet in 80 columns; in a wider terminal it gets all that is more."""
_SUIT_COLUMN = 15
"""The columns of a suit of a hand: eight ranks with blanks between them, as ``2 3 4 5 6 7 8 9``."""


def with_symbols(text: str) -> str:
    """The text with its cards in symbols: ``took QS`` becomes ``took Q♠``."""
    return re.sub(r"(?<!\w)[*1-9TJQKA][CDSH]\b", lambda card: f"{Card.parse(card[0]):u}", text)


def in_letters(text: str) -> str:
    """The text in ASCII, for terminals without suit symbols: ``10♥`` becomes ``TH``."""
    letters = {ord(suit.symbol): suit.letter for suit in Suit}
    letters[ord("−")] = "-"
    # a ten only before a suit: 10 points stay 10 points
    return re.sub(r"\b10(?=[♣♦♠♥])", "T", text).translate(letters)


def capital(text: str) -> str:
    """The text with a capital letter, to begin a sentence."""
    return text[:1].upper() + text[1:]


shell_word = shlex.quote if os.name == "posix" else '"{}"'.format
"""A word, such as a path, as a shell reads it; that of Windows knows no single quotes."""


def columns_of(text: str) -> int:
    """The width of text in terminal columns: wide letters, such as Chinese ones, take two."""
    letters = [letter for letter in text if not combining(letter)]
    return len(letters) + sum(east_asian_width(letter) in "WF" for letter in letters)


def short_name(name: str, width: int = _LONGEST_NAME) -> str:
    """A name in one line, cut to `width` columns; a number at its end is kept, to tell eleven players apart.

    >>> short_name("player 11", 5), short_name("Bartholomew", 5)
    ('pla11', 'Bart…')
    """
    name = one_line(name).strip()
    if columns_of(name) <= width:
        return name
    number = re.search(r"\d{1,3}$", name)
    end = number[0] if number else "…"
    # the loop is slow for a name of a million letters; accents take no column, so some are left to it
    start = name[: 20 * width]
    while columns_of(start + end) > width:
        start = start[:-1]
    return start + end


def one_line(text: str) -> str:
    """The text with line ends and other control characters replaced by blanks."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _padded_names(names: Sequence[str], width: int = _LONGEST_NAME) -> list[str]:
    """The names, all padded to the width of the longest."""
    cut = [short_name(name, width) for name in names]
    widest = max(map(columns_of, cut))
    return [padded(name, widest) for name in cut]


def rank_text(rank: Rank) -> str:
    """A rank for people: ``10``, ``J``, ``joker``."""
    if not rank:
        return rank.word
    return "10" if rank is Rank.TEN else rank.letter


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text padded with blanks to `width` columns, at its end or before it."""
    blank = " " * (width - columns_of(text))
    return blank + text if right else text + blank


def wrapped(
    text: str, first: str = "", then: str = "  ", width: int = WIDTH, *, whole: bool = False
) -> list[str]:
    """The text in lines of at most `width` columns; wide letters take two.

    Args:
        text: The text.
        first: What the first line begins with.
        then: What the others begin with.
        width: The most columns of a line.
        whole: Whether a word stays whole that is longer, such as a path.
    """
    # textwrap counts letters, so a null character fills the second column of a wide one
    wide = "".join(f"{letter}\0" if columns_of(letter) > 1 else letter for letter in one_line(text))
    lines = textwrap.wrap(
        wide,
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=not whole,
        break_on_hyphens=not whole,
    )
    return [line.replace("\0", "") for line in lines]


def hand_text(hand: Cards) -> str:
    """A hand in one line, a column for each suit: ``♣ 2 5 K      ♦ 10     ♠ Q ...``.

    >>> from heartslib import Cards
    >>> hand_text(Cards("2C 5C KC TD QS AS"))
    '♣ 2 5 K           ♦ 10              ♠ Q A             ♥ -'

    With more than eight cards of a suit, ranks are written without blanks, and the ten is a T.
    """
    longest = max(len(hand.of(suit)) for suit in Suit)
    gap = "" if longest > _SUIT_COLUMN // 2 + 1 else " "
    return _in_columns([hand], gap, _SUIT_COLUMN)[0]


def _ranks_of(hand: Cards, suit: Suit, gap: str = "") -> str:
    # without gaps a ten must be one letter: 109 would be three cards
    ranks = [rank_text(card.rank) if gap else card.rank.letter for card in hand.of(suit)]
    return gap.join(ranks).replace("*", "joker ").rstrip() or "-"


def _in_columns(hands: Sequence[Cards], gap: str, least: int) -> list[str]:
    """A line for each hand, with the columns of the suits aligned."""
    lines = ["" for _ in hands]
    for suit in Suit:
        ranks = [_ranks_of(hand, suit, gap) for hand in hands]
        width = max(least, *map(len, ranks))
        for place, cell in enumerate(ranks):
            lines[place] += f"{suit.symbol} {cell:<{width}} "
    return [line.rstrip() for line in lines]


def _fitting_lines(hands: Sequence[Cards], room: int, least: int = 0) -> list[list[str]]:
    """The lines of each hand, in the widest layout that fits."""
    for gap, narrowest in ((" ", least), (" ", 0), ("", least), ("", 0)):
        lines = _in_columns(hands, gap, narrowest)
        if max(map(len, lines), default=0) <= room:
            return [[line] for line in lines]
    fitting: list[list[str]] = []
    for hand in hands:
        # no line may begin between a suit and its ranks, so that blank is none to break at
        suits = [f"{suit.symbol}\xa0{_ranks_of(hand, suit)}" for suit in Suit]
        parts = textwrap.wrap(" ".join(suits), room)
        fitting.append([part.replace("\xa0", " ") for part in parts])
    return fitting


def hands_text(names: Sequence[str], hands: Sequence[Cards], width: int = WIDTH) -> str:
    """A line for each seat's hand, or more if a hand is too long for one.

    Args:
        names: The players' names, seat 0 first.
        hands: The hand of each.
        width: The most columns of a line.
    """
    names = _padded_names(names)
    indent = columns_of(names[0]) + 4
    fitting = _fitting_lines(hands, width - indent, _SUIT_COLUMN)
    gap = "\n" + " " * indent
    by_seat = zip(names, fitting, strict=True)
    return "\n".join(f"  {name}  {gap.join(lines)}" for name, lines in by_seat)


def exchange_text(
    names: Sequence[str],
    exchange: Exchange,
    marks: Mapping[Card, Mark] = NO_MARKS,
    width: int = WIDTH,
) -> str:
    """What was passed: a line for each packet, or for the cards each laid down and got back.

    Args:
        names: The players' names, seat 0 first.
        exchange: The cards passed.
        marks: What is special about cards, from `View.marks`.
        width: The most columns of a line.
    """
    names = _padded_names(names)
    then = " " * (columns_of(names[0]) + 4)
    lines: list[str] = []
    for packet in exchange.packets:
        taker = names[packet.taker].rstrip()
        cards = cards_text(marks, packet.cards)
        lines += wrapped(f"{cards}  to {taker}", f"  {names[packet.giver]}  ", then, width)
    for name, given, back in zip(names, exchange.given, exchange.dealt_back, strict=False):
        laid, got = cards_text(marks, given), cards_text(marks, back)
        text = f"{laid}  to the middle, gets {got} back"
        lines += wrapped(text, f"  {name}  ", then, width)
    return "\n".join(lines)


def tricks_text(rules: RoundRules, names: Sequence[str], table: Table, width: int = WIDTH) -> str:
    """The finished tricks, a column for each seat, and what each trick cost.

    ``>`` marks the card that was led, brackets the card that took the trick.

    Args:
        rules: The rules of the round.
        names: The players' names, seat 0 first.
        table: The tricks.
        width: The most columns of a line.
    """
    nobody = " nobody wins it"
    margin = "   "
    gap = "  "
    cost_width = 6
    marks = rules.marks()
    longest = max(len(card_text(marks, card)) for card in {*rules.pack})
    # >10♥ and a blank, or [10♥]
    widths = [max(columns_of(name), longest + 1) + 1 for name in names]
    needed = sum(widths) + 2 * len(names) + 11
    if any(trick.taker is None for trick in table.tricks):
        needed += len(nobody)
    if needed > width:  # many players, or long names
        nobody = " nobody"
        margin = ""
        gap = " "
        cost_width = 4
        room = (width - 15) // len(names) - 1
        widths = [max(min(size - 1, room), longest + 2) for size in widths]
    columns = zip(names, widths, strict=True)
    head = gap.join(padded(short_name(name, size), size, right=True) for name, size in columns)
    title = "cost"
    if rules.points_are_good:
        title = "points" if margin else "pts"
    lines = [f"{margin}  {gap}{head}{gap}{title:>{cost_width}}"]
    for number, trick in enumerate(table.tricks, 1):
        cost = sum(rules.points(card, table.all_charged) for card in trick.cards)
        note = f"{written(cost) if cost else '':>{cost_width}}"
        if trick.taker is None:
            note += nobody
        for cells in _rows_of(rules, trick):
            row = "".join(  # a cell that is too wide by one, such as >[10♥], takes the gap's blank
                f"{cell:>{len(gap) + size}}" for cell, size in zip(cells, widths, strict=True)
            )
            lines.append(f"{margin}{number or '':>2}{row}{gap}{note}".rstrip())
            number, note = 0, ""  # noqa: PLW2901 - only the first of several rows has them
    return "\n".join(lines)


def _rows_of(rules: RoundRules, trick: Trick) -> Iterator[list[str]]:
    """The cards of a trick, a row for each lap: a nine may send it round once more."""
    own = [card for seat, card in trick.plays if seat == trick.taker]
    # of the taker's cards the highest of the suit led; a trump or a joker if it has none
    taking = max([card for card in own if card.suit is trick.suit] or own, default=None)
    for start in range(0, len(trick), trick.players):
        cells = [*for_each(trick.players, "")]
        for place, card in enumerate(trick.cards[start:][: trick.players], start):
            seat = trick.seat_of(place)
            lead = ">" if place == 0 else ""
            face = card_text(rules.marks(), card)
            takes = seat == trick.taker and card is taking
            cells[seat] = f"{lead}[{face}]" if takes else f"{lead}{face} "
        yield cells


def sheet_text(
    names: Sequence[str],
    sheet: ScoreSheet,
    scores: Sequence[int],
    width: int = WIDTH,
    worded: Callable[[Line], str] | None = None,
) -> str:
    """A score sheet: each seat's lines, its points in the round, and its new score.

    >>> from heartslib import score_hand, variants
    >>> taken = ["2H 3H", "QS", "", ""]
    >>> sheet = score_hand(variants.get("american"), taken=taken, partial=True)
    >>> print(sheet_text(["Ann", "Ben", "Cem", "Dora"], sheet, [12, 13, 40, 0]))
                                                           points  round  score
      Ann   took 2♥ 3♥                                          2      2     12
      Ben   took Q♠                                            13     13     13
      Cem   took nothing that counts                            0      0     40
      Dora  took nothing that counts                            0      0      0

    Args:
        names: The players' names, seat 0 first.
        sheet: The sheet of the round.
        scores: The players' scores after the round.
        width: The most columns of a line.
        worded: The reason of a line in words; by default other players have their `names`.
    """
    worded = worded or worded_with([short_name(name) for name in names])
    names = _padded_names(names)
    indent = columns_of(names[0])
    room = min(width - 25 - indent, _LONGEST_REASON + width - WIDTH)
    lines = [f"  {'':<{indent}}  {'':<{room}} {'points':>6} {'round':>6} {'score':>6}"]
    for seat, name in enumerate(names):
        start = len(lines)
        entries = [(with_symbols(worded(line)), line.points) for line in sheet.explained(seat)]
        for reason, points in entries or [("took nothing that counts", 0)]:
            *more, last = textwrap.wrap(reason, room) or [""]
            lines += [f"  {'':<{indent}}  {line}" for line in more]
            lines.append(f"  {'':<{indent}}  {last:<{room}} {written(points):>6}")
        # the name is in the first line of the seat, its sums are in the last
        lines[start] = f"  {name}{lines[start][indent + 2 :]}"
        lines[-1] += f" {written(sheet.totals[seat]):>6} {written(scores[seat]):>6}"
    if sheet.pool_line:
        lines.append(f"  {capital(sheet.pool_line)}")
    return "\n".join(lines)


def worded_with(names: Sequence[str], view: View | None = None) -> Callable[[Line], str]:
    """The reason of a line, with these names of the players, and cards as people see them in a view."""

    def of(cards: Cards) -> str:
        return cards_text(view.marks, cards) if view else str(cards)

    return lambda line: line.worded(of, lambda seats: listed([names[seat] for seat in seats]))


def round_text(game: Game, width: int = WIDTH) -> str:
    """A finished round of a game, from the deal to the score sheet.

    Args:
        game: The game before the score is entered.
        width: The most columns of a line, if the players are few enough.

    Raises:
        HeartsError: The round is not finished, or has been entered already.
    """
    phase = game.phase
    if not isinstance(phase, ScorePhase):
        raise HeartsError(f"no round has just been finished: {phase.wants}")
    names = [short_name(name) for name in game.names]
    contract = f", {name_words(game.contract)}" if game.contract else ""
    parts = [f"Round {game.round_number + 1}{contract}: {names[game.dealer]} deals"]
    rules = game.in_force
    view = game.view(None)
    hands = [faces(view, hand) for deal in game.deals[:1] for hand in deal.hands]
    if hands:
        parts.append(hands_text(names, hands, width))
    passed = exchange_text(names, phase.exchange, view.marks, width)
    if passed:
        words = capital(pattern_words(phase.exchange.pattern, game.players))
        parts += ["", *wrapped(words, width=width), passed]
    if rules.charging.cards:
        charged = _lines_by_seat(view, phase.table.charged) or ["  nothing"]
        parts += [f"\n{charged_word(game.rules)}", *charged]
    parts += ["\nThe tricks: > leads, [] takes", tricks_text(rules, names, phase.table, width)]
    if any(phase.captured):
        parts += ["\nTaken, but not played to a trick", *_lines_by_seat(view, phase.captured)]
    worded = worded_with(names, view)
    scores = game.score().scores
    parts += ["\nThe score", sheet_text(names, phase.sheet, scores, width, worded)]
    return "\n".join(parts)


def _lines_by_seat(view: View, piles: Sequence[Cards]) -> list[str]:
    """A line for each seat that has cards there."""
    lines: list[str] = []
    for name, cards in zip(view.names, piles, strict=False):  # no piles if nobody has any
        if cards:
            lines += wrapped(f"{short_name(name)}: {cards_text(view.marks, cards)}", "  ", "    ")
    return lines


@attrs.frozen
class Scene:
    """What a picture of a game shows: everything face up, and the hands that may be seen.

    Attributes:
        view: What is face up; for a game, a spectator's view.
        hands: Each hand, seat 0 first; None if it is hidden.
        laid_down: The cards that each seat has laid down to pass, if they may be seen.
        legal: The cards that the seat to act may play, if they may be seen.
    """

    view: View
    hands: tuple[Cards | None, ...]
    laid_down: tuple[Cards, ...]
    legal: Cards

    @classmethod
    def of_game(cls, game: Game) -> Scene:
        """A game with all its hands."""
        views = [game.view(seat) for seat in range(game.players)]
        hands = tuple(faces(view, view.hand) for view in views)
        seen = game.view(None)
        return cls(seen, hands, tuple(map(_laid_down, views)), faces(seen, game.legal_plays()))

    @classmethod
    def of_view(cls, view: View) -> Scene:
        """A view: the seat's own hand, and those that are face up."""
        hands: list[Cards | None] = [
            faces(view, shown) if len(shown) == size else None
            for shown, size in zip(view.shown, view.hand_sizes, strict=True)
        ]
        laid_down = [*for_each(view.players, Cards())]
        if view.seat is not None:
            hands[view.seat] = faces(view, view.hand)
            laid_down[view.seat] = _laid_down(view)
        return cls(view, tuple(hands), tuple(laid_down), faces(view, view.legal_plays()))

    @functools.cached_property
    def taken(self) -> list[str]:
        """What each seat has taken this round, in words; asked for each seat, and not cheap."""
        return taken_words(self.view)

    @property
    def is_dealt(self) -> bool:
        """Whether there are cards to show, in hands or in tricks."""
        view = self.view
        return any((*view.hand_sizes, *view.captured_sizes, len(view.table.tricks)))

    @property
    def headline(self) -> str:
        """The game and the round: ``American Hearts, round 2: pass 3 left, North deals``."""
        view = self.view
        if view.phase == "over":
            return f"{view.rules.name}, after {how_many(view.round_number, 'round')}"
        parts = [*round_words(view), f"{self._cut_names[view.dealer]} deals"]
        return f"{view.rules.name}, round {view.round_number + 1}: {', '.join(parts)}"

    @property
    def status(self) -> str:
        """Who is to act, and how, without a full stop: ``North to play a card``."""
        view = self.view
        who = self._listed(view.to_act or view.winners)
        if view.winners:
            return f"The game is over, won by {who}"
        return f"{capital(who)} to {view.task}" if view.to_act else capital(view.task)

    @property
    def _cut_names(self) -> list[str]:
        return [short_name(name) for name in self.view.names]

    def _listed(self, seats: Iterable[int]) -> str:
        names = self._cut_names
        return listed([names[seat] for seat in seats])

    @property
    def partners(self) -> str:
        """Who plays with whom: ``Partners: North and South; West and East``."""
        sides = self.view.sides
        if len(sides) == self.view.players:
            return ""
        return _note_of("Partners", map(self._listed, sides))

    def notes(self) -> list[str]:
        """The other face-up facts, a line for each."""
        view = self.view
        table = self.view.table
        charged = charged_word(view.rules)
        claimant = [] if view.claimant is None else [view.claimant]
        source = view.rules.kitty.called if view.at_table.kitty_size else "claim"
        # what is charged has a line of its own
        shown = [held - table.charged_by(seat) for seat, held in enumerate(view.shown)]
        notes = [
            self.partners,
            self._seats_note("Laid down to pass", map(self._written, self.laid_down)),
            self._seats_note(charged, map(self._written, table.charged)),
            self._seats_note(f"{charged} in secret", map(_number_of_cards, view.secret_sizes)),
            self._seats_note("Shown and still held", map(self._written, shown)),
            _note_of("Waiting for the next taker", [self._written(table.waiting)]),
            _note_of("Turned up", [" ".join(map(self._written, view.turned))]),
            _note_of(view.rules.kitty.called.capitalize(), [_number_of_cards(view.kitty_size)]),
            _note_of("Claims the rest", [self._listed(claimant)]),
            self._seats_note(
                f"Taken with the {source}", map(_number_of_cards, view.captured_sizes)
            ),
        ]
        return [note for note in notes if note]

    def _written(self, cards: CardsLike) -> str:
        return cards_text(self.view.marks, Cards(cards))

    def _seats_note(self, title: str, things: Iterable[str]) -> str:
        named = zip(self._cut_names, things, strict=False)  # nothing by seat if nobody has any
        return _note_of(title, [f"{name} {thing}" for name, thing in named if thing])


def charged_word(rules: Rules) -> str:
    """What is said of a card that counts for more: ``Charged``, or ``Exposed``."""
    return f"{rules.verb}d".capitalize()  # the verb is charge or expose


def faces(view: View, cards: CardsLike) -> Cards:
    """The cards as people see them: a joker as one, whatever card stands for it."""
    marks = view.marks
    return Cards(marks[card].face if card in marks else card for card in Cards(cards))


def card_text(marks: Mapping[Card, Mark], card: Card) -> str:
    """A card as people name it: ``10♥``, ``joker``."""
    mark = marks.get(card)
    if mark is None:
        return f"{card:u}"
    return "joker" if mark.joker else f"{mark.face:u}"


def cards_text(marks: Mapping[Card, Mark], cards: Iterable[Card]) -> str:
    """Cards as people name them: ``3♥ Q♠``, ``3♥ and the joker``.

    Args:
        marks: What is special about cards, from `View.marks`.
        cards: The cards, or their faces.
    """
    stand_ins = {card: mark.face for card, mark in marks.items() if mark.joker}
    jokers = Cards([*stand_ins, *stand_ins.values()])
    given = Cards(cards)
    others = f"{given.without(jokers):u}"
    parts = [others, "" if given.isdisjoint(jokers) else "the joker"]
    return " and ".join(filter(None, parts))


def _laid_down(view: View) -> Cards:
    # in the deal of a mix they are still in the middle; in later phases the others have them
    return faces(view, view.given) if view.phase in {"pass", "deal"} else Cards()


def _note_of(title: str, things: Iterable[str]) -> str:
    line = "; ".join(filter(None, things))
    return f"{title}: {line}" if line else ""


def _number_of_cards(size: int) -> str:
    return how_many(size, "card") if size else ""


def pattern_words(pattern: PassPattern, players: int) -> str:
    """How cards are passed, in a few words: ``pass 3 left``, ``pass 2 left and 1 right``.

    >>> from heartslib.rules import Hold, Mix, Packets, Scatter
    >>> [pattern_words(pattern, 4) for pattern in (Hold(), Mix(), Scatter(), Packets({1: 2, -1: 1}))]
    ['no pass', 'pass 3 to the middle', 'pass 1 to each other player', 'pass 2 left and 1 right']
    """
    packets = pattern.packets(players)
    cards = cards_passed(pattern, players)
    if not cards:
        return "no pass"
    if is_mixed(pattern, players):
        return f"pass {'up to ' if pattern.fewer else ''}{cards} to the middle"
    if len(packets) == players - 1 > 1 and len({size for _, size in packets}) == 1:
        return f"pass {packets[0][1]} to each other player"
    words = name_words(pattern.name)
    return f"pass {words}" if words[0].isdigit() else f"pass {cards} {words}"


def round_words(view: View) -> list[str]:
    """What is special about the round of a view: its contract, its pass, and what is in the pool."""
    words: list[str] = []
    if view.rules.contract_names:
        words.append(name_words(view.contract) if view.contract else "no contract yet")
    words += [f"{card:u} shown" for card in view.shown_last]
    if view.pattern and view.rules.passing != NO_PASSING:
        words.append(pattern_words(view.pattern, view.players))
    if view.pool:
        words.append(f"{how_many(view.pool, 'counter')} in the pool")
    return words


def name_words(name: str) -> str:
    """A name from a rulebook in words: ``2-left-1-second-left`` is ``2 left and 1 second left``."""
    return listed(re.split(r" (?=\d+ )", name.replace("-", " ")))


def taken_words(view: View, *, in_short: bool = False) -> list[str]:
    """How many tricks each seat has taken this round, and its points so far, seat 0 first.

    The points so far are those for cards.  If tricks count too, the text says so; if only tricks
    count, it leaves the points out.
    """
    tricks = [how_many(number, "trick") for number in view.table.tricks_taken]
    counted = [step.needs.tricks for step in view.in_force.scoring_steps]
    if counted and all(counted):
        return tricks
    points = [how_many(number, "point") for number in view.points_so_far]
    if any(counted) and in_short:
        points = [f"cards {written(number)}" for number in view.points_so_far]
    elif any(counted):
        points = [f"{number} for cards" for number in points]
    return [f"{taken}, {worth}" for taken, worth in zip(tricks, points, strict=True)]


def game_text(game: Game) -> str:
    """A game with all hands: what ``print(game)`` shows.

    A star marks the seats to act, ``>`` the card that was led.
    """
    return _scene_text(Scene.of_game(game), "")


def view_text(view: View) -> str:
    """What one seat sees: its own hand, and how many cards the others hold."""
    watcher = "a spectator" if view.seat is None else short_name(view.names[view.seat])
    return _scene_text(Scene.of_view(view), f", seen by {watcher}")


def _scene_text(scene: Scene, seen: str) -> str:
    view = scene.view
    # of equal cards one will do
    legal = f": {cards_text(view.marks, {*scene.legal})}" if scene.legal else ""
    # short names leave room for the hands, which matter most
    names = _padded_names(view.names, 14)
    acts = ("*" if seat in view.to_act else " " for seat in range(view.players))
    columns = [["", *acts], ["", *names], ["score", *map(written, view.scores)]]
    if view.sheet:
        columns.append(["round", *map(written, view.sheet.totals)])
    if scene.is_dealt:
        columns.append(["tricks", *map(str, view.table.tricks_taken)])
    if view.table.trick:
        columns.append(["trick", *_played_by_seat(view)])
    starts = _aligned_rows(columns)
    indent = columns_of(starts[0])
    known = [hand for hand in scene.hands if hand]
    fitting = iter(_fitting_lines(known, WIDTH - indent) if known else [])
    lines = [*wrapped(f"{scene.headline}{seen}"), *wrapped(scene.status + legal), ""]
    lines.append(f"{starts[0]}{'hand' if any(view.hand_sizes) else ''}")
    for start, hand, size in zip(starts[1:], scene.hands, view.hand_sizes, strict=True):
        first, *more = next(fitting) if hand else [_number_of_cards(size)]
        lines += [start + first, *(" " * indent + line for line in more)]
    for note in scene.notes():
        lines += wrapped(note)
    return "\n".join(line.rstrip() for line in lines)


def _played_by_seat(view: View) -> list[str]:
    """The cards of the trick: ``>`` was led, ``!`` is charged, ``x`` is cancelled."""
    trick = view.table.trick
    cells = [*for_each(trick.players, "")]
    for place, card in enumerate(trick.cards):
        lead = ">" if place == 0 else " "
        charged = "!" if card in view.table.all_charged else ""
        cancelled = "x" if place in view.cancelled else ""
        cells[trick.seat_of(place)] += f"{lead}{card_text(view.marks, card)}{charged}{cancelled}"
    return [cell.rstrip() for cell in cells]


def _aligned_rows(columns: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table from its columns, headings first; figures are aligned right."""
    rows = ["" for _ in columns[0]]
    for place, cells in enumerate(columns):
        width = max(map(columns_of, cells))
        gap = "  " if place > 1 else " "
        right = cells[0] not in {"", "trick"}
        for row, cell in enumerate(cells):
            rows[row] += padded(cell, width, right=right) + gap
    return rows


@functools.singledispatch
def drawn(value: object) -> str:
    """A value as ``print`` shows it.

    Raises:
        HeartsError: It cannot be shown as text.
    """
    raise HeartsError(f"{quoted(value)} cannot be shown as text")


drawn.register(Game, game_text)
drawn.register(View, view_text)


__all__ = [
    "WIDTH",
    "exchange_text",
    "game_text",
    "hand_text",
    "hands_text",
    "round_text",
    "sheet_text",
    "taken_words",
    "tricks_text",
    "view_text",
]

__dir__ = __all__.copy  # what `dir` shows of the module
