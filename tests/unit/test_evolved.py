"""`attrs.evolve` with whatever people give: each field of each public value reads it, or refuses it."""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import itertools
import types
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, cast

import attrs
import pytest

from heartslib import Game, HeartsError, ScoreCard, View, rules, score_game, variants
from heartslib._values.arguments import hints_of
from heartslib.bots import AtRandom, advise, careful
from heartslib.cards import Card, Cards
from heartslib.events import PassCalled
from heartslib.moves import MOVES, SetUp
from heartslib.questions import YesOrNo, answers
from heartslib.record import Begun
from heartslib.rules import Objection
from heartslib.rules.facts import Where, these
from heartslib.sampling import chances, sample_hands
from heartslib.sheet import Line, ScoreSheet
from heartslib.wire import SeenView, SentAnswer, SentMove
from tests.api.write import MODULES
from tests.helpers.positions import AMERICAN

MADE_BY_THE_LIBRARY: Final = (
    *("heartslib.phases", "heartslib.simulate", "heartslib.rl", "heartslib.review"),
    *("heartslib.terminal", "heartslib.testing", "heartslib.game", "heartslib.cards"),
    "heartslib.questions",
)
"""Modules whose values the library makes and reads alone, on the fast paths: nobody changes them by hand."""
BY_THE_RULEBOOK: Final = {
    rules.Rules: (),  # refuses a choice by its members
    rules.RoundRules: tuple(each.name for each in attrs.fields(rules.RoundRules)),
    rules.TableRules: tuple(each.name for each in attrs.fields(rules.TableRules)),
    rules.Contract: ("scoring", "play", "bonuses"),
    rules.Page: ("players", "rules", "contract"),
}
"""What is checked when a rulebook is made of it."""

GIVEN: Final[dict[str, Callable[[], object]]] = {
    "cards as text": lambda: "QS QH",
    "no cards": lambda: "hello",
    "a list": lambda: ["QS", "QH"],
    "a Counter": lambda: Counter(["QS", "QS", "2H"]),
    "a dict": lambda: {"QS": 2},
    "a set": lambda: {"QS", "QH"},
    "a generator": lambda: (card for card in ("QS", "QH")),
    "numbers": lambda: [1, 2, 0, 1],
    "floats": lambda: [1.0, 2.0, 0.0, 1.0],
    "a whole float": lambda: 1.0,
    "a part": lambda: 1.5,
    "None": lambda: None,
    "True": lambda: True,
    "bytes": lambda: b"QS",
    "an object": object,
}
ARRAYS: Final[tuple[list[Any], ...]] = (["QS", "QH"], [1, 2, 0, 1], [1.5], [])


def public() -> Iterator[type[Any]]:
    """The attrs classes of the public modules."""
    for name in MODULES:
        module = importlib.import_module(name)
        for each in vars(module).get("__all__", ()):
            kind = getattr(module, each)
            if inspect.isclass(kind) and attrs.has(kind):
                yield kind


def played() -> Iterator[object]:
    """The rules of all variants, and games of some, with what their seats see."""
    yield from ((game, game.contracts) for game in variants.all().values())
    for slug in ("tetka", "auction_hearts", "gong_zhu", "booster_nines", "domino_hearts"):
        game = Game.new(variants.get(slug))
        for _ in range(70):
            if game.phase.name in {"deal", "mix"}:
                game = game.deal(seed=3)
            if not game.to_act:
                break
            view = game.view(game.to_act[0])
            yield from (view, view.question)
            game = game.apply([*itertools.islice(answers(cast("Any", view.question)), 3)][-1])
        yield from (game.history, *game.events(0, since=0))


@functools.cache
def samples() -> dict[type[Any], object]:
    """A value of each class."""
    found: dict[type[Any], object] = {}
    seen = set[int]()
    kept: list[object] = []

    def look(value: object) -> None:
        if id(value) in seen or isinstance(value, str | int | Cards | Card | None):
            return
        seen.add(id(value))
        kept.append(value)  # its id stays its own
        if isinstance(value, tuple | list):
            for each in cast("tuple[object, ...]", value):
                look(each)
        elif attrs.has(type(value)):
            found.setdefault(type(value), value)
            for field in attrs.fields(cast("Any", type(value))):
                look(getattr(value, field.name))

    for each in (*played(), *by_hand()):
        look(each)
    return found


def by_hand() -> Iterator[object]:
    """Values that no such game has."""
    view = Game.new(variants.get("black_lady")).deal(seed=1).view(0)
    yield from (
        Objection(Card("QS"), "x", "y"),
        score_game(AMERICAN, rounds=[]),
        AtRandom(),
        careful,
    )
    yield from (advise(view, deals=1), SentAnswer(yes=True), SeenView(view, 0))
    yield from (
        Begun((0, 0), 1),
        chances(view, Random(1), samples=5),
        sample_hands(view, Random(1)),
    )
    yield from (SetUp(hands=["2C"], leader=0), PassCalled(rules.Hold()))
    yield from (rules.SubtractFrom(26), rules.Mix(), rules.ThereAndBack(50), rules.Howell())
    yield from (rules.ExactTotals({100: 50}), rules.Clause(Where.LEADING, these("QS")))
    yield from (rules.Condition(Where.LEADING), rules.Reversed(75), rules.CountDown(50))
    for kind in dict.fromkeys(kind for kind, _ in fields()):
        hints, needed = (
            hints_of(kind),
            inspect.signature(kind).parameters,
        )
        given = {
            name: example(hints.get(name))
            for name, each in needed.items()
            if each.default is each.empty
        }
        with contextlib.suppress(HeartsError, TypeError):
            yield kind(**given)
    yield SentMove(MOVES[0](0, "x"), 0)
    yield YesOrNo("accept", make=print, kind=MOVES[0], chance=0, cautious=False, why="")  # type: ignore[arg-type]
    now = AMERICAN.at(4).in_force
    nothing = (Cards(),) * 4
    yield now.finished(nothing, charged=(), tricks=(), **now.first_round())


def example(kind: Any) -> object:
    """A value of a type."""
    kind = getattr(kind, "__supertype__", kind)
    first = next(iter(typing.get_args(kind)), None)
    several: dict[object, Callable[[], object]] = {
        types.UnionType: lambda: example(first),
        typing.Union: lambda: example(first),
        tuple: lambda: (),
    }
    plain = {
        int: 1,
        str: "x",
        bool: True,
        Cards: Cards("QS"),
        Card: Card("QS"),
        rules.Rules: AMERICAN,
        ScoreSheet: ScoreSheet(4),
    }
    make = several.get(typing.get_origin(kind))
    return make() if make else plain.get(kind)


def fits(kind: Any, value: Any) -> bool:
    """Whether a value is of an annotated type, all through."""
    kind = getattr(kind, "__supertype__", kind)
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        several = ... in parts
        kinds = itertools.repeat(parts[0]) if several else parts
        held: tuple[Any, ...] = cast("Any", value) if isinstance(value, tuple) else ()
        right = isinstance(value, tuple) and (several or len(held) == len(parts))
        return right and all(map(fits, kinds, held))
    if origin in {typing.Union, types.UnionType}:
        return any(fits(part, value) for part in parts)
    if kind is int:
        return type(value) is int
    return kind is Any or isinstance(value, (int, float) if kind is float else origin or kind)


def fields() -> Iterator[tuple[type[Any], attrs.Attribute[Any]]]:
    """Each field that people may change."""
    for kind in dict.fromkeys(public()):
        if not kind.__module__.startswith(MADE_BY_THE_LIBRARY):
            for field in attrs.fields(kind):
                if field.init and field.name not in BY_THE_RULEBOOK.get(kind, ()):
                    yield kind, field


def test_each_field_reads_what_it_is_given_or_refuses_it_in_a_sentence() -> None:
    wrong: list[str] = []
    for (kind, field), (name, make) in itertools.product(fields(), GIVEN.items()):
        if kind in samples():
            wrong += outcome(kind, field, name, make())
    assert wrong == []


def test_so_it_does_with_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    wrong: list[str] = []
    for (kind, field), entries in itertools.product(fields(), ARRAYS):
        if kind in samples():
            wrong += outcome(kind, field, f"an array of {entries}", numpy.array(entries))
    assert wrong == []


def outcome(kind: type[Any], field: attrs.Attribute[Any], name: str, given: object) -> list[str]:
    """What is wrong with the answer to a value."""
    where = f"{kind.__name__}.{field.name}, given {name}"
    try:
        changed = attrs.evolve(cast("Any", samples()[kind]), **{str(field.alias): given})
    except HeartsError as error:
        return [f"{where}: no sentence"] * (not str(error).strip() or "\n" in str(error))
    except Exception as error:  # noqa: BLE001 - this is what the test looks for
        return [f"{where}: {error!r}"]
    held = getattr(changed, field.name)
    return [f"{where}: {held!r}"] * (not fits(hints_of(kind)[field.name], held))


def test_nearly_every_class_has_a_sample() -> None:
    without = {kind for kind, _ in fields()} - samples().keys()
    assert not without, sorted(kind.__name__ for kind in without)


def test_text_is_cards_and_a_float_a_whole_number() -> None:
    view: Any = Game.new(AMERICAN).deal(seed=1).view(0)
    assert isinstance(view, View)
    evolve: Any = attrs.evolve
    changed = evolve(view, hand="QS QH", hand_sizes=[2.0, 13, 13, 13], dealer=1.0)
    assert changed.hand == Cards("QS QH")
    assert repr((changed.hand_sizes, changed.dealer)) == "((2, 13, 13, 13), 1)"
    assert evolve(view, hand=Counter(["QS", "QS"])).hand == Cards("QS QS")
    charged = evolve(view.table, charged=["QS", "", ["AH", "2H"], ""]).charged
    assert charged == (Cards("QS"), Cards(), Cards("AH 2H"), Cards())
    assert repr(evolve(Line(0, 5, "x"), others=[1.0]).others) == "(1,)"
    for field, given, said in (
        ("hand", "XX", "hand: 'XX' is not a card: "),
        ("hand_sizes", [1.5], r"hand_sizes must be whole numbers, not \[1.5\]"),
        ("captured_sizes", {1, 2}, "captured_sizes must be a list or another ordered series"),
        ("sheet", 5, "sheet must be ScoreSheet | None, not 5"),
    ):
        with pytest.raises(HeartsError, match=said):
            evolve(view, **{field: given})


def test_a_score_card_is_checked_too() -> None:
    card = score_game(AMERICAN, rounds=[])
    assert isinstance(card, ScoreCard)
    evolve: Any = attrs.evolve
    assert evolve(card, winners=[1.0]).winners == (1,)
