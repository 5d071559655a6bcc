"""Clauses that ask one of a few questions: what cards cost, what may be played, who takes a trick.

A row begins with the clause, or some, and the games that have it; ``black_maria:3`` is Black Maria for three.
What a clause says is in ``tools/source_clauses.py``.  Clauses with a question of their own have tests of
their own, in the other files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from heartslib import Cards, Game, Rules, RulesError, legal_plays, score_hand, variants
from heartslib.cards import PACK
from heartslib.moves import ChooseMoon, Score
from tests.helpers.rounds import (
    ACROSS,
    HOLD,
    LEFT,
    OPENING,
    RIGHT,
    cards,
    dealing_order,
    entered,
    every_hand,
    lay_down,
    moonshot,
    pass_counts,
    passed_to,
    piles,
    play_on,
    refused,
    round_after,
    table_of,
    taker,
    turns,
)
from tools.source_clauses import CLAUSES

BASIC = "basic black_lady black_jack"
TURBO = "turbo turbo_booster"
MARIA = "black_maria:3 black_maria_43:3 black_maria_spot:3"
MARIA_OF_FOUR = "black_maria black_maria_43 black_maria_spot"


def rows(names: str, table: Iterable[Sequence[Any]], nothing: object = "") -> pytest.MarkDecorator:
    """A test for each row and each of its games, with `rules`, the number of `players` and these names.

    A row may leave out its last value, if that is `nothing`.
    """
    named, found = ["rules", "players", *filter(None, names.split(", "))], list[Any]()
    for number, (said, games, *rest) in enumerate(table):
        clauses = [said] if isinstance(said, str) else said
        assert CLAUSES.keys() >= {*clauses}
        for game in games.split():
            slug, _, players = game.partition(":")
            values = [variants.get(slug), int(players or 4), *rest]
            values += [nothing] * (len(named) - len(values))
            found.append(pytest.param(*values, id=f"{clauses[0]} {game} {number}"))
    return pytest.mark.parametrize(named, found)


# ---------------------------------------------------------------- cards and points


@rows(
    "out, each, kitty",
    [  # the cards of the pack that are not in play, the cards of each player, and of the kitty
        (("000-04", "000-30", "001-02", "001-03", "001-09"), f"chase_the_lady {BASIC}", "", 13, 0),
        (("000-07", "001-02"), "chase_the_lady:3 basic:3 black_lady:3 black_jack:3", "2D", 17, 0),
        (("000-08", "000-29"), "chase_the_lady:5", "2C 3C", 10, 0),
        ("000-09", "chase_the_lady:2", "", 26, 0),
        ("000-10", "chase_the_lady:6", "2C 3C 2D 3D", 8, 0),
        ("001-02", "basic:5 black_lady:5 black_jack:5", "2D 2C", 10, 0),
        ("001-02", "basic:6 black_lady:6 black_jack:6", "2C 2D 3C 2S", 8, 0),
        (("002-03", "002-05", "003-02", "003-08"), "classic_50 classic_100", "", 13, 0),
        (("004-players-04", "004-players-07", "004-deal-04"), "american", "", 13, 0),
        (("004-maria-03", "004-maria-04", "gz-players-04"), f"{MARIA} gong_zhu:3", "2C", 17, 0),
        (("004-maria-05", "gz-pack-01"), f"{MARIA_OF_FOUR} gong_zhu", "", 13, 0),
        (("004-others-05", "lo-deck-01"), "hartenjagen lora", "2C..6C 2D..6D 2S..6S 2H..6H", 8, 0),
        ("004-numbers-14", "american:3", "2D", 17, 0),
        ("004-numbers-15", "american:5", "2D 2C", 10, 0),
        ("gz-players-03", "gong_zhu:5", "2C 2D", 10, 0),
        ("he-pack-01", "heartsette:3", "2S", 16, 3),
        ("he-pack-01", "heartsette", "2S", 12, 3),
        ("he-pack-01", "heartsette:5", "", 10, 2),
        ("he-pack-01", "heartsette:6", "", 8, 4),
        ("po-pack-01", "polignac:3", "2C..6C 2D..6D 2S..6S 2H..6H 7C 7S", 10, 0),
        ("po-pack-01", "polignac", "2C..6C 2D..6D 2S..6S 2H..6H", 8, 0),
        ("po-pack-01", "polignac:5 slobberhannes:5", "2C..7C 2D..6D 2S..7S 2H..6H", 6, 0),
        ("po-pack-01", "polignac:6 slobberhannes:6", "2C..7C 2D..6D 2S..7S 2H..6H", 5, 0),
        ("sl-pack-01", "slobberhannes:3", "2C..8C 2D..8D 2S..8S 2H..8H", 8, 0),
        ("sl-players-01", "slobberhannes", "2C..6C 2D..6D 2S..6S 2H..6H", 8, 0),
        (("ricketts-01", "bb-players-01", "kg-players-01"), "ricketts barbu king", "", 13, 0),
        (("rf-players-01", "jp-pack-01"), "turkish_king kierki_dzokerowe", "", 13, 0),
        ("jp-pack-01", "kierki_dzokerowe:3", "3C", 17, 0),
    ],
)
def test_cards_in_play(rules: Rules, players: int, out: str, each: int, kitty: int) -> None:
    game = Game.new(rules, players).deal(seed=1)
    assert rules.deck.cards(players) == Cards(PACK) - cards(out)
    assert [len(hand) for hand in every_hand(game)] == [each] * players
    assert game.view(None).kitty_size == kitty == 52 - len(cards(out)) - players * each


@rows(
    "numbers",
    [  # how many can play
        ("000-03", "chase_the_lady", [2, 3, 4, 5, 6]),
        (("001-02", "sl-players-01"), f"{BASIC} slobberhannes", [3, 4, 5, 6]),
        (("002-01", "003-01", "ricketts-01"), "classic_50 classic_100 ricketts", [4]),
        ("au-players-01", "auction_hearts", [4, 5, 6]),
        ("kn-players-01", "knaves:3", [3]),
        ("jp-pack-01", "kierki_dzokerowe", [3, 4]),
        ("do-players-01", "domino_hearts", [2, 3, 4, 5, 6, 7]),
        (("004-partnership-01", "lo-deck-01"), "partnership partnership_individual lora", [4]),
        (("bb-players-01", "kg-players-01", "rf-players-01"), "barbu king turkish_king", [4]),
    ],
)
def test_numbers_of_players(rules: Rules, players: int, numbers: list[int]) -> None:
    assert rules.usual_players == players
    for number in range(1, 13):
        if number in numbers:
            assert Game.new(rules, number).deal(seed=1).players == number
        else:
            with pytest.raises(RulesError, match=rf" players, not {number}\b"):
                Game.new(rules, number)


@rows(
    "sides",
    [
        (("002-01", "004-players-05"), "classic_50 american", [(0,), (1,), (2,), (3,)]),
        ("gz-players-01", "gong_zhu", [(0,), (1,), (2,), (3,)]),
        ("004-partnership-01", "partnership partnership_individual", [(0, 2), (1, 3)]),
    ],
)
def test_sides(rules: Rules, players: int, sides: list[tuple[int, ...]]) -> None:
    assert [*Game.new(rules, players).sides] == sides


@rows(
    "dealer, first",
    [  # the seats that get the first cards
        (("000-05", "001-10"), f"chase_the_lady {BASIC}", 2, [3, 0, 1, 2]),
        ("000-05", "chase_the_lady", 0, [1, 2, 3, 0]),
        (("003-07", "004-deal-03", "gz-deal-01"), "classic_100 american gong_zhu", 3, [0, 1, 2, 3]),
        ("004-deal-01", "american", 1, [2, 3, 0, 1]),
    ],
)
def test_order_of_dealing(rules: Rules, players: int, dealer: int, first: list[int]) -> None:
    assert dealing_order(rules, dealer) == first * (52 // players)


@rows(
    "taken, points, given",
    [  # what seats 0, 1 and so on took, and their points; those that are not given are 0
        (("000-13", "000-14", "000-15"), "chase_the_lady", "QS | AH | KH", "15 5 4"),
        (("000-15", "000-16", "000-17"), "chase_the_lady", "KH AH | QH | JH", "9 3 2"),
        ("000-17", "chase_the_lady", "| | | JH QH", "0 0 0 5"),
        ("000-18", "chase_the_lady", "QS | AH KH | 2H..TH | JH QH", "15 9 9 5"),
        ("000-18", "chase_the_lady", "2H | 3H | 4H | 5H", "1 1 1 1"),
        ("000-18", "chase_the_lady", "6H | 7H | 8H | 9H", "1 1 1 1"),
        ("000-18", "chase_the_lady", "2C..AC 2D..AD 2S..JS KS AS", "0"),
        ("000-50", "chase_the_lady", "2H..AH | QS", "23 15"),
        ("000-50", "chase_the_lady", "3H..AH QS | 2H", "37 1"),
        ("000-50", "chase_the_lady", "QS 2H..AH", "-38", "moon subtract"),
        ("000-51", "chase_the_lady", "QS 2H..AH", "0 38 38 38", "moon add"),
        ("001-07", BASIC, "2H AH | KS | 3H..KH", "2 0 11"),
        ("001-07", "basic", "2H AH | QS KS JS | 3H..KH", "2 0 11"),
        ("001-27", BASIC, "2H..5H | 6H | 7H..AH", "4 1 8"),
        ("001-30", "basic", "| 2H..AH", "26 0 26 26"),
        ("001-30", "basic", "2H | 3H..AH", "1 12"),
        ("001-34", "black_lady", "QS | | 2H..AH", "13 0 13"),
        ("001-35", "black_lady", "2H AH | QS | 3H..KH", "2 13 11"),
        ("001-36", "black_lady", "QS AH", "14"),
        (("001-38", "002-34"), "black_lady classic_50", "2H..AH | QS", "13 13"),
        (("001-38", "002-36"), "black_lady classic_50", "2H..AH QS", "0 26 26 26"),
        ("001-39", "black_jack", "JS | QS | 2H..AH", "10 0 13"),
        ("001-39", "black_jack", "QS 2H..AH JS", "0 26 26 26"),
        ("001-40", "black_jack", "JS QS 2H", "11"),
        ("001-40", "black_jack", "2H..AH | JS | 2S..TS | QS..AS", "13 10"),
        ("001-41", "black_lady", "| 9S QS 4S 2S", "0 13"),
        ("001-41", "black_jack", "| 9S JS 4S 2S", "0 10"),
        ("002-21", "classic_50", "2H 3H | QS 4H | 5H..AH", "2 14 10"),
        (("002-28", "003-30"), "classic_50 classic_100", "2H TH AH", "3"),
        ("002-29", "classic_50", "QS 2H", "14"),
        ("002-29", "classic_50", "2C..AC 2H..AH | 2D..AD 2S..JS | QS..AS", "13 0 13"),
        ("002-34", "classic_50", "3H..AH QS | 2H", "25 1"),
        ("002-38", "classic_50", "| | 2H..AH QS", "26 26 0 26"),
        ("002-38", "classic_50", "| | 2H..AH | QS", "0 0 13 13"),
        (("003-29", "004-players-10"), "classic_100 american", "2H..5H | 6H..AH QS", "4 22"),
        (("003-31", "004-scoring-03"), "classic_100 american", "QS", "13"),
        ("004-players-11", "american", "QS 2H | 3H..AH", "14 12"),
        (("004-players-12", "004-scoring-02"), "american", "AS KS JD TC AD | 2H TH AH", "0 3"),
        ("004-players-12", "american", "2C..AC 2H..AH | 2D..AD 2S..JS | QS..AS", "13 0 13"),
        ("004-scoring-05", "american", "2H..AH QS", "0 26 26 26", "moon add"),
        ("004-scorevar-01", "omnibus", "JD 2H | 3H..AH | QS", "-9 12 13"),
        ("004-scorevar-05", "omnibus", "2H..AH QS | JD", "-26 -10", "moon subtract"),
        ("004-scorevar-05", "omnibus", "2H..AH QS | JD", "0 16 26 26", "moon add"),
        ("004-scorevar-05", "omnibus_bicycle", "2H..AH QS TD", "-26", "moon subtract"),
        ("004-scorevar-05", "omnibus_bicycle", "2H..AH QS TD", "0 26 26 26", "moon add"),
        ("004-scorevar-05", "omnibus_bicycle", "2H..AH QS | TD", "26 -10"),
        ("004-scorevar-06", "omnibus", "2H..AH QS JD", "-36", "moon subtract"),
        ("004-scorevar-06", "omnibus", "2H..AH QS JD", "-10 26 26 26", "moon add"),
        ("004-scorevar-06", "omnibus", "2H..AH QS | | JD", "-26 0 -10", "moon subtract"),
        (("004-spot-01", "004-spot-07"), "spot spot_pictures", "2H..TH", "54"),
        (("004-spot-01", "004-spot-07"), "spot spot_pictures", "2H | 7H | TH | 3H 4H", "2 7 10 7"),
        (("004-spot-02", "004-spot-03"), "spot", "JH | 2H | QH | TH", "11 2 12 10"),
        (("004-spot-04", "004-spot-05"), "spot", "KH QH | AH", "25 14"),
        ("004-spot-04", "spot", "KH", "13"),
        ("004-spot-05", "spot", "2H..AH", "104"),
        ("004-spot-06", "spot", "QS | 2H..TH | JH..AH", "25 54 50"),
        (("004-spot-08", "004-spot-09"), "spot_pictures", "JH QH KH | TH | AH", "30 10 15"),
        ("004-spot-08", "spot_pictures", "JH | QH | KH", "10 10 10"),
        ("004-spot-09", "spot_pictures", "2H..AH", "99"),
        ("004-spot-10", "spot_pictures", "QS | 2H..TH | JH..AH", "25 54 45"),
        ("004-maria-12", "black_maria:3", "QS AS | 2H..AH KS", "13 13"),
        ("004-maria-12", "black_maria:3", "QS 2H..4H | 5H..AH | KS AS", "16 10"),
        ("004-maria-13", "black_maria_43:3", "QS AS | 2H..AH | KS", "20 13 10"),
        ("004-maria-13", "black_maria_43:3", "QS | AS | KS 2H", "13 7 11"),
        ("004-maria-13", "black_maria_43:3", "2H..AH QS KS AS | 3C..AC 2D..AD 2S..JS", "43"),
        ("004-maria-14", "black_maria_spot:3", "QS KS | 2H..TH AS | JH..AH", "25 54 45"),
        ("004-maria-14", "black_maria_spot:3", "JH | QH KH | AH 2H", "10 20 17"),
        ("004-dnf-02", "dirty_nasty_filthy", "JD | 2H 3H", "-10 2"),
        (("004-dnf-04", "004-dnf-21"), "dirty_nasty_filthy", "QS | 2H | JD QD", "26 1 3"),
        ("004-dnf-05", "dirty_nasty_filthy", "QC | QD | QH | 2H..JH KH AH QS JD", "13 13 13 28"),
        ("004-others-06", "hartenjagen", "7H..AH", "8"),
        (("004-others-06", "004-others-08"), "hartenjagen", "7H | JH QH | AH | JC", "1 2 1 2"),
        ("004-others-07", "hartenjagen", "QS | 7H", "5 1"),
        ("004-others-09", "hartenjagen", "7H..TH | QS JC | JH..AH", "4 7 4"),
        ("004-partnership-03", "partnership", "2H..5H | QS | 6H..9H | TH..AH", "8 18 8 18"),
        ("004-turbo-03", TURBO, "JD 2H | 3H..AH | QS", "-9 12 13"),
        ("004-turbo-03", TURBO, "2H..AH QS | JD", "-26 -10", "moon subtract"),
        ("004-turbo-03", TURBO, "2H..AH QS JD", "-10 26 26 26", "moon add"),
        ("004-turbo-04", TURBO, "2H..5H QS TC | 6H..AH", "34 9"),
        ("004-turbo-04", TURBO, "2H 3H JD TC | 4H", "-16 1"),
        ("004-turbo-04", TURBO, "TC | QS", "0 13"),
        ("004-turbo-08", TURBO, "2H..5H QS TC", "60", "charged QS"),
        ("004-turbo-09", TURBO, "JD 2H | QS", "-19 13", "charged JD"),
        ("004-turbo-09", TURBO, "2H..5H QS JD", "1", "charged AH JD"),
        ("004-turbo-10", TURBO, "2H..5H QS | AH", "21 2", "charged AH"),
        ("004-turbo-10", TURBO, "2H..5H QS JD | AH", "1 2", "charged AH JD"),
        ("004-turbo-10", TURBO, "2H | 9H | QH | AH", "2 2 2 2", "charged AH"),
        ("004-turbo-10", TURBO, "2H..AH | QS", "26 26", "charged AH QS"),
        ("004-turbo-11", TURBO, "2H 3H TC | 4H", "8 1", "charged TC"),
        ("004-turbo-11", TURBO, "2H 3H JD TC", "-72", "charged JD TC"),
        ("004-turbo-11", TURBO, "TC", "0", "charged TC"),
        ("gz-expose-03", "gong_zhu", "QS", "-200", "charged QS"),
        ("gz-expose-03", "gong_zhu", "JD", "200", "charged JD"),
        ("gz-expose-03", "gong_zhu", "5H | KH JD", "-20 20", "charged AH"),
        ("gz-expose-03", "gong_zhu", "QS TC", "-400", "charged TC"),
        ("gz-expose-03", "gong_zhu", "TC", "100", "charged TC"),
        ("gz-value-01", "gong_zhu", "AH | KH | QH | JH", "-50 -40 -30 -20"),
        ("gz-value-02", "gong_zhu", "5H | 6H | 7H | 8H", "-10 -10 -10 -10"),
        (("gz-value-02", "gz-value-04"), "gong_zhu", "9H | TH | QS KS AS | JS", "-10 -10 -100 0"),
        ("gz-value-03", "gong_zhu", "2H 3H 4H | 5H JH AH | QS 9H", "0 -80 -110"),
        (("gz-value-05", "gz-score-02"), "gong_zhu", "JD QD | TD | QS TC", "100 0 -200"),
        ("gz-score-02", "gong_zhu", "TC AC KS JS TD", "50"),
        ("gz-score-02", "gong_zhu", "JD AH TH TC", "80"),
        ("gz-score-02", "gong_zhu", "3H TC", "0"),
        ("gz-score-02", "gong_zhu", "JD QS TC", "0"),
        (("gz-score-03", "taiwan-03"), "gong_zhu gong_zhu_taiwan", "2H..AH", "200"),
        ("gz-score-03", "gong_zhu", "2H..AH", "400", "charged AH"),
        ("gz-score-03", "gong_zhu", "3H..AH | 2H", "-200"),
        ("gz-score-05", "gong_zhu", "QS TC", "-800", "charged QS TC"),
        ("gz-score-05", "gong_zhu", "2H..AH QS JD TC", "3200", "charged QS JD TC AH"),
        ("gz-score-05", "gong_zhu", "2H..AH QS TC", "800", "charged QS"),
        ("gz-score-05", "gong_zhu", "AH KH TC", "-360", "charged AH"),
        ("taiwan-02", "gong_zhu_taiwan", "QS TC 5H", "-210"),
        ("taiwan-02", "gong_zhu_taiwan", "2H | 3H | 4H | 5H", "-2 -3 -10 -5"),
        (("taiwan-02", "thai-01"), "gong_zhu_taiwan jab_moo", "6H | 7H | 8H | 9H", "-6 -7 -8 -9"),
        ("taiwan-02", "gong_zhu_taiwan", "TH | JH | QH | KH AH", "-10 -20 -30 -90"),
        (
            "taiwan-02",
            "gong_zhu_taiwan",
            "JH 7H TH JD KH 3H QH 4H | TC 8H AH 9H 6H 5H | QS | 2H",
            "-20 -156 -100 -2",
        ),
        ("taiwan-03", "gong_zhu_taiwan", "2H..AH QS", "100"),
        ("taiwan-03", "gong_zhu_taiwan", "2H..AH QS JD TC", "400"),
        ("thai-01", "jab_moo", "2H | 3H | 4H | 5H", "-2 -3 -4 -5"),
        ("thai-01", "jab_moo", "TH | JH | QH | KH AH", "-10 -20 -30 -90"),
        ("thai-02", "jab_moo", "2H..AH | JD | TC | QS", "194 100 50 -100"),
        ("thai-02", "jab_moo", "2H..AH QS | JD | TC", "94 100 50 -50"),
        ("thai-03", "jab_moo", "2H..AH QS JD TC", "788 -50 -50 -50"),
        ("thai-04", "jab_moo", "| 2H | JD | TC", "-50 -2 100 50"),
        ("he-score-01", "heartsette", "2H AH QS | KH JD | TC", "2 1"),
        ("he-score-02", "heartsette", "2H..AH", "13"),
        ("po-score-01", "polignac", "JS JH | JC | JD QS AH", "3 1 1"),
        ("po-score-01", "polignac", "JS | JH JC JD", "2 3"),
        ("po-score-02", "polignac", "JS JH JC JD", "5"),
        ("hooligan-01", "hooligan", "7C 2H | QS", "8 13"),
        ("hooligan-02", "hooligan", "2H..AH QS | 7C", "26 7"),
        ("hooligan-03", "hooligan", "2H..AH QS 7C", "0 33 33 33", "moon add"),
        ("hooligan-03", "hooligan", "2H..AH QS 7C", "-33", "moon subtract"),
        ("queens-01", "queens", "QC | QD | QS | QH", "13 13 13 13"),
        ("queens-02", "queens", "QH QC | QD QS 2H", "26 27"),
        ("queens-02", "queens", "2C..JC KC AC 2D..JD KD AD 2S..JS KS AS", "0"),
        ("queens-06", "queens", "2H..AH QC QD QS", "64"),
        ("royal-03", "royal", "QS | KS 2H", "26 1"),
        (("royal-04", "royal-06"), "royal", "QD | KD 2H | QS | QC", "-10 1 26 0"),
        ("royal-05", "royal", "QH AH KH | 2H 3H", "6 2"),
        ("royal-05", "royal", "QH QS QC QD 2H", "-6"),
        ("royal-06", "royal", "QS QC 2H", "1"),
        ("royal-07", "royal", "2H..AH QS", "52"),
        ("ricketts-07", "ricketts", "2H AH | QS | JD", "2 13"),
        ("ricketts-08", "ricketts", "2H..AH QS", "0 26 26 26", "moon add"),
        ("ricketts-08", "ricketts", "2H..AH QS", "-26", "moon subtract"),
        ("ki-07", "kierki", "2H AH QS | KH", "2 1", "contract hearts"),
        ("ki-08", "kierki", "QC QD KH | QS | QH JH", "10 5 5", "contract queens"),
        ("ki-09", "kierki", "KC KD KS KH | JC JD JS | JH QH AS", "8 6 2", "contract men"),
        ("ki-10", "kierki", "AH KS | KH QH", "0 18", "contract king"),
        ("lo-red-01", "lora", "7H KH QS | AH", "2 1", "contract red"),
        ("lo-queens-01", "lora", "QC QD KH | QS | QH", "4 2 2", "contract queens"),
        ("lo-king-01", "lora", "AH KS | KH QH", "0 8", "contract red-king"),
        ("bb-neg-02", "barbu", "AH QS | 2H KH | QH", "-6 -4 -2", "contract no-hearts"),
        ("bb-neg-03", "barbu", "QC QD | QS KH | QH", "-12 -6 -6", "contract no-queens"),
        ("bb-neg-04", "barbu", "AH KS | KH QH", "0 -20", "contract king-of-hearts"),
        ("kg-neg-02", "king", "AH QS | 2H KH | QH", "-20 -40 -20", "contract no-hearts"),
        ("kg-neg-03", "king", "QC QD | QS KH | QH", "-100 -50 -50", "contract no-queens"),
        ("kg-neg-04", "king", "KC KD KH QS | JC JD | AH", "-90 -60 0", "contract no-men"),
        ("kg-neg-05", "king", "AH KS | KH QH", "0 -160", "contract king-of-hearts"),
        ("rf-neg-01", "turkish_king", "AH KS | KH QH", "0 -320", "contract king-of-hearts"),
        ("rf-neg-02", "turkish_king", "QC QD | QS KH | QH", "-200 -100 -100", "contract no-queens"),
        ("rf-neg-03", "turkish_king", "KC KD KH QS | JC JD | AH", "-180 -120 0", "contract no-men"),
        ("rf-neg-04", "turkish_king", "AH QS | 2H KH | QH", "-30 -60 -30", "contract no-hearts"),
        ("jp-score-01", "kierki_dzokerowe", "AH KH QH | JH TH 2H | 2C | 9H 8H 3C", "39 23 20 17"),
    ],
)
def test_points(rules: Rules, players: int, taken: str, points: str, given: str) -> None:
    option, _, value = given.partition(" ")
    how: dict[str, Any] = {option: value} if option else {}
    held = [cards(pile) for pile in taken.split("|")]
    held += [Cards()] * (players - len(held))
    totals = score_hand(rules, taken=held, players=players, partial=True, **how).totals
    assert totals == (*map(int, points.split()), *[0] * (players - len(points.split())))


@rows(
    "costly",
    [
        (("001-34", "004-players-12"), "black_lady american", "2H..AH QS"),
        ("001-39", "black_jack", "2H..AH JS"),
        ("gz-value-03", "gong_zhu", "5H..AH QS"),
        ("he-score-01", "heartsette", "2H..AH"),
        ("hooligan-02", "hooligan", "2H..AH QS 7C"),
        ("queens-06", "queens", "2H..AH QC QD QS"),
    ],
)
def test_penalty_cards(rules: Rules, players: int, costly: str) -> None:
    assert rules.at(players).in_force.penalty_cards == cards(costly)


# ---------------------------------------------------------------- the pass and the play


@rows("", [("001-08", BASIC), ("003-06", "classic_100")])
def test_anyone_may_deal_first(rules: Rules, players: int) -> None:
    for dealer in range(players):
        assert Game.new(rules, dealer=dealer).dealer == dealer


@rows(
    "",
    [
        (("000-31", "001-11", "001-16", "002-07", "002-13"), f"chase_the_lady {BASIC} classic_50"),
        (("003-09", "003-10", "004-deal-05"), "classic_100 american"),
    ],
)
def test_three_cards_are_passed_before_the_play(rules: Rules, players: int) -> None:
    assert pass_counts(rules) == [3]
    waiting = lay_down(Game.new(rules).deal(seed=1), 2, 0, 1)
    assert waiting.phase.name == "pass"
    for card in PACK:
        with refused("phase"):
            waiting.play(card)
    begun = lay_down(waiting, 3)
    assert (begun.phase.name, begun.view(None).hand_sizes) == ("play", (13,) * players)
    assert passed_to(rules, players, 1) == LEFT


@rows(
    "deal, courses",
    [  # to which seats the cards of seats 0, 1 and so on go, from that deal on
        (("000-45", "001-12", "002-08"), f"chase_the_lady {BASIC} classic_50", 1, [LEFT]),
        (("000-46", "001-13", "002-09"), f"chase_the_lady {BASIC} classic_50", 2, [RIGHT]),
        (("000-47", "001-14", "002-10"), f"chase_the_lady {BASIC} classic_50", 3, [ACROSS]),
        ("000-47", "chase_the_lady:6", 3, [(3, 4, 5, 0, 1, 2)]),
        ("000-47", "chase_the_lady:3", 3, [(0, 1, 2)]),
        ("000-47", "chase_the_lady:5", 3, [(0, 1, 2, 3, 4)]),
        (("000-48", "001-15", "002-11"), f"chase_the_lady {BASIC} classic_50", 4, [HOLD]),
        ("000-49", "chase_the_lady", 5, [LEFT, RIGHT, ACROSS, HOLD, LEFT]),
        ("000-49", "chase_the_lady:2", 1, [(1, 0), (1, 0), (1, 0), (0, 1), (1, 0)]),
        (("002-12", "003-16"), "classic_50 classic_100", 5, [LEFT, RIGHT, ACROSS, HOLD]),
        ("003-12", "classic_100", 1, [LEFT]),
        (("003-13", "004-deal-10"), "classic_100 american", 2, [RIGHT]),
        (("003-14", "004-deal-11"), "classic_100 american", 3, [ACROSS]),
        (("003-15", "004-deal-12"), "classic_100 american", 4, [HOLD]),
        ("004-deal-13", "american", 5, [LEFT, RIGHT, ACROSS, HOLD, LEFT]),
        ("004-maria-06", MARIA, 1, [(2, 0, 1)] * 4),
        ("004-maria-06", MARIA_OF_FOUR, 1, [RIGHT] * 4),
        ("004-numbers-16", "american:3", 1, [(1, 2, 0), (2, 0, 1), (0, 1, 2)] * 2),
        (
            "004-numbers-20",
            "american:5",
            1,
            [(1, 2, 3, 4, 0), (4, 0, 1, 2, 3), (0, 1, 2, 3, 4)] * 2,
        ),
        ("004-others-02", "dame_de_pique", 1, [HOLD] * 4),
        ("gz-deal-02", "gong_zhu gong_zhu_taiwan", 1, [HOLD] * 5),
        (("he-deal-01", "po-deal-01"), "heartsette polignac", 1, [HOLD]),
        ("sl-deal-01", "slobberhannes", 1, [HOLD]),
        ("royal-01", "royal", 1, [LEFT, ACROSS, RIGHT, LEFT]),
        ("ricketts-04", "ricketts", 1, [LEFT, RIGHT, ACROSS]),
        ("ricketts-04", "ricketts", 5, [HOLD, LEFT]),
    ],
)
def test_courses_of_the_pass(
    rules: Rules, players: int, deal: int, courses: list[tuple[int, ...]]
) -> None:
    for number, course in enumerate(courses, deal):
        assert passed_to(rules, players, number) == course
        passes = table_of(rules, players, deal=number).deal(seed=1).phase.name == "pass"
        assert passes == (course != tuple(range(players)))


@rows(
    "hand, before, may, charged",
    [  # what is on the table, after "then" if it is not the first trick, and what may be played
        ("000-22", "chase_the_lady", "7D KC 3S", "2S KS 9S 4D then 5D AC", "7D"),
        ("000-26", "chase_the_lady", "QS 5H 8C 7C", "2S KS 9S 4D then 6D", "8C 7C"),
        ("000-26", "chase_the_lady", "QS 3S 5H", "2S KS 9S 4D then 6D", "3S"),
        ("000-26", "chase_the_lady", "5H 8C 7C", "2S", "8C 7C"),
        ("000-34", "chase_the_lady", "9S 3H", "2S", "9S"),
        ("000-35", "chase_the_lady", "7D 4H", "2S", "7D"),
        ("000-36", "chase_the_lady", "4H 9H", "2S KS 9S 4D then 6D", "4H 9H"),
        ("000-36", "chase_the_lady", "QS 4H", "2S KS 9S 4D then 6D", "QS"),
        ("000-36", "chase_the_lady", "QS", "2S KS 9S 4D then 6D", "QS"),
        ("001-18", BASIC, "9C 4D AH", "2C KC", "9C"),
        ("001-19", BASIC, "4D AH", "then 7C", "4D AH"),
        ("001-20", BASIC, "4D AH", "2C", "4D"),
        ("001-20", BASIC, "2H..AH", "2C", "2H..AH"),
        (("001-21", "002-25", "003-24"), f"{BASIC} classic_50 classic_100", "4H 9C", "then", "9C"),
        ("001-37", "black_lady", "4D QS AH", "2C", "4D"),
        ("001-37", "black_lady", "4D QS AH", "then 7C", "4D QS AH"),
        ("001-39", "black_jack", "4D QS JS AH", "2C", "4D QS"),
        ("001-41", "black_lady", "QS 4D", "then 9S", "QS"),
        ("001-41", "black_jack", "JS 4D", "then 9S", "JS"),
        (("002-14", "004-play-01"), "classic_50 american", "2C 3C KD", "", "2C"),
        ("002-15", "classic_50", "QS 9C 4H KD", "2C", "9C"),
        ("002-16", "classic_50", "QS 4H 5D", "then 9C", "QS 4H 5D"),
        ("002-17", "classic_50", "4H 5D", "2C", "5D"),
        ("002-18", "classic_50", "QS 5D", "2C", "5D"),
        ("002-18", "classic_50", "QS 2H..KH", "2C", "QS 2H..KH"),
        (("002-24", "003-22"), "classic_50 classic_100", "QS 4D KC", "then", "QS 4D KC"),
        ("002-37", "classic_50", "AS KD 3D 4H", "then 5D 3C", "KD 3D"),
        ("002-41", "classic_50", "2D 4H", "then 5D KD 3H", "2D"),
        (("003-18", "004-play-03"), "classic_100 american", "QS 9C 4H", "2C", "9C"),
        (("003-20", "004-play-04"), "classic_100 american", "QS 4H 5D", "2C", "QS 4H 5D"),
        ("004-play-07", "american", "4H 9C QS", "then", "9C QS"),
        ("004-play-08", "american", "4H 9H KH AH", "2C..AC 2D..AD 2S..JS then", "4H 9H KH AH"),
        ("004-play-08", "american", "4H 9H KH AS", "2C..AC 2D..AD 2S..JS then", "AS"),
        ("004-play-12", "american", "QS 3S 4H 7C", "then", "QS 3S 7C"),
        ("004-maria-10", f"{MARIA} {MARIA_OF_FOUR}", "3C 4H QS", "", "3C 4H QS"),
        ("004-maria-11", f"{MARIA} {MARIA_OF_FOUR}", "4H 9C", "3D 4D 5D 6D then", "4H 9C"),
        ("004-dnf-10", "dirty_nasty_filthy", "QS 4H QD JD 5D", "2C", "JD 5D"),
        ("004-dnf-10", "dirty_nasty_filthy", "QC 5C 4H", "2C", "5C"),
        ("004-dnf-10", "dirty_nasty_filthy", "QC 4H 5D", "2C", "QC"),
        ("004-dnf-10", "dirty_nasty_filthy", "QS 4H QD", "2C", "QS 4H QD"),
        ("004-dnf-10", "dirty_nasty_filthy", "QS 4H 5D", "then 3C", "QS 4H 5D"),
        (("004-dnf-12", "taiwan-04"), "dirty_nasty_filthy gong_zhu_taiwan", "2C 3C KD", "", "2C"),
        ("004-others-04", "dame_de_pique", "2C 4H QS", "", "2C 4H QS"),
        ("gz-play-01", "gong_zhu", "QS KS 2D 3H", "4D", "2D"),
        ("gz-play-01", "gong_zhu", "QS KS 3H", "4D", "QS KS 3H"),
        ("gz-play-02", "gong_zhu", "3H QS 2D", "", "3H QS 2D"),
        ("gz-play-02", "gong_zhu", "3H QS 2D", "5C", "3H QS 2D"),
        ("gz-play-02", "gong_zhu", "3H QS 2D", "then", "3H QS 2D"),
        ("004-turbo-12", TURBO, "QS 4S 9D", "2C 3C 4C AC then 5S", "4S", "QS"),
        ("004-turbo-12", TURBO, "QS 4D", "2C 3C 4C AC then", "4D", "QS"),
        ("004-turbo-12", TURBO, "QS 4S 9C", "2C 3C 4C AC then 5D", "QS 4S 9C", "QS"),
        ("004-turbo-12", TURBO, "QS 9D", "2C 3C 4C AC then 5S", "QS", "QS"),
        ("004-turbo-12", TURBO, "QS", "2C 3C 4C AC then", "QS", "QS"),
        ("004-turbo-12", TURBO, "QS 4S", "2C 3C 4C AC 6S KS 7S 8S then 5S", "QS 4S", "QS"),
        ("004-turbo-12", TURBO, "QS 4D", "2C 3C 4C AC 6S KS 7S 8S then", "QS 4D", "QS"),
        ("004-turbo-12", TURBO, "QS 4S", "2C 3C 4C AC 6D KD KS 8D then 5S", "4S", "QS"),
        ("004-turbo-12", TURBO, "QS 4S 9D", "2C 3C 4C AC then 5S", "QS 4S"),
        ("004-turbo-12", TURBO, "AH 4H 9D", "2C 3C 4C AC then 5H", "4H", "AH"),
        ("004-turbo-12", TURBO, "AH 9D", "2C 3C 4C AC then 5H", "AH", "AH"),
        ("004-turbo-12", TURBO, "JD 4D 9C", "2C 3C 4C AC then 5D", "4D", "JD"),
        ("004-turbo-12", TURBO, "JD 9C", "2C 3C 4C AC then 5D", "JD", "JD"),
        ("gz-expose-04", "gong_zhu", "QS KS 2D", "7S", "KS", "QS"),
        ("gz-expose-04", "gong_zhu", "QS 2D", "7S", "QS", "QS"),
        ("gz-expose-05", "gong_zhu", "4S QS 9D", "", "4S 9D", "QS"),
        ("gz-expose-05", "gong_zhu", "QS 9D", "", "QS 9D", "QS"),
        ("gz-expose-05", "gong_zhu", "4S QS", "", "4S", "QS"),
        ("gz-expose-06", "gong_zhu", "QS KS", "5D", "QS KS", "QS"),
        ("gz-expose-07", "gong_zhu", "QS KS 2D", "3S 4S 5S 6S then 7S", "QS KS", "QS"),
        ("gz-expose-07", "gong_zhu", "QS KS 2D", "3D 4S 5D 6D then 7S", "KS", "QS"),
        ("gz-expose-07", "gong_zhu", "JD 4S QS", "", "JD 4S", "QS JD"),
        ("gz-expose-07", "gong_zhu", "3D JD QS", "2S 3S 5S 6S then", "3D QS", "QS JD"),
        (("he-lead-02", "queens-03"), "heartsette queens", "2H 3C", "then", "2H 3C"),
        ("po-play-01", "polignac", "JS 7S 8H", "9S", "JS 7S"),
        ("po-play-01", "polignac", "JS 8H", "9D", "JS 8H"),
        ("po-play-01", "polignac", "JS JH 8C", "", "JS JH 8C"),
        ("sl-play-01", "slobberhannes", "AC QC 7D", "KC", "QC AC"),
        ("sl-play-01", "slobberhannes", "AC QC 7H", "", "AC QC 7H"),
        ("sl-play-01", "slobberhannes", "QC 7H", "KD", "QC 7H"),
        (("royal-02", "ricketts-03"), "royal ricketts", "2H 3C", "then", "3C"),
        (("royal-02", "ricketts-05"), "royal ricketts", "2H 3C", "2C 4C 5C QS then", "2H 3C"),
        (("royal-09", "ricketts-06"), "royal ricketts", "2H QS 3D", "2C", "2H QS 3D"),
        ("ricketts-03", "ricketts", "2H 3C", "", "3C"),
        ("ricketts-03", "ricketts", "2H 3H", "", "2H 3H"),
        ("ricketts-05", "ricketts", "2H 3C", "2C 4C 5C 9H then", "2H 3C"),
        ("ricketts-05", "ricketts", "2H 3C", "2C 4C 5C KS then", "3C"),
    ],
)
def test_plays(
    rules: Rules, players: int, *, hand: str, before: str, may: str, charged: str
) -> None:
    played, is_later, trick = before.rpartition("then")
    earlier = (played.strip() or OPENING) if is_later else ""
    table: dict[str, Any] = {"played": cards(earlier)}
    if charged:
        each = earlier.split()
        tricks = [each[place : place + players] for place in range(0, len(each), players)]
        table = {"tricks": tricks, "charged": charged}
    found = legal_plays(
        rules,
        hand=cards(hand),
        trick=trick.strip(),
        first_trick=not earlier,
        players=players,
        **table,
    )
    assert found == cards(may)


@rows(
    "tricks, leader, hand, may",
    [  # after these tricks, which cards of a hand the leader may lead
        (("001-22", "002-25"), f"{BASIC} classic_50", "5D KD 3H 2D", 1, "4H 9C", "4H 9C"),
        ("002-41", "classic_50", "5D KD 3H 2D / 4S 5S AS KS", 3, "4H 9C", "4H 9C"),
        ("003-24", "classic_100", "5S AS QS 2S", 1, "4H 9C", "4H 9C"),
        (("003-24", "004-play-09"), "classic_100 american", "5D KD 3H 2D", 1, "4H 9C", "4H 9C"),
        ("004-play-07", "american", "5S AS QS 2S", 1, "4H 9C", "9C"),
    ],
)
def test_what_breaks_hearts(
    rules: Rules, players: int, *, tricks: str, leader: int, hand: str, may: str
) -> None:
    played = (OPENING, *tricks.split(" / "))
    game = round_after(rules, players, *played, leader=3, holding={leader: hand})
    assert (game.players, game.to_act) == (players, (leader,))
    assert game.legal_plays() & hand == Cards(may)


@rows(
    "seat, hand, lead",
    [
        (("001-17", "001-18"), BASIC, 2, "2C 5D KS", "2C"),
        ("002-06", "classic_50", 3, "2C 5D KS", "2C"),
        (
            ("002-14", "003-17", "004-play-02"),
            "classic_50 classic_100 american",
            1,
            "2C 5D KS",
            "2C",
        ),
        (("000-06", "000-33"), "chase_the_lady", 2, "2S KS 3D", "2S"),
        ("000-34", "chase_the_lady", 1, "2S KS 3D", "2S"),
        ("001-02", "basic:3 black_lady:3 black_jack:3", 1, "2C 5C KD", "2C"),
        ("001-02", "basic:5 black_lady:5 black_jack:5", 1, "3C 5C KD", "3C"),
        ("001-02", "basic:6 black_lady:6 black_jack:6", 1, "4C 5C KD", "4C"),
        ("004-numbers-14", "american:3", 1, "2C 5C KD", "2C"),
        ("004-numbers-15", "american:5", 3, "3C 5C KD", "3C"),
    ],
)
def test_the_holder_of_a_card_opens_and_turns_go_clockwise(
    rules: Rules, players: int, seat: int, hand: str, lead: str
) -> None:
    game = round_after(rules, players, holding={seat: hand})
    assert (game.to_act, game.legal_plays()) == ((seat,), Cards(lead))
    for other in {*range(players)} - {seat}:
        with refused("turn"):
            game.play(game.view(other).hand[0], other)
    assert turns(game, players) == [(seat + place) % players for place in range(players)]
    before, after = game.view(None).hand_sizes, play_on(game, players).view(None).hand_sizes
    assert before == tuple(size + 1 for size in after)


@rows("", [("001-27", BASIC), ("003-23", "classic_100")])
def test_the_round_is_over_when_all_cards_are_played(rules: Rules, players: int) -> None:
    one_left = play_on(round_after(rules, players), 13 * players - 1)
    assert (one_left.phase.name, one_left.sheet) == ("play", None)
    assert play_on(one_left, 1).phase.name == "score"


@rows(
    "trick, seat",
    [  # who takes a trick that seat 0 has led to
        ("000-24", "chase_the_lady", "4D AC 7D 9D", 3),
        ("000-39", "chase_the_lady", "9S TS KS AS", 3),
        ("000-39", "chase_the_lady", "QS JS KS TS", 2),
        ("000-39", "chase_the_lady", "2D 3C AC 3D", 3),
        (("001-04", "004-players-08"), f"{BASIC} american", "TD AD KD 2D", 1),
        ("001-04", BASIC, "2D 3S AS 3D", 3),
        ("001-23", BASIC, "5D AS KD 3H", 2),
        ("001-41", "black_lady", "9S QS 4S 2S", 1),
        ("001-41", "black_jack", "9S JS 4S 2S", 1),
        (("002-19", "003-19", "004-play-05"), "classic_50 classic_100 american", "9D AH TD KS", 2),
        ("002-20", "classic_50", "JD KD AD QD", 2),
        ("002-20", "classic_50", "9C TC 2C JC", 3),
        ("004-players-08", "american", "2D 3D AS AH", 1),
        ("004-players-09", "american", "4D AS KH 5D", 3),
        ("004-players-09", "american", "2C AS AH AD", 0),
        ("gz-trick-01", "gong_zhu", "5C AS 9C AH", 2),
    ],
)
def test_takers(rules: Rules, players: int, trick: str, seat: int) -> None:
    assert taker(rules, trick, players=players) == seat


@rows(
    "trick",
    [
        (("001-24", "001-25"), BASIC, "5D AS KD 3H"),
        (("002-22", "002-23", "003-21", "003-26"), "classic_50 classic_100", "9D AH TD KS"),
        ("004-play-06", "american", "9D AH TD KS"),
    ],
)
def test_the_taker_has_the_cards_and_leads(rules: Rules, players: int, trick: str) -> None:
    game = round_after(rules, players, OPENING, trick, leader=3)
    assert piles(game) == (Cards(OPENING), Cards(), Cards(trick), *[Cards()] * (players - 3))
    assert game.to_act == (2,)


@rows(
    "dealers",
    [
        (("he-lead-01", "po-lead-01", "sl-lead-01"), "heartsette polignac slobberhannes", range(4)),
        (("ki-13", "004-others-03"), "kierki dame_de_pique", range(4)),
    ],
)
def test_eldest_leads_any_card(rules: Rules, players: int, dealers: range) -> None:
    for dealer in dealers:
        game = Game.new(rules, players, dealer=dealer).deal(seed=dealer)
        eldest = (dealer + 1) % players
        assert game.to_act == (eldest,)
        assert game.legal_plays() == game.view(eldest).hand


# ---------------------------------------------------------------- the moon, and the end of the game


@rows(
    "shooter, before, choice, later",
    [  # the scores before a moon, how it is paid, if that is a choice, and the scores after it
        ("001-31", BASIC, 1, [0, 0, 0, 0], "", [26, 0, 26, 26]),
        (("002-35", "002-36"), "classic_50", 0, [0, 0, 0, 0], "", [0, 26, 26, 26]),
        ("003-34", "classic_100", 1, [0, 0, 0, 0], "subtract", [0, -26, 0, 0]),
        ("003-35", "classic_100", 1, [0, 0, 0, 0], "add", [26, 0, 26, 26]),
        ("004-scoring-04", "american", 0, [40, 10, 30, 24], "subtract", [14, 10, 30, 24]),
        ("004-scoring-05", "american", 0, [40, 10, 30, 24], "add", [40, 36, 56, 50]),
        ("004-scoring-06", "american", 2, [0, 0, 0, 0], "add", [26, 26, 0, 26]),
        ("004-spot-06", "spot", 0, [200, 0, 0, 0], "add", [200, 129, 129, 129]),
        ("004-spot-06", "spot", 0, [200, 0, 0, 0], "subtract", [71, 0, 0, 0]),
        ("004-spot-10", "spot_pictures", 0, [200, 0, 0, 0], "add", [200, 124, 124, 124]),
        ("004-spot-10", "spot_pictures", 0, [200, 0, 0, 0], "subtract", [76, 0, 0, 0]),
        ("004-scorevar-06", "omnibus", 1, [0, 50, 0, 0], "subtract", [0, 14, 0, 0]),
        ("004-partnership-07", "partnership_individual", 2, [0] * 4, "add", [26, 26, 0, 26]),
    ],
)
def test_moons(
    rules: Rules, players: int, *, shooter: int, before: list[int], choice: str, later: list[int]
) -> None:
    game = moonshot(rules, shooter, scores=before)
    assert game.players == players
    ways = (ChooseMoon(shooter, "add"), ChooseMoon(shooter, "subtract"))
    assert game.legal_moves() == (ways if choice else (Score(),))
    done = (game.choose_moon(choice) if choice else game).score()
    assert [*done.scores] == later


@rows(
    "points, winners",
    [  # the points of each round, and who has won then; nobody, if the game goes on
        (
            "000-11",
            "chase_the_lady",
            [(0, 0, 0, 38), (0, 0, 0, 38), (9, 10, 3, 16), (5, 10, 18, 5), (0, 10, 20, 8)],
            (0,),
        ),
        (("000-19", "000-21"), "chase_the_lady", [(96, 58, 62, 50), (9, 15, 9, 5)], (3,)),
        (("000-19", "001-05"), f"chase_the_lady {BASIC}", [(99, 0, 0, 0)], ()),
        (("000-19", "001-05"), f"chase_the_lady {BASIC}", [(100, 0, 0, 0)], (1, 2, 3)),
        ("000-28", "chase_the_lady", [(15, 9, 9, 5), (5, 9, 9, 15)], ()),
        ("001-05", BASIC, [(30, 40, 10, 24), (1, 4, 8, 0)], ()),
        ("001-06", BASIC, [(92, 40, 30, 7), (8, 2, 3, 0)], (3,)),
        ("001-28", BASIC, [(98, 40, 40, 30), (1, 4, 8, 0)], ()),
        (("001-28", "001-29"), BASIC, [(98, 40, 40, 30), (4, 1, 8, 0)], (3,)),
        ("002-02", "classic_50", [(51, 20, 22, 37)], (1,)),
        ("002-30", "classic_50", [(10, 3, 13, 0), (0, 13, 5, 8)], ()),
        (("002-31", "002-32"), "classic_50", [(37, 20, 12, 35), (13, 4, 5, 4)], (2,)),
        ("002-33", "classic_50", [(36, 20, 13, 35), (13, 4, 5, 4)], ()),
        ("003-03", "classic_100", [(100, 3, 2, 1)], (3,)),
        (("003-04", "003-05", "003-33"), "classic_100", [(87, 60, 50, 63), (13, 4, 5, 4)], (2,)),
        ("003-04", "classic_100", [(86, 60, 50, 64), (13, 4, 5, 4)], ()),
        ("004-players-13", "american", [(100, 22, 0, 8)], (2,)),
        (("004-players-14", "004-players-15"), "american", [(87, 60, 50, 63), (13, 4, 5, 4)], (2,)),
        ("004-players-14", "american", [(88, 60, 50, 62), (13, 4, 5, 4)], (2,)),
        ("004-players-14", "american", [(86, 60, 50, 64), (13, 4, 5, 4)], ()),
        ("004-scoring-09", "american", [(98, 60, 50, 52), (1, 13, 5, 7)], ()),
        (("004-scoring-09", "004-scoring-10"), "american", [(98, 60, 50, 52), (3, 13, 5, 5)], (2,)),
        ("004-spot-11", "spot spot_pictures", [(460, 300, 280, 250), (48, 50, 21, 10)], (3,)),
        ("004-spot-11", "spot spot_pictures", [(499, 0, 0, 0)], ()),
        ("004-spot-11", "spot spot_pictures", [(500, 0, 0, 0)], (1, 2, 3)),
        ("004-maria-15", "black_maria:3 black_maria_43:3", [(99, 20, 20)], ()),
        ("004-maria-15", "black_maria:3 black_maria_43:3", [(99, 20, 20), (1, 0, 0)], (1, 2)),
        ("004-maria-15", "black_maria black_maria_43", [(99, 20, 20, 20)], ()),
        ("004-maria-15", "black_maria black_maria_43", [(100, 20, 20, 20)], (1, 2, 3)),
        ("004-maria-15", "black_maria_spot:3", [(499, 20, 20)], ()),
        ("004-maria-15", "black_maria_spot:3", [(499, 20, 20), (1, 0, 0)], (1, 2)),
        ("004-maria-15", "black_maria_spot", [(499, 20, 20, 20)], ()),
        ("004-maria-15", "black_maria_spot", [(500, 20, 20, 20)], (1, 2, 3)),
        ("004-dnf-06", "dirty_nasty_filthy", [(299, 100, 100, 100)], ()),
        ("004-dnf-06", "dirty_nasty_filthy", [(300, 100, 100, 100)], (1, 2, 3)),
        ("004-dnf-07", "dirty_nasty_filthy", [(280, 120, 150, 120), (26, 20, 8, 13)], (3,)),
        ("004-partnership-08", "partnership_individual", [(92, 60, 30, 52), (9, 4, 8, 5)], (1, 3)),
        ("004-partnership-08", "partnership_individual", [(60, 50, 60, 64)], ()),
        ("004-partnership-08", "partnership_individual", [(99, 99, 99, 99)], ()),
        ("004-partnership-08", "partnership_individual", [(0, 0, 0, 100)], (0, 2)),
        ("004-partnership-10", "partnership_individual", [(105, 78, 34, 69)], (0, 2)),
        ("gz-end-01", "gong_zhu", [(-990, 0, 0, 0)], ()),
        ("gz-end-01", "gong_zhu", [(-990, 0, 0, 0), (-20, 10, 0, 0)], (1,)),
        ("gz-end-01", "gong_zhu", [(-1000, 1, 0, 0)], (1,)),
        ("gz-end-01", "gong_zhu", [(-999, 1200, 0, 0)], ()),
        ("gz-end-02", "gong_zhu", [(-1010, 300, 300, -1200)], (1, 2)),
        ("kn-score-01", "knaves:3", [(19, 19, -8)], ()),
        ("kn-score-01", "knaves:3", [(19, 19, -8), (1, 4, 2)], (1,)),
        ("te-lead-01", "tetka", [(3, 2, 2, 2)] * 3, ()),
        (
            "te-lead-01",
            "tetka",
            [(3, 2, 2, 2), (3, 2, 2, 2), (1, 0, 4, 4), (1, 4, 4, 0)],
            (0, 1, 3),
        ),
        ("thai-05", "jab_moo", [(-2000, 2000, 0, 0)] * 3, ()),
        ("thai-05", "jab_moo", [(-2000, 2000, 0, 0)] * 4, (1,)),
        ("he-end-01", "heartsette", [(4, 6, 2, 1)], (3,)),
        (("po-end-01", "sl-end-01"), "polignac slobberhannes", [(9, 3, 2, 1)], ()),
        ("po-end-01", "polignac", [(9, 3, 2, 1), (1, 1, 0, 3)], (2,)),
        ("sl-end-01", "slobberhannes", [(9, 3, 2, 1), (1, 0, 0, 2)], (2,)),
        ("queens-04", "queens", [(107, 0, 3, 1)], ()),
        ("queens-04", "queens", [(108, 2, 3, 1)], (3,)),
        ("royal-08", "royal", [(100, 0, 0, 2)], ()),
        ("royal-08", "royal", [(101, 0, 0, 2)], (1, 2)),
        ("ricketts-09", "ricketts", [(99, 0, 0, 2)], ()),
        ("ricketts-09", "ricketts", [(100, 3, 1, 2)], (2,)),
        ("ki-16", "kierki", [(13, 0, 0, 0)] * 6, ()),
        ("ki-16", "kierki", [*[(13, 0, 0, 0)] * 6, (0, 0, 13, 26)], (1,)),
        ("lo-end-01", "lora", [(0, 0, 8, 0), (8, 0, 0, 0), (0, 4, 0, 4), (0, 0, 0, 8)] * 4, ()),
        ("lo-end-01", "lora", [(0, 0, 8, 0), (8, 0, 0, 0), (0, 4, 0, 4), (0, 0, 0, 8)] * 5, (1,)),
        ("bb-end-01", "barbu", [(-5, -4, -4, -13)] * 19, ()),
        ("bb-end-01", "barbu", [(-5, -4, -4, -13)] * 20, (1, 2)),
        ("kg-end-01", "king", [(-130, 0, -130, 0)] * 6 + [(125, 100, 100, 0)] * 3, ()),
        ("kg-end-01", "king", [(-130, 0, -130, 0)] * 6 + [(125, 100, 100, 0)] * 4, (1,)),
        ("rf-end-01", "turkish_king", [(100, 200, 150, 200)] * 19, ()),
        ("rf-end-01", "turkish_king", [(100, 200, 150, 200)] * 20, (1, 3)),
    ],
)
def test_ends(
    rules: Rules, players: int, points: list[tuple[int, ...]], winners: tuple[int, ...]
) -> None:
    game = entered(rules, *points)
    assert game.scores == tuple(map(sum, zip(*points, strict=True)))
    assert (game.players, game.winners, game.is_over) == (players, winners, bool(winners))
