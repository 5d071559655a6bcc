"""Scripts of play: the hands, the tricks, what may be done, what may not and why, and what is so then.

A file of ``tests/scripts`` begins with its rulebooks, as ``name = expression``; the expressions know `get`,
`evolve`, `cards` and all of `heartslib.rules`.  After ``each: basic black_lady``, a script whose game is called
``each`` runs once for each of these.  Then come the scripts.  A title after ``#`` is the rule that is tested; a
line that is indented belongs to the line before; ``;`` stands between moves and facts of one line::

    # hearts are led only once they are broken
    round american                          a round without a pass ...
    trick 2C 3C 4C KC                       ... after this trick, ...
    3 holds 2H 9D                           ... in which seat 3 still has these, among others
    to act: 3; hand 3 has: 2H               facts, which say all, except with `has` and `lacks`
    refused: 3 plays 2H (hearts-must-be-broken): hearts ...
    plays 9D; table: 9D                     a move, and a fact again

Tricks may share a line, as ``tricks 2C 3C 4C KC / AD 2D``.  ``game american`` is a new game; if somebody ``holds`` cards, the pack is dealt.  ``taken american: QS`` counts cards and ``holding american: QS`` looks at a hand without a game.  ``refused`` names a rule and a reason, or an ``error`` where no rule is broken; ``...`` stands for
any words.  ``allowed`` only tries a move.  ``mark`` keeps the game, ``back`` returns to it, and ``same for`` names
those who cannot tell the two games apart.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Rules,
    ScoreSheet,
    View,
    legal_plays,
    record,
    rules,
    score_hand,
    variants,
)
from heartslib.cards import HEARTS, PACK, Rank, Suit, in_order
from heartslib.moves import Claim
from tests.helpers.positions import may
from tests.helpers.rounds import cards, cycle, dealt, entered, just, play_on, round_after, won
from tests.helpers.written import read_back, written_down

KNOWN: Final[dict[str, Any]] = {
    **vars(rules),
    "get": variants.get,
    "evolve": attrs.evolve,
    "cards": cards,
    "Cards": Cards,
    "HEARTS": HEARTS,
    "Rank": Rank,
}
"""What the expressions of rulebooks know."""


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
    "choose": lambda game, _, text: game.choose_moon(text),
    "takes": lambda game, _, text: game.at(len(game.history) - int(text.removeprefix("back"))),
    "score": lambda game, _, __: game.score(),
    "stop": lambda game, _, __: game.stop(),
}
"""How a move is made, by a seat or by whoever is to act, from what is said after the verb."""


def moved(game: Game, text: str) -> Game:
    """The game after a move, such as ``0 passes 2C 3C 4C`` or ``everyone declines``."""
    found = re.fullmatch(r"(?:(-?\d+|everyone) )?([a-z]+) ?(.*)", " ".join(text.split()))
    if not found or found[2] not in MOVES:
        raise Wrong("nobody knows what this says")
    for seat in game.to_act if found[1] == "everyone" else [found[1] and int(found[1])]:
        game = MOVES[found[2]](game, seat, found[3])
    return game


# ---------------------------------------------------------------- what is so

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
    "turned": lambda view: Cards(view.turned),
    "charged": lambda view: view.table.charged,
    "shown": lambda view: view.shown,
    "piles": lambda view: view.table.piles,
    "waiting": lambda view: view.table.waiting,
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
    "moves listed": lambda game: len(game.legal_moves()),
    "moves apart": lambda game: len(set(game.legal_moves())),
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
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, tuple):
        return (" | " if Cards in map(type, found) else " ").join(map(str, found))
    return "\n".join(found) if isinstance(found, list) else str(found)


def _like(said: str, wanted: str) -> bool:
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
    return cards(text)


def compare(found: object, how: str, wanted: str, hand: Cards) -> None:
    """Compare what there is with what a script says."""
    value: Any = found
    text, lines = _as_text(found), [each for each in re.split("\n| / ", wanted) if each.strip()]
    if isinstance(found, Cards):
        said = _cards(wanted, hand)
        so = {"": value == said, "has": said <= value, "lacks": value.isdisjoint(said)}[how]
    elif isinstance(found, list):
        alike = [[_like(line, each) for line in found] for each in lines]
        exact = len(lines) == len(found) and all(map(_like, found, lines))
        so = {"": exact, "has": all(map(any, alike)), "lacks": not any(map(any, alike))}[how]
    elif isinstance(found, tuple) and Cards in map(type, found):
        so = found == tuple(map(cards, wanted.split("|")))
    else:
        inside = " ".join(wanted.split()) in " ".join(text.split())
        so = {"": _like(text, wanted), "has": inside, "lacks": not inside}[how]
    if not so:
        raise Wrong(f"it is {text[:500]}")


# ---------------------------------------------------------------- scripts

_BEGIN: Final = re.compile(
    r"(game|round|taken|played|holding) (\w+)(?:/(\d+))?((?:, [a-z]+[^,:]*)*)(?::(.*))?"
)
_SET: Final = re.compile(r"(?:(\d+) )?(holds|charged|tricks?|kitty|scored) ([^:]*)")
_FACT: Final = re.compile(r"([a-z]+(?: [a-z]+)*?)(?: (\d+))?(?: (has|lacks))?:\s*(.*)", re.DOTALL)
_REFUSED: Final = re.compile(r"refused: (.*?) \(([a-z-]+)\)(?::\s(.*))?", re.DOTALL)


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
    "hearts": ("hearts_broken", lambda text: text == "broken"),
    "later": ("first_trick", lambda _: False),
    "just": ("just", bool),
    "whole": ("partial", lambda _: False),
}
"""What may be said of a game after a comma, by the name of the argument."""


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
    held: dict[int, str] = attrs.Factory(dict)
    charged: dict[int, str] = attrs.Factory(dict)
    tricks: list[str] = attrs.Factory(list)
    kitty: list[str] = attrs.Factory(list)
    rounds: list[str] = attrs.Factory(list)

    def adds(self, line: str) -> bool:
        """Whether a line says more of it."""
        found = _SET.fullmatch(line)
        match found.groups() if found else ():
            case None, "kitty" | "scored" as what, said:
                (self.kitty if what == "kitty" else self.rounds).extend(said.split(" / "))
            case None, _, said:
                self.tricks.extend(said.split(" / "))
            case seat, what, said:
                (self.held if what == "holds" else self.charged)[int(seat)] = said
            case _:
                return False
        return True

    def game(self) -> Game:
        """The game of which all this is said."""
        kitty, options = " ".join(self.kitty), dict(self.options)
        rulebook = self.rulebook
        if options.pop("just", False):
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
            keyword, read = OPTIONS[name]
            options[keyword] = read(said)
        rulebook = self.books[book]
        number = int(players or rulebook.usual_players)
        self.begun = Begun(kind, rulebook, number, options)
        if kind not in {"game", "round"}:
            self.now, self.begun = self.begun.asked(piles), None

    def go_on(self, line: str) -> None:
        """Go on with the game."""
        if refused := _REFUSED.fullmatch(line):
            for move in refused[1].split(";"):
                self.refuse(move.strip(), refused[2], refused[3] or "...")
        elif line.startswith("allowed: "):
            for move in line.removeprefix("allowed: ").split(";"):
                self.attempt(move.strip())
        elif fact := _FACT.fullmatch(line):
            name, seat, how, wanted = fact.groups()
            found, hand = self.look(name, None if seat is None else int(seat))
            compare(found, how or "", wanted, hand)
        elif line == "mark":
            self.kept = self.now
        elif line == "back":
            self.now = self.kept
        else:
            self.now = moved(self.now, line)

    def attempt(self, move: str) -> None:
        """Make a move, or begin a game, and forget it."""
        elsewhere = Table(self.books, self.now)
        elsewhere.step(move)
        if elsewhere.begun:
            elsewhere.begun.game()

    def refuse(self, move: str, rule: str, reason: str) -> None:
        """A move breaks a rule, and why; a play that is explained breaks the same one."""
        try:
            self.attempt(move)
        except IllegalMove as error:
            said = [(error.rule, error.reason)]
            if " plays " in f" {move}" and rule not in {"turn", "phase"}:
                objection = self.now.explain(move.rpartition(" ")[2])
                said.append((objection.rule, objection.reason))
        except HeartsError as error:
            said = [("error", str(error))]
        else:
            raise Wrong(f"this is not refused: {move}")
        for got, why in said:
            if got != rule or not _like(why, reason):
                raise Wrong(f"{move} is refused: ({got}): {why}")

    def look(self, name: str, seat: int | None) -> tuple[object, Cards]:
        """What is so of a seat, for everyone, or of the game; and the hand that is looked at."""
        if name == "cycle":
            return cycle(self.now.rules, self.now.players, seat or 0), Cards()
        if name in OF_A_SEAT:
            view = self.now.view(seat)
            return OF_A_SEAT[name](view), view.hand
        turn = self.now.to_act[0] if self.now.to_act else None
        hand = Cards() if turn is None else self.now.hands[turn]
        if name in OF_THE_GAME:
            return OF_THE_GAME[name](self.now), hand
        viewers = (*range(self.now.players), None)
        if name == "same for":
            same = [seat for seat in viewers if self.now.view(seat) == self.kept.view(seat)]
            return " ".join("spectator" if seat is None else str(seat) for seat in same), hand
        if name not in OF_ALL:
            raise Wrong("nobody knows what this says")
        found, *others = (OF_ALL[name](self.now.view(seat)) for seat in viewers)
        if any(other != found for other in others):
            raise Wrong(f"not everyone sees the same: {[found, *others]}")
        return found, hand


class Books(dict[str, Rules]):
    """The rulebooks of a file, each made when it is first asked for."""

    def __init__(self, definitions: Mapping[str, str], each: str) -> None:
        super().__init__({"each": variants.get(each)} if each else {})
        self.definitions = definitions

    def __missing__(self, name: str) -> Rules:
        if name in self.definitions:
            self[name] = eval(self.definitions[name], dict(KNOWN), self)  # noqa: S307 - our own
        elif name in variants.all():
            self[name] = variants.get(name)
        else:
            raise KeyError(name)
        return self[name]


class Script(pytest.Item):
    """A rule, and the lines that test it."""

    lines: list[tuple[int, str]]
    books: Books

    def runtest(self) -> None:
        """Go through the lines; what goes wrong is wrong in its line."""
        table = Table(self.books)
        for number, line in self.lines:
            whole = ":\n" in line or line.startswith(("refused", "allowed"))
            try:
                for step in [line] if whole else " ".join(line.split()).split("; "):
                    table.step(step)
            except Exception as error:
                said = "" if isinstance(error, Wrong) else f"{type(error).__name__}: "
                raise Wrong(f"{self.path}:{number}: {line}\n{said}{error}") from error
        if not table.says:
            why = "the script ends here and does not say what is so"
            raise Wrong(f"{self.path}:{self.lines[-1][0]}: {self.lines[-1][1]}\n{why}")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The file, the line, and what is wrong with it."""
        wrong = isinstance(excinfo.value, Wrong)
        return str(excinfo.value) if wrong else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        """Where the script is."""
        return self.path, self.lines[0][0] - 1, self.name


class ScriptFile(pytest.File):
    """A file of ``tests/scripts``."""

    def collect(self) -> Iterator[Script]:
        """The scripts, some once for each game of the line ``each``."""
        head, scripts = self.read()
        games = head.pop("each", "").split()
        for slug, lines in scripts.items():
            used = {name for _, line in lines for name in _named(line)}
            for name in reversed(head):
                used |= _in_code(head[name]) if name in used else set()
            for game in games if "each" in used else [""]:
                script: Script = Script.from_parent(self, name=f"{slug}[{game}]" if game else slug)
                script.lines, script.books = lines, Books(head, game)
                yield script

    def read(self) -> tuple[dict[str, str], dict[str, list[tuple[int, str]]]]:
        """The rulebooks by name, and the lines of each script by its title, with their numbers."""
        said: list[tuple[int, str]] = []
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith(" ") and said:
                said[-1] = said[-1][0], f"{said[-1][1]}\n{line.strip()}"
            elif line.strip() and not line.startswith("##"):
                said.append((number, line.rstrip()))
        first = next((at for at, (_, line) in enumerate(said) if line.startswith("# ")), len(said))
        head = dict(self.rulebook(*each, said[at + 1 :]) for at, each in enumerate(said[:first]))
        scripts, slug = dict[str, list[tuple[int, str]]](), ""
        for number, line in [*said[first:], (said[-1][0], "# ")]:
            if line.startswith("# "):
                if slug and not scripts[slug]:
                    raise self.wrong(number, "the script before this says nothing")
                slug = re.sub(r"[^\w-]+", "-", line.lower().replace("'", "")).strip("-")
                if slug in scripts:
                    raise self.wrong(number, "there are two scripts of this title")
                scripts[slug] = []
            else:
                scripts[slug].append((number, line))
        del scripts[""]
        return head, scripts

    def rulebook(self, number: int, line: str, after: list[tuple[int, str]]) -> tuple[str, str]:
        """The name of a rulebook, and what it is."""
        found = re.fullmatch(r"(\w+) = (.*)|(each): (.*)", line, re.DOTALL)
        if not found:
            raise self.wrong(number, "before the first title are rulebooks: name = ...")
        name, expression = filter(None, found.groups())
        try:
            compile(expression if found[1] else "0", name, "eval")
        except SyntaxError as error:
            raise self.wrong(number, f"this does not parse: {error.msg}") from None
        used = {each for _, line in after for each in _named(line)}
        for _, each in after:
            later = re.fullmatch(r"\w+ = (.*)", each, re.DOTALL)
            used |= _in_code(later[1]) if later else set()
        if name not in used:
            raise self.wrong(number, f"no script plays by {name}")
        return name, expression

    def wrong(self, number: int, why: str) -> Exception:
        """What cannot be read, with its line."""
        return self.CollectError(f"{self.path}:{number}: {why}")


def _named(line: str) -> list[str]:
    """The rulebooks of games that begin in a line."""
    return re.findall(r"\b(?:game|round|taken|played|holding) (\w+)", line)


def _in_code(expression: str) -> set[str]:
    """The names in an expression."""
    return {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
