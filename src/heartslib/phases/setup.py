"""Positions laid out in the middle of a round: for puzzles, tests and other apps' games.

Each check of a position has a name, by which it can be waived.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import attrs

from heartslib._elsewhere import PositionElsewhere, are_together
from heartslib._values.quick import frozen
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards, from_each
from heartslib.errors import Argument, HeartsError, quoted
from heartslib.moves import SetUp
from heartslib.phases.base import Exchange
from heartslib.phases.match import Match
from heartslib.phases.playing import Aside, PlayPhase
from heartslib.rules import Hold, RoundRules
from heartslib.rules.book.chapters import AtTable
from heartslib.rules.deck import too_many
from heartslib.table import Table
from heartslib.words import are, how_many

CHECKS: Final = (
    "card-count",
    "cards-twice",
    "charged",
    "hand-sizes",
    "illegal-play",
    "kitty-size",
    "opening-leader",
    "shown",
    "tricks",
)
"""The names of the checks that can be waived."""

_FEW: Final = 8
"""The most missing cards that a message names."""

Problem: TypeAlias = tuple[str, str]
"""The name of the check that found the problem, and a sentence."""


@frozen(kw_only=True)
class Layout:
    """A position at a table; a pile whose cards are unknown is given as their number.

    Attributes:
        match: The match, with what is settled about the round.
        said: What is said of the position.
        hands: The hands, seat 0 first.
        kitty: What is left of the kitty.
        captured: The kitty cards with the tricks of each seat.
        taken: What each seat has taken before `said.tricks`, if those are not known.
    """

    match: Match
    said: PositionElsewhere
    hands: tuple[Cards | int, ...]
    kitty: tuple[Card, ...] | int
    captured: tuple[Cards | int, ...]
    taken: tuple[Cards, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse what has not one entry for each seat, and what these rules do not have."""
        match = self.match
        said = self.said
        if not match.rules.all_play:
            raise HeartsError(
                f"in {match.rules.name} players draw and drop out during the play, so that no position "
                "can be laid out: play the cards from the deal on"
            )
        match.check_seat(said.leader)
        if not self.hands:
            raise HeartsError(f"hands must have one entry for each of {match.players} seats, not 0")
        for name, piles in (("hands", self.hands), ("taken", self.taken), ("shown", said.shown)):
            match.per_seat(name, piles)
        if any(said.shown) and self.rules.showing is None:
            raise HeartsError(
                f"in {match.rules.name} no hand is laid open, so shown cannot be given"
            )

    @property
    def rules(self) -> RoundRules:
        """The rules of the round."""
        return self.match.in_force

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The dealer's last card, if it was shown."""
        return self.match.shown_last

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.match.players

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds, seat 0 first."""
        return tuple(map(_size_of, self.hands))

    @property
    def captured_sizes(self) -> tuple[int, ...]:
        """How many kitty cards each seat has with its tricks, seat 0 first."""
        return tuple(map(_size_of, self.captured))

    @property
    def kitty_size(self) -> int:
        """How many cards are left in the kitty."""
        return _size_of(self.kitty)

    @property
    def _start(self) -> Table:
        """The table before the first of the tricks."""
        return Table.ready(self.match.check_seat(self.said.leader), self.players)

    @property
    def _tricks(self) -> tuple[tuple[Card, ...], ...]:
        """The earlier tricks, and the one on the table."""
        return (*self.said.tricks, self.said.trick)

    def table(self) -> Table:
        """The table, with the tricks taken as the rules say."""
        table = self._start
        held = self._held(table)
        for card in self.face_up:
            if self._is_from_dealer(card, held) and not self._is_taken(card):
                table = table.with_shown(self.match.dealer, Cards(card))
        for seat, cards in enumerate(self._charges(held)):
            if cards:
                table = table.with_charged(seat, cards)
        *_, table = self._tables(table, held)
        for seat, cards in enumerate(self.said.shown):
            if cards:
                table = table.with_shown(seat, cards | table.charged_and_held(seat))
        return attrs.evolve(table, played=table.played + sum(self.taken, Cards()))

    def _charges(self, held: list[Cards]) -> tuple[Cards, ...]:
        """What each seat has charged."""
        return charged_by(self.said.charged, () if self._hands_changed else held, self.rules)

    @property
    def _plays(self) -> list[tuple[int, Card]]:
        """Each card played, with the number of its trick."""
        tricks = enumerate(self._tricks, 1)
        return [(number, card) for number, trick in tricks for card in trick]

    def _tables(self, table: Table, held: list[Cards] | None = None) -> Iterator[Table]:
        """The table before each card and after the last; with `held`, hands are shown if need be."""
        showing = self.rules.showing if held else None
        for number, trick in enumerate(self._tricks, 1):
            for card in trick:
                yield table
                seat = table.trick.turn
                before = table
                table = table.with_card(card)
                if held:
                    hand = held[seat]
                    held[seat] -= card
                    if showing and showing.shows(card, hand, before) and self._is_known(seat):
                        table = table.with_shown(seat, held[seat])
            if trick and number <= len(self.said.tricks):
                # with cards left a trick may have no taker; the last one must have one
                table = table.with_trick_taken(self.rules.tricks.taker(table, 1))
        yield table

    def _held(self, table: Table) -> list[Cards]:
        """What each seat with a known hand held before the first of the tricks."""
        held = [from_each(_cards_of(hand)) for hand in self.hands]
        # not strict: there is one more table than cards, the one after the last
        for before, (_, card) in zip(self._tables(table), self._plays, strict=False):
            held[before.trick.turn] += card
        return held

    def _is_taken(self, card: Card) -> bool:
        """Whether a card was played before the tricks."""
        return any(card in cards for cards in self.taken)

    def _is_from_dealer(self, card: Card, held: list[Cards]) -> bool:
        """Whether the dealer may have held a card before the tricks."""
        is_hidden = self._known.count(card) < self.rules.pack.count(card)
        if card in held[self.match.dealer] or self._is_taken(card):
            return True
        return is_hidden and not self._is_known(self.match.dealer)

    @property
    def _parts(self) -> tuple[Cards | tuple[Card, ...] | int, ...]:
        """All the piles."""
        in_tricks = (card for trick in self._tricks for card in trick)
        return (*self.hands, *self.captured, self.kitty, *self.taken, from_each(in_tricks))

    @property
    def _known(self) -> Cards:
        """The cards of all the piles, as far as they are known."""
        return from_each(card for part in self._parts for card in _cards_of(part))

    @property
    def played(self) -> Counter[int]:
        """How many cards each seat has played to the trick on the table."""
        *_, table = self._tables(self._start)
        return Counter(seat for seat, _ in table.trick.plays)

    def _is_known(self, seat: int) -> bool:
        return not isinstance(self.hands[seat], int)

    def problems(self) -> Iterator[Problem]:
        """Everything wrong, in order; if the tricks are wrong, what depends on them is skipped."""
        yield from self._miscounted()
        wrong = [
            ("tricks", sentence)
            for sentence in bad_tricks(self.rules, self.said.tricks, self.said.trick)
        ]
        yield from wrong
        if not wrong:
            yield from self._uneven_hands()
            yield from self._wrongly_captured()
            held = self._held(self._start)
            for card in self.face_up:
                if not self._is_from_dealer(card, held):
                    yield (
                        "shown",
                        f"seat {self.match.dealer} dealt and showed {card} without holding it",
                    )
            yield from self._wrongly_shown()
            yield from self._unlikely()

    def won_from_kitty(self) -> tuple[int, ...]:
        """How many of the kitty's cards, or of those laid down for them, each seat has by its tricks."""
        kitty = self.rules.kitty
        left = 0 if kitty.draws else self.rules.kitty_size
        won = [0 for _ in range(self.players)]
        *_, table = self._tables(self._start)  # with the takers
        for number, trick in enumerate(table.tricks, 1):
            if trick.taker is not None and left:
                taken = attrs.evolve(table, tricks=table.tricks[:number]).last_taken
                due = kitty.due(taken, left, self.rules.penalty_cards)
                won[trick.taker] += due
                left -= due
        return tuple(won)

    def _wrongly_captured(self) -> Iterator[Problem]:
        """Kitty cards with the tricks of other seats than those that took them, if every trick is given."""
        played = self.played
        before = max(size + played[seat] for seat, size in enumerate(self.hand_sizes))
        in_kitty = self.kitty_size + sum(self.captured_sizes)
        if (
            before + len(self.said.tricks) != self.rules.tricks_in_round
            or in_kitty != self.rules.kitty_size
        ):
            return
        pairs = enumerate(zip(self.captured_sizes, self.won_from_kitty(), strict=True))
        for seat, (captured, won) in pairs:
            if captured != won:
                yield (
                    "kitty-size",
                    f"by the tricks, seat {seat} has {how_many(won, 'card')} of the kitty, not {captured}",
                )

    def _miscounted(self) -> Iterator[Problem]:
        pack = self.rules.pack
        known = self._known
        count = sum(map(_size_of, self._parts))
        for sentence in too_many(pack, known, self.players):
            yield "cards-twice", str(sentence)
        if count != len(pack):
            missing = pack - known
            few = len(missing) <= _FEW and not self._is_hidden
            unseen = f"; {missing} missing" if missing and few else ""
            yield "card-count", f"{are(count, 'card')} given instead of {len(pack)}{unseen}"
        aside = self.kitty_size + sum(self.captured_sizes)
        drawn = self.players * self.rules.drawn_by(len(self.said.tricks))
        if aside != (size := self.rules.kitty_size - drawn):
            yield (
                "kitty-size",
                f"the kitty and the captured cards must be {size} cards together, not {aside}",
            )

    @property
    def _is_hidden(self) -> bool:
        return any(isinstance(part, int) for part in (*self.hands, *self.captured, self.kitty))

    @property
    def _hands_changed(self) -> bool:
        """Whether hands were different before the tricks than they now seem to have been."""
        kitty = self.rules.kitty
        exchanged = kitty.exchanged and any(self.captured_sizes)
        drew = kitty.draws and self.said.tricks
        return bool(exchanged or drew or self.taken)

    def _uneven_hands(self) -> Iterator[Problem]:
        played = self.played
        sizes = self.hand_sizes
        if len({size + played[seat] for seat, size in enumerate(sizes)}) > 1:
            uneven = ", ".join(f"seat {seat} {size}" for seat, size in enumerate(sizes))
            yield (
                "hand-sizes",
                f"the sizes of the hands do not fit the trick on the table: {uneven}",
            )

    def _wrongly_shown(self) -> Iterator[Problem]:
        """Hands that are said to be open, and cannot be."""
        by_tricks = attrs.evolve(self, said=attrs.evolve(self.said, shown=())).table()
        for seat, cards in enumerate(self.said.shown):
            hand = self.hands[seat]
            shown = by_tricks.shown_by(seat)
            here = self.rules.pack - self._known if isinstance(hand, int) else hand
            if cards - here:
                yield "shown", f"seat {seat} shows {cards - here} without holding it"
            elif self.rules.kitty.enters_hands or cards <= by_tricks.charged_and_held(seat):
                continue  # cards that came later are not shown
            elif len(cards) != _size_of(hand):
                yield "shown", f"seat {seat} shows {cards}, and not the rest of its hand"
            elif not self.taken and cards != shown:
                yield (
                    "shown",
                    f"seat {seat} shows its hand, but none of its plays has laid it open",
                )

    def _unlikely(self) -> Iterator[Problem]:
        """Charges, leads and plays that the rules do not allow."""
        table = self._start
        may = self.rules.charging.cards
        held = self._held(table)
        done = f"{self.rules.verb}d"
        for seat, cards in enumerate(self._charges(held)):
            if cards.without(may):
                yield "charged", f"{cards.without(may)} cannot be {done} under these rules"
            elif self._is_known(seat) and cards - held[seat]:
                yield "charged", f"seat {seat} has {done} {cards - held[seat]} without holding it"
            elif cards:
                table = table.with_charged(seat, cards)
        if self._hands_changed:  # nobody knows what they were then
            return
        opening = self.rules.opening
        decided = opening.by_namer or opening.is_drawn or self.rules.follows_round_before
        if not self._is_hidden and not decided:
            leader = opening.leader(tuple(held), self.match.dealer)
            if leader != self.said.leader:
                yield (
                    "opening-leader",
                    f"seat {leader} leads to the first trick, not seat {self.said.leader}",
                )
        yield from self._illegal_plays(table, held)

    def _illegal_plays(self, table: Table, held: list[Cards]) -> Iterator[Problem]:
        for before, (number, card) in zip(self._tables(table, held), self._plays, strict=False):
            seat = before.trick.turn
            objection = self.rules.objection(card, held[seat], before)
            if objection and self._is_known(seat):
                yield "illegal-play", f"trick {number}, seat {seat}, {card}: {objection.reason}"


def bad_tricks(
    rules: RoundRules,
    tricks: Iterable[tuple[Card, ...]],
    trick: tuple[Card, ...] = (),
) -> Iterator[str]:
    """What is wrong with the lengths of the earlier tricks and the trick on the table.

    Args:
        rules: The rules of the round.
        tricks: The earlier tricks, which must be complete.
        trick: The trick on the table, which must not be complete.
    """
    earlier = [(cards, True) for cards in tricks]
    size = rules.tricks_in_round
    players = rules.players
    before = 0
    for number, (cards, is_earlier) in enumerate((*earlier, (trick, False)), 1):
        table = Table.ready(0, players)
        complete = 0
        for played, card in enumerate(cards, 1):
            table = table.with_card(card)
            left = max(size - (before + played) // players, 0)
            if not complete and rules.tricks.is_complete(table, left):
                complete = played
        before += len(cards)
        if not rules.all_play and 1 < len(cards) <= players:
            continue  # some may have dropped out, so that it may be complete or not
        if (complete != len(cards) or not cards) if is_earlier else complete:
            end = f"is complete with {complete} cards" if complete else "is not complete"
            yield f"trick {number}, {_trick_text(cards)}, {end}"


def checked(layout: Layout) -> Table:
    """The table of a layout that passes every check not waived.

    Raises:
        HeartsError: A check fails; the message names every one that does.
    """
    names = set(layout.said.waived)
    if unknown := sorted(names.difference(CHECKS)):
        raise HeartsError(
            f"there is no check {quoted(unknown[0])}: the checks are {', '.join(CHECKS)}"
        )
    problems = [f"{sentence} [{name}]" for name, sentence in layout.problems() if name not in names]
    if problems:
        raise HeartsError(f"this position cannot arise: {'; '.join(problems)}")
    table = layout.table()
    if not layout.hand_sizes[table.trick.turn]:
        raise HeartsError("there is nothing to play: the seat to act has no cards")
    return table


def charged_by(
    charged: tuple[Cards, ...], held: Sequence[Cards], rules: AtTable
) -> tuple[Cards, ...]:
    """What each seat has charged; cards that are given together were charged by those who held them.

    Args:
        charged: What was charged; see `RoundElsewhere`.
        held: What each seat held at that time, as far as it is known, seat 0 first.
        rules: The rules.

    Raises:
        HeartsError: Nobody knows who held a card.
    """
    if not are_together(charged, rules.players):
        return charged
    together = sum(charged, Cards())
    for card in together:
        copies = [hand.count(card) for hand in held]
        all_known = sum(copies) == rules.pack.count(card)
        if not all_known or (max(copies) != sum(copies) != together.count(card)):
            raise HeartsError(
                f"nobody has said which seat {rules.verb}d {card}: give ",
                Argument("charged"),
                " for each seat, as lists",
            )
    return tuple(hand & together for hand in held)


def placed(match: Match, move: SetUp) -> PlayPhase:
    """The play from a position that is laid out.

    Raises:
        HeartsError: The position cannot arise; the message names everything wrong.
    """
    players = match.players
    captured = match.per_seat("captured", move.captured)
    layout = Layout(
        match=match,
        said=move,
        hands=move.hands,
        kitty=move.kitty,
        captured=captured,
        taken=move.taken,
    )
    table = checked(layout)
    seat = table.trick.turn
    check_passes(match.in_force, "a position that is laid out")
    aside = Aside(
        Exchange(Hold(), for_each(players, Cards())),
        match.rules.kitty.in_play(move.kitty),
        # tricks known by their cards alone count like a captured kitty: taken, but in no trick
        tuple(map(operator.add, captured, match.per_seat("taken", move.taken))),
    )
    return PlayPhase.at(aside, move.hands, table, match.in_force.legal(move.hands[seat], table))


def check_passes(rules: RoundRules, what: str) -> None:
    """Refuse rules that ask who passed which cards to whom, where nobody can say it.

    Args:
        rules: The rules of the round.
        what: What does not say it, in words.

    Raises:
        HeartsError: They ask.
    """
    if rules.asks_passes:
        raise HeartsError(
            f"these rules ask who passed which cards to whom, and {what} does not say"
        )


def _cards_of(part: Cards | tuple[Card, ...] | int) -> Iterable[Card]:
    return () if isinstance(part, int) else part


def _size_of(part: Cards | tuple[Card, ...] | int) -> int:
    return part if isinstance(part, int) else len(part)


def _trick_text(trick: tuple[Card, ...]) -> str:
    return " ".join(map(str, trick)) or "without cards"
