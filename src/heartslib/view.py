"""What one seat knows.

A `View` is built up from what the seat may know, field by field; it never holds a game.  So
there is nothing in it to hide, and everything in it can be sent to that player.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import assert_never

import attrs
from typing_extensions import override

from heartslib._given import NUMBERS_BY_SEAT, series
from heartslib._looks import drawn
from heartslib.cards import Card, Cards, CardsLike, in_order
from heartslib.errors import HeartsError, shown
from heartslib.moves import MOST_PLAYERS, Pass, SetUp, waived
from heartslib.phases import (
    CallPhase,
    ChargePhase,
    ClaimPhase,
    DealPhase,
    Exchange,
    KittyPhase,
    Match,
    MixPhase,
    MoonPhase,
    OverPhase,
    Packet,
    PassPhase,
    Phase,
    PlayPhase,
    ScorePhase,
)
from heartslib.phases.setup import Layout, checked, per_seat
from heartslib.rules import HOLD, Objection, PassPattern, Rules
from heartslib.rules.ending import lowest
from heartslib.rules.passing import MIDDLE, count_of, is_mixed
from heartslib.sheet import ScoreSheet
from heartslib.table import Table


@attrs.frozen(kw_only=True)
class Round:
    """A round in some phase, in one shape; `View.of` takes from it what a seat may know."""

    pattern: PassPattern | None = None
    hands: tuple[Cards, ...] = ()
    given: tuple[Cards, ...] = ()
    received: tuple[Cards, ...] = ()
    packets: tuple[Packet, ...] = ()
    table: Table | None = None
    kitty_size: int = 0
    captured: tuple[Cards, ...] = ()
    offered: int = 0
    claimant: int | None = None
    sheet: ScoreSheet | None = None

    @classmethod
    def at(cls, match: Match, phase: Phase) -> Round:  # noqa: PLR0911 - one for each phase
        """What there is to know in that phase."""
        match phase:
            case CallPhase() | DealPhase() | OverPhase():
                sheet = match.sheets[-1] if match.sheets else None
                return cls(
                    sheet=sheet, pattern=phase.pattern if isinstance(phase, DealPhase) else None
                )
            case PassPhase():
                return cls(
                    pattern=phase.pattern,
                    hands=phase.hands,
                    given=phase.given,
                    kitty_size=len(phase.deal.kitty),
                )
            case MixPhase():
                return cls(
                    pattern=phase.passing.pattern,
                    hands=phase.passing.hands,
                    given=phase.passing.given,
                    kitty_size=len(phase.kitty),
                )
            case ChargePhase():
                after = cls.after(phase.exchange, phase.table, (Cards(),) * match.players)
                return attrs.evolve(after, hands=phase.hands, kitty_size=len(phase.kitty))
            case PlayPhase():
                return cls.after(phase.exchange, phase.table, phase.captured).playing(phase)
            case KittyPhase():
                return cls.at(match, phase.playing)
            case ClaimPhase():
                return attrs.evolve(cls.at(match, phase.playing), claimant=phase.playing.turn)
            case MoonPhase():
                return cls.after(phase.exchange, phase.table, phase.captured)
            case ScorePhase():
                whole = cls.after(phase.exchange, phase.table, phase.captured)
                return attrs.evolve(whole, sheet=phase.sheet)
            case _:
                assert_never(phase)

    @classmethod
    def after(cls, exchange: Exchange, table: Table, captured: tuple[Cards, ...]) -> Round:
        """What there is to know once the cards have been passed."""
        return cls(
            pattern=exchange.pattern,
            given=exchange.given,
            received=exchange.received,
            packets=exchange.packets,
            table=table,
            captured=captured,
        )

    def playing(self, phase: PlayPhase) -> Round:
        """The same, with what is in the hands and in the kitty during the play."""
        return attrs.evolve(
            self, hands=phase.hands, kitty_size=len(phase.kitty), offered=phase.offered
        )


@attrs.frozen(kw_only=True, repr=False)
class View:
    """The round in progress as one seat sees it, and the score of the rounds before it.

    Two views are equal exactly when all of this is.

    Attributes:
        rules: The rulebook.
        seat: Whose view it is; None for a spectator.
        names: What the players are called, seat 0 first.
        dealer: The seat that deals this round.
        scores: Points booked so far, seat 0 first.
        sheets: The sheets of the rounds booked so far, first to last.
        course: The scores after each of those rounds, first to last.
        phase: The name of the phase: ``"call"``, ``"deal"``, ``"pass"``, ``"charge"``,
            ``"play"``, ``"kitty"``, ``"moon"``, ``"score"`` or ``"over"``.
        to_act: The seats that may move now.
        pattern: How cards are, or were, passed this round; None until it is known.
        hand: The cards the seat holds, without those it has laid down to pass.
        hand_sizes: How many cards each seat holds, seat 0 first.
        given: The cards the seat has laid down to pass this round.
        received: The cards passed to it, or dealt back to it after a mix.
        packets: What it gave to whom, and what it got from whom, once all have passed.
        table: What lies face up.  Before the first lead nothing does, and the leader of the
            empty trick is only the seat at the dealer's left.
        kitty_size: How many cards lie in the kitty.
        captured: What lies with this seat's tricks without having been played to one: kitty
            cards, what it laid down for them, and all the rest after a claim.
        captured_sizes: How many such cards each seat has, seat 0 first.
        offered: How many cards the seat on turn has to lay down for the kitty it took.
        claimant: The seat that claims the rest and waits for answers; mostly None.
        sheet: The sheet of the round just finished, booked or not; else None.
    """

    rules: Rules
    seat: int | None
    names: tuple[str, ...]
    dealer: int
    scores: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...]
    course: tuple[tuple[int, ...], ...]
    phase: str
    to_act: tuple[int, ...]
    pattern: PassPattern | None
    hand: Cards
    hand_sizes: tuple[int, ...]
    given: Cards
    received: Cards
    packets: tuple[Packet, ...]
    table: Table
    kitty_size: int
    captured: Cards
    captured_sizes: tuple[int, ...]
    offered: int
    claimant: int | None
    sheet: ScoreSheet | None

    @classmethod
    def of(cls, match: Match, phase: Phase, seat: int | None) -> View:
        """What `seat` knows in that phase; the seat exists, or is None."""
        players = match.players
        whole = Round.at(match, phase)
        nothing = Cards()
        packets = whole.packets if seat is not None else ()
        return cls(
            rules=match.rules,
            seat=seat,
            names=match.names,
            dealer=match.dealer,
            scores=match.scores,
            sheets=match.sheets,
            course=match.course,
            phase=phase.name,
            to_act=phase.to_act(match),
            pattern=whole.pattern,
            hand=nothing if seat is None or not whole.hands else whole.hands[seat],
            hand_sizes=tuple(map(len, whole.hands)) or (0,) * players,
            given=nothing if seat is None or not whole.given else whole.given[seat],
            received=nothing if seat is None or not whole.received else whole.received[seat],
            packets=tuple(each for each in packets if seat in {each.giver, each.taker}),
            table=whole.table or Table.ready((match.dealer + 1) % players, players),
            kitty_size=whole.kitty_size,
            captured=nothing if seat is None or not whole.captured else whole.captured[seat],
            captured_sizes=tuple(map(len, whole.captured)) or (0,) * players,
            offered=whole.offered,
            claimant=whole.claimant,
            sheet=whole.sheet,
        )

    @classmethod
    def set_up(
        cls,
        rules: Rules,
        *,
        seat: int,
        hand: CardsLike,
        leader: int,
        players: int | None = None,
        hand_sizes: Iterable[int] | None = None,
        dealer: int | None = None,
        tricks: Iterable[CardsLike] = (),
        trick: CardsLike = (),
        captured: CardsLike = (),
        captured_sizes: Iterable[int] | None = None,
        charged: Iterable[CardsLike] = (),
        scores: Iterable[int] | None = None,
        names: Sequence[str] | None = None,
        waive: Iterable[str] = (),
    ) -> View:
        """What one seat knows in a position that is laid out: other hands stay unknown.

        Legal plays and explanations follow from it as from any other view.

        Args:
            rules: The rulebook.
            seat: Whose view it is.
            hand: Its hand.
            leader: The seat that led to the first of `tricks`, or to `trick` if there is none.
            players: The number of players; by default as many as there are `names`, else four
                if four can play, or the middle one of the numbers that can.
            hand_sizes: How many cards each seat holds; by default what follows from the hand
                and the trick.
            dealer: The seat that dealt; by default the last.
            tricks: The earlier tricks, first to last, each in the order of play.
            trick: The trick on the table, in the order of play.
            captured: Kitty cards that lie with this seat's tricks.
            captured_sizes: How many kitty cards lie with the tricks of each seat; by default
                only this one has any.
            charged: What each seat has charged, seat 0 first.
            scores: The scores before the round, seat 0 first; by default all 0.
            names: What the players are called, seat 0 first.
            waive: Names of checks to leave out, as the error's sentence has them in brackets.

        Raises:
            HeartsError: The cards cannot lie so; all that is wrong is named.
        """
        match = Match.start(rules, players, dealer=dealer, names=names)
        if scores is not None:
            match = match.with_scores(series(MOST_PLAYERS, scores, "scores", NUMBERS_BY_SEAT))
        count = match.players
        me = match.check_seat(seat)
        told = SetUp(
            hands=[hand], leader=leader, tricks=tricks, trick=trick, captured=[captured],
            charged=charged,
        )  # fmt: skip
        mine, (with_mine,) = told.hands[0], told.captured
        aside = [0] * count
        aside[me] = len(with_mine)
        aside = _counts("captured_sizes", captured_sizes, aside, me)
        kitty = max(rules.deck.kitty_size(count) - sum(aside), 0)
        layout = Layout(
            rules=rules,
            dealer=match.dealer,
            leader=match.check_seat(leader),
            hands=(mine,) * count,
            tricks=told.tricks,
            trick=told.trick,
            taken=(),
            kitty=kitty,
            captured=tuple(with_mine if each == me else aside[each] for each in range(count)),
            charged=per_seat("charged", told.charged, count) if told.charged else (),
        )
        sizes = _counts("hand_sizes", hand_sizes, _sizes(layout, len(mine), me), me)
        hands = tuple(mine if each == me else sizes[each] for each in range(count))
        layout = attrs.evolve(layout, hands=hands)
        table = checked(layout, waived(waive))
        nothing = Cards()
        return cls(
            rules=rules,
            seat=me,
            names=match.names,
            dealer=match.dealer,
            scores=match.scores,
            sheets=(),
            course=(),
            phase=PlayPhase.name,
            to_act=(table.trick.turn,),
            pattern=HOLD,
            hand=mine,
            hand_sizes=tuple(sizes),
            given=nothing,
            received=nothing,
            packets=(),
            table=table,
            kitty_size=kitty,
            captured=with_mine,
            captured_sizes=tuple(aside),
            offered=0,
            claimant=None,
            sheet=None,
        )

    @override
    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        hand = f", hand {self.hand}" if self.hand else ""
        return (
            f"<View of {who}: {self.rules.name}, {self.players} players, "
            f"round {self.round_number + 1}, {self.phase}, to act {self.to_act}{hand}, "
            f"scores {self.scores}>"
        )

    @override
    def __str__(self) -> str:
        return drawn(self, "text")

    def _repr_svg_(self) -> str:
        """The table as this seat sees it, for notebooks."""
        return drawn(self, "svg")

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def round_number(self) -> int:
        """The number of the round in progress, counted from 0."""
        return len(self.sheets)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        if self.phase != "over":
            return ()
        outright = self.sheets[-1].winners if self.sheets else ()
        return outright or lowest(self.scores, self.rules.sides.seats(self.players))

    @property
    def points(self) -> tuple[int, ...]:
        """Points so far in this round, seat 0 first; see `Rules.points_so_far`.

        Of the cards that seats have laid aside the seat counts only its own.  When the round is
        over they are those of its sheet.
        """
        if self.phase == "score" and self.sheet is not None:
            return self.sheet.totals
        aside = tuple(
            self.captured if seat == self.seat else Cards() for seat in range(self.players)
        )
        return points_of(self.rules, self.table, aside, self.scores, self.course)

    @property
    def shown(self) -> tuple[Cards, ...]:
        """The cards that each seat has shown and still holds, charged ones too, seat 0 first."""
        return self.table.shown or (Cards(),) * self.players

    @property
    def calls(self) -> tuple[str, ...]:
        """The passes that this seat may call now, by name; none if it is not asked."""
        if self.phase != "call" or not self.is_my_turn:
            return ()
        return tuple(pattern.name for pattern in self.rules.passing.calls(self.players))

    @property
    def charges_left(self) -> int:
        """How many of its `chargeable` cards this seat may charge now."""
        rule = self.rules.charging
        if rule is None or self.seat is None or not self._may_charge:
            return 0
        mine = self.table.charged[self.seat] if self.table.charged else Cards()
        return min(rule.most(mine), len(self.chargeable))

    @property
    def _may_charge(self) -> bool:
        """Whether this seat may answer in the charging, or charge late."""
        rule = self.rules.charging
        return self.phase == "charge" and (self.is_my_turn or (rule is not None and rule.late))

    @property
    def chargeable(self) -> Cards:
        """The cards of the hand that this seat may charge now; none outside the charging."""
        rule = self.rules.charging
        if rule is None or self.seat is None or not self._may_charge:
            return Cards()
        mine = self.table.charged[self.seat] if self.table.charged else Cards()
        return Cards(set(self.hand.only(rule.cards)) - set(mine)) if rule.most(mine) else Cards()

    @property
    def pass_count(self) -> int:
        """How many cards each player passes this round; 0 until it is known."""
        return count_of(self.pattern, self.players) if self.pattern else 0

    @property
    def passes_to(self) -> tuple[tuple[int, int], ...]:
        """The seats that get what this seat passes, each with the number of cards."""
        if self.seat is None or self.pattern is None:
            return ()
        return tuple(
            ((self.seat + places) % self.players, count)
            for places, count in self.pattern.packets(self.players)
            if places != MIDDLE
        )

    @property
    def may_pass(self) -> Cards:
        """The cards that this seat may pass now: what must be kept is not among them.

        Where too few others are left, the whole hand may be passed.
        """
        if self.phase != "pass" or not self.is_my_turn:
            return Cards()
        free = self.hand.without(self.rules.passing.kept)
        return free if len(free) >= self.pass_count else self.hand

    @property
    def may_pass_nothing(self) -> bool:
        """Whether this seat may pass no card at all."""
        optional = self.phase == "pass" and self.is_my_turn and self.rules.passing.optional
        return optional and not (self.pattern and is_mixed(self.pattern, self.players))

    def pass_of(self, cards: CardsLike) -> Pass:
        """The pass of some cards by this seat.

        Args:
            cards: The cards; where they go to several seats, in order: the first of them to the
                first one of `passes_to`, and so on.  `Cards` go in sorted order.

        Raises:
            HeartsError: A spectator passes nothing; or the cards go to several seats and have no
                order.
        """
        if self.seat is None:
            raise HeartsError("a spectator passes no cards: ask for the view of a seat")
        if len(self.passes_to) < 2:
            return Pass(self.seat, Cards(cards))
        several = list(cards if isinstance(cards, Cards) else in_order(cards))
        if not several:
            return Pass(self.seat, Cards())
        split: dict[int, list[Card]] = {}
        for taker, count in self.passes_to:
            split[taker], several = several[:count], several[count:]
        return Pass.split(self.seat, split)

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat may move now."""
        return self.seat in self.to_act

    @property
    def may_lay_down(self) -> Cards:
        """The cards that this seat may lay down for the kitty it has taken; mostly none."""
        if self.phase != "kitty" or self.seat is None or not self.is_my_turn:
            return Cards()
        return self.hand - self.table.charged_and_held(self.seat)

    @property
    def moon_choices(self) -> tuple[str, ...]:
        """What this seat may choose from for the moon it shot; empty if it is not asked."""
        return self.rules.moon.choices if self.phase == "moon" and self.is_my_turn else ()

    def legal_plays(self) -> Cards:
        """The cards that this seat may play now; none when it is not its turn to play."""
        if self.phase == "play" and self.is_my_turn and self.claimant is None:
            return self.rules.legal(self.hand, self.table)
        return Cards()

    def explain(self, card: Card | str) -> Objection | None:
        """Why this seat may not play `card` now; None if it may.

        Raises:
            CardsError: `card` is not a card.
        """
        card = Card.parse(card)
        if self.phase != "play":
            return Objection(card, "phase", f"no cards are played in the phase {self.phase!r}")
        if self.claimant is not None:
            reason = f"seat {self.claimant} claims the rest: that must be answered first"
            return Objection(card, "phase", reason)
        if not self.is_my_turn:
            return Objection(card, "turn", f"it is the turn of seat {self.to_act[0]}")
        return self.rules.objection(card, self.hand, self.table)


def points_of(
    rules: Rules,
    table: Table,
    captured: tuple[Cards, ...],
    scores: tuple[int, ...],
    course: tuple[tuple[int, ...], ...],
) -> tuple[int, ...]:
    """Points so far of a round on the table, with the cards that lie with each seat's tricks."""
    piles = tuple(map(operator.add, table.piles, captured))
    finished = rules.finished(piles, charged=table.all_charged, scores=scores, course=course)
    return rules.points_so_far(finished)


def _counts(name: str, told: Iterable[int] | None, usual: list[int], seat: int) -> list[int]:
    """A number of cards for each seat: as told, or the usual ones; that of `seat` is known."""
    if told is None:
        return usual
    counts = list(series(MOST_PLAYERS, told, name, NUMBERS_BY_SEAT))
    if len(counts) != len(usual) or not all(type(each) is int and each >= 0 for each in counts):
        raise HeartsError(
            f"{name} must be a whole number for each of {len(usual)} seats, not {shown(counts)}"
        )
    if counts[seat] != usual[seat]:
        raise HeartsError(f"{name}: seat {seat} has {usual[seat]} cards, not {counts[seat]}")
    return counts


def _sizes(layout: Layout, cards: int, seat: int) -> list[int]:
    """How many cards each seat holds if all held as many as this one before the trick."""
    played = [0] * layout.players
    for each, _ in layout.table().trick.plays:
        played[each] += 1
    return [cards + played[seat] - more for more in played]
