"""Feed random text to everything that reads text or JSON, and say what fails.

To try many inputs, or for some minutes::

    python -m tools.fuzz --inputs 1000000 --seed 1 --floods
    python -m tools.fuzz --minutes 10 --seed 2

A text is refused with a `HeartsError`, or it is accepted and round-trips: written and read again
it is equal.  Anything else is a failure: another exception, a sentence that cannot be shown, or an
input that takes too long or too much memory.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import csv
import functools
import io
import itertools
import json
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, TypeGuard, TypeVar
from unittest import mock

import attrs

from heartslib import (
    Game,
    HeartsError,
    Rules,
    View,
    cli,
    explain_play,
    legal_plays,
    record,
    rulefile,
    rules,
    score_game,
    score_hand,
    scorecard,
    variants,
    wire,
)
from heartslib.bots import by_name, careful
from heartslib.cards import PACK, Card, Cards
from heartslib.errors import quoted
from heartslib.events import Event
from heartslib.formats._json import MAX_VALUES
from heartslib.formats.converter import CONVERTER
from heartslib.formats.notation import MAX_DEAL, deal_text, read_deal, read_hands
from heartslib.moves import Answer, CallPass, Charge, Deal, LayDown, NameContract, Pass, Play, SetUp
from heartslib.phases import (
    BidPhase,
    CallPhase,
    ChargePhase,
    ClaimPhase,
    ContractPhase,
    EarlyChargePhase,
    KittyPhase,
    MixPhase,
    PassPhase,
    Phase,
    PlayPhase,
    ScorePhase,
)
from heartslib.record import MAX_CHARACTERS, RecordedRound
from heartslib.rules.passing import Mix, called
from heartslib.scorecard import CardParts, read_card, read_csv, read_json, write_csv, write_json
from heartslib.scorecard.html import card_html
from heartslib.show import svg, telling
from heartslib.show import text as text_of
from heartslib.show.telling import Voice
from heartslib.terminal import Sitting, words
from heartslib.terminal.session import Session, news, situation
from heartslib.terminal.words import TerminalVoice
from heartslib.testing import at_random, next_state
from tests.helpers.positions import moon_shot
from tests.helpers.written import written_down
from tools.shared import Budget, add_bounds

PROMISED: Final = 2.0
"""The longest that an input may take, in seconds of the processor, as SECURITY.md promises."""
most_seconds = PROMISED
"""The same in this run: a short one beside other work looks for what hangs, and measures nothing."""
MEMORY: Final = 200 << 20
"""The most memory that an input may take, in bytes."""
LONGEST_SENTENCE: Final = 6_000
"""The longest sentence of an error, in characters."""
MAX_LINE: Final = 1_000
"""The longest line or name that is tried, in characters."""

LAP: Final = 100_000
"""Inputs of all targets together before the time is looked at again."""

_ROOT: Final = Path(__file__).parents[1]
_T = TypeVar("_T")


class TooSlow(BaseException):
    """An input took too long; no parser catches it."""


class NotEqual(Exception):
    """What was accepted is not what comes back."""


class NotShown(Exception):
    """The sentence of an error is too long, or no terminal should be sent it."""


@attrs.frozen
class Target(Generic[_T]):
    """A parser.

    Attributes:
        name: What it is called on the command line.
        read: The parser.  A `HeartsError` means that the text is refused.
        check: What must work with everything that was accepted.
        seeds: Valid inputs.
        share: Its part of all inputs; cheap parsers have a larger one.
        most: The longest text that it reads, in characters; a longer one it refuses at once.
        is_json: Whether its inputs are JSON, so that values in them can be changed.
    """

    name: str
    read: Callable[[str], _T]
    check: Callable[[_T], None]
    seeds: tuple[str, ...]
    share: int
    most: int = MAX_CHARACTERS
    is_json: bool = False


@attrs.define
class Failure:
    """A way in which a parser failed, and the shortest text that brings it about."""

    text: str
    kind: str
    tail: str
    times: int = 1


@attrs.define
class Row:
    """What came of one target."""

    name: str
    inputs: int = 0
    accepted: int = 0
    refused: int = 0
    seconds: float = 0.0
    failures: dict[str, Failure] = attrs.Factory(dict[str, Failure])


def same(one: object, other: object) -> None:
    """Refuse what does not come back as it was."""
    if one != other:
        raise NotEqual(f"{one!r:.200} is not {other!r:.200}")


# ---------------------------------------------------------------- seeds


@functools.cache
def sample_games() -> tuple[Game, ...]:
    """Games at places that differ: in every phase, by other rules, of other numbers of players."""
    games: list[Game] = []
    slugs = ("american", "basic", "turbo_booster", "cancellation", "black_maria", "kitty_hearts")
    claims = claiming()
    for number, rulebook in enumerate([*map(variants.get, slugs), claims, house()]):
        rng, game = Random(number), Game.new(rulebook)
        stops = {rng.randrange(90) for _ in range(4)}
        for step in range(90):
            if step in stops:
                games.append(game)
            game = next_state(game, at_random, rng)
        games.append(game)
        if rulebook is not claims:  # what ends by a claim has no recorded round
            games.append(counted(rulebook, rng))
    return *games, *other_games()


def claiming() -> Rules:
    """A rulebook in which the rest may be claimed."""
    played_out = rules.PlayedOut(claims=True)
    return attrs.evolve(variants.get("american"), name="Claims", round_end=played_out)


def other_games() -> Iterator[Game]:
    """Games of other shapes: contracts, partners, a moon to be paid, a position laid out, the end."""
    begun = Game.new(
        variants.get("barbu"), round_number=1, contracts=["no-tricks"], scores=(2, 2, 2, 2)
    )
    yield begun.change_rules(house()).change_rules(variants.get("basic")).deal(seed=1)
    mixed = attrs.evolve(variants.get("american"), name="Mixed", passing=rules.Cycle((Mix(),)))
    for rulebook, phase in (
        (variants.get("american"), PassPhase),
        (variants.get("barbu"), ContractPhase),
        (variants.get("auction_hearts"), BidPhase),
        (variants.get("auction_hearts"), PlayPhase),
        (variants.get("auction_hearts"), ScorePhase),
        (early(), EarlyChargePhase),
        (early(), ScorePhase),
        (automatic(), ScorePhase),
        (variants.get("barbu"), PlayPhase),
        (variants.get("kierki"), PlayPhase),
        (variants.get("partnership"), PlayPhase),
        (variants.get("turbo"), ChargePhase),
        (variants.get("lora"), ScorePhase),
        (variants.get("barbu"), ScorePhase),
        (variants.get("tetka"), ScorePhase),
        (claiming(), ClaimPhase),
        (mixed, MixPhase),
        (mixed, ScorePhase),
        (house(), CallPhase),
        (house(), KittyPhase),
    ):
        yield reached(rulebook, phase)
    yield reached(variants.get("gong_zhu"), ScorePhase, number=1)  # it has a leader
    yield moon_shot()
    yield moon_shot().choose_moon("add")
    yield moon_shot().choose_moon("subtract").score()
    yield Game.new(variants.get("american")).set_up(
        ["QS 2H", "KS 3H", "4H 5C", "6H"], leader=3, trick="AC", taken=["", "2C 3C 4C 7C", "", ""],
        scores=[1, 2, 3, 4], waive=["card-count"],
    )  # fmt: skip
    yield counted(variants.get("american"), Random(3)).score().stop()


def early() -> Rules:
    """A rulebook in which players charge before the pass."""
    charges = attrs.evolve(rules.TURBO_CHARGES, before_pass=True)
    return attrs.evolve(variants.get("turbo"), name="Early", charging=charges)


def automatic() -> Rules:
    """A rulebook in which the scores decide how a moon is paid."""
    moon = rules.ShootTheMoon((rules.ADD, rules.SUBTRACT), automatic=True)
    return attrs.evolve(variants.get("american"), name="Automatic", moon=moon)


def reached(rulebook: Rules, phase: type[Phase], number: int = 0) -> Game:
    """A game in a phase, in the round with this number or later."""
    rng, game = Random(phase.__name__), Game.new(rulebook)
    while type(game.phase) is not phase or game.round_number < number:
        game = next_state(game, at_random, rng)
    return game


def house() -> Rules:
    """A rulebook with a rule of the caller in many chapters."""
    return attrs.evolve(
        variants.get("turbo_booster"),
        name="House",
        players=(4,),
        deck=rules.Pack(kitty=4),
        kitty=rules.KittyTo(rules.Taker.OF_PENALTY, exchanged=True),
        passing=rules.DealerCalls(2),
        bonuses=(rules.JACK_OF_DIAMONDS_BONUS, rules.NoTricksBonus(-5)),
        totals=(rules.ExactTotals({100: 50}),),
        sides=rules.Partners(),
    )


def counted(rulebook: Rules, rng: Random) -> Game:
    """A game whose first round is finished and not entered."""
    game = Game.new(rulebook)
    while game.phase.name != "score":
        game = next_state(game, at_random, rng)
    return game


@functools.cache
def sample_rounds() -> tuple[dict[str, Any], ...]:
    finished = (game for game in sample_games() if game.phase.name == "score")
    return tuple(written_down(game) for game in finished if type(game.history[-1]) is not Answer)


# ---------------------------------------------------------------- targets


def check_cards(text: str) -> None:
    cards = Cards.parse(text)
    same(Cards.parse(str(cards)), cards)
    same(Cards.parse(f"{cards:u}"), cards)
    for card in cards:
        same(Card.parse(str(card)), card)


def read_card_or_cards(text: str) -> str:
    """The text, if it can be read as cards; a single card is read as such."""
    if len(Cards.parse(text)) == 1:
        same(Cards(Card.parse(text)), Cards.parse(text))
    return text


def read_any_deal(text: str) -> tuple[tuple[Cards | None, ...], Deal | None]:
    hands = read_hands(text)
    return hands, None if None in hands else read_deal(text)


def check_deal(found: tuple[tuple[Cards | None, ...], Deal | None]) -> None:
    hands, deal = found
    for first in range(len(hands)):
        same(read_hands(deal_text(hands, first=first)), hands)
    if deal:
        same(deal.hands, hands)
        same(read_deal(deal_text(deal.hands, deal.kitty, 1)), deal)


def check_record(game: Game) -> None:
    again = record.loads(record.dumps(game).encode().decode())
    same(again, game)
    same(again.history, game.history)


def check_rules(rulebook: Rules) -> None:
    same(record.loads_rules(record.dumps_rules(rulebook)), rulebook)
    rulebook.describe()


def is_too_much(text: str, most: int = MAX_CHARACTERS) -> bool:
    """Whether written text is longer than a reader accepts, although the text read was not."""
    return len(text) > most or sum(map(text.count, ",[{")) > MAX_VALUES


def check_rounds(rounds: tuple[RecordedRound, ...]) -> None:
    for each in rounds[:2]:
        refused(each.replay)


def refused(question: Callable[..., object], *about: object) -> bool:
    """Whether a question is answered with a `HeartsError`, which it may be."""
    try:
        question(*about)
    except HeartsError:
        return True
    return False


def check_view(seen: wire.SeenView) -> None:
    view = seen.view
    head: dict[str, object] = {"format": wire.VIEW_FORMAT, "version": 1}
    head |= {"number": seen.number, "epoch": seen.epoch}
    head |= {"since": seen.since, "events": CONVERTER.unstructure(seen.events, tuple[Event, ...])}
    text = json.dumps({**head, "view": CONVERTER.unstructure(view)})
    same(wire.loads_view(text.encode().decode()), seen)
    refused(view.legal_plays)
    for card in ("2C", "QS", "AH"):
        refused(view.explain, card)
    refused(lambda: (view.winners, view.passes_to, view.pass_count, view.task))
    refused(lambda: (view.shown, view.table.piles))
    refused(wire.question_of, view)
    refused(repr, view)
    refused(str, view)
    refused(said_of, seen, _VOICES[len(text) % len(_VOICES)])
    if len(text) % 4 == 0:  # pictures take long
        refused(svg.table_svg, view)


_VOICES: Final = (Voice(), Voice(spoken=True), Voice(letters=True))


def said_of(seen: wire.SeenView, voice: Voice) -> str:
    """What is said to the seat of a view: its question, and what has happened."""
    view = seen.view
    lines = [telling.asked(view)]
    lines += (telling.objection(view, card, voice) for card in view.hand)
    for event in seen.events:
        lines += telling.sentences(view, event, voice)
    return "\n".join(lines)


def check_move(sent: wire.SentMove) -> None:
    text = wire.dumps_move(sent.move, sent.number, epoch=sent.epoch)
    same(wire.loads_move(text.encode().decode()), sent)
    repr(sent.move)
    str(sent.move)
    games = sample_games()
    number = sent.number if isinstance(sent.number, int) else len(text)
    for at in (number, number + 1):
        game = games[at % len(games)]
        for seat in {0, getattr(sent.move, "seat", 0)}:
            refused(wire.receive, game, text, seat)
            refused(wire.receive, game, wire.dumps_move(sent.move, sent.number), seat)


_ANSWER: Final[dict[str, Any]] = {"format": wire.ANSWER_FORMAT, "version": 1}


def check_answer(answer: wire.SentAnswer) -> None:
    parts = {name: given for name, given in attrs.asdict(answer).items() if given is not None}
    if answer.cards is not None:
        parts["cards"] = [*map(str, answer.cards)]
    text = json.dumps({**_ANSWER, **parts})
    same(wire.loads_answer(text), answer)
    games = sample_games()
    for game in (games[(answer.number or 0) % len(games)], games[len(text) % len(games)]):
        at = {"number": wire.number_of(game), "epoch": 0}
        now = json.dumps({**_ANSWER, **parts, **at})
        for seat in range(game.players):
            refused(wire.receive, game, text, seat)
            refused(wire.receive, game, now, seat)


def check_rulebook(rulebook: Rules) -> None:
    again = rulefile.loads(rulefile.dump(rulebook))
    same(again, rulebook)
    rulebook.describe()


_Table = tuple[tuple[str, ...], list[dict[str, object]]]


def check_csv(found: _Table) -> None:
    names, rounds = found
    text = csv_text(names, rounds)
    if not is_too_much(text, scorecard.MAX_CHARACTERS):
        same(read_csv(text), found)
        if not names[0].lstrip().startswith(("{", "[")):
            same(read_card(text), (*found, None))
    refused(card_text, variants.get("american"), rounds, names)


def card_text(rulebook: Rules, rounds: Any, names: Sequence[str] | None) -> str:
    card = score_game(rulebook, rounds=rounds, names=names)
    refused(write_csv, card)
    text = write_json(card)
    if not is_too_much(text, scorecard.MAX_CHARACTERS):
        names, rounds, _ = read_json(text)
        same(score_game(rulebook, rounds=rounds, names=names), card)
    return f"{card}\n{card_html(card)}"


def csv_text(names: Sequence[str], rounds: Sequence[dict[str, object]]) -> str:
    """A table as `read_csv` reads it; the rounds have numbers, so that no row is empty.

    It has a byte order mark, so that one in the first name is part of the name.
    """
    found = io.StringIO("\ufeff")
    found.seek(1)
    writer = csv.writer(found)
    extras = ("moon", "charged", "contract", "partial")
    writer.writerow([*names, *extras, "round"])
    for number, each in enumerate(rounds, 1):
        cells: Any = each.get("points", each.get("taken"))
        writer.writerow([*cells, *(each.get(name, "") for name in extras), number])
    return found.getvalue()


def check_score(found: CardParts) -> None:
    names, rounds, own = found
    card = {"names": names, "rounds": rounds, "rules": own}
    text = json.dumps(CONVERTER.unstructure(card))
    if not is_too_much(text, scorecard.MAX_CHARACTERS):
        same(read_json(text), found)
        same(read_card(text), found)
    for slug in ("american", "turbo", "omnibus", "barbu", "slobberhannes"):
        refused(card_text, variants.get(slug), rounds, names)


def check_saved(sitting: Sitting) -> None:
    again = Sitting.loads(sitting.dumps())
    same(again, sitting)
    refused(lambda: (sitting.view, sitting.is_waiting, sitting.undone()))


@functools.cache
def sessions() -> tuple[Session, ...]:
    """Games in which a human is asked something, each shown in another way."""
    voices = (TerminalVoice(), TerminalVoice(spoken=True), TerminalVoice(letters=True, lines=20))
    sittings = (sitting_of(game, game.to_act[0]) for game in sample_games() if game.to_act)
    return tuple(map(Session.begin, sittings, itertools.cycle(voices)))


def sitting_of(game: Game, seat: int) -> Sitting:
    return Sitting(game, seat, ("random",) * (game.players - 1), 7)


def typed(text: str) -> Session:
    """The session of that number after a line has been typed, unless it is refused.

    A line that would write a file is not tried.
    """
    number, _, line = text.partition(" ")
    if not number.isdecimal() or len(number) > 4 or len(line) > MAX_LINE:
        raise HeartsError("the number of a session and a line of usual length are wanted")
    if line.strip().partition(" ")[0].lower() in {"save", "quit", "exit"}:
        raise HeartsError("this would write a file")
    before = sessions()[int(number) % len(sessions())]
    after = before.answered(line)
    for sentence in (*after.reply, *after.pages):
        check_sentence(sentence)
    if after.reply and after.table == before.table:
        raise HeartsError(after.reply[0])
    return after


def check_typed(session: Session) -> None:
    situation(session)
    news(session)
    words.asked(session.view)


def named(text: str) -> str:
    """The text, if it is the name of something; what is shown for people takes any text."""
    for show in (text_of.with_symbols, text_of.in_letters, text_of.one_line, text_of.short_name,
                 text_of.name_words, text_of.wrapped, text_of.capital, quoted):  # fmt: skip
        show(text)
    view = sample_games()[0].view(0)
    for voice in _VOICES:
        voice.phrased(view, text)
    refused(lambda: Game.new(variants.get("american"), names=[text, "b", "c", "d"]))
    readers = (variants.get, by_name, *asked_by_name())
    if all(refused(read, text) for read in readers):
        raise HeartsError("this is no name")
    return text


@functools.cache
def asked_by_name() -> tuple[Callable[[str], object], ...]:
    """What takes a name in a game."""
    barbu, dealer_calls = variants.get("barbu"), rules.DealerCalls(3)
    return (
        barbu.under,
        lambda call: called(dealer_calls.calls(4), call, 4),
        Game.new(house()).call_pass,
        moon_shot().choose_moon,
        reached(barbu, ContractPhase).name_contract,
    )


def check_named(text: str) -> None:
    for read in (variants.get, by_name):
        if not refused(read, text):
            same(read(text), read(text))


def commanded(text: str) -> str:
    """What the command line prints for some words, if it takes them; it writes no file."""
    try:
        arguments = json.loads(text[:5_000])
    except (ValueError, RecursionError):
        raise HeartsError("these are no words") from None
    if not is_list(arguments) or arguments[:1] not in (["score"], ["rules"], ["replay"]):
        raise HeartsError("this is for none of the commands")
    if not all(isinstance(word, str) and "\0" not in word for word in arguments):
        raise HeartsError("an argument is text without null characters")
    out, error = io.StringIO(), io.StringIO()
    recorded = json.dumps(sample_rounds()[0])
    read = recorded if arguments[0] == "replay" else table_inputs()[0]
    given = io.TextIOWrapper(io.BytesIO(read.encode()), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(error), mock.patch("sys.stdin", given):
            status: object = cli.main(arguments)
    except SystemExit as ends:  # --help
        status = ends.code
    if status not in {0, cli.POINTS_DIFFER}:
        raise HeartsError(error.getvalue().removesuffix("\n"))
    return out.getvalue()


def check_printed(printed: str) -> None:
    if _NOT_SHOWN.search(printed):
        raise NotShown(ascii(printed[:200]))


def by_keyword(
    make: Callable[..., object], names: str, *, needs: Sequence[str] = ()
) -> Callable[..., object]:
    """A function of parts in order; a part that is null is left out, unless `make` needs it."""

    def of_parts(*parts: Any) -> object:
        pairs = zip(names.split(), parts, strict=True)
        return make(**{name: part for name, part in pairs if part is not None or name in needs})

    return of_parts


def laid_out(**parts: Any) -> Game:
    return Game.new(variants.get("turbo")).apply(SetUp(**parts))


def dealt(**parts: Any) -> Game:
    return Game.new(variants.get("turbo")).deal(**parts)


def counted_hand(slug: Any, **parts: Any) -> object:
    return score_hand(variants.get(slug), **parts)


def seen_set_up(**parts: Any) -> View:
    return View.set_up(variants.get("turbo"), **parts)


_SET_UP: Final = " ".join(field.name for field in attrs.fields(SetUp))
_ASKED: Final = "hand trick tricks charged players first_trick"

MAKERS: Final[dict[str, Callable[..., object]]] = {
    "Deal": Deal,
    "Pass": Pass,
    "Pass.split": Pass.split,
    "Charge": Charge,
    "LayDown": LayDown,
    "Play": Play,
    "SetUp": by_keyword(SetUp, _SET_UP, needs=_SET_UP.split()),
    "CallPass": CallPass,
    "NameContract": NameContract,
    "deal_text": deal_text,
    "make_converter": record.make_converter,
    "legal_plays": by_keyword(
        functools.partial(legal_plays, variants.get("turbo")), _ASKED, needs=["hand"]
    ),
    "explain_play": by_keyword(
        functools.partial(explain_play, variants.get("turbo")),
        f"card {_ASKED}",
        needs=["card", "hand"],
    ),
    "score_hand": by_keyword(
        counted_hand, "slug taken moon charged trick_counts partial contract scores", needs=["slug"]
    ),
    "Game.new": by_keyword(
        functools.partial(Game.new, variants.get("barbu")),
        "players dealer scores round_number contracts leader pool",
        needs=["round_number", "contracts"],
    ),
    "View.set_up": by_keyword(
        seen_set_up,
        "hand seat leader tricks trick charged scores hand_sizes waive bids",
        needs=["hand", "seat", "leader"],
    ),
    "Game.set_up": by_keyword(laid_out, _SET_UP, needs=["hands", "leader"]),
    "Game.deal": by_keyword(dealt, "order hands kitty"),
}
_ENDLESS: Final[dict[str, Callable[[], Iterator[object]]]] = {
    "endless cards": lambda: itertools.repeat("2C"),
    "endless strings": lambda: itertools.repeat(""),
    "endless numbers": itertools.count,
    "endless pairs": lambda: itertools.repeat((1, "2C")),
    "endless lists": lambda: itertools.repeat(itertools.repeat("2C")),
    "nothing": lambda: iter(()),
}
"""What stands for an iterable that does not end."""


def made(text: str) -> object:
    """What one of `MAKERS` makes of a list of parts, some of which do not end."""
    try:
        maker, parts = json.loads(text[:5_000])
        make, wanted = MAKERS[maker], _PARTS[maker]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise HeartsError("this is for none of them") from None
    if not is_list(parts) or len(parts) != len(wanted):
        raise HeartsError("these are not all the parts, or too many")
    return make(*map(with_endless, parts))


def check_made(found: object) -> None:
    repr(found)
    str(found)


def with_endless(value: Any) -> Any:
    """Put what does not end into lists, which may be nested deeper than Python can recurse."""
    whole: list[Any] = [value]
    lists = [whole]
    while lists:
        parts = lists.pop()
        for place, part in enumerate(parts):
            if isinstance(part, str) and part in _ENDLESS:
                parts[place] = _ENDLESS[part]()
            elif is_list(part):
                lists.append(part)
    return whole[0]


_ANSWERS: Final[tuple[dict[str, Any], ...]] = (
    {"cards": ["QS"]},
    {"cards": ["2C", "3D", "TH"]},
    {"cards": []},
    {"name": "add"},
    {"name": "claim"},
    {"yes": True},
    {"yes": False},
)
_PARTS: Final[dict[str, list[Any]]] = {
    "Deal": [["2C", "3C"], "endless cards", "3C"],
    "Pass": [0, "2C 3C", [[1, "2C"], [2, "3C"]]],
    "Pass.split": [0, {"1": "QS"}],
    "Charge": [0, "endless cards"],
    "LayDown": [0, ["2C", "endless strings"]],
    "Play": [0, "QS"],
    "SetUp": [
        *([1, 2], 13, "a", [5, 0], "", "QS", "endless pairs", ["2D 3D"]),
        *("4C", ["", "3H"], ["tricks"], 0, ["2C"], [], []),
    ],
    "CallPass": [0, "left"],
    "NameContract": [0, "a-b"],
    "deal_text": [["2C", None, "endless cards"], "nothing", 0],
    "make_converter": ["endless numbers"],
    "legal_plays": ["2C QS AH", "", ["2D 3D 4D 5D"], "QS", 4, None],
    "explain_play": ["QS", "2C QS AH", "3C", None, "", None, True],
    "score_hand": ["omnibus", ["2H", "QS JD", "", ""], None, "", [9, 4, 0, 0], True, None, None],
    "Game.new": [4, 1, [0, 5, "endless numbers", 0], 1, ["no-tricks"], None, 0],
    "View.set_up": [
        *("QS 2H", 1, 1, ["2D 3D 4D 5D"], "", ["", "QS"], None, None, ["card-count"], None),
    ],
    "Game.set_up": [
        *([1, 2, 3, 4], 0, None, None, "", None, [], [], "AC", None, ["card-count"], 3),
        *(["QS 2H", "KS 3H", "4H 5C", "6H"], ["", "", "", ""], []),
    ],
    "Game.deal": [None, ["2C"], "endless cards"],
}


def score_commands() -> tuple[str, ...]:
    """Words for the command line."""
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    taken = ["--taken", hearts]
    score: Any = (
        ["score", "-"],
        ["score", *taken, "QS", "", "", "--moon", "add"],
        ["score", "turbo", *taken, "QS JD TC", "", "", "--charged", "QS", "--partial"],
        ["score", "barbu", *taken, "", "", "", "--contract", "no-hearts", "--partial"],
        ["score", "jab_moo", *taken, "QS", "", "", "--trick-counts", "1,2,3,7", "--partial"],
        ["rules", "omnibus", "--players", "5", "--against", "american"],
        ["rules", "lora", "--toml"],
        ["replay", "-"],
    )
    return tuple(map(json.dumps, score))


@functools.cache
def targets() -> dict[str, Target[Any]]:
    """Everything that reads text or JSON, by the name that the command line has for it."""
    games, recorded = sample_games(), sample_rounds()
    calls = (pattern.name for pattern in rules.DealerCalls(3).calls(4))
    names = (
        *variants.all(),
        *variants.get("barbu").contract_names,
        *calls,
        "add",
        "monte-carlo:50",
    )
    lines = ("hint", "undo", "why QS", "why", "hand", "table", "last", "score", "rules", "help", "")
    sentences = ("seat 2 has QS and 10♥", "seat 0, 1 and 3's KS", "seat 4 and 99")
    dealt_hands = [
        deal_text(game.deals[0].hands, game.deals[0].kitty, 1) for game in games if game.deals
    ]
    pairs = [(game, seat) for game in games for seat in (None, *game.to_act[:1])]
    sent = {type(move): move for game in games for move in game.history}
    records = [json.dumps(recorded[at : at + 2]) for at in (0, 2, 5)]
    answers = [{**_ANSWER, "number": at, **given} for at, given in enumerate(_ANSWERS)]
    rulebooks = map(record.dumps_rules, (*variants.all().values(), house()))
    views = (wire.dumps_view(game, seat, since=len(game.history) // 2) for game, seat in pairs)
    moves_sent = (wire.dumps_move(move, at) for at, move in enumerate(sent.values()))
    saved = (sitting_of(game, at % game.players).dumps() for at, game in enumerate(games))
    careful_lines = (
        f"{at} {words.typed(each.view, careful(each.view), each.voice)}"
        for at, each in enumerate(sessions())
        if each.view.question
    )
    typed_lines = *(f"{at} {line}" for at, line in enumerate(lines)), *careful_lines
    rounds = *map(json.dumps, recorded), *(f'{{"rounds": {each}}}' for each in records)
    of_json = functools.partial(Target[Any], is_json=True)
    deals = *dealt_hands, "0:- Q... ... ... + QS"
    found: list[Target[Any]] = [
        Target("cards", read_card_or_cards, check_cards, card_inputs(), 40, 10_000),
        Target("deal", read_any_deal, check_deal, deals, 12, MAX_DEAL),
        of_json("record", record.loads, check_record, tuple(map(record.dumps, games)), 3),
        of_json("rules", record.loads_rules, check_rules, tuple(rulebooks), 4),
        of_json("rounds", record.read_rounds, check_rounds, rounds, 4),
        of_json("view", wire.loads_view, check_view, tuple(views), 5),
        of_json("move", wire.loads_move, check_move, tuple(moves_sent), 12, wire.MAX_MOVE),
        of_json(
            "answer",
            wire.loads_answer,
            check_answer,
            tuple(map(json.dumps, answers)),
            12,
            wire.MAX_MOVE,
        ),
        of_json("given", made, check_made, tuple(map(json.dumps, _PARTS.items())), 8, 5_000),
        Target(
            "rulebook",
            rulefile.loads,
            check_rulebook,
            rulebook_inputs(),
            4,
            rulefile.MAX_CHARACTERS,
        ),
        of_json("saved", Sitting.loads, check_saved, tuple(saved), 3),
        Target("typed", typed, check_typed, typed_lines, 3, MAX_LINE),
        Target("name", named, check_named, (*names, *sentences), 6, MAX_LINE),
        of_json("command", commanded, check_printed, score_commands(), 3, MAX_LINE),
        Target("csv", read_csv, check_csv, table_inputs(), 7),
        of_json("score", read_json, check_score, score_inputs(), 5),
    ]
    return {each.name: each for each in found}


def card_inputs() -> tuple[str, ...]:
    return ("QS", "10d", "Q♠", "♠", "QS KS, AS", "[2c|3d] Tc", " ".join(map(str, PACK)), "Q♠\ufe0f")


def rulebook_inputs() -> tuple[str, ...]:
    written = [rulefile.dump(each) for each in (*variants.all().values(), house())]
    by_hand = (
        'name = "The Millers"\nbased_on = "omnibus"\nplayers = [3, 4]\n\n[moon]\npoints = 30\n\n'
        '[[bonuses]]\nrule = "CardValues"\nvalues = {JD = -10, "hearts QS" = 1}\n'
    )
    return (*written, by_hand)


def table_inputs() -> tuple[str, ...]:
    return (
        "N,E,S,W\n0,26,0,0\n13,13,0,0\n",
        "round,N,E,S,W,moon\n1,0,26,0,0,\n2,QS,2H 3H 4H,5H 6H 7H 8H 9H,TH JH QH KH AH,\n",
        "N\tE\tS\tW\tcontract\tpartial\n2C\t\t\t\tno-tricks\ttrue\n1\t2\t3\t4\tqueens\tfalse\n",
        'N,"E, or ""East""",S,W,charged,moon\n,,,QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH,QS,add\n',
    )


def score_inputs() -> tuple[str, ...]:
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    one: Any = {"taken": [hearts, "QS JD", "", ""], "partial": True, "trick_counts": [9, 4, 0, 0]}
    other: Any = {"taken": [f"{hearts} QS JD TC", "", ["4C"], ""], "moon": "add", "charged": "QS"}
    points: Any = {"points": [0, 26, 0, 0]}
    return (
        json.dumps({"rounds": [one, points, other], "names": list("NESW"), "variant": "american"}),
        json.dumps([[hearts, "QS", "", ""], points]),
        json.dumps([{"tricks": ["2C 3C 4C 5C", "QS KS AS 2S"], "leader": 1, "contract": "tricks"}]),
        json.dumps({"rounds": [{**points, "contract": "no-tricks"}], "variant": "barbu"}),
        write_json(score_game(house(), rounds=[{"taken": ["QS 2H", "", "", ""], "partial": True}])),
    )


# ---------------------------------------------------------------- inputs

_NASTY: Final = (
    *("", " ", "\t", "\n", "\r\n", "\0", "\x7f", "\x85", "\u2028", "\ufeff", "\ufe0f", "\u200b"),
    *("\ud800", "\udfff", "٣", "１", "Ⅷ", "²", "\u212a", "\u017f", "İ", "ß", "♠", "♡", "é", "𝟚"),
    *("10", "T", "QS", "1C", "-1", "+", "0", "99", "1e999", "NaN", "Infinity", "-0", "1_000"),
    *("9" * 18, "9" * 19, "9" * 400, "9" * 5000, "0x10", "1.5", "None", "none", "true", "null"),
    *(".", ",", ";", ":", "=", "-", "/", "\\", '"', "'", '""', "{", "}", "[", "]", "[[", "{}"),
    *("\x1b[31m", "\x9b", "\\u001b", "\\ud800", "\u202e", ".a" * 40, " . a" * 40, '"' * 3, "'" * 3),
    *("[" * 50, "{" * 50, '{"a":' * 40, "[" * 3000, "(" * 200, "QS" * 300, "A" * 20_000),
    *("0:", "5:", "...", "....", "- -", "deal=", "plays=", "round=", "1:QS,3:KS", "name", "rule"),
)
_TOKEN: Final = re.compile(r"\w+|\s+|.", re.DOTALL)


def made_up(rng: Random) -> str:
    """A text out of nothing."""
    if rng.random() < 0.5:
        letters = "23456789TJQKA10cdshCDSH♣♦♠♥ .,;:|-+[]{}\"'\n=" if rng.random() < 0.8 else ""
        return "".join(
            rng.choice(letters) if letters else chr(rng.randrange(0x3000))
            for _ in range(rng.randrange(40))
        )
    return "".join(rng.choice(_NASTY) for _ in range(rng.randrange(1, 6)))


def flipped(text: str, rng: Random) -> str:
    """With one character changed, in one of its bits or for any other."""
    at = rng.randrange(len(text))
    new = chr(ord(text[at]) ^ 1 << rng.randrange(7)) if rng.random() < 0.6 else rng.choice(_NASTY)
    return text[:at] + new + text[at + 1 :]


def spliced(text: str, rng: Random) -> str:
    """With a piece cut out, doubled, or something put in its place."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 2, 5, 30, 1000)))
    piece = text[start:end]
    new = rng.choice(("", "", piece * 2, piece * 9, piece[::-1], rng.choice(_NASTY)))
    return text[:start] + new + text[end:]


def cut(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] if rng.random() < 0.7 else text[at:]


def swapped(text: str, rng: Random) -> str:
    """With two of its tokens in each other's place, or one in both."""
    tokens = _TOKEN.findall(text[:4000])
    one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    if rng.random() < 0.5:
        tokens[one] = tokens[other]
    else:
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens) + text[4000:]


_LIKE: Final = {
    **dict(zip("0123456789", "٠１２３๔５６７８９", strict=True)),
    **dict(zip("KkSsTQ-", "\u212a\u212a\u017f\u017fＴＱ−", strict=True)),
}
_ALIKE: Final = re.compile("|".join(map(re.escape, _LIKE)))


def disguised(text: str, rng: Random) -> str:
    """With a sign changed for one that only looks like it or has its value."""
    places = [match.start() for match in _ALIKE.finditer(text)]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + _LIKE[text[at]] + text[at + 1 :]


_ON_TEXT: Final = (flipped, spliced, spliced, cut, swapped, disguised)


def mutated(text: str, rng: Random) -> str:
    """The text with one to four changes, usually one."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        if text:
            text = rng.choice(_ON_TEXT)(text, rng)
    return text


# ---------------------------------------------------------------- JSON

_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 3, 4, 5, 7, 11, 12, 52, 99, 1.0, 1.5, -0.0),
    *(10**9, 10**17, -(10**17), 10**18, 10**30, 10**400),
    *("", " ", "QS", "qs 10d", "Q♠", "1C", "abc", "american", "american@1", "american@9", "٣"),
    *("\ud800", "\u212aS", "Target", "Play", "over", "play", "charge", "add", "QS" * 250),
    *([], [[]], {}, [0], [0, 0, 0, 0], ["QS"], [1, "QS"], [[1, "QS"]], ["", "", "", ""], [None]),
    *({"rule": "Target"}, {"rule": "Hold"}, {"rule": "Mix", "count": 3}, {"rule": 5}, {"a": 1}),
    *({"QS": 1}, {"0": "QS"}, {"٣": "QS"}, {"9" * 5000: "QS"}, {"move": "Claim", "seat": 0}),
    *(float("inf"), float("nan"), float("-inf")),
    *([0] * 300, list(range(-3, 9)), "A" * 11_000),
    *("\x1b[31m", "a\nb", "a\r", "\x9b", "\ufeff", "\u202e", *_ENDLESS),
)
_RAW: Final = ("1e999", "9" * 5000, "NaN", "-Infinity", "01", "1E400", '{"a":1,"a":2}', "[" * 2000)
_MARK: Final = "\uf8ff"
"""Stands in a value for a token that `json.dumps` would not write."""


def mutated_json(value: Any, rng: Random) -> str:
    """The JSON with one to three changes to its values, usually one."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = changed(value, rng, value)
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    mark = json.dumps(_MARK)
    for token in (mark, f'"{_MARK}"'):
        text = text.replace(token, rng.choice(_RAW))
    if rng.random() < 0.05:
        text = doubled_key(text, rng)
    return text


def changed(value: Any, rng: Random, whole: Any) -> Any:
    """A copy that differs somewhere inside; what is not changed is shared."""
    if not value or rng.random() < 0.12:
        return replaced(value, rng, whole)
    if is_list(value):
        return changed_list(value, rng, whole)
    if not is_object(value):
        return replaced(value, rng, whole)
    found = dict(value)
    key = rng.choice(list(found))
    chance = rng.random()
    if chance < 0.06:
        del found[key]
    elif chance < 0.1:
        found[rng.choice(("extra", "rule", "moves", "seat", "", "\ud800"))] = rng.choice(_VALUES)
    elif chance < 0.14:
        other = rng.choice(list(found))
        found[key], found[other] = found[other], found[key]
    else:
        found[key] = changed(found[key], rng, whole)
    return found


def changed_list(value: list[Any], rng: Random, whole: Any) -> list[Any]:
    found = list(value)
    at, chance = rng.randrange(len(found)), rng.random()
    if chance < 0.08:
        del found[at]
    elif chance < 0.16:
        found.insert(at, found[rng.randrange(len(found))])
    elif chance < 0.22:
        other = rng.randrange(len(found))
        found[at], found[other] = found[other], found[at]
    elif chance < 0.24:
        found = found[:at]
    elif chance < 0.25:
        found *= 30
    else:
        found[at] = changed(found[at], rng, whole)
    return found


def replaced(value: Any, rng: Random, whole: Any) -> Any:
    """Another value in its place: near it, from elsewhere in the text, of any type, or nested."""
    chance = rng.random()
    if type(value) is int and chance < 0.4:
        return value + rng.choice((-1, 1, 2, 10))
    if isinstance(value, str) and chance < 0.5:
        return mutated(value, rng) if rng.random() < 0.5 else str(rng.choice(PACK))
    if chance < 0.7:
        return rng.choice(_VALUES)
    if chance < 0.85:
        return elsewhere(whole, rng)
    if chance < 0.93:
        return _MARK
    for _ in range(rng.choice((1, 2, 40, 200))):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value


def elsewhere(value: Any, rng: Random) -> Any:
    while rng.random() < 0.8:
        inner = value if is_list(value) else list(value.values()) if is_object(value) else []
        if not inner:
            break
        value = rng.choice(inner)
    return value


def is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def doubled_key(text: str, rng: Random) -> str:
    """With a key of the outermost object there twice."""
    entry = rng.choice(('"format": 1, ', '"version": 1, ', '"rules": 5, ', '"rounds": [], '))
    return text.replace("{", "{" + entry, 1)


# ---------------------------------------------------------------- floods

_FLOODS: Final = (
    *("[", "]", "[]", "[],", "{", '{"a":', "{},", "(", "0,", '"",', '"a",', "[[", "[0,"),
    *('"', "'", '\\"', "\\", "\\u", "\\ud800", "\x1b", "\ud800", "\ufeff", "\0", "😀", '"😀",'),
    *("9", "-", "+", ".", "a.", '"a".', " . ", ",", ";", ":", "=", "|", "#"),
    *(" ", "\n", "\r\n", "\t"),
    *("a=1\n", "a.b=1\n", "[a]\n", "[[a]]\n", "a={", "a=[", 'a="""', "QS", "2C ", "... ", "none "),
    *("1:QS,", '"a":1,', "A", "é", "1,", "1,2,3,4\n", "x,", '"x\n",'),
)
"""What is written over and over."""
_MANY: Final[tuple[Any, ...]] = (
    *(0, "", "QS", "a", None, [], {}, [[]], {"a": 1}, [0], {"rule": "FollowSuit"}, {"rule": "x"}),
    *({"move": "Score"}, {"move": "Play"}, {"move": "Claim", "seat": 0}, [1, "QS"], [[1], 1], "😀"),
    {"hands": [], "plays": []},
)


def repeated(text: str, piece: str, size: int, rng: Random) -> str:
    """A text with a piece in it over and over, perhaps with an opening before it."""
    piece = rng.choice(("", "", "[", "{", '"', '{"a": [', "x = ", "[")) + piece * (
        size // len(piece)
    )
    at = rng.choice((0, len(text), rng.randrange(len(text) + 1)))
    return text[:at] + piece + text[at:]


def inflated(value: Any, size: int, rng: Random) -> str:
    """A JSON text in which one place holds far too much."""
    place, way = value, list[Any]()
    while (is_list(place) or is_object(place)) and place and rng.random() < 0.9:
        way.append(rng.randrange(len(place)) if is_list(place) else rng.choice(list(place)))
        place = place[way[-1]]
    text = json.dumps(with_at(value, way, _MARK))
    return text.replace(json.dumps(_MARK), much(place, size, rng), 1)


def with_at(value: Any, way: Sequence[Any], new: Any) -> Any:
    """A copy of a value with something else at a place."""
    if not way:
        return new
    found = list(value) if is_list(value) else dict(value)
    found[way[0]] = with_at(found[way[0]], way[1:], new)
    return found


def much(value: Any, size: int, rng: Random) -> str:
    """A list, an object, a string or a number of that many characters."""
    entry: Any = rng.choice(_MANY)
    if is_list(value) and value and rng.random() < 0.6:
        entry = rng.choice(value)
    one = json.dumps(entry, ensure_ascii=rng.random() < 0.5)
    kind = rng.choice("lllllotnd")
    if kind == "l":
        return f"[{', '.join([one] * (size // (len(one) + 2)))}]"
    if kind == "o":
        keys = range(size // (len(one) + 12))
        return (
            "{" + ", ".join(f'"{key if rng.random() < 0.99 else 0}": {one}' for key in keys) + "}"
        )
    if kind == "t":
        sign = rng.choice(("a", "\\n", "\\ud800", "\\u001b", "é", "😀", "QS", "[", " "))
        return f'"{sign * (size // len(sign))}"'
    if kind == "n":
        return rng.choice(("9" * size, "1." + "9" * size, "1e" + "9" * size))
    return rng.choice(
        ("[" * (size // 2) + "]" * (size // 2), '{"a":' * (size // 6) + "0" + "}" * (size // 6))
    )


def flood(target: Target[Any], size: int, rng: Random) -> str:
    """A text of about that size, with too much of something."""
    seed = rng.choice(target.seeds)
    if target.is_json and rng.random() < 0.6:
        return inflated(json.loads(seed), size, rng)
    pieces = _FLOODS if rng.random() < 0.7 else _TOKEN.findall(seed[:4000])
    return repeated(seed, rng.choice(pieces), size, rng)


def floods(target: Target[Any], rng: Random, grown: int = 60) -> Iterator[str]:
    """Everything that can be too much for a parser, in inputs that are not too long for it.

    Of a parser of JSON, `grown` are valid values in which one part is repeated.
    """
    yield " " * (target.most * 2)
    for piece in _FLOODS:
        for text in ("", rng.choice(target.seeds)):
            yield repeated(text, piece, target.most - len(text) - 20, rng)
    for _ in range(grown if target.is_json else 0):
        text = rng.choice(target.seeds)
        yield inflated(json.loads(text), target.most - len(text) - 20, rng)


def source_of(target: Target[Any], rng: Random) -> Iterator[str]:
    """Texts without end: valid ones changed, and some that are made up."""
    parsed = [json.loads(seed) for seed in target.seeds] if target.is_json else []
    yield from target.seeds
    while True:
        chance = rng.random()
        if chance < 0.002:
            yield flood(target, int(target.most ** rng.uniform(0.5, 1.0)), rng)
        elif chance < 0.08:
            yield made_up(rng)
        elif parsed and chance < 0.8:
            yield mutated_json(rng.choice(parsed), rng)
        else:
            yield mutated(rng.choice(target.seeds), rng)


# ---------------------------------------------------------------- the run


_SMALL: Final = 6
_HAS_ALARM: Final = hasattr(signal, "setitimer")
_STATM: Final = Path("/proc/self/statm")
HAS_STATM: Final = _STATM.exists()
"""Whether the system says how much memory there is already, so that more can be bounded."""
_NOT_SHOWN: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@contextmanager
def alarm() -> Generator[None]:
    """Let `TooSlow` come out of anything that takes longer than it was armed for."""

    def ring(*_: object) -> None:
        raise TooSlow

    if not _HAS_ALARM:  # the time is looked at all the same
        yield
        return
    before = signal.signal(signal.SIGPROF, ring)
    try:
        yield
    finally:
        armed(0)
        signal.signal(signal.SIGPROF, before)


def armed(seconds: float) -> None:
    if _HAS_ALARM:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def went_through(target: Target[Any], text: str) -> bool:
    """Whether an input is accepted; failures are raised."""
    try:
        value = target.read(text)
    except HeartsError as error:
        check_sentence(str(error))
        return False
    target.check(value)
    return True


def bounded_memory(more: int | None) -> None:
    """Let an input fail that asks for more memory than that; None for no bound."""
    if not HAS_STATM:
        return
    import resource  # noqa: PLC0415 - not every system has it

    pages = int(_STATM.read_text(encoding="ascii").split()[0])
    bound = -1 if more is None else pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (bound, resource.getrlimit(resource.RLIMIT_AS)[1]))


def check_sentence(sentence: str) -> None:
    """Refuse what a terminal should not be sent, and what nobody reads."""
    if len(sentence) > LONGEST_SENTENCE or _NOT_SHOWN.search(sentence):
        raise NotShown(f"{len(sentence)} characters: {sentence[:200]!a}")


def tried(target: Target[Any], text: str) -> tuple[bool, BaseException | None]:
    """Whether an input is accepted, and what failed."""
    bounded_memory(MEMORY)
    began = time.process_time()
    try:
        armed(most_seconds)
        accepted = went_through(target, text)
        armed(0)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        armed(0)
        return False, error
    finally:
        bounded_memory(None)
    late = time.process_time() - began > most_seconds
    return accepted and not late, TooSlow() if late else None


def kind_of(error: BaseException) -> str:
    """What tells one failure from another: the exception and where it was raised."""
    name = type(error).__name__
    if isinstance(error, TooSlow):
        return name
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_ROOT)]
    return f"{name} in {Path(own[-1].filename).name}, {own[-1].name}" if own else name


def shortened(target: Target[Any], text: str, kind: str, tries: int) -> str:
    """A shorter text with the same failure, by leaving pieces out."""
    size = len(text) // 2
    while size and tries:
        at = 0
        while at < len(text) and tries:
            tries -= 1
            shorter = text[:at] + text[at + size :]
            _, error = tried(target, shorter)
            if error is not None and kind_of(error) == kind:
                text = shorter
            else:
                at += 1 if size < _SMALL else size
        size = size - 1 if size < _SMALL else size // 2
    return text


def fuzzed(target: Target[Any], inputs: int, seed: int | str, *, full: bool = False) -> Row:
    """Try random inputs on a parser, after everything that is too much if `full`."""
    row, began = Row(target.name), time.perf_counter()
    rng = Random(f"{target.name} {seed}")
    drawn = itertools.islice(source_of(target, rng), inputs)
    with alarm():
        for text in itertools.chain(floods(target, rng) if full else (), drawn):
            accepted, error = tried(target, text)
            row.inputs += 1
            row.accepted += accepted
            row.refused += error is None and not accepted
            if error is not None:
                note(row, text, error)
        for failure in row.failures.values():
            tries = 15 if failure.kind == TooSlow.__name__ or len(failure.text) > 100_000 else 600
            failure.text = shortened(target, failure.text, failure.kind, tries)
    row.seconds = time.perf_counter() - began
    return row


def note(row: Row, text: str, error: BaseException) -> None:
    kind = kind_of(error)
    tail = "".join(traceback.format_exception(error)[-4:])
    known = row.failures.setdefault(kind, Failure(text, kind, tail, 0))
    known.times += 1
    if len(text) < len(known.text):
        known.text, known.tail = text, tail


def shares(chosen: Sequence[Target[Any]], inputs: int) -> list[int]:
    """How many inputs each target gets of all of them."""
    whole = sum(target.share for target in chosen)
    return [max(1, inputs * target.share // whole) for target in chosen]


def added(row: Row, more: Row) -> None:
    """Add what came of more inputs of the same target."""
    row.inputs += more.inputs
    row.accepted += more.accepted
    row.refused += more.refused
    row.seconds += more.seconds
    for kind, failure in more.failures.items():
        known = row.failures.setdefault(kind, failure)
        if known is not failure:
            known.times += failure.times


def table(rows: Sequence[Row]) -> str:
    """What came of it, as a table in Markdown."""
    whole = Row(
        "all",
        sum(row.inputs for row in rows),
        sum(row.accepted for row in rows),
        sum(row.refused for row in rows),
        sum(row.seconds for row in rows),
    )
    lines = ["| target | inputs | accepted | refused | failed | seconds |", "|---|" + "---:|" * 5]
    for row in (*rows, whole):
        failed = row.inputs - row.accepted - row.refused
        lines.append(
            f"| {row.name} | {row.inputs:,} | {row.accepted:,} | {row.refused:,} | {failed:,} "
            f"| {row.seconds:.0f} |"
        )
    return "\n".join(lines)


def report(rows: Sequence[Row]) -> int:
    """Print the table and every failure; the exit status."""
    print(table(rows))
    failures = [(row.name, each) for row in rows for each in row.failures.values()]
    for name, failure in failures:
        print(f"\n{name}: {failure.kind}, {failure.times} times; the smallest input found:")
        print(ascii(failure.text[:2000]))
        print(ascii(failure.tail[-1500:]).replace("\\n", "\n"))
    idle = [row.name for row in rows if min(row.accepted, row.refused) < row.inputs // 100]
    for name in idle:
        print(f"\n{name}: nearly all inputs are accepted, or nearly all are refused")
    return 1 if failures or idle else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Try many inputs, lap after lap, so that each target gets its share of any time.

    Returns:
        The exit status: 1 if something failed.
    """
    known = targets()
    parser = argparse.ArgumentParser(description=__doc__)
    add_bounds(parser, "inputs", 1_000_000)
    parser.add_argument(
        "--floods",
        action="store_true",
        help="begin with long inputs that have too much of one thing",
    )
    parser.add_argument("--target", choices=[*known, "all"], default="all")
    parser.add_argument(
        "--seconds",
        type=float,
        default=PROMISED,
        help="the most that an input may take of the processor",
    )
    options = parser.parse_args(argv)
    global most_seconds  # noqa: PLW0603 - what is tried is far below
    most_seconds = options.seconds
    budget = Budget(options)
    chosen = [target for target in known.values() if options.target in {target.name, "all"}]
    rows = [Row(target.name) for target in chosen]
    for lap in itertools.count():
        if not budget.left:
            break
        lap_inputs = LAP if budget.most is None else min(LAP, budget.most - budget.done)
        seed = f"{options.seed} {lap}" if lap else str(options.seed)
        for target, row, inputs in zip(chosen, rows, shares(chosen, lap_inputs), strict=True):
            added(row, fuzzed(target, inputs, seed, full=options.floods and not lap))
        budget.done += lap_inputs
    print(f"seed {options.seed}, {budget.seconds:.0f} seconds\n")
    return report(rows)


if __name__ == "__main__":
    sys.exit(main())
