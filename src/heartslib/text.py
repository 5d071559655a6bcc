"""How things look as text: hands, tricks and score sheets for a terminal.

Everything here returns text and prints nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from heartslib.cards import Card, Cards, Suit
from heartslib.errors import HeartsError
from heartslib.game import Game
from heartslib.phases import Exchange, Scoring
from heartslib.rules import Rules
from heartslib.sheet import ScoreSheet
from heartslib.table import Table, Trick

_NAMED_CARD: Final = re.compile(r"\b[2-9TJQKA][CDSH]\b")


def with_symbols(text: str) -> str:
    """The text with its cards written with suit symbols: ``took QS`` becomes ``took Q♠``."""
    return _NAMED_CARD.sub(lambda found: f"{Card.parse(found[0]):u}", text)


def in_letters(text: str) -> str:
    """The text without suit symbols, for terminals that have none: ``Q♠`` becomes ``QS``."""
    return text.translate({ord(suit.symbol): suit.letter for suit in Suit})


def hand_text(hand: Cards) -> str:
    """A hand in one line, a column for each suit: ``♣ 2 5 K      ♦ T      ♠ Q ...``."""
    columns: list[str] = []
    for suit in Suit:
        ranks = " ".join(card.rank.letter for card in hand.of(suit)) or "-"
        columns.append(f"{suit.symbol} {ranks:<15}")
    return " ".join(columns).rstrip()


def hands_text(names: Sequence[str], hands: Sequence[Cards]) -> str:
    """Hands, a line for each seat."""
    width = max(map(len, names))
    rows = zip(names, hands, strict=True)
    return "\n".join(f"  {name:<{width}}  {hand_text(hand)}" for name, hand in rows)


def exchange_text(names: Sequence[str], exchange: Exchange) -> str:
    """What was passed: a line for each packet, or for what each laid down and got back."""
    width = max(map(len, names))
    lines = [
        f"  {names[packet.giver]:<{width}}  {packet.cards:u}  to {names[packet.taker]}"
        for packet in exchange.packets
    ]
    for name, given, back in zip(names, exchange.given, exchange.dealt_back, strict=False):
        lines.append(f"  {name:<{width}}  {given:u}  to the middle, gets back {back:u}")
    return "\n".join(lines)


def tricks_text(rules: Rules, names: Sequence[str], table: Table) -> str:
    """The finished tricks, a column for each seat, and what each trick cost.

    ``>`` stands before the card that was led, brackets stand round the card that took it.
    """
    widths = [max(len(name), 4) for name in names]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"       {head}     cost"]
    for number, trick in enumerate(table.tricks, 1):
        cost = sum(rules.points(card, table.all_charged) for card in trick.cards)
        note = f"{cost or '':>6}" + "  nobody wins it" * (trick.taker is None)
        for row in _rows(trick, widths):
            lines.append(f"   {number or '':>2}  {row}  {note}".rstrip())
            number, note = 0, ""  # noqa: PLW2901 - only the first of several rows has them
    return "\n".join(lines)


def _rows(trick: Trick, widths: Sequence[int]) -> Iterator[str]:
    """The cards of a trick, a row for each round of play to it."""
    takers = [card for seat, card in trick.plays if seat == trick.taker and card.suit is trick.suit]
    taking = max(takers, default=None)
    for start in range(0, len(trick), trick.players):
        cells = [""] * trick.players
        for place, card in enumerate(trick.cards[start:][: trick.players], start):
            seat = trick.seat_of(place)
            lead = ">" if place == 0 else ""
            cells[seat] = f"{lead}{card:u} "
            if seat == trick.taker and card is taking:
                cells[seat] = f"{lead}[{card:u}]"
        yield "  ".join(
            f"{cell:>{width + 1}}"[-max(width + 1, 5) :]
            for cell, width in zip(cells, widths, strict=True)
        )


def sheet_text(names: Sequence[str], sheet: ScoreSheet, scores: Sequence[int]) -> str:
    """A score sheet: the lines of each seat, its points of the round, and its new score.

    Args:
        names: What the players are called, seat 0 first.
        sheet: The sheet of the round.
        scores: Their scores after the round.
    """
    width = max(map(len, names))
    lines = [f"  {'':<{width}}  {'':<46} {'points':>6} {'round':>6} {'score':>6}"]
    for seat, name in enumerate(names):
        entries = [(with_symbols(line.reason), line.points) for line in sheet.of(seat)]
        entries = entries or [("took nothing that counts", 0)]
        block = [f"  {'':<{width}}  {reason:<46} {points:>6}" for reason, points in entries]
        block[0] = f"  {name:<{width}}{block[0][width + 2 :]}"
        block[-1] += f" {sheet.totals[seat]:>6} {scores[seat]:>6}"
        lines += block
    return "\n".join(lines)


def round_text(game: Game) -> str:
    """A finished round of a game from the deal to the sheet.

    Raises:
        HeartsError: The round is not finished, or has been booked already.
    """
    phase = game.phase
    if not isinstance(phase, Scoring):
        raise HeartsError(f"there is no finished round to show: {phase.wants}")
    dealt = game.deals[0]
    names = game.names
    parts = [
        f"Round {game.round_number + 1}: {names[game.dealer]} deals",
        hands_text(names, dealt.hands),
    ]
    if passed := exchange_text(names, phase.exchange):
        parts += [f"\nThe pass: {phase.exchange.pattern.name}", passed]
    if game.rules.charging:
        shown = phase.table.charged or (Cards(),) * game.players
        charged = [
            f"  {name}: {cards:u}" for name, cards in zip(names, shown, strict=True) if cards
        ]
        parts += ["\nCharged", *(charged or ["  nothing"])]
    tricks = tricks_text(game.rules, names, phase.table)
    parts += ["\nThe tricks: > leads, [] takes", tricks]
    if any(phase.captured):
        with_tricks = (
            f"  {name}: {cards:u}"
            for name, cards in zip(names, phase.captured, strict=True)
            if cards
        )
        parts += ["\nThe kitty, or what was laid down for it", *with_tricks]
    parts += ["\nThe score", sheet_text(names, phase.sheet, game.score().scores)]
    return "\n".join(parts)
