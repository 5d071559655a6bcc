"""Score files as people and programs write them: each is scored, or refused with its lines."""

from __future__ import annotations

import pytest

from heartslib import HeartsError, ScoreCard, score_game, variants
from heartslib.scorecard import read_card, write_csv

AMERICAN = variants.get("american")
FOUR = ("Ann", "Ben", "Cid", "Dee")
TIDY = "1,Ann,4\n1,Ben,14\n1,Cid,8\n1,Dee,0\n2,Ann,13\n2,Ben,8\n2,Cid,5\n2,Dee,0\n"
REMEDY = "; give counted, the points of the penalty cards that each player took, or insist=True"


def scored(text: str) -> ScoreCard:
    """The card of a file."""
    names, rounds, _ = read_card(text)
    return score_game(AMERICAN, rounds=rounds, names=names)


READ = {
    "a spreadsheet's column with a gap": "Ann,Ben,Cid,Dee\n4.0,14.0,8.0,0.0\n,,,\n13.0,8.0,5.0,0.0\n",
    "pandas, with its index": ",Ann,Ben,Cid,Dee\n0,4,14,8,0\n1,13,8,5,0\n",
    "pandas, with a named index": "hand,Ann,Ben,Cid,Dee\n0,4.0,14.0,8.0,0.0\n1,13.0,8.0,5.0,0.0\n",
    "R, which counts from 1": '"","Ann","Ben","Cid","Dee"\n"1",4,14,8,0\n"2",13,8,5,0\n',
    "semicolons and decimal commas": "Ann;Ben;Cid;Dee\r\n4,0;14,0;8,0;0,0\r\n13,0;8,0;5,0;0,0\r\n",
    "tabs and a byte order mark": "\ufeffAnn\tBen\tCid\tDee\n4\t14\t8\t0\n13\t8\t5\t0\n",
    "empty lines and columns": "\n\nNo.,Ann,Ben,,Cid,Dee,\n1,4,14,,8,0,\n\n,,,,,,\n2,13,8,,5,0,\n\n",
    "numbers of rounds as floats": "round,Ann,Ben,Cid,Dee\n1.0,4,14,8,0\n2.0,13,8,5,0\n",
    "a row for each player": f"round,player,points\n{TIDY}",
    "a row for each player, from pandas": ",game,hand,player,points\n"
    + "".join(f"{at},1.0,{row[0]}.0{row[1:]}.0\n" for at, row in enumerate(TIDY.split())),
    "a row for each player, without rounds": "Joueur;Points\n" + "".join(
        f"{row[2:].replace(',', ';')}\n" for row in TIDY.split()
    ),
    "a player after the other": "Punkte,Spieler,Runde\n4,Ann,1\n13,Ann,2\n14,Ben,1\n8,Ben,2\n8,Cid,1\n5,Cid,2\n0,Dee,1\n0,Dee,2\n",
    "a row for each player, in Spanish": "ronda\tjugador\tpuntos\n" + TIDY.replace(",", "\t"),
    "a row for each player, in Italian, with hands from 0": "hand,giocatore,punti\n" + TIDY.replace("1,A", "0,A").replace("1,B", "0,B").replace("1,C", "0,C").replace("1,D", "0,D")
    .replace("2,", "1,"),
    "a row for each player, with an empty column": "round,player,points,moon\n" + TIDY.replace("\n", ",\n"),
    "JSON with floats": '{"names": ["Ann", "Ben", "Cid", "Dee"], "rounds": '
    '[{"points": [4.0, 14, 8, 0]}, {"points": [13.0, 8.0, 5.0, 0.0]}]}',
}  # fmt: skip


@pytest.mark.parametrize("kind", READ)
def test_such_a_file_is_scored(kind: str) -> None:
    card = scored(READ[kind])
    assert (card.names, card.points) == (FOUR, ((4, 14, 8, 0), (13, 8, 5, 0)))
    assert {type(each) for each in card.scores} == {int}
    assert scored(write_csv(card)) == card


def test_all_rows_of_a_round_may_insist() -> None:
    rows = "1,Ann,12,yes\n1,Ben,13,yes\n1,Cid,0,yes\n1,Dee,0,yes\n"
    assert scored(f"round,player,points,insist\n{rows}").points == ((12, 13, 0, 0),)


NO_ROUND = "no round of American Hearts gives the points"
SUMS = "and those of a round to −26, 26 or 78"
REFUSED = {
    "running totals": (
        "Ann,Ben,Cid,Dee\n4,14,8,0\n17,22,13,0\n18,22,25,13\n",
        (f"line 3, round 2: {NO_ROUND} (17, 22, 13, 0): as scores after the round they would mean the points "
        f"(13, 8, 5, 0); line 4, round 3: {NO_ROUND} (18, 22, 25, 13): as scores after the round they would "
        f"mean the points (1, 0, 12, 13){REMEDY}"),
    ),
    "several rounds that cannot be": (
        "Ann,Ben,Cid,Dee\n4,14,8,1\n\n13,8,5,0\n1,1,1,1\n",
        (f"line 2, round 1: {NO_ROUND} (4, 14, 8, 1): they add up to 27, {SUMS}; "
        f"line 5, round 3: {NO_ROUND} (1, 1, 1, 1): they add up to 4, {SUMS}{REMEDY}"),
    ),
    "parts of points, and words": (
        "Ann,Ben,Cid,Dee\n5.5,5.5,5.5,9.5\n4,14,8,0\n1,five,0,25\n",
        ("line 2: Ann has '5.5' where others have points: give a whole number, or leave out the row; "
        "line 4: Ben has 'five' where others have points: give a whole number, or leave out the row"),
    ),
    "a row of totals": (
        "round,Ann,Ben,Cid,Dee\n1,4,14,8,0\nTotal,4,14,8,0\n",
        ("line 3: 'round' must be empty, start, penalty or 2, the next number, not 'Total'; leave out rows "
        "that are no rounds, such as totals"),
    ),
    "a column of totals": (
        "Ann,Ben,Cid,Dee,Sum\n4,14,8,0,26\n", "the column 'Sum' is no player: leave it out"
    ),
    "dates": (
        "date,Ann,Ben,Cid,Dee\n2026-01-01,4,14,8,0\n", "the column 'date' is no player: leave it out"
    ),
    "dates beside players": (
        "date,player,points\n2026-01-01,Ann,26\n2026-01-01,Ben,0\n",
        "the column 'date' is not known in a table with a row for each player: leave it out",
    ),
    "players without points": (
        "hand,player,cards\n1,Ann,QS\n", "the column 'player' is no player, and no column has points"
    ),
    "seats beside players": (
        "round,seat,player,points\n1,3,Ann,13\n1,2,Bob,13\n1,1,Cat,0\n1,0,Dan,0\n",
        "the column 'seat' is not known in a table with a row for each player: leave it out",
    ),
    "hearts beside points": (
        "round,player,points,hearts\n1,Ann,13,0\n1,Ben,13,13\n1,Cid,0,0\n",
        "the column 'hearts' is not known in a table with a row for each player: leave it out",
    ),
    "totals beside points": (
        "round,player,points,total\n1,Ann,13,13\n1,Ben,13,13\n1,Cid,0,0\n",
        "the column 'total' is not known in a table with a row for each player: leave it out",
    ),
    "running totals beside points": (
        "round,player,points,score\n1,Ann,13,13\n",
        "the columns 'points' and 'score' both hold 'points': leave one out",
    ),
    "two names": (
        "round,player,name,points\n1,1,Ann,13\n",
        "the columns 'player' and 'name' both hold 'player': leave one out",
    ),
    "two numbers of the round": (
        "Index,player,hand,points\n1,Ann,1,13\n",
        "the columns 'Index' and 'hand' both hold 'round': leave one out",
    ),
    "two contracts": (
        "player,points,contract,Contract\nAnn,13,hearts,spades\n",
        "the columns 'contract' and 'Contract' both hold 'contract': leave one out",
    ),
    "points of nobody": ("round,player,points\n1,Ann,13\n1,,13\n", "line 3: '' is no name for a player"),
    "points of a pool": (
        "player,points\nAnn,13\nPool,13\n", "line 3: 'Pool' is no name for a player"
    ),
    "one who insists": (
        "round,player,points,insist\n1,Ann,12,true\n1,Ben,13,\n1,Cid,0,\n1,Dee,0,\n",
        "line 3: 'insist' must be the same in all rows of round '1', not 'true' and ''",
    ),
    "two contracts in a round": (
        "player,points,moon,contract\nAnn,0,add,hearts\nBen,0,add,queen\n",
        "line 3: 'contract' must be the same in all rows of round '1', not 'hearts' and 'queen'",
    ),
    "two games": (
        "Partie;Spieler;Punkte\n1;Ann;26\n2;Ann;26\n",
        "the column 'Partie' has several games: keep the rows of one",
    ),
    "a player twice": (
        "round,player,points\n1,Ann,4\n1,Ben,14\n1,Ann,8\n",
        "line 4: Ann has points in round '1' already",
    ),
    "a player missing": (
        f"round,player,points\n{TIDY}3,Ann,26\n3,Ben,0\n3,Dee,0\n",
        "line 10: Cid has nothing where others have points: give a whole number, or leave out the row",
    ),
    "a round missing": (
        f"round,player,points\n{TIDY}4,Ann,26\n4,Ben,0\n4,Cid,0\n4,Dee,0\n",
        ("line 10: 'round' must be empty, start, penalty or 3, the next number, not '4'; leave out rows that "
        "are no rounds, such as totals"),
    ),
    "thousands": (
        "Ann,Ben,Cid,Dee\n1.000,0,0,0\n",
        "line 2: Ann has '1.000' where others have points: give a whole number, or leave out the row",
    ),
    "cards that are none, and too many": (
        "Ann,Ben,Cid,Dee\nQS,hearts,,x\nQS QS,hearts,,\n",
        ("line 2, round 1: taken: 'x' is not a card: write rank (2 to 9, T or 10, J, Q, K, A) then suit (C, D, "
        "S, H), like 'QS' or '10D'; line 3, round 2: these piles cannot be scored: QS is given more often than "
        "the pack has it"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_such_a_file_is_refused_with_its_lines(kind: str) -> None:
    text, sentence = REFUSED[kind]
    with pytest.raises(HeartsError) as caught:
        scored(text)
    assert str(caught.value) == sentence


def test_no_more_than_a_hundred_rounds_are_named() -> None:
    with pytest.raises(HeartsError) as caught:
        score_game(AMERICAN, rounds=[{"points": [1, 1, 1, 1]}] * 500)
    assert str(caught.value).count(NO_ROUND) == 100
    with pytest.raises(HeartsError) as caught:
        scored("Ann,Ben,Cid,Dee\n" + "1,x,1,1\n" * 500)
    assert str(caught.value).count("'x'") == 100
