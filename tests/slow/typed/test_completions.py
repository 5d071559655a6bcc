"""What an editor that uses jedi offers: after a dot all that is public, and else only what begins with an underscore."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api import write
from tests.slow.typed.asking import asked

HEAD = """
import heartslib
from heartslib import ChooseCards, Game, IllegalMove, Rules, View
from heartslib import moves, record, rules, score_game, score_hand, variants, wire
from heartslib.simulate import simulate

american = variants.get("american")
game = Game.new(american)
view = game.view(0)
sheet = score_hand(american, taken=["QS", "", "", ""], partial=True)
"""
ASKS = """
import json, sys
import jedi
for source in json.load(sys.stdin):
    script = jedi.Script(source)
    called = [each.to_string() for each in script.get_signatures()]
    print(json.dumps([[each.name for each in script.complete()], called]))
"""
VALUES = {
    "game.": "heartslib.Game",
    "game.deal(seed=7).play('QS').": "heartslib.Game",
    "view.": "heartslib.View",
    "view.table.": "heartslib.Table",
    "view.table.trick.": "heartslib.Trick",
    "view.hand.": "heartslib.Cards",
    "view.hand[0].": "heartslib.Card",
    "for card in game.legal_plays():\n    card.": "heartslib.Card",
    "def answer(question: ChooseCards):\n    question.": "heartslib.ChooseCards",
    "sheet.": "heartslib.ScoreSheet",
    "american.": "heartslib.Rules",
    "score_game(american, rounds=[]).": "heartslib.ScoreCard",
    "game.explain('QS').": "heartslib.Objection",
    "wire.loads_view('').view.": "heartslib.View",
    "simulate(american).": "heartslib.simulate.Result",
}
"""Code, and of which class the value is before the dot."""
NAMES = {
    "heartslib.": {"Game", "Rules", "bots", "rules", "score_hand", "simulate", "variants", "wire"},
    "variants.": {"all", "american", "get", "gong_zhu", "slug_of"},
    "record.": {"dumps", "dumps_rules", "loads", "loads_rules", "make_converter"},
    "rules.": {"Cycle", "FollowSuit", "LEFT", "NO_PASSING", "ShootTheMoon", "Target", "facts"},
    "moves.": {"Deal", "Move", "Pass", "Play"},
    "question = view.question\nquestion.": {"among", "counts", "make", "names", "verb"},
    "game.deal(": {"hands=", "order=", "rng=", "seed="},
    "simulate(american, ": {"engine=", "executor=", "policy=", "rounds=", "seed="},
    "rules.Target(": {"all_lose=", "exact_wins=", "play_off=", "points="},
}
"""Code, and some of what must be offered: jedi also offers what a module has imported."""
CALLS = {
    "heartslib.Card(": "Card(text: str | Card | Rank, suit: Suit | str | None=None)",
    "heartslib.Cards(": "Cards(cards: CardsLike=())",
    "variants.get(": "get(slug: str) -> Rules",
    "game.play(": "play(card: Card | str, seat: int | None=None) -> Game",
}
"""Code, and what is shown of its arguments."""


@pytest.fixture(scope="module")
def shown(
    python: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[set[str], list[str]]]:
    """What jedi offers at each place, and the signatures that it shows there."""
    places = [*VALUES, *NAMES, *CALLS]
    sources = json.dumps([HEAD + each for each in places])
    done = asked([python, "-c", ASKS], tmp_path_factory.mktemp("jedi"), sources)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(places), done.stderr
    return {
        place: ({*offered}, called)
        for place, (offered, called) in zip(places, answers, strict=True)
    }


@pytest.mark.parametrize("place", VALUES)
def test_a_value_offers_what_is_public(
    place: str, shown: dict[str, tuple[set[str], list[str]]]
) -> None:
    start = f"{VALUES[place]}."
    lines = write.FILE.read_text(encoding="utf-8").splitlines()
    public = {
        line.removeprefix(start).split("(")[0].split(":")[0]
        for line in lines
        if line.startswith(start)
    }
    assert public
    offered = {name for name in shown[place][0] if not name.startswith("_")}
    assert offered == public


@pytest.mark.parametrize("place", NAMES)
def test_what_must_be_offered_is(place: str, shown: dict[str, tuple[set[str], list[str]]]) -> None:
    assert NAMES[place] - shown[place][0] == set()


@pytest.mark.parametrize("place", CALLS)
def test_a_call_shows_its_arguments(
    place: str, shown: dict[str, tuple[set[str], list[str]]]
) -> None:
    assert shown[place][1] == [CALLS[place]]
