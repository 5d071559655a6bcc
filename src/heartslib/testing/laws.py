"""`check_rule`: whether a rule of your own keeps the laws that the library relies on."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Final, cast

import attrs
from typing_extensions import override

from heartslib import record
from heartslib import variants as published
from heartslib.cards import Cards, from_each
from heartslib.errors import RulesError, shown
from heartslib.game import Game
from heartslib.phases import KittyPhase, PlayPhase, ScorePhase
from heartslib.rules import Objection, Payment, RoundEnd, Rules
from heartslib.rules.deck import shuffled
from heartslib.table import Trick
from heartslib.testing.chapters import COUNTS, Chapter, able, chapters_of, nearest
from heartslib.testing.inquiry import Broken, Inquiry, Position, is_text, is_tuple
from heartslib.testing.play import (
    Chooser,
    at_random,
    may_shoot,
    next_state,
    suit_by_suit,
    with_care,
)

_MOST_ROUNDS: Final = 60
"""A game that is not over by then is stopped."""

_PLAYED: Final = 4
"""One game is played with the rule for so many examples."""


def check_rule(
    rule: object,
    rules: Rules | Iterable[Rules] | None = None,
    *,
    examples: int = 100,
    seed: int = 0,
) -> None:
    """Hold a rule to the laws of its chapter, and play games with it.

    The chapter is found by the shape of the rule; one that has the shape of several is held to
    the laws of all.

    Args:
        rule: A value that fits a protocol of `heartslib.rules`, such as ``SpadesWait(3)``.
        rules: The rulebook, or rulebooks, into which the rule is put; by default all variants,
            the American game first.  A whole game is played by the first.
        examples: How many rounds, deals or scores are tried for each law.
        seed: Where chance starts; the same seed tries the same.

    Raises:
        AssertionError: A law does not hold.  The text has each law that does not, what the rule
            was given and what it gave, in the shortest case that was found.
    """
    asked = Inquiry(rule)
    if isinstance(rule, type):
        raise AssertionError(f"{rule.__name__} is a class: give a value, such as {rule.__name__}()")  # noqa: TRY004
    chapters = chapters_of(rule)
    if not chapters:
        raise AssertionError(f"{asked} fits no chapter: {nearest(rule)}")
    kinds = " and ".join(chapter.protocol.__name__ for chapter in chapters)
    bases = _bases(rules)
    for law in (_value, _name, _descriptions):
        asked.hold(law)
    for chapter in chapters:
        _ask(asked, chapter, bases, Random(seed), examples)  # noqa: S311 - to be repeatable
    if not asked.found:
        asked.hold(Inquiry.ask_again)
    asked.report(kinds)
    for chapter in chapters:
        _play(asked, chapter, bases, Random(seed), examples)  # noqa: S311
        asked.report(kinds)


def _bases(rules: Rules | Iterable[Rules] | None) -> list[Rules]:
    if rules is None:
        american = published.get("american")
        return [american, *(each for each in published.all().values() if each != american)]
    return [rules] if isinstance(rules, Rules) else list(rules)


# What every rule is -------------------------------------------------------------------------


class _Pickler(pickle.Pickler):
    """One that leaves out the class: where that is defined is not the rule's own affair."""

    def __init__(self, file: io.BytesIO, kinds: list[type[object]]) -> None:
        super().__init__(file)
        self._kinds = kinds

    @override
    def persistent_id(self, obj: object) -> int | None:
        if isinstance(obj, type) and obj in self._kinds:
            return self._kinds.index(obj)
        return None


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote."""

    def __init__(self, file: io.BytesIO, kinds: list[type[object]]) -> None:
        super().__init__(file)
        self._kinds = kinds

    @override
    def persistent_load(self, pid: int) -> type[object]:
        return self._kinds[pid]


def _pickled(value: object, kinds: list[type[object]]) -> object:
    """The value, pickled and back; of the classes only the names are left out."""
    file = io.BytesIO()
    _Pickler(file, kinds).dump(value)
    file.seek(0)
    return _Unpickler(file, kinds).load()


def _value(asked: Inquiry) -> None:
    """Frozen, equal to its copies, hashable, picklable."""
    rule = asked.rule
    fields = _fields(rule)
    for name in (*fields, *getattr(rule, "__dict__", {}), "name"):
        try:
            setattr(rule, name, getattr(rule, name, None))
        except Exception:  # noqa: BLE001, S112 - any error will do
            continue
        asked.must(
            False, "a rule is frozen", f"{asked}.{name} can be set: write @attrs.frozen above it"
        )
    kinds = _own_classes(rule)
    ways: dict[str, Callable[[object], object]] = {
        "copied": copy.deepcopy,
        "pickled": lambda it: _pickled(it, kinds),
    }
    for way, again in ways.items():
        try:
            other = again(rule)
            same = other == rule and hash(other) == hash(rule)
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            asked.failed(error, f"{asked}, {way} or hashed,", "")
        asked.must(
            same, "a rule equals its copies", f"{shown(rule)}, {way}, is another: {shown(other)}"
        )


def _fields(value: object) -> list[str]:
    """The names of the fields of an attrs value; of another, none."""
    return [field.name for field in getattr(type(value), "__attrs_attrs__", ())]


def _own_classes(value: object) -> list[type[object]]:
    """The classes of values in it that are not the library's."""
    found: dict[type[object], None] = {}
    inside: list[object] = [value]
    while inside:
        each = inside.pop()
        fields = _fields(each)
        inside += [getattr(each, name) for name in fields]
        inside += cast("tuple[object, ...]", each) if is_tuple(each) else ()
        kind = type(each)
        own = fields or hasattr(kind, "__dataclass_fields__")
        if own and not kind.__module__.startswith("heartslib."):
            found[kind] = None
    return list(found)


def _name(asked: Inquiry) -> None:
    name = asked.value("name", str)
    asked.must(is_text(name), "`name` is text", f"{asked}.name is {name!r}")


def _descriptions(asked: Inquiry) -> None:
    if not hasattr(asked.rule, "describe"):
        return
    if any(chapter.protocol is Payment for chapter in chapters_of(asked.rule)):
        text = asked.ask("describe", "26", told="26")
        said = f"{asked}.describe gave {shown(text)}"
        asked.must(is_text(text), "`describe` is the end of a sentence", said)
        return
    for players in COUNTS:
        asked.hold(_description, players)


def _description(asked: Inquiry, players: int) -> None:
    told = f"{players} players"
    text = asked.ask("describe", players, told=told, refusable=True)
    sentence = is_text(text) and text.strip()[-1] in ".!?"
    nothing = text == "" and isinstance(asked.rule, RoundEnd)
    asked.must(
        sentence or nothing,
        "`describe` gives sentences, each with a full stop",
        f"{asked}.describe gave {shown(text)}:",
        told,
    )


# Its answers --------------------------------------------------------------------------------


def _ask(asked: Inquiry, chapter: Chapter, bases: list[Rules], rng: Random, examples: int) -> None:
    """Hold it to the laws of its chapter, in games that are played without it."""
    asked.hold(chapter.fixed)
    for players in COUNTS:
        asked.hold(chapter.counted, players)
    for number in range(examples):
        base = bases[number % len(bases)]
        players = rng.choice(able(base))
        asked.hold(chapter.drawn, base, players, rng)
        if chapter.is_placed:
            game, choose = Game.new(base, players), rng.choice(_WAYS)
            while game.phase.name != "score":
                chapter.placed(asked, game)
                game = next_state(game, choose, rng)


_WAYS: Final[tuple[Chooser, ...]] = (at_random, with_care)


# Games with it ------------------------------------------------------------------------------


def _play(asked: Inquiry, chapter: Chapter, bases: list[Rules], rng: Random, examples: int) -> None:
    """Put it into rulebooks and play: one whole game, and rounds of others."""
    refusals: list[str] = []
    played = 0
    for number in range(max(examples, len(bases))):
        base = bases[number % len(bases)]
        try:
            rules = chapter.put(base, asked.rule, number)
        except RulesError as error:
            refusals.append(str(error))
            continue
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            asked.hold(_not_put, error, base)
            return
        counts = able(rules)
        shooting = played % 3 == 2 and may_shoot(rules, 4)
        players = 4 if 4 in counts and (shooting or not played) else rng.choice(counts)
        choose = suit_by_suit if shooting else rng.choice(_WAYS)
        asked.hold(_Table(rules, players, choose, rng, chapter).play, 1 if played else _MOST_ROUNDS)
        played += 1
        if asked.found or played > examples // _PLAYED:
            return
    if not played:
        asked.hold(_unplayable, refusals[0])


def _not_put(asked: Inquiry, error: Exception, base: Rules) -> None:
    asked.failed(error, f"a rulebook with {asked}", base.name)


def _unplayable(asked: Inquiry, refusal: str) -> None:
    asked.must(False, "some rulebook can be played with it", refusal)


@attrs.frozen
class _Table:
    """Where a game is played with the rule."""

    rules: Rules
    players: int
    choose: Chooser
    rng: Random
    chapter: Chapter

    def play(self, asked: Inquiry, rounds: int) -> None:
        """Play so many rounds, if the game is not over before."""
        told = f"{self.rules.name} with {self.players} players and {asked}"
        game = Game.new(self.rules, self.players)
        try:
            while not game.is_over and game.round_number < rounds:
                self.chapter.placed(asked, game)
                _look(asked, game)
                _deal_again(asked, game, self.rng)
                game = next_state(game, self.choose, self.rng)
        except Broken:
            raise
        except Exception as error:  # noqa: BLE001 - the rule is anybody's
            asked.failed(error, f"{told}, in {shown(game.phase, 200)},", "")
        self._keep(asked, game if game.is_over else game.stop(), told)

    def _keep(self, asked: Inquiry, game: Game, told: str) -> None:
        """Store the game in every way, and get it back."""
        kinds = _own_classes(self.rules)
        ways: dict[str, Callable[[Game], object]] = {
            "replayed": lambda it: Game.replay(it.rules, it.history, it.players),
            "stored with `record.dumps`": lambda it: _recorded(it, kinds),
            "pickled": lambda it: _pickled(it, kinds),
        }
        for way, again in ways.items():
            try:
                other = again(game)
            except Exception as error:  # noqa: BLE001 - the rule is anybody's
                asked.failed(error, f"a game of {told}, {way},", "")
            asked.must(
                other == game,
                "a game that is stored comes back equal",
                f"{told}: a game is another when it has been {way}",
            )


def _recorded(game: Game, kinds: list[type[object]]) -> Game:
    converter = record.make_converter(kinds)
    return record.loads(record.dumps(game, converter=converter), converter=converter)


def _deal_again(asked: Inquiry, game: Game, rng: Random) -> None:
    """The law of the re-deal: what a seat may play does not change with what it cannot see.

    The rules are asked about other hands that the seat on turn may take for the real ones.  One
    that keeps what it was asked answers otherwise afterwards.
    """
    phase, rules = game.phase, game.rules
    if not isinstance(phase, PlayPhase):
        return
    seat, table = phase.turn, phase.table
    open_cards = table.shown or (Cards(),) * game.players
    others = [other for other in range(game.players) if other != seat]
    held = [phase.hands[other] - open_cards[other] for other in others]
    unseen = iter(shuffled(sum(held, from_each(phase.kitty)), rng))
    hands = [*phase.hands]
    for other, cards in zip(others, held, strict=True):
        hands[other] = open_cards[other] + list(islice(unseen, len(cards)))
    before = _answers(game, phase)
    rules.opening.leader(tuple(hands), game.dealer)
    for other in others:
        rules.legal(hands[other], attrs.evolve(table, trick=Trick(other, game.players)))
    after = _answers(game, phase)
    asked.must(
        before == after,
        "what a seat may play follows from its hand and the table",
        f"with {asked}, seat {seat} may play {before[0]}, and {after[0]} after the rules were "
        "asked about hands that it cannot see:",
        Position(rules, table, hands[seat]),
    )


def _answers(game: Game, phase: PlayPhase) -> tuple[Cards, list[Objection | None]]:
    """What the seat on turn may play, and why not the rest."""
    rules, hand, table = game.rules, phase.hands[phase.turn], phase.table
    return rules.legal(hand, table), [rules.objection(card, hand, table) for card in hand]


def _look(asked: Inquiry, game: Game) -> None:
    """The laws of a game in play: no card is lost, and who is on turn may play one."""
    phase, pack = game.phase, game.rules.deck.cards(game.players)
    if isinstance(phase, KittyPhase):
        phase = phase.playing
    if isinstance(phase, PlayPhase):
        lying = from_each((*phase.table.trick.cards, *phase.kitty)) + phase.table.waiting
        cards = sum(phase.hands, lying) + sum(phase.piles, Cards())
    elif isinstance(phase, ScorePhase):
        cards = sum(phase.captured, sum(phase.table.piles, Cards()))
        counting = game.rules.deciding_cards(game.players)
        if game.rules.round_end.is_over(phase.table, counting):
            cards += pack - cards  # the others were not played
    else:
        return
    told = Position(game.rules, phase.table)
    asked.must(
        cards == pack,
        "no card is lost, and none comes twice",
        f"with {asked}, {pack - cards or 'none'} missing and {cards - pack or 'none'} too many:",
        told,
    )
