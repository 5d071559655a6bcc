"""Charge cards in lockstep with turbo-hearts, by each of its six charging rules.

    python -m benchmarks.peers.charging --path build/turbo-charges --rounds 10000 --seed 1

``README.md`` in this folder says how to get and build the program.  Both sides keep the same games
of four rounds: passed to the left, to the right, across, and the keeper hand.  They are dealt, passed, charged and played at random; in every other deal one hand gets all the cards that may
be charged.  After each step both must agree on

* the phase, and so on when the charging ends;
* the seats that are asked now, and in turn after them;
* which sets of the four cards each seat may charge, whether it is asked or not;
* what each seat has seen of all charges: the cards, or only how many;
* in the play, the seat to act and its legal cards; and at the end, the points.

The program also accepts two answers that change nothing, for which the library does not ask:

* A seat that has answered may decline again.  `Lockstep` sends some of these to the program only,
  and its state must stay the same.
* By the two *chain* rules, a seat that has charged all four cards is asked again.  `Lockstep` sends
  that it declines.

The command prints a table, and exits with 1 if there is a difference.

The lines for the bridge are ``begin RULES``; ``deal NUMBER CARD...``, with the number of the pass and
the cards of seat 0 first; ``pass SEAT CARD...``; and ``receive``, for mixed cards, ``charge`` and
``play`` in the same form.  It answers each with a line, ``refused WHY`` or the state that `state_of` describes.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import attrs

from benchmarks.peers.contest import RULES
from benchmarks.peers.pipe import Peer, PeerError
from heartslib import Card, Cards, ChooseCards, Game, HeartsError, Rules, View
from heartslib.cards import PACK
from heartslib.rules import (
    LEFT,
    RIGHT,
    TURBO_CHARGES,
    Across,
    ChargedCardsWait,
    Charges,
    Cycle,
    Mix,
    Rounds,
)

_FREE: Final = attrs.evolve(TURBO_CHARGES, each=None, reopens=True, late=True)
_BRIDGE: Final = attrs.evolve(TURBO_CHARGES, each=None, reopens=True, in_turn=True)
_CHAIN: Final = attrs.evolve(_BRIDGE, repeats=True)

WAYS: Final[Mapping[str, Charges]] = {
    "Classic": _FREE,
    "Blind": attrs.evolve(_FREE, secret=True),
    "Bridge": _BRIDGE,
    "BlindBridge": attrs.evolve(_BRIDGE, secret=True),
    "Chain": _CHAIN,
    "BlindChain": attrs.evolve(_CHAIN, secret=True),
}
"""The charging rules, by their names in turbo-hearts."""

PASSES: Final = (LEFT, RIGHT, Across(), Mix(13, fewer=True, unless_charged=True, name="keeper"))

_KINDS: Final = tuple(map(Card, ("TC", "JD", "QS", "AH")))

SETS: Final = tuple(
    Cards(card for place, card in enumerate(_KINDS) if number >> place & 1)
    for number in range(1, 16)
)
"""The sets of cards that may be charged, in the order of the bridge."""

COLUMNS: Final = ("rounds", "answers", "charges", "late", "mixed", "plays", "differences")


class Difference(Exception):
    """Raised when the two sides disagree; the message is the round so far."""


def rulebook(charging: Charges) -> Rules:
    """The rules of turbo-hearts, with one of its ways to charge."""
    without = RULES["turbo-hearts"]
    return attrs.evolve(
        without,
        charging=charging,
        passing=Cycle(PASSES),
        ending=Rounds(len(PASSES)),
        play=(*without.play, ChargedCardsWait()),
    )


def dealt(rng: Random) -> list[Cards]:
    """Four hands; in every other deal, one of them gets all the cards that may be charged."""
    cards = rng.sample(PACK, len(PACK))
    if rng.random() < 0.5:
        cards.sort(key=lambda card: card not in _KINDS)
    return rng.sample([Cards(cards[start::4]) for start in range(4)], 4)


def state_of(game: Game, later: Sequence[int] = ()) -> str:
    """The state of a round, in the words of the bridge.

    ::

        charge asked 1 later 2 3 may 000000000000000 ... sees QS 2 0 0 ...
        play 2 2C
        score 3 -10 23 0

    ``may`` has a word for each seat, with a 1 for each of the `SETS` that it may charge.  ``sees``
    has four words for each seat: the cards that seats 0 to 3 have charged, or only how many.

    Args:
        game: The round.
        later: The seats that the program asks after all others.
    """
    words: list[object] = [game.phase.name]
    if game.sheet is not None:
        return " ".join(map(str, [*words, *game.sheet.totals]))
    if game.phase.name == "play":
        words += [*game.to_act, *sorted(map(str, game.legal_plays()))]
    if not game.table.all_played:
        views = [game.view(seat) for seat in range(4)]
        if "charge" in game.phase.name:
            words += ["asked", *game.to_act, "later", *views[0].up_next, *later, "may"]
            words += ["".join(f"{each in sets:d}" for each in SETS) for sets in map(may, views)]
        words += ["sees", *(_seen(view, seat) for view in views for seat in range(4))]
    return " ".join(map(str, words))


def may(view: View) -> list[Cards]:
    """The sets of cards that a seat may charge."""
    question = view.question
    if not isinstance(question, ChooseCards):
        return []
    return [each for each in SETS if len(each) in question.counts and not each - question.among]


def _seen(view: View, seat: int) -> str:
    cards = view.table.charged_by(seat) + (view.secret if seat == view.seat else Cards())
    hidden = view.secret_sizes[seat] if view.secret_sizes and seat != view.seat else 0
    return str(hidden) if hidden else "".join(sorted(map(str, cards))) or "0"


@attrs.define
class Lockstep:
    """A game, kept on both sides.

    Attributes:
        peer: The program.
        way: Its name for the charging rules.
        game: The game of the library.
        rng: Chooses everything.
        counts: What has happened, in this game and before.
        lines: What the program has heard and answered in this round.
    """

    peer: Peer
    way: str
    game: Game
    rng: Random
    counts: Counter[str]
    lines: list[str] = attrs.Factory(list[str])

    def play_game(self) -> None:
        """Play a game of four rounds.

        Raises:
            Difference: The two sides disagree.
        """
        self.says("begin", self.way)
        while not self.game.is_over:
            self.play_round()
            self.game = self.game.score()

    def play_round(self) -> None:
        """Play a round until it is scored."""
        hands = dealt(self.rng)
        self.game = self.game.deal(hands=hands)
        self.lines.clear()
        self.counts["rounds"] += 1
        self.same("deal", self.game.round_number, *(card for hand in hands for card in hand))
        while (phase := self.game.phase.name) != "score":
            match phase:
                case "pass":
                    self.passed()
                case "play":
                    (seat,), card = self.game.to_act, self.rng.choice(self.game.legal_plays())
                    self.game = self.game.play(card)
                    self.same("play", seat, card)
                    self.counts["plays"] += 1
                case _:
                    self.charged()

    def passed(self) -> None:
        """Everyone passes; cards that are mixed are dealt here, and the program hears which."""
        keeper, order = (
            self.game.view(None).pattern == Mix(13, fewer=True, unless_charged=True, name="keeper"),
            self.rng.sample(range(4), 4),
        )
        for seat in order:
            hand = self.game.view(seat).hand
            count = self.rng.randrange(len(hand) + 1) if keeper else 3
            cards = Cards(self.rng.sample(list(hand), count))
            self.game = self.game.pass_cards(seat, cards)
            if keeper or self.game.phase.name == "pass":
                self.says("pass", seat, *cards)
            else:
                self.same("pass", seat, *cards)
        if keeper:
            if self.game.phase.name == "deal":
                self.game = self.game.deal(rng=self.rng)
            for seat in order[:3]:
                self.says("receive", seat, *self.game.view(seat).received)
            self.same("receive", order[3], *self.game.view(order[3]).received)
            self.counts["mixed"] += 1

    def charged(self) -> None:
        """A seat charges or declines."""
        game, asked, rng = self.game, self.game.to_act, self.rng
        sets = [may(game.view(seat)) for seat in range(4)]
        self.tried(rng.randrange(4), rng.choice(SETS), sets)
        late = [seat for seat in range(4) if sets[seat] and seat not in asked]
        eager = 0.1 if game.phase.name == "early-charge" else 0.6  # or there would be few mixes
        seat = rng.choice(late if late and rng.random() < eager / 2 else asked)
        charges = sets[seat] and (seat in late or rng.random() < eager)
        cards = rng.choice(sets[seat]) if charges else Cards()
        self.game = game.charge(seat, cards)
        self.counts["answers"] += 1
        self.counts["charges"] += bool(cards)
        self.counts["late"] += seat in late
        idle = self.idle()
        if idle and game.phase.name != self.game.phase.name:
            self.says("charge", seat, *cards)
            self.same("charge", *idle)
        else:
            self.same("charge", seat, *cards, later=idle)
            again = sorted({*range(4)}.difference(self.game.to_act))
            if self.way in ("Classic", "Blind") and again and "charge" in self.game.phase.name:
                self.same("charge", rng.choice(again))

    def tried(self, seat: int, cards: Cards, sets: Sequence[Sequence[Cards]]) -> None:
        """Charge in the library only: it must accept what the states allow, and nothing else."""
        try:
            self.game.charge(seat, cards)
        except HeartsError:
            accepted = False
        else:
            accepted = True
        if accepted != (cards in sets[seat]):
            raise self.difference(f"a charge of {cards} by seat {seat} was accepted: {accepted}")

    def idle(self) -> list[int]:
        """The seat that has charged all four cards, if the program will ask it again."""
        game, asks = self.game, WAYS[self.way].repeats
        charged = [game.table.charged_by(seat) + game.view(seat).secret for seat in range(4)]
        return [seat for seat in range(4) if asks and len(charged[seat]) == len(_KINDS)]

    def says(self, *words: object) -> str:
        """What the program answers to a line."""
        line = " ".join(map(str, words))
        self.lines += [line, self.peer.answer(line)]
        if self.lines[-1].startswith("refused"):
            raise self.difference("this was accepted")
        return self.lines[-1]

    def same(self, *words: object, later: Sequence[int] = ()) -> None:
        """Say something to the program; then both sides must be in the same state."""
        theirs, ours = self.says(*words), state_of(self.game, later)
        if theirs != ours:
            raise self.difference(ours)

    def difference(self, ours: str) -> Difference:
        """A difference after the lines so far, with what the library says."""
        return Difference("\n".join([self.way, *self.lines, f"heartslib: {ours}"]))


def run(peer: Peer, rounds: int, seed: int) -> tuple[dict[str, Counter[str]], list[str]]:
    """Play games by each of the charging rules.

    Args:
        peer: The program, started.
        rounds: How many rounds by each, at least.
        seed: The same number, the same rounds.

    Returns:
        What has happened, by charging rules, and the differences.
    """
    counts, differences = {way: Counter[str]() for way in WAYS}, list[str]()
    for way, charging in WAYS.items():
        rng, rules = Random(f"{seed} {way}"), rulebook(charging)
        while counts[way]["rounds"] < rounds:
            lockstep = Lockstep(peer, way, Game.new(rules), rng, counts[way])
            try:
                lockstep.play_game()
            except Difference as difference:
                counts[way]["differences"] += 1
                differences.append(str(difference))
    return counts, differences


def table(counts: Mapping[str, Counter[str]]) -> str:
    """What has happened, as a table."""
    rows = [("rules", *COLUMNS), ("---", *("--:" for _ in COLUMNS))]
    total = sum(counts.values(), Counter[str]())
    for way, counted in (*counts.items(), ("all", total)):
        rows.append((way, *(f"{counted[column]:,}" for column in COLUMNS)))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> int:
    """Read the options, play, print the table; 1 if there is a difference."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers.charging", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--path", required=True, help="the bridge, as you have built it")
    parser.add_argument("--rounds", type=int, default=1000, help="by each of the charging rules")
    parser.add_argument("--seed", type=int, default=1, help="the same number, the same rounds")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for an answer")
    options = parser.parse_args()
    path = shutil.which(str(options.path))
    if path is None:
        parser.error(f"--path: there is no program {options.path}; README.md says how to build it")
    try:
        with Peer([path], timeout=options.timeout) as peer:
            counts, differences = run(peer, options.rounds, options.seed)
    except PeerError as error:
        sys.exit(f"python -m benchmarks.peers.charging: {error}")
    print(table(counts))
    for each in differences[:3]:
        print(f"\n{each}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
