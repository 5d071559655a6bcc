"""Scripts of play: the hands, the tricks, what may be done, what may not and why, and what is so then.

A file of ``tests/scripts`` begins with its rulebooks, as ``name = expression``; the expressions know `get`,
`evolve`, `cards` and all of `heartslib.rules`.  After ``each: basic black_lady``, a script whose game is called
``each`` runs once for each of these.  Then come the scripts.  A title after ``#`` is the rule that is tested; a
line that is indented belongs to the line before; ``;`` stands between moves and facts of one line::

    # hearts are led only once they are broken
    round american                          a round without a pass ...
    tricks 2C 3C 4C KC                      ... after this trick (or some, as 2C 3C 4C KC / AD 2D), ...
    3 holds 2H 9D                           ... in which seat 3 still has these, among others
    to act: 3; hand 3 has: 2H               facts, which say all, except with `has` and `lacks`
    refused: 3 plays 2H (hearts-must-be-broken): hearts ...
    plays 9D; table: 9D                     a move, and a fact again

``game american`` is a new game, and ``game american/3, dealer 0`` one for three; if somebody ``holds`` cards, the
pack is dealt, and ``scored 3 1 22 0`` is a round before.  In a ``round``, ``charged`` and ``kitty`` say more, and
with ``just these`` the pack has no other cards.  ``taken american: QS | 2H`` and ``played american,
leader 0: 2C 3C 4C KC`` count cards, and ``holding american, trick 2C: QS 4C`` looks at a hand, without a game.

``refused`` names a rule and a reason, or an ``error`` where no rule is broken; ``...`` stands for any words.
``allowed`` only tries a move.  ``mark`` keeps the game, ``back`` returns to it, and ``same for`` names those who
cannot tell the game from the one that was kept.  The last line of a script says what is so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

import attrs

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Rules,
    ScoreSheet,
    legal_plays,
    score_hand,
)
from heartslib.cards import in_order
from tests.helpers.rounds import cards, cycle, dealt, entered, just, round_after
from tests.helpers.script_words import OF_A_SEAT, OF_ALL, OF_THE_GAME, Wrong, compare, like, moved

_BEGIN: Final = re.compile(
    r"(game|round|taken|played|holding) (\w+)(?:/(\d+))?((?:, [a-z]+[^,:]*)*)(?::(.*))?"
)
_SET: Final = re.compile(r"(?:(\d+) )?(holds|charged|tricks?|kitty|scored) ([^:]*)")
_FACT: Final = re.compile(r"([a-z]+(?: [a-z]+)*?)(?: (\d+))?(?: (has|lacks))?:\s*(.*)", re.DOTALL)
_REFUSED: Final = re.compile(r"refused: (.*?)\s\(([a-z-]+)\)(?::\s(.*))?", re.DOTALL)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


OPTIONS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "dealer": ("dealer", int),
    "leader": ("leader", int),
    "pool": ("pool", int),
    "bids": ("bids", _numbers),
    "deal": ("round_number", lambda text: int(text) - 1),
    "scores": ("scores", _numbers),
    "counts": ("trick_counts", _numbers),
    "moon": ("moon", str),
    "contract": ("contract", str),
    "contracts": ("contracts", str.split),
    "charged": ("charged", cards),
    "shown": ("face_up", cards),
    "trick": ("trick", in_order),
    "after": ("played", cards),
    "hearts": ("hearts_broken", {"broken": True, "whole": False}.__getitem__),
    "later": ("first_trick", lambda _: False),
    "just": ("just", bool),
    "whole": ("partial", lambda _: False),
}
"""What may be said of a game after a comma: the argument that it stands for, and how it is read."""


@attrs.frozen
class Begun:
    """What is said of a game before its first move.

    Attributes:
        kind: Whether it is a game or a round.
        rulebook: Its rulebook.
        players: How many play.
        options: The dealer, the scores and so on.
        held: What some hold, beside what they play.
        charged: What some have charged.
        tricks: The tricks so far.
        kitty: The kitty.
        rounds: The points of each round so far.
    """

    kind: str
    rulebook: Rules
    players: int
    options: dict[str, Any]
    held: dict[int, str] = attrs.field(factory=dict[int, str])
    charged: dict[int, str] = attrs.field(factory=dict[int, str])
    tricks: list[str] = attrs.field(factory=list[str])
    kitty: list[str] = attrs.field(factory=list[str])
    rounds: list[str] = attrs.field(factory=list[str])

    def adds(self, line: str) -> bool:
        """Whether a line says more of it."""
        found = _SET.fullmatch(line)
        match found.groups() if found else ():
            case None, "kitty" | "scored" as what, said:
                (self.kitty if what == "kitty" else self.rounds).extend(said.split(" / "))
            case None, _, said:
                self.tricks.extend(said.split(" / "))
            case seat, what, said:
                cards_of = self.held if what == "holds" else self.charged
                if int(seat) not in range(self.players) or int(seat) in cards_of:
                    raise Wrong(f"there is no seat {seat}, or more is said of it in another line")
                cards_of[int(seat)] = said
            case _:
                return False
        return True

    def game(self) -> Game:
        """The game of which all this is said."""
        kitty, options = " ".join(self.kitty), dict(self.options)
        rulebook, is_just = self.rulebook, options.pop("just", False)
        self._refuse_what_is_not_used(is_just=is_just)
        if is_just:
            rulebook = just(rulebook, self.players, *self.tricks, *self.held.values(), kitty=kitty)
        if self.kind == "round":
            options |= {"kitty": kitty, "holding": self.held, "charged": self.charged}
            answered = bool(self.tricks or self.charged)
            return round_after(rulebook, self.players, *self.tricks, answered=answered, **options)
        if self.rounds:
            return entered(rulebook, *map(_numbers, self.rounds))
        if self.held:
            return dealt(rulebook, self.held, self.players, kitty=kitty, **options)
        return Game.new(rulebook, self.players, **options)

    def _refuse_what_is_not_used(self, *, is_just: bool) -> None:
        """A line that changes nothing would only seem to test something."""
        used = {"holds", "charged", "tricks", "kitty"}
        if self.kind == "game":
            used = {"holds", "kitty"} if self.held else set[str]()
            used |= {"tricks"} if is_just else set()
        if self.kind == "game" and self.rounds:
            used = {"scored"}
            if self.options or len(_numbers(self.rounds[0])) != self.players:
                raise Wrong(
                    "after rounds that were scored, everyone plays and nothing else is said"
                )
        said = {
            "holds": self.held,
            "charged": self.charged,
            "tricks": self.tricks,
            "kitty": self.kitty,
            "scored": self.rounds,
        }
        for what, found in said.items():
            if found and what not in used:
                raise Wrong(f"a {self.kind} that begins so has no use for: {what}")

    def asked(self, said: str) -> Asked:
        """What cards cost that were taken or played, or which of a hand may be played."""
        options: dict[str, Any] = {"players": self.players, **self.options}
        if self.kind == "holding":
            options = {"first_trick": "played" not in options, **options}
            return Asked(may_play=legal_plays(self.rulebook, hand=cards(said), **options))
        options = {"partial": True, **options}
        if self.kind == "played":
            options["tricks"] = said.split(" / ")
        else:
            taken = [*map(cards, said.split("|"))]
            options["taken"] = taken + [Cards()] * (self.players - len(taken))
        if self.rulebook.has_pool:  # nothing is in it unless a script says so
            options = {"pool": 0, **options}
        return Asked(sheet=score_hand(self.rulebook, **options))


@attrs.frozen
class Asked:
    """What is asked without a game."""

    sheet: ScoreSheet | None = None
    may_play: Cards = Cards()
    to_act: tuple[int, ...] = ()

    def legal_plays(self) -> Cards:
        """The cards of the hand that may be played."""
        return self.may_play


@attrs.define
class Table:
    """Where a script has come to.

    Attributes:
        books: The rulebooks, by name.
        now: The game, or the cards that were counted.
        kept: The game at the mark.
        begun: What is said of a game that is not set up yet.
        says: Whether the last step said what is so.
    """

    books: Mapping[str, Rules]
    now: Any = None
    kept: Any = None
    begun: Begun | None = None
    says: bool = False

    def step(self, line: str) -> None:
        """Make a move, or see whether a fact is so."""
        begin = _BEGIN.fullmatch(line)
        self.says = not begin and _FACT.fullmatch(line) is not None
        if begin:
            self.begin(*begin.groups())
        elif not self.begun or not self.begun.adds(line):
            if self.begun:
                self.now, self.begun = self.begun.game(), None
            self.go_on(line)

    def begin(self, kind: str, book: str, players: str | None, more: str, piles: str) -> None:
        """Begin with another game."""
        if self.begun:
            raise Wrong("nothing was done in the game before")
        options = dict[str, Any]()
        for each in more.split(", ")[1:]:
            name, _, said = each.partition(" ")
            if name not in OPTIONS:
                raise Wrong(f"nobody knows what {name} says of a game")
            keyword, read = OPTIONS[name]
            options[keyword] = read(said)
        try:
            rulebook = self.books[book]
        except KeyError:
            raise Wrong(f"there is no rulebook {book}") from None
        number = int(players or rulebook.usual_players)
        self.begun = Begun(kind, rulebook, number, options)
        if kind not in {"game", "round"}:
            self.now, self.begun = self.begun.asked(piles), None

    def go_on(self, line: str) -> None:
        """Go on with the game."""
        if refused := _REFUSED.fullmatch(line):
            for move in refused[1].split(";"):
                self.refuse(" ".join(move.split()), refused[2], refused[3] or "...")
        elif line.startswith("allowed: "):
            for move in line.removeprefix("allowed: ").split(";"):
                if move.strip() in {"mark", "back"} or _FACT.fullmatch(move.strip()):
                    raise Wrong("this is no move")
                self.attempt(" ".join(move.split()))
        elif self.now is None:
            raise Wrong("no game has begun")
        elif fact := _FACT.fullmatch(line):
            name, seat, how, wanted = fact.groups()
            found, hand = self.look(name, None if seat is None else int(seat))
            compare(found, how or "", wanted, hand)
        elif line == "mark":
            self.kept = self.now
        else:
            self.now = self.marked() if line == "back" else moved(self.now, line)

    def marked(self) -> Any:
        """The game at the mark."""
        if self.kept is None:
            raise Wrong("there is no mark")
        return self.kept

    def attempt(self, move: str) -> None:
        """Make a move, or begin a game, and forget it."""
        elsewhere = Table(self.books, self.now)
        elsewhere.step(move)
        if elsewhere.begun:
            elsewhere.begun.game()

    def refuse(self, move: str, rule: str, reason: str) -> None:
        """A move breaks a rule, and why; explanations and questions say the same."""
        if rule == "error" and not reason.strip(". "):
            raise Wrong("an error has no rule: say which sentence it has")
        try:
            self.attempt(move)
        except IllegalMove as error:
            said: list[Any] = [error]
            if " plays " in f" {move}" and rule not in {"turn", "phase"}:
                said.append(self.now.explain(move.rpartition(" ")[2]))
            elif error.rule in {"kept-cards", "charged-card", "not-chargeable"}:
                refused: Any = error.move
                question = self.now.view(refused.seat).question
                said += filter(None, map(question.objection, refused.cards))
        except HeartsError as error:
            said = [SimpleNamespace(rule="error", reason=str(error))]
        else:
            raise Wrong(f"this is not refused: {move}")
        for each in said:
            if each is None:
                raise Wrong(f"{move} is refused, and explain says nothing")
            if each.rule != rule or not like(each.reason, reason):
                raise Wrong(f"{move} is refused: ({each.rule}): {each.reason}")

    def look(self, name: str, seat: int | None) -> tuple[object, Cards]:
        """What is so of a seat, for everyone, or of the game; and the hand that is looked at.

        ``cycle 4`` is to whom the lowest cards of each seat go in each of the first four deals.
        """
        if name == "cycle":
            return cycle(self.now.rules, self.now.players, seat or 0), Cards()
        if seat is not None and name not in OF_A_SEAT:
            raise Wrong(f"{name} is nothing that one seat has")
        if name in OF_A_SEAT:
            view = self.now.view(seat)
            return OF_A_SEAT[name](view), view.hand
        turn = self.now.to_act[0] if self.now.to_act else None
        hand = Cards() if turn is None else self.now.hands[turn]
        if name in OF_THE_GAME:
            return OF_THE_GAME[name](self.now), hand
        viewers = (*range(self.now.players), None)
        if name == "same for":
            same = [seat for seat in viewers if self.now.view(seat) == self.marked().view(seat)]
            return " ".join("spectator" if seat is None else str(seat) for seat in same), hand
        if name not in OF_ALL:
            raise Wrong("nobody knows what this says")
        found, *others = (OF_ALL[name](self.now.view(seat)) for seat in viewers)
        if any(other != found for other in others):
            raise Wrong(f"not everyone sees the same: {[found, *others]}")
        return found, hand
