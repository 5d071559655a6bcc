"""The words of scripts: what can be done, what can be so, and how that is compared with what a script says."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from heartslib import Cards, Game, View, record
from heartslib.cards import PACK, Suit, in_order
from heartslib.moves import Claim, Move
from tests.helpers.positions import may
from tests.helpers.rounds import cards, play_on, won
from tests.helpers.written import read_back, written_down


class Wrong(Exception):
    """What a script says is not so, or nobody can read it."""


# ---------------------------------------------------------------- what is done


def _pass(game: Game, seat: int, text: str) -> Game:
    """A pass of ``2C 3C 4C``, of the ``3 lowest``, or of ``2C to 1, 3C 4C to 2``."""
    packets = [f" {part}".rpartition(" to ") for part in text.split(",")]
    if found := re.fullmatch(r"(\d+) lowest", text):
        view: Any = game.view(seat)
        return game.apply(view.question.make(view.hand[: int(found[1])]))
    if packets[0][1]:
        return game.pass_cards(seat, {int(to): cards(packet) for packet, _, to in packets})
    return game.pass_cards(seat, cards(text.removeprefix("nothing")))


def _deal(game: Game, _: object, text: str) -> Game:
    match text.split():
        case ["by", "suit"]:
            return game.deal(hands=[Cards(PACK).of(suit) for suit in Suit])
        case ["seed", number]:
            return game.deal(seed=int(number))
        case ["in", "order", *order]:
            return game.deal(
                order=in_order(" ".join(order)) or [*game.rules.deck.cards(game.players)]
            )
        case _:
            held, _, kitty = text.partition(", kitty ")
    return game.deal(hands=[*map(cards, held.split("|"))], kitty=cards(kitty))


def _call(game: Game, seat: int | None, text: str) -> Game:
    return game.call_pass(ast.literal_eval(text) if text[0] == "{" else text, seat)


def _plays(game: Game, seat: int | None, text: str) -> Game:
    if text.startswith("on "):
        return play_on(game, int(text[3:]))
    for card in text.split():
        game = game.play(card, seat)
    return game


MOVES: Final[Mapping[str, Callable[[Game, Any, str], Game]]] = {
    "deal": _deal,
    "calls": _call,
    "passes": _pass,
    "bids": lambda game, seat, text: game.bid(int(text), seat),
    "names": lambda game, seat, text: game.name_contract(text, seat),
    "charges": lambda game, seat, text: game.charge(seat, cards(text)),
    "declines": lambda game, seat, _: game.charge(seat),
    "plays": _plays,
    "tricks": _plays,
    "lays": lambda game, seat, text: game.lay_down(
        cards(text.removeprefix("down").replace("nothing", "")), seat
    ),
    "claims": lambda game, seat, _: game.claim(seat),
    "accepts": lambda game, seat, _: game.answer(seat, accepts=True),
    "refuses": lambda game, seat, _: game.answer(seat, accepts=False),
    "chooses": lambda game, seat, text: game.choose_moon(text, seat),
    "takes": lambda game, _, text: game.at(len(game.history) - int(text.removeprefix("back"))),
    "score": lambda game, _, __: game.score(),
    "stop": lambda game, _, __: game.stop(),
}
"""How a move is made, by a seat or by whoever is to act, from what is said after the verb."""


WORDLESS: Final = {"declines", "claims", "accepts", "refuses", "score", "stop"}


def moved(game: Game, text: str) -> Game:
    """The game after a move, such as ``0 passes 2C 3C 4C`` or ``everyone declines``."""
    found = re.fullmatch(r"(?:(-?\d+|everyone) )?([a-z]+) ?(.*)", " ".join(text.split()))
    if not found or found[2] not in MOVES:
        raise Wrong("nobody knows what this says")
    if found[3] and found[2] in WORDLESS:
        raise Wrong(f"nothing is said after {found[2]}")
    seats: Any = game.to_act if found[1] == "everyone" else [found[1] and int(found[1])]
    if not seats:
        raise Wrong("nobody is to act")
    for seat in seats:
        game = MOVES[found[2]](game, seat, found[3])
    return game


# ---------------------------------------------------------------- what is so


def _count(moves: tuple[Move, ...]) -> str:
    return f"{len(moves)}{' with doubles' * (len(set(moves)) < len(moves))}"


OF_A_SEAT: Final[Mapping[str, Callable[[Any], object]]] = {
    "hand": lambda view: view.hand,
    "given": lambda view: view.given,
    "received": lambda view: view.received,
    "captured": lambda view: view.captured,
    "secret": lambda view: view.secret,
    "choices": may,
    "points seen": lambda view: view.points_so_far,
    "counts": lambda view: view.question.counts,
    "names": lambda view: view.question.names,
    "asked": lambda view: view.question is not None,
    "pattern": lambda view: view.pattern.name,
    "task": lambda view: view.task,
    "verb": lambda view: view.question.verb,
    "passes to": lambda view: ", ".join(f"{count} to {seat}" for seat, count in view.passes_to),
    "packets": lambda view: [
        f"{each.giver} to {each.taker}: {each.cards}" for each in view.packets
    ],
}
OF_ALL: Final[Mapping[str, Callable[[View], object]]] = {
    "sizes": lambda view: view.hand_sizes,
    "kitty": lambda view: view.kitty_size,
    "captured sizes": lambda view: view.captured_sizes,
    "secret sizes": lambda view: view.secret_sizes,
    "up next": lambda view: view.up_next,
    "bids": lambda view: view.settled.bids,
    "namer": lambda view: view.namer,
    "face up": lambda view: Cards(view.settled.face_up),
    "turned": lambda view: Cards(view.turned),
    "charged": lambda view: view.table.charged,
    "shown": lambda view: view.shown,
    "piles": lambda view: view.table.piles,
    "waiting": lambda view: view.table.waiting,
    "played": lambda view: view.table.all_played,
    "table": lambda view: " ".join(map(str, view.table.trick.cards)),
    "tricks": lambda view: [" ".join(map(str, trick.cards)) for trick in view.table.tricks],
    "leader": lambda view: view.table.trick.leader,
    "takers": lambda view: tuple(trick.taker for trick in view.table.tricks),
    "tricks taken": lambda view: view.table.tricks_taken,
}
"""What everyone sees, and a spectator too."""

OF_THE_GAME: Final[Mapping[str, Callable[[Any], object]]] = {
    "phase": lambda game: game.phase.name,
    "to act": lambda game: game.to_act,
    "may play": lambda game: game.legal_plays(),
    "moves": lambda game: [*map(str, game.legal_moves())],
    "moves listed": lambda game: _count(game.legal_moves()),
    "may claim": lambda game: any(isinstance(move, Claim) for move in game.legal_moves()),
    "last move": lambda game: game.history[-1],
    "contract": lambda game: game.contract,
    "points so far": lambda game: game.points_so_far,
    "won": won,
    "cost": lambda game: tuple(sum(map(game.in_force.points, pile)) for pile in won(game)),
    "sheet": lambda game: str(game.sheet).splitlines(),
    "totals": lambda game: game.sheet.totals,
    "pool left": lambda game: game.sheet.pool,
    "won outright by": lambda game: game.sheet.winners,
    "scores": lambda game: game.scores,
    "winners": lambda game: game.winners,
    "places": lambda game: game.places,
    "dealer": lambda game: game.dealer,
    "pool": lambda game: game.pool,
    "aside": lambda game: Cards(game.deals[-1].kitty),
    "deals": lambda game: len(game.deals),
    "over": lambda game: game.is_over,
    "rulebook": lambda game: game.rules.describe(game.players),
    "recorded": lambda game: record.loads(record.dumps(game)) == game,
    "read back": lambda game: read_back(written_down(game), game.rules) == game,
}


def _as_text(found: object) -> str:
    value: Any = found
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, tuple):
        return (" | " if Cards in map(type, value) else " ").join(map(str, value))
    return "\n".join(value) if isinstance(found, list) else str(found)


def like(said: str, wanted: str) -> bool:
    """Whether these are the same words; ``...`` stands for any."""
    parts = [re.escape(" ".join(part.split())) for part in wanted.split("...")]
    return re.fullmatch(" ?.* ?".join(parts), " ".join(said.split())) is not None


def _cards(text: str, hand: Cards) -> Cards:
    """Cards; ``all``, ``all of clubs`` and ``all but 2C`` are those of a hand."""
    match text.split():
        case ["all"]:
            return hand
        case ["all", "of", *kinds]:
            return hand.only(cards(" ".join(kinds)))
        case ["all", "but", *kinds]:
            return hand.without(cards(" ".join(kinds)))
        case _:
            return cards(text)


def compare(found: object, how: str, wanted: str, hand: Cards) -> None:
    """Compare what there is with what a script says."""
    value: Any = found
    if (how and not wanted.strip()) or wanted.strip() == "...":
        raise Wrong("this is always so")
    text, lines = _as_text(found), [each for each in re.split("\n| / ", wanted) if each.strip()]
    if isinstance(found, Cards):
        said = _cards(wanted, hand)
        so = {"": value == said, "has": said <= value, "lacks": value.isdisjoint(said)}[how]
    elif isinstance(found, list):
        alike = [[like(line, each) for line in value] for each in lines]
        exact = len(lines) == len(value) and all(map(like, value, lines))
        so = {"": exact, "has": all(map(any, alike)), "lacks": not any(map(any, alike))}[how]
    elif isinstance(found, tuple) and Cards in map(type, value):
        so = value == tuple(map(cards, wanted.split("|")))
    else:
        words = re.escape(" ".join(wanted.split()))
        inside = re.search(rf"(?<!\w){words}(?!\w)", " ".join(text.split())) is not None
        so = {"": like(text, wanted), "has": inside, "lacks": not inside}[how]
    if not so:
        raise Wrong(f"it is {text[:500]}")
