"""The variants, by slug.  Each is a declaration; the rules are in `heartslib.rules`.

Modules of related variants are imported one after the other, until one has the variant wanted.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from heartslib._values.arguments import did_you_mean, of_kind
from heartslib.errors import RulesError, quoted
from heartslib.rules import Rules

_MODULES = (
    *("american", "relatives", "basic", "classic", "chase_the_lady", "turbo", "cancellation"),
    *("gong_zhu", "foster", "cousins", "modern", "contracts"),
)

if TYPE_CHECKING:
    from heartslib.variants import (
        american as american,
        basic as basic,
        cancellation as cancellation,
        chase_the_lady as chase_the_lady,
        classic as classic,
        contracts as contracts,
        cousins as cousins,
        foster as foster,
        gong_zhu as gong_zhu,
        modern as modern,
        relatives as relatives,
        turbo as turbo,
    )
else:

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return importlib.import_module(f"{__name__}.{name}")


def _each_variant() -> Iterator[tuple[str, Rules]]:
    """Every variant with its slug; a module is imported after all variants of the one before."""
    for name in _MODULES:
        yield from _variants_of(name).items()


@cache
def _variants_of(module: str) -> Mapping[str, Rules]:
    """The variants that a module declares."""
    declared: Mapping[str, Rules] = importlib.import_module(f"{__name__}.{module}").VARIANTS
    return declared


def _name_compared(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


@lru_cache(maxsize=256)
def _variant_found(wanted: str) -> Rules | None:
    """The variant with that slug, name or alias, in the form of `_name_compared`."""
    for slug, rules in _each_variant():
        if wanted in {slug, *map(_name_compared, (rules.name, *rules.aliases))}:
            return rules
    return None


@cache
def all() -> Mapping[str, Rules]:  # noqa: A001 - the contract's name; used as variants.all()
    """Every variant by its slug, in a mapping that cannot be changed."""
    return MappingProxyType(dict(_each_variant()))


def get(slug: str) -> Rules:
    """The variant of that slug, such as ``"american"``.

    Args:
        slug: Its slug, its name or an alias, in any case; spaces and hyphens count as
            underscores.

    Raises:
        RulesError: There is no such variant; the sentence names the nearest ones.
    """
    of_kind(str, slug, "a variant's slug is text like 'american'", RulesError)
    wanted = _name_compared(slug)
    rules = _variant_found(wanted)
    if rules is None:
        known = did_you_mean(wanted, all()) or f"; known are {', '.join(all())}"
        raise RulesError(f"there is no variant {quoted(slug)}{known}")
    return rules


def slug_of(rules: Rules) -> str | None:
    """The slug of the variant that `rules` equals; None for a rulebook of your own."""
    for slug, variant in _each_variant():
        # most names differ, and whole rulebooks are long to compare
        if variant.name == rules.name and variant == rules:
            return slug
    return None


__all__ = ["all", "get", "slug_of"]

__dir__ = [*__all__, *_MODULES].copy
