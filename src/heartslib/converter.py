"""The cattrs converter: games, moves, views and rules as JSON values, and back.

A file never names code: rules are read from the classes of `heartslib.rules` and from those
that you hand to `make_converter`.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn
from cattrs.strategies import configure_tagged_union

from heartslib import rules as chapters
from heartslib import variants
from heartslib._json import Json
from heartslib.cards import Card, Cards, Rank, in_order
from heartslib.errors import RecordError, shown
from heartslib.moves import Move
from heartslib.rules import Rules

PROTOCOLS: Final = (
    chapters.Deck,
    chapters.Kitty,
    chapters.Passing,
    chapters.PassPattern,
    chapters.Charging,
    chapters.Opening,
    chapters.PlayRule,
    chapters.Showing,
    chapters.TrickRule,
    chapters.RoundEnd,
    chapters.Scorer,
    chapters.Moon,
    chapters.Payment,
    chapters.Sides,
    chapters.TotalRule,
    chapters.Ending,
)
"""The chapters, and what stands inside of them."""
BUILT_IN: Final = tuple(
    rule
    for rule in vars(chapters).values()
    if isinstance(rule, type)
    and attrs.has(rule)
    and rule not in {Rules, chapters.Objection, chapters.Removals}
)
"""The rule classes that every file may name."""


def make_converter(own_rules: Sequence[type[object]] = ()) -> cattrs.Converter:
    """A cattrs converter that reads and writes games, moves and rules.

    Args:
        own_rules: Rule classes of your own (frozen attrs classes), by which a file may name
            them; they are written with the class's name.

    Raises:
        RecordError: Two classes have one name.
    """
    known: dict[str, type[object]] = {rule.__name__: rule for rule in (*BUILT_IN, *own_rules)}
    if len(known) < len(BUILT_IN) + len(own_rules):
        raise RecordError("two rule classes have the same name: a file could not tell them apart")
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(Card, lambda value, _: Card.parse(value))
    converter.register_unstructure_hook(Card, str)
    converter.register_structure_hook(Cards, lambda value, _: Cards(value))
    converter.register_unstructure_hook(Cards, str)
    converter.register_structure_hook_func(
        lambda wanted: wanted == tuple[Card, ...], lambda value, _: in_order(value)
    )
    for plain in (int, str, bool):
        converter.register_structure_hook(plain, _exactly(plain))
    converter.register_structure_hook(Rank, _rank)
    for protocol in PROTOCOLS:
        is_chapter = functools.partial(operator.is_, protocol)
        converter.register_structure_hook_func(is_chapter, _rule_reader(converter, known))
        converter.register_unstructure_hook_func(is_chapter, _rule_writer(converter))
    configure_tagged_union(Move, converter, tag_name="move")
    read_rules = make_dict_structure_fn(Rules, converter)
    write_rules = make_dict_unstructure_fn(Rules, converter)
    converter.register_structure_hook(
        Rules,
        lambda value, wanted: (
            _variant(value) if isinstance(value, str) else read_rules(value, wanted)
        ),
    )
    converter.register_unstructure_hook(Rules, lambda rules: _named(rules) or write_rules(rules))
    return converter


def _named(rules: Rules) -> str | None:
    """Slug and revision of a variant: ``"american@1"``; None for a rulebook of your own."""
    slug = variants.slug_of(rules)
    return f"{slug}@{variants.get(slug).revision}" if slug else None


def _variant(name: str) -> Rules:
    """The variant of that slug and revision; of the latest where there is no revision."""
    slug, at, revision = name.partition("@")
    rules = variants.get(slug)
    if at and revision != str(rules.revision):
        raise RecordError(
            f"revision {shown(revision)} of {slug} is not known here, only {rules.revision}"
        )
    return rules


def _exactly(plain: type) -> Callable[[Json, type], Json]:
    def read(value: Json, _: type) -> Json:
        if type(value) is not plain:
            raise RecordError(f"{shown(value)} is not of the type {plain.__name__}")
        return value

    return read


def _rank(value: Json, _: type) -> Rank:
    if type(value) is not int or not Rank.TWO <= value <= Rank.ACE:
        raise RecordError(f"{shown(value)} is not a rank: ranks are 2 to 14, the ace")
    return Rank(value)


def _rule_reader(
    converter: cattrs.Converter, known: dict[str, type[object]]
) -> Callable[[Json, type], object]:
    def read(value: Json, protocol: type) -> object:
        name = value.get("rule") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(name, str) or name not in known:
            raise RecordError(
                f"{shown(value)} is no rule: it must be an object whose key 'rule' is one of "
                f"{', '.join(sorted(known))}"
            )
        fields = {key: field for key, field in value.items() if key != "rule"}
        rule: object = converter.structure(fields, known[name])
        if not isinstance(rule, protocol):
            raise RecordError(f"{name} is no choice for the chapter {protocol.__name__}")
        return rule

    return read


def _rule_writer(converter: cattrs.Converter) -> Callable[[Any], dict[str, Json]]:
    def write(rule: Any) -> dict[str, Json]:
        return {"rule": type(rule).__name__, **converter.unstructure(rule, type(rule))}

    return write


CONVERTER: Final = make_converter()
