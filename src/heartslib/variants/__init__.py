"""The variants, by slug.  Each is a declaration; the rules are in `heartslib.rules`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from heartslib._given import did_you_mean
from heartslib.errors import RulesError, shown
from heartslib.rules import Rules
from heartslib.variants import (
    american,
    basic,
    cancellation,
    chase_the_lady,
    classic,
    contracts,
    foster,
    gong_zhu,
    modern,
    turbo,
)

_ALL: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        **american.VARIANTS,
        **basic.VARIANTS,
        **classic.VARIANTS,
        **chase_the_lady.VARIANTS,
        **turbo.VARIANTS,
        **cancellation.VARIANTS,
        **gong_zhu.VARIANTS,
        **foster.VARIANTS,
        **modern.VARIANTS,
        **contracts.VARIANTS,
    }
)


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


_BY_NAME: Final[Mapping[str, Rules]] = {
    **{_plain(name): rules for rules in _ALL.values() for name in (rules.name, *rules.aliases)},
    **_ALL,
}


def all() -> Mapping[str, Rules]:  # noqa: A001 - the contract's name; used as variants.all()
    """Every variant by its slug, in a mapping that cannot be changed."""
    return _ALL


def get(slug: str) -> Rules:
    """The variant of that slug, such as ``"american"``.

    Args:
        slug: Its slug, its name or an alias, in any case; spaces and hyphens count as
            underscores.

    Raises:
        RulesError: There is no such variant; the sentence names the nearest ones.
    """
    if not isinstance(slug, str):
        raise RulesError(f"a variant's slug is text like 'american', not {shown(slug)}")
    wanted = _plain(slug)
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    known = did_you_mean(wanted, _ALL) or f"; known are {', '.join(_ALL)}"
    raise RulesError(f"there is no variant {shown(slug)}{known}")


def slug_of(rules: Rules) -> str | None:
    """The slug of the variant that `rules` equals; None for a rulebook of your own."""
    return next((slug for slug, variant in _ALL.items() if variant == rules), None)


__all__ = ["all", "get", "slug_of"]
