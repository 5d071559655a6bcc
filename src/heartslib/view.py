"""What one seat knows.

A `View` holds only what its seat may know, and never a game.  It has nothing to hide: all of it
can be sent to that player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, final

import attrs

from heartslib._values.arguments import checked_text, plain, typed
from heartslib._values.looks import drawn
from heartslib._values.quick import quick
from heartslib._values.seats import for_each
from heartslib.cards import Card, Cards, CardsLike
from heartslib.errors import Argument, HeartsError
from heartslib.phases import (
    PHASE_NAMES,
    PHASES,
    CallPhase,
    Exchange,
    Match,
    Packet,
    Phase,
    PlayPhase,
)
from heartslib.phases.account import Account, Passed
from heartslib.phases.going_on import check_dealer, check_seats, gone_on
from heartslib.phases.setup import checked
from heartslib.phases.standing import IN_PLAY, PUBLIC, FaceUp, Standing
from heartslib.questions import Question
from heartslib.rules import Hold, Objection, PassPattern, Rules
from heartslib.rules.book.chapters import NO_CARDS
from heartslib.rules.passing import MIDDLE
from heartslib.sheet import ScoreSheet
from heartslib.table import Table

_NAMED: Final = {
    name: tuple(phase for phase in PHASES if phase.name == name) for name in PHASE_NAMES
}
"""The phases of each name: after a mix cards are dealt again, and a claim is answered during the play."""
_NOTHING_PASSED: Final = Exchange(Hold(), ())


@final
@attrs.frozen(kw_only=True, repr=False, field_transformer=typed)
class View(Standing, FaceUp):  # pyright: ignore[reportIncompatibleVariableOverride] - frozen, as good as a property
    """The current round as one seat sees it, and the scores of the earlier rounds.

    >>> from heartslib import Game, variants
    >>> view = Game.new(variants.get("american")).deal(seed=7).view(0)
    >>> view.task, view.passes_to, view.hand[-3:]
    ('pass 3 cards', ((1, 3),), Cards('QS JH KH'))

    Two views are equal if and only if all these attributes and those of a `Standing` are.

    Attributes:
        seat: Whose view it is; None for a spectator.
        phase: The name of the phase: ``"call"``, ``"deal"``, ``"bid"``, ``"contract"``,
            ``"early-charge"``, ``"pass"``, ``"charge"``, ``"play"``, ``"kitty"``, ``"moon"``,
            ``"score"`` or ``"over"``.
        to_act: The seats to act.
        up_next: The seats that are asked after that, in order, if players charge in turn.
        pattern: How cards are passed this round; None until it is known.
        hand: The cards the seat holds, without those it has laid down to pass.
        hand_sizes: How many cards each seat holds, seat 0 first.
        given: The cards the seat has laid down to pass this round.
        received: The cards passed to the seat, or dealt back to it after a mix.
        packets: What the seat gave to whom and got from whom, once all have passed.
        table: The cards that are face up.  Until the leader is known, the empty trick names the
            seat at the dealer's left.
        secret: The cards of its hand that the seat has charged in secret, and that are not shown yet.
        secret_sizes: How many such cards each seat has, seat 0 first; empty if nobody has any.
        kitty_size: How many cards are in the kitty.
        captured: The cards with this seat's tricks that were not played to one: kitty cards,
            cards laid down for the kitty, and all the remaining cards after a claim.
        captured_sizes: How many such cards each seat has, seat 0 first.
        offered: How many cards the seat to act must lay down for the kitty it took up.
        claimant: The seat whose claim is pending; None if there is none.
        claim_refused: Whether a claim has been refused since the last card, so that the seat to act
            must play one.
        sheet: The sheet of the round just finished, entered or not; None during a round.
    """

    seat: int | None
    phase: str
    to_act: tuple[int, ...]
    up_next: tuple[int, ...] = ()
    pattern: PassPattern | None
    hand: Cards
    hand_sizes: tuple[int, ...]
    given: Cards
    received: Cards
    packets: tuple[Packet, ...]
    table: Table  # pyright: ignore[reportIncompatibleMethodOverride] - the same
    secret: Cards = NO_CARDS
    secret_sizes: tuple[int, ...] = ()
    kitty_size: int
    captured: Cards
    captured_sizes: tuple[int, ...]
    offered: int
    claimant: int | None
    claim_refused: bool = False
    sheet: ScoreSheet | None

    @classmethod
    def of(cls, match: Match, phase: Phase, seat: int | None) -> View:
        """What `seat` knows in a phase; the seat is not checked, and None is a spectator."""
        players = match.players
        whole = phase.round(match)
        passed = whole.exchange or _NOTHING_PASSED
        settled = match.settled
        if whole.bids:
            settled = attrs.evolve(settled, bids=whole.bids)

        def own(piles: tuple[Cards, ...]) -> Cards:
            return piles[seat] if piles and seat is not None else NO_CARDS

        # built from what the seat may know, never a whole with parts taken away
        return _view_of(
            *PUBLIC(match)[:-1],
            settled,
            seat=seat,
            phase=phase.name,
            to_act=phase.to_act,
            up_next=whole.up_next,
            pattern=whole.exchange.pattern if whole.exchange else None,
            hand=own(whole.hands),
            hand_sizes=tuple(map(len, whole.hands)) or for_each(players, 0),
            given=own(passed.given),
            received=NO_CARDS if seat is None else passed.received_by(seat),
            packets=_packets_with(passed, seat) if passed.packets else (),
            table=whole.table or match.ready,
            secret=own(whole.secret),
            secret_sizes=tuple(map(len, whole.secret)),
            kitty_size=whole.kitty_size,
            captured=own(whole.captured),
            captured_sizes=tuple(map(len, whole.captured)) or for_each(players, 0),
            offered=whole.offered,
            claimant=whole.claimant,
            claim_refused=whole.claim_refused,
            sheet=whole.sheet,
        )

    @classmethod
    def set_up(
        cls,
        rules: Rules,
        *,
        seat: int,
        hand: CardsLike,
        leader: int | None = None,
        phase: str = "play",
        players: int | None = None,
        hand_sizes: Iterable[int] | None = None,
        dealer: int | None = None,
        round_number: int = 0,
        given: Passed = (),
        received: Passed = (),
        tricks: Iterable[CardsLike] = (),
        trick: CardsLike = (),
        captured: CardsLike = (),
        captured_sizes: Iterable[int] | None = None,
        charged: CardsLike | Iterable[CardsLike] = (),
        shown: Iterable[CardsLike] = (),
        scores: Iterable[int] | None = None,
        pool: int | None = None,
        contract: str | None = None,
        contracts: Iterable[str] = (),
        bids: Iterable[int | None] = (),
        call: str | None = None,
        kitty: CardsLike = (),
        face_up: CardsLike = (),
        names: Sequence[str] | None = None,
        waive: Iterable[str] = (),
    ) -> View:
        """What one seat knows in a position that is laid out, with the other hands unknown.

        Ask it for legal plays and explanations like any other view; bots, hints and samples take it, too.

        >>> from heartslib import variants
        >>> view = View.set_up(
        ...     variants.get("american"),
        ...     seat=2,
        ...     phase="pass",
        ...     hand="2C 5C 9C 4D QD 7S TS AS 3H 6H TH JH KH",
        ... )
        >>> view.task, view.passes_to
        ('pass 3 cards', ((3, 3),))

        Args:
            rules: The rulebook.
            seat: Whose view it is.
            hand: Its hand.
            leader: The seat that led to the first of `tricks`, or to `trick` if there is none; needed
                for the play, and before it only if the round before decides who leads.
            phase: What the seat is asked: ``"bid"``, ``"contract"``, ``"early-charge"``, ``"pass"``,
                ``"charge"`` or ``"play"``.
            players: The number of players; by default the number of `names`.  Without names it is
                four if four can play, otherwise the middle one of the numbers that can.
            hand_sizes: How many cards each seat holds; by default what follows from the hand
                and the trick.
            dealer: The seat that dealt; by default the last, if this is the first round.
            round_number: How many rounds have been played.
            given: The cards that the seat has passed this round; a dictionary, if several seats got some.
            received: The cards passed to the seat; a dictionary, if they came from several.
            tricks: The earlier tricks, first to last, each in the order of play.
            trick: The trick on the table, in the order of play.
            captured: The kitty cards with this seat's tricks.
            captured_sizes: How many kitty cards each seat has with its tricks; by default only
                this seat has any.
            charged: What each seat has charged, seat 0 first; or all of it together, if it shows who
                holds or played these cards.
            shown: The hand that each seat has laid open, as far as it still holds it, seat 0 first.
            scores: The scores before the round, seat 0 first; by default all 0.
            pool: The counters in the pool before the round; by default none, if this is the first.
            contract: The contract of the round, if the dealer has a choice.
            contracts: Those of the rounds before.
            bids: What each seat bid for naming it, seat 0 first, if it was sold: 0 for a pass, None for
                a seat that has not been asked.
            call: The pass that the dealer has called.
            kitty: The kitty, if it was turned up.
            face_up: The dealer's last card, if the rules show it.
            names: The names of the players, seat 0 first.
            waive: Names of checks to leave out; errors give them in brackets.

        Raises:
            HeartsError: No round leads to this position; the message names everything wrong.
        """
        is_played = checked_text("phase", phase) == PlayPhase.name
        by_lot = rules.opening.is_drawn
        match = gone_on(
            Match.start(rules, players, dealer=dealer, names=names),
            scores=scores, round_number=round_number, contracts=contracts, pool=pool, dealer=dealer,
            leader=None if is_played or by_lot else leader,
        ).from_elsewhere()  # fmt: skip
        said = Account(
            seat=match.check_seat(seat), hand=hand, hand_sizes=hand_sizes, given=given, received=received,
            tricks=tricks, trick=trick, captured=captured, captured_sizes=captured_sizes, charged=charged,
            shown=shown, contract=contract, bids=bids, call=call, kitty=kitty, face_up=face_up,
            leader=plain(leader), waived=waive,
        )  # fmt: skip
        said.check_face_up(match)
        if is_played:
            check_dealer(match, dealer)
            return cls._during_play(match, said)
        check_seats(match, None if by_lot else leader, dealer)
        return cls.of(*said.before_play(match, phase).reached(match, phase), said.seat)

    @classmethod
    def _during_play(cls, match: Match, said: Account) -> View:
        """What a player knows in a position during the play."""
        if said.leader is None:
            raise HeartsError("somebody leads to the first trick: give ", Argument("leader"))
        match = match.with_round(attrs.evolve(said, bids=[bid or 0 for bid in said.bids]))
        # whoever named the contract leads; where nothing was sold this round, that was in the last one
        if match.rules.opening.by_namer and not match.may_sell:
            match = match.with_last_namer(match.check_seat(said.leader))
        said.check_shown(match)
        layout = said.layout(match)
        me = said.seat
        table = checked(layout)  # every check that is not waived has passed
        passed = said.exchange(match, said.hand + table.played_by[me] + said.captured)
        # all that is public as it is before a round, and then what this seat knows of the play
        return attrs.evolve(
            cls.of(match, CallPhase(match.dealer), me),
            phase=PlayPhase.name,
            to_act=(table.trick.turn,),
            pattern=passed.pattern,
            given=passed.given[me],
            received=passed.received_by(me),
            packets=passed.packets,
            hand=said.hand,
            hand_sizes=layout.hand_sizes,
            table=table,
            kitty_size=0 if match.turned else layout.kitty_size,
            captured=said.captured,
            captured_sizes=layout.captured_sizes,
            sheet=None,
        )

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        hand = f", hand {self.hand}" if self.hand else ""
        return (
            f"<View of {who}: {self.rules.name}, {self.players} players, "
            f"round {self.round_number + 1}, {self.phase}, to act {self.to_act}{hand}, "
            f"scores {self.scores}>"
        )

    def __str__(self) -> str:
        return drawn(self, "text")

    def _repr_svg_(self) -> str:
        """The table as this seat sees it, for notebooks."""
        return drawn(self, "svg")

    @property
    def _is_in_play(self) -> bool:
        return self.phase in IN_PLAY

    @property
    def _first_leader(self) -> int | None:
        return self.settled.leader

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return self.at_table.winners(self.scores, self.sheets) if self.phase == "over" else ()

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """The points so far in this round, seat 0 first; see `RoundRules.points_so_far`.

        Captured kitty cards count only if they are this seat's own: it does not know the others.
        After the round the points are those of its sheet.
        """
        if self.phase == "score" and self.sheet is not None:
            return self.sheet.totals
        seats = range(self.players)
        aside = tuple(self.captured if seat == self.seat else Cards() for seat in seats)
        left = max(self.hand_sizes) - self.offered
        return self.points_after(self.table, aside, left=left, stock=self.kitty_size)

    @property
    def shown(self) -> tuple[Cards, ...]:
        """The cards, charged ones included, that each seat has shown and still holds."""
        return self.table.shown or for_each(self.players, Cards())

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.seat in self.to_act

    @property
    def question(self) -> Question | None:
        """What this seat is asked; None if there is nothing for it to do.

        If the rules allow late charges, a seat that has answered is asked too, although it is not
        in `to_act`; it cannot decline again.
        """
        phase = _phase_of(self)
        if phase is None or self.seat is None or self.seat not in phase.may_act(self):
            return None
        return phase.question(self, self.seat)

    @property
    def task(self) -> str:
        """What the seats to act are asked to do: ``pass 3 cards``, ``lead a card``.

        If no seat is to act it is a clause: ``the deal comes next``.
        """
        phase = _phase_of(self)
        return phase.task(self) if phase else ""

    @property
    def pass_count(self) -> int:
        """How many cards each player passes this round; 0 until it is known."""
        return self.at_table.passed_by(self.pattern) if self.pattern else 0

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

    def legal_plays(self) -> Cards:
        """The cards that this seat may play now; empty unless it is to play."""
        if self.phase == "play" and self.is_my_turn and self.claimant is None:
            return self.in_force.legal(self.hand, self.table)
        return Cards()

    def explain(self, card: Card | str) -> Objection | None:
        """Why this seat may not play `card` now; None if it may.

        Raises:
            CardsError: `card` is not a card.
        """
        card = Card.parse(card)
        phase = _phase_of(self)
        if phase is not None and phase is not PlayPhase:
            return Objection(card, "phase", phase.wants)
        if not self.is_my_turn:
            return Objection(card, "turn", f"it is the turn of seat {self.to_act[0]}")
        return self.in_force.objection(card, self.hand, self.table)


_view_of: Final[Callable[..., View]] = quick(View)


def _phase_of(view: View) -> type[Phase] | None:
    return next((phase for phase in _NAMED.get(view.phase, ()) if phase.is_seen(view)), None)


def _packets_with(passed: Exchange, seat: int | None) -> tuple[Packet, ...]:
    """What a seat gave to whom and got from whom."""
    return tuple(each for each in passed.packets if seat in {each.giver, each.taker})


__all__ = [
    "View",
]

__dir__ = __all__.copy  # what `dir` shows of the module
