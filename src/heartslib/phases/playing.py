"""The play: the one phase that is walked through card by card, so its code is lean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import attrs
from typing_extensions import override

from heartslib._draft import draft_of
from heartslib.cards import Card, Cards, from_each, less
from heartslib.errors import IllegalMove
from heartslib.moves import Answer, Claim, Move, Play, TakeKitty, play_of
from heartslib.phases.charging import Charging
from heartslib.phases.match import Exchange, Match, choices, refusal
from heartslib.rules import Objection
from heartslib.table import Table, Trick


@attrs.frozen(weakref_slot=False, repr=False)
class Playing:
    """Tricks are played.

    Attributes:
        exchange: What was passed before.
        hands: The hands, seat 0 first.
        table: What lies face up.
        kitty: What is left of the kitty, in its order.
        captured: What lies with the tricks of each seat without having been played to one,
            seat 0 first: kitty cards, those laid down for them, the rest after a claim.
        turn: The seat on turn; it follows from the table.
        refused: Whether a claim has been refused since the last card.
        offered: How many kitty cards the seat on turn has to exchange before anyone plays.
        legal: The cards that the seat on turn may play; they follow from all this.
    """

    name: ClassVar[str] = "play"
    wants: ClassVar[str] = "a card must be played, with play(card)"

    exchange: Exchange
    hands: tuple[Cards, ...]
    table: Table
    kitty: tuple[Card, ...]
    captured: tuple[Cards, ...]
    refused: bool
    turn: int = attrs.field(eq=False)
    offered: int = attrs.field(eq=False)
    legal: Cards = attrs.field(eq=False, repr=False)

    @classmethod
    def start(cls, match: Match, charging: Charging) -> Playing:
        """The opening lead is to be made, after the exchange and the charges."""
        hands = charging.hands
        leader = match.rules.opening.leader(hands, match.dealer)
        table = attrs.evolve(charging.table, trick=Trick(leader, match.players))
        legal = match.rules.legal(hands[leader], table)
        captured = (Cards(),) * match.players
        return cls(
            charging.exchange, hands, table, charging.kitty, captured, False, leader, 0, legal
        )

    @override
    def __repr__(self) -> str:
        number, lying = len(self.table.tricks) + 1, " ".join(map(str, self.table.trick.cards))
        trick = f"trick {number}, {lying or 'no card'} on the table"
        may = f"seat {self.turn} may play {self.legal}" if self.legal else "nobody plays"
        return f"<Playing: {trick}, {may}>"

    @property
    def done(self) -> bool:
        """Whether nobody has a card to play: the round is over, or the kitty is exchanged."""
        return not self.legal.bits

    @property
    def piles(self) -> tuple[Cards, ...]:
        """What lies with the tricks of each seat, kitty cards included, seat 0 first."""
        return tuple(
            pile + captured for pile, captured in zip(self.table.piles, self.captured, strict=True)
        )

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The seat on turn."""
        return (self.turn,)

    def moves(self, match: Match) -> Iterator[Move]:
        """The legal cards of the seat on turn, and a claim where it may make one."""
        yield from (play_of(self.turn, card) for card in dict.fromkeys(self.legal))
        if match.rules.round_end.claims and not self.refused:
            yield Claim(self.turn)

    def apply(self, match: Match, move: Move) -> Playing | Claiming | None:
        """The phase after a `Play` or a `Claim`."""
        if not isinstance(move, Play | Claim):
            return None
        if match.check_seat(move.seat) != self.turn:
            reason = f"it is not the turn of seat {move.seat} but of seat {self.turn}"
            raise refusal(move, "turn", reason)
        if isinstance(move, Play):
            return self.play(match, move.card)
        if not match.rules.round_end.claims:
            raise refusal(move, "no-claims", "these rules know no claims")
        if self.refused:
            raise refusal(move, "claim-refused", "a claim has just been refused: play a card")
        nobody: tuple[bool | None, ...] = (None,) * match.players
        return Claiming(self, (*nobody[: self.turn], True, *nobody[self.turn + 1 :]))

    def play(self, match: Match, card: Card) -> Playing:
        """The phase after the seat on turn has played `card`."""
        if not self.legal.bits & card.bit:
            raise self.illegal(match, card)
        rules = match.rules
        turn = self.turn
        held = self.hands[turn]
        hands = [*self.hands]
        hands[turn] = less(held, card)
        table = self.table.with_card(card)
        if rules.showing is not None and rules.showing.shows(card, held, self.table):
            table = table.with_shown(turn, hands[turn])
        after = _PlayingDraft()
        after.exchange = self.exchange
        after.hands = tuple(hands)
        after.kitty = self.kitty
        after.captured = self.captured
        after.refused = False
        after.offered = 0
        left = len(hands[turn])
        if rules.tricks.is_complete(table, left):
            taker = rules.tricks.taker(table, left)
            table = table.with_trick_taken(taker)
            turn = table.trick.leader
            if taker is not None:
                if rules.round_end.is_over(table, rules.counting_cards(len(hands))):
                    return self._cut_short(tuple(hands), table, turn)
                if self.kitty:
                    return self._with_kitty(match, tuple(hands), table, turn)
        else:
            turn = (turn + 1) % len(hands)
        after.table = table
        after.turn = turn
        after.legal = rules.legal(hands[turn], table)
        after.__class__ = Playing
        return after  # type: ignore[no-any-return]

    def _cut_short(self, hands: tuple[Cards, ...], table: Table, turn: int) -> Playing:
        """The phase when no further trick is played; cards stay in the hands."""
        kitty, captured = self.kitty, self.captured
        return Playing(self.exchange, hands, table, kitty, captured, False, turn, 0, legal=Cards())

    def conceded(self) -> Playing:
        """The phase after a claim that all accept: what is left lies with the claimant's tricks."""
        seat = self.turn
        rest = sum(self.hands, from_each((*self.kitty, *self.table.trick.cards)))
        tricks = self.table.tricks
        if tricks and tricks[-1].taker is None:
            tricks = (*tricks[:-1], attrs.evolve(tricks[-1], taker=seat))
        return attrs.evolve(
            self,
            hands=(Cards(),) * len(self.hands),
            table=attrs.evolve(
                self.table, trick=Trick(seat, len(self.hands)), tricks=tricks, shown=()
            ),
            kitty=(),
            captured=_replaced(self.captured, seat, self.captured[seat] + rest),
            legal=Cards(),
        )

    def _with_kitty(
        self, match: Match, hands: tuple[Cards, ...], table: Table, taker: int
    ) -> Playing:
        """The phase after a trick while there is a kitty: some of it may go to the taker."""
        rule, penalty = match.rules.kitty, match.rules.penalty_cards(match.players)
        is_last = not hands[taker]
        due = rule.due(table.last_taken, len(self.kitty), penalty, is_last=is_last)
        came, kitty, captured = self.kitty[:due], self.kitty[due:], self.captured
        offered = due if rule.exchanged and not is_last else 0
        if offered:
            hands = _replaced(hands, taker, hands[taker] + came)
        else:
            captured = _replaced(captured, taker, captured[taker] + came)
        legal = Cards() if offered else match.rules.legal(hands[taker], table)
        return Playing(self.exchange, hands, table, kitty, captured, False, taker, offered, legal)

    def illegal(self, match: Match, card: Card) -> IllegalMove:
        """The error for a card that the seat on turn may not play."""
        objection = self.objection(match, card) or Objection(card, "play", "it may not be played")
        move = play_of(self.turn, card)
        return refusal(move, objection.rule, objection.reason, self.legal)

    def objection(self, match: Match, card: Card) -> Objection | None:
        """Why the seat on turn may not play `card`; None if it may."""
        return match.rules.objection(card, self.hands[self.turn], self.table)


_PlayingDraft: Final = draft_of(Playing)


def _replaced(piles: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*piles[:seat], cards, *piles[seat + 1 :])


def _hand_closed(table: Table, seat: int) -> Table:
    """The table when a hand that was shown has been mixed with cards that were not."""
    if not table.shown:
        return table
    return table.with_shown(seat, table.charged_and_held(seat))


@attrs.frozen(repr=False)
class Claiming:
    """The seat on turn claims all the tricks that are left; the others answer.

    Attributes:
        playing: The play as it stands.
        answers: Whether each seat accepts, seat 0 first; None where it has yet to answer.
    """

    name: ClassVar[str] = "play"
    wants: ClassVar[str] = "the claim must be answered first, with answer(seat, accepts)"

    playing: Playing
    answers: tuple[bool | None, ...]

    @override
    def __repr__(self) -> str:
        waiting = tuple(seat for seat, answer in enumerate(self.answers) if answer is None)
        return f"<Claiming: seat {self.playing.turn} claims the rest, to act {waiting}>"

    @property
    def done(self) -> bool:
        """Whether somebody has refused, or all have accepted."""
        return False in self.answers or None not in self.answers

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The seats that have yet to answer."""
        return tuple(seat for seat, answer in enumerate(self.answers) if answer is None)

    def moves(self, match: Match) -> Iterator[Move]:
        """Yes and no of each of them."""
        for seat in self.to_act(match):
            yield Answer(seat, accepts=True)
            yield Answer(seat, accepts=False)

    def apply(self, match: Match, move: Move) -> Claiming | None:
        """The phase after an `Answer`."""
        if not isinstance(move, Answer):
            return None
        seat = match.check_seat(move.seat)
        if self.answers[seat] is not None:
            raise refusal(move, "turn", f"seat {seat} has nothing to answer")
        answers = (*self.answers[:seat], bool(move.accepts), *self.answers[seat + 1 :])
        return Claiming(self.playing, answers)

    def settled(self) -> Playing:
        """The play after the answers."""
        if False in self.answers:
            return attrs.evolve(self.playing, refused=True)
        return self.playing.conceded()


@attrs.frozen(repr=False)
class TakingKitty:
    """Whoever took the trick has the kitty in hand and lays as many cards down with the tricks.

    Attributes:
        playing: The play, which goes on afterwards.
    """

    name: ClassVar[str] = "kitty"
    wants: ClassVar[str] = "cards must be laid down for the kitty first, with take_kitty(cards)"

    playing: Playing

    @override
    def __repr__(self) -> str:
        playing = self.playing
        return f"<TakingKitty: seat {playing.turn} has {playing.offered} to lay down>"

    @property
    def done(self) -> bool:
        """Whether the cards are laid down."""
        return not self.playing.offered

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The taker."""
        return (self.playing.turn,)

    @property
    def may_lay_down(self) -> Cards:
        """The cards of the taker's hand that may be laid down: a charged one is to be played."""
        playing = self.playing
        return playing.hands[playing.turn] - playing.table.charged_and_held(playing.turn)

    def moves(self, match: Match) -> Iterator[Move]:
        """Every choice of cards to lay down."""
        seat = self.playing.turn
        laid_down = choices(self.may_lay_down, self.playing.offered)
        return (TakeKitty(seat, cards) for cards in laid_down)

    def apply(self, match: Match, move: Move) -> TakingKitty | None:
        """The phase after a `TakeKitty`."""
        if not isinstance(move, TakeKitty):
            return None
        playing = self.playing
        seat, cards = match.check_seat(move.seat), move.cards
        if seat != playing.turn:
            reason = f"seat {playing.turn} took the trick and the kitty, not seat {seat}"
            raise refusal(move, "turn", reason)
        if missing := cards - playing.hands[seat]:
            raise refusal(move, "not-in-hand", f"seat {seat} does not hold {missing}")
        if len(cards) != playing.offered:
            reason = f"{playing.offered} cards are laid down, not {len(cards)}"
            raise refusal(move, "kitty-count", reason)
        if charged := cards - self.may_lay_down:
            raise refusal(move, "charged-card", f"{charged} is charged: it has to be played")
        hands = _replaced(playing.hands, seat, playing.hands[seat] - cards)
        table = _hand_closed(playing.table, seat)
        return TakingKitty(
            attrs.evolve(
                playing,
                hands=hands,
                table=table,
                captured=_replaced(playing.captured, seat, playing.captured[seat] + cards),
                offered=0,
                legal=match.rules.legal(hands[seat], table),
            )
        )
