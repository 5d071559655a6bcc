"""Document 004, "Hearts" (pagat.com): Turbo Hearts, besides ``tests/scripts/document_004_turbo.txt``."""

from __future__ import annotations

from heartslib import Rules, variants
from tests.helpers.rounds import rulebooks


@rulebooks("turbo", "turbo_booster")
def test_text(rules: Rules) -> None:
    """The printed rules have a chapter on charging, and name the difference from American Hearts."""
    for players in (3, 4, 5, 6):
        assert "Charging" in rules.describe(players).splitlines()
    difference = variants.get("american").diff(rules)
    assert "Charging" in difference.splitlines()
    said = " ".join(difference.split())
    assert "+ You may not play a charged card" in said
    assert "goes round once more" not in " ".join(variants.get("american").describe().split())
    assert ("goes round once more" in said) == ("nines" in rules.name)
