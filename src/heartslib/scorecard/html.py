"""Score cards as a page of HTML, to print or to keep.

The page is one self-contained string, without external fonts, scripts or style sheets.  What players typed is
escaped wherever it is put into it, so a name cannot be a script.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from heartslib._values.arguments import of_kind
from heartslib.scorecard.card import POOL, START, ScoreCard
from heartslib.show.text import one_line
from heartslib.words import how_many, listed, written

_BROAD = 6
"""The most columns of scores for which the paper is upright."""

_STYLE = """
@page { size: A4 %(turned)s; margin: 14mm }
* { box-sizing: border-box }
body { margin: 2rem auto; max-width: %(width)srem; padding: 0 1rem; color: #1a1a1a; background: #fff;
  font: 1rem/1.35 Georgia, "Times New Roman", serif }
h1 { margin: 0; font-size: 1.7rem; font-weight: normal }
h1::before { content: "\\2665\\FE0E\\a0"; color: #c8102e }
p { margin: .3rem 0 1.2rem; color: #555 }
table { width: 100%%; border-collapse: collapse; font-variant-numeric: lining-nums tabular-nums }
th, td { padding: .32rem .6rem; text-align: right; vertical-align: baseline }
tr { break-inside: avoid }
thead th { border-bottom: 2px solid; overflow-wrap: anywhere; vertical-align: bottom }
thead .column { width: %(share).2f%% }
tbody tr { border-bottom: 1px solid #ccc }
tbody tr:nth-child(5n) { border-color: #777 }
tbody th { font-weight: normal; color: #555; text-align: left }
.label { text-align: left; white-space: nowrap }
.label i { margin-left: .8em }
.points { color: #777; font-size: .85em }
.score { display: inline-block; min-width: 2.2em; margin-left: .3em }
.column { border-left: 1px solid #ccc }
tfoot th, tfoot td { border-top: 2px solid; font-size: 1.2em; font-weight: bold }
tfoot .together { border-top: 1px solid #ccc; text-align: center }
.won { background: #fdf3d0; -webkit-print-color-adjust: exact; print-color-adjust: exact }
@media print { body { margin: 0; max-width: none; padding: 0 } }
"""


def card_html(card: ScoreCard) -> str:
    """A score card as a page of HTML that looks well on paper.

    Rounds are rows, and players are columns with the points of each round and the score after it.
    Partners who score together share a column; others stand side by side, above their sum.

    Args:
        card: The score card.

    Raises:
        HeartsError: This is not a score card.
    """
    of_kind(ScoreCard, card, "card must be a ScoreCard")
    sides = card.rules.at(card.players).partners
    columns: list[tuple[int, ...]] = [(seat,) for side in sides for seat in side]
    if card.rules.sides.pooled:
        columns = [*sides]
    style = _STYLE % {
        "turned": "landscape" if len(columns) > _BROAD else "portrait",
        "width": 20 + 7 * (len(columns) + bool(card.pools)),
        "share": 100 / (len(columns) + bool(card.pools)),
    }
    title = escape(one_line(card.rules.name))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}: score card</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n<p>{escape(_state_of(card))}</p>\n<table>\n"
        f"<thead>\n{_head(card, columns)}\n</thead>\n"
        f"<tbody>\n{chr(10).join(_rows(card, columns))}\n</tbody>\n"
        f"<tfoot>\n{chr(10).join(_foot(card, columns, sides))}\n</tfoot>\n"
        "</table>\n</body>\n</html>\n"
    )


def _state_of(card: ScoreCard) -> str:
    state = f"{how_many(card.players, 'player')}, {how_many(len(card.sheets), 'round')}"
    won = f"won by {_names(card, card.winners)}" if card.winners else ""
    return ", ".join(filter(None, (state, won, card.moons_said)))


def _names(card: ScoreCard, seats: tuple[int, ...]) -> str:
    return listed([one_line(card.names[seat]) for seat in seats])


def _head(card: ScoreCard, columns: list[tuple[int, ...]]) -> str:
    cells = ""
    for side in columns:
        name = escape(_names(card, side))
        cells += f'<th scope="col" class="column{_won(card, side)}">{name}</th>'
    if card.pools:
        cells += f'<th scope="col" class="column">{POOL.title()}</th>'
    return f'<tr><th scope="col" class="label">Round</th>{cells}</tr>'


def _won(card: ScoreCard, side: tuple[int, ...]) -> str:
    return " won" if {*side} & {*card.winners} else ""


def _rows(card: ScoreCard, columns: list[tuple[int, ...]]) -> Iterator[str]:
    for row in card.rows:
        cells = ""
        for seat, *_ in columns:
            points = written(row.points[seat], "+d") if row.points else ""
            before = f'<span class="points">{points}</span>' if points else ""
            score = f'<span class="score">{written(row.scores[seat])}</span>'
            cells += f'<td class="column">{before}{score}</td>'
        if card.pools:
            pool = "" if row.pool is None else written(row.pool)
            cells += f'<td class="column">{pool}</td>'
        label = f"<i>{escape(one_line(row.label))}</i>" if row.label else ""
        name = START.title() if row.points is None else row.name
        yield f'<tr><th scope="row" class="label">{name}{label}</th>{cells}</tr>'


def _foot(
    card: ScoreCard, columns: list[tuple[int, ...]], sides: tuple[tuple[int, ...], ...]
) -> Iterator[str]:
    cells = ""
    for side in columns:
        score = written(card.scores[side[0]])  # partners who share a column have one score
        cells += f'<td class="column{_won(card, side)}">{score}</td>'
    if card.pools:
        cells += f'<td class="column">{written(card.pool)}</td>'
    yield f'<tr><th scope="row" class="label">Score</th>{cells}</tr>'
    if len(columns) > len(sides):  # partners with separate scores
        cells = ""
        for side in sides:
            together = written(sum(card.scores[seat] for seat in side))
            won = _won(card, side)
            cells += f'<td colspan="{len(side)}" class="column together{won}">{together}</td>'
        yield f'<tr><th scope="row" class="label together">Together</th>{cells}</tr>'


__all__ = [
    "card_html",
]

__dir__ = __all__.copy  # what `dir` shows of the module
