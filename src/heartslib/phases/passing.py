"""The pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs
from typing_extensions import override

from heartslib.cards import Cards
from heartslib.moves import Deal, Move, Pass
from heartslib.phases.match import Exchange, Match, Packet, choices, refusal
from heartslib.rules import PassPattern
from heartslib.rules.passing import count_of, is_mixed


@attrs.frozen(repr=False)
class PassPhase:
    """Every seat lays down the cards it passes; none sees what comes until all have.

    Attributes:
        pattern: How cards are passed.
        deal: The deal.
        passes: What each seat has laid down, seat 0 first; None where it still has to.
    """

    name: ClassVar[str] = "pass"
    wants: ClassVar[str] = "cards must be passed first, with pass_cards(seat, cards)"

    pattern: PassPattern
    deal: Deal
    passes: tuple[Pass | None, ...]

    @classmethod
    def start(cls, match: Match, pattern: PassPattern, deal: Deal) -> PassPhase:
        """Nobody has passed; where no cards are to be passed, everybody has."""
        nobody: tuple[Pass | None, ...] = (None,) * match.players
        if not count_of(pattern, match.players):
            nobody = tuple(Pass(seat, Cards()) for seat in range(match.players))
        return cls(pattern, deal, nobody)

    @override
    def __repr__(self) -> str:
        waiting = tuple(seat for seat, made in enumerate(self.passes) if made is None)
        return f"<PassPhase: {self.pattern.name}, to act {waiting}>"

    @property
    def given(self) -> tuple[Cards, ...]:
        """What each seat has laid down so far, seat 0 first."""
        return tuple(each.cards if each else Cards() for each in self.passes)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands without what is laid down, seat 0 first."""
        return tuple(hand - given for hand, given in zip(self.deal.hands, self.given, strict=True))

    @property
    def done(self) -> bool:
        """Whether every seat has passed."""
        return None not in self.passes

    def to_act(self, match: Match) -> tuple[int, ...]:
        """The seats that still have to pass."""
        return tuple(seat for seat, made in enumerate(self.passes) if made is None)

    def may_pass(self, match: Match, seat: int) -> Cards:
        """The cards of a hand that may be passed."""
        hand = self.deal.hands[seat]
        allowed = hand.without(match.rules.passing.kept)
        return allowed if len(allowed) >= count_of(self.pattern, match.players) else hand

    def may_decline(self, match: Match) -> bool:
        """Whether a seat may pass nothing; to the middle everyone gives the same."""
        return match.rules.passing.optional and not is_mixed(self.pattern, match.players)

    def moves(self, match: Match) -> Iterator[Move]:
        """Every choice of cards of every seat that still has to pass."""
        packets = self.pattern.packets(match.players)
        count = count_of(self.pattern, match.players)
        for seat in self.to_act(match):
            if self.may_decline(match):
                yield Pass(seat, Cards())
            if len(packets) < 2:
                for cards in choices(self.may_pass(match, seat), count):
                    yield Pass(seat, cards)
            else:
                to = [((seat + places) % match.players, part) for places, part in packets]
                for split in _splits(self.may_pass(match, seat), to):
                    yield Pass.split(seat, dict(split))

    def apply(self, match: Match, move: Move) -> PassPhase | None:
        """The phase after a `Pass`."""
        if not isinstance(move, Pass):
            return None
        seat = match.check_seat(move.seat)
        self._check(match, move)
        return attrs.evolve(self, passes=(*self.passes[:seat], move, *self.passes[seat + 1 :]))

    def _check(self, match: Match, move: Pass) -> None:
        seat, cards, count = move.seat, move.cards, count_of(self.pattern, match.players)
        if self.passes[seat] is not None:
            raise refusal(move, "already-passed", f"seat {seat} has passed already")
        if missing := cards - self.deal.hands[seat]:
            raise refusal(move, "not-in-hand", f"seat {seat} does not hold {missing}")
        if not cards and self.may_decline(match):
            return
        if len(cards) != count:
            reason = f"{count} cards are passed in this round, not {len(cards)}"
            raise refusal(move, "pass-count", reason)
        if kept := cards - self.may_pass(match, seat):
            raise refusal(move, "kept-cards", f"{kept} may not be passed")
        packets = self.pattern.packets(match.players)
        wanted = {(seat + places) % match.players: part for places, part in packets}
        if len(wanted) > 1 or move.to:
            split = {match.check_seat(to): len(part) for to, part in move.to}
            whole = sum((part for _, part in move.to), Cards())
            if split != wanted or whole != cards or len(split) < len(move.to):
                parts = ", ".join(f"{part} to seat {to}" for to, part in sorted(wanted.items()))
                raise refusal(move, "pass-split", f"say which cards go to whom: {parts}")

    def exchanged(self, match: Match) -> Exchange:
        """What went where: the packets of those who declined to pass go on, unseen."""
        packets: list[Packet] = []
        for made in filter(None, self.passes):
            for places, _ in self.pattern.packets(match.players):
                first = taker = (made.seat + places) % match.players
                while taker != made.seat and not self.given[taker]:
                    taker = (taker + places) % match.players
                cards = dict(made.to).get(first, made.cards)
                if cards:
                    packets.append(Packet(made.seat, taker, cards))
        return Exchange(self.pattern, self.given, tuple(packets))


def _splits(cards: Cards, to: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, Cards], ...]]:
    """Every way to give each seat its number of cards."""
    if not to:
        yield ()
        return
    (seat, count), *others = to
    for part in choices(cards, count):
        for rest in _splits(cards - part, others):
            yield ((seat, part), *rest)
