"""Pictures for notebooks and web pages: hands and tables as SVG, score sheets as HTML.

A picture is a self-contained string, without external fonts, scripts or style sheets.  It is
readable on light and dark pages and in black and white, and has a title and a description for
screen readers.  Every face-up card has its name as a title.  The figures of the court cards are by
Adrian Kennard, and in the public domain.

A picture is made of parts that know their size (`_Part`): cards become fans, fans and lines become the panel of a
seat, and panels are placed around the table, as near to its middle as they fit.  Nothing can measure text
here, as no font is known, so its width is estimated, and rather too wide than too narrow.

A notebook shows `Cards`, `Game`, `View` and `ScoreSheet` values in this way.
"""

from __future__ import annotations

import functools
import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

import attrs

from heartslib._values.arguments import MOST_PLAYERS, of_kind, series
from heartslib.cards import Card, Cards, CardsLike, Suit
from heartslib.errors import HeartsError, quoted
from heartslib.game import Game
from heartslib.rules import Mark
from heartslib.sheet import ScoreSheet
from heartslib.show.text import (
    NO_MARKS,
    Scene,
    capital,
    charged_word,
    columns_of,
    faces,
    one_line,
    rank_text,
    short_name,
    with_symbols,
    worded_with,
)
from heartslib.view import View
from heartslib.words import are, how_many, written

_CARD_WIDTH = 64
_CARD_HEIGHT = 90
_INDEX_HEIGHT = 50
"""The height of the corner of a card with its rank and suit: what is seen of it below another row."""

_NARROW = frozenset("fijlrtI.,:;'()[] ")
"""Letters about half as wide as the others."""

_SUIT_GAP = 12
_WIDEST = 10_000
_RED = "#c8102e"
_BLACK = "#1a1a1a"
_GOLD = "#f2b705"
_INK = "#222"

_COURTS = tuple(f"{rank}{suit}" for suit in "CDHS" for rank in "JQK")
"""The figures of ``courts.svg``, in order."""

_SHAPES = {
    Suit.CLUBS: "M0-46a21 21 0 1 1 0 42a21 21 0 1 1 0-42zM-23-10a21 21 0 1 1 0 42a21 21 0 1 1 0-42z"
    "M23-10a21 21 0 1 1 0 42a21 21 0 1 1 0-42zM-7-10H7C7 22 9 36 17 46H-17C-9 36-7 22-7-10z",
    Suit.DIAMONDS: "M0-48L36 0L0 48L-36 0z",
    Suit.SPADES: "M0-48C-8-28-42-10-42 14C-42 36-14 38-5 23C-6 35-10 42-17 46H17C10 42 6 35 5 23"
    "C14 38 42 36 42 14C42-10 8-28 0-48z",
    Suit.HEARTS: "M0 46C-10 28-46 6-46-18C-46-48-10-50 0-22C10-50 46-48 46-18C46 6 10 28 0 46z",
}
"""The suits, each in a square of side 100 centred on the origin."""


_STAR = (
    f'<path transform="translate(44 64) scale(.2)" fill="{_GOLD}" stroke="{_INK}" stroke-width="4" '
    'd="M0-90L21-28L86-28L34 11L53 73L0 36L-53 73L-34 11L-86-28L-21-28z"/>'
)
"""The figure of a joker."""


@attrs.frozen
class _Look:
    """The colours of a picture, and the cards that stand out in it."""

    paper: str = "#fffdf6"
    ink: str = _INK
    soft: str = "#444"
    edge: str = "#666"
    felt: str = "#2f7d5b"
    rim: str = "#8a5a2b"
    header: str = "#26323f"
    face: str = "#fff"
    back: str = "#34568b"
    pattern: str = "#b9c9e8"
    highlighted: Cards = attrs.field(factory=Cards)
    marks: Mapping[Card, Mark] = attrs.field(factory=dict[Card, Mark])

    @classmethod
    def of(cls, highlighted: CardsLike, *, dark: bool) -> _Look:
        cards = Cards.parse(highlighted)
        return attrs.evolve(_DARK if dark else cls(), highlighted=cards)

    def at(self, view: View) -> _Look:
        """For the cards of a view, with the marks of their faces."""
        marks = {mark.face: mark for mark in view.marks.values()}
        return attrs.evolve(self, highlighted=faces(view, self.highlighted), marks=marks)


_DARK = _Look(
    paper="#1f2730", ink="#f0f3f6", soft="#b6c2cf", edge="#5b6875", felt="#17402f",
    rim="#4d3319", header="#0d1218", face="#e9e6dc", back="#22395e", pattern="#6f86ad",
)  # fmt: skip
_MARK = "#1f6feb"
"""The edge of a highlighted card."""


@attrs.frozen
class _Part:
    """A piece of a picture, with its top left corner at the origin."""

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({_in_px(x)} {_in_px(y)})">{self.svg}</g>'


@attrs.frozen
class _Placed:
    """A part and the position of its centre."""

    part: _Part
    x: float
    y: float

    def is_clear_of(self, other: _Placed, gap: float) -> bool:
        return (
            abs(self.x - other.x) >= (self.part.width + other.part.width) / 2 + gap
            or abs(self.y - other.y) >= (self.part.height + other.part.height) / 2 + gap
        )

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Its left, top, right and bottom edge."""
        across = self.part.width / 2
        down = self.part.height / 2
        return self.x - across, self.y - down, self.x + across, self.y + down


def hand_svg(
    cards: CardsLike,
    *,
    width: float | None = None,
    highlighted: CardsLike = (),
    dark: bool = False,
) -> str:
    """A hand as a picture: its cards face up, in one row or more, with a gap between suits.

    >>> hand_svg("QS 2H").count("<path")
    3

    Args:
        cards: The cards.
        width: The width in pixels; by default the picture has the size of its cards.
        highlighted: Cards with a blue edge.
        dark: Whether the picture is for a dark page.

    Raises:
        HeartsError: An argument cannot be used.
    """
    hand = Cards.parse(cards)
    look = _Look.of(highlighted, dark=dark)
    if not hand:
        frame = _rect(_CARD_WIDTH, _CARD_HEIGHT, "none", stroke="#888", dashed=True)
        part = _Part(_CARD_WIDTH, _CARD_HEIGHT, frame)
        return _whole_picture(part, "A hand without cards", "", width)
    fan = _card_fan([*hand], look, step=34, per_row=20, row_step=_CARD_HEIGHT + 8)
    return _whole_picture(fan, f"A hand of {how_many(len(hand), 'card')}", _card_words(hand), width)


def table_svg(
    value: View | Game,
    *,
    width: float | None = None,
    names: Sequence[str] | None = None,
    highlighted: CardsLike = (),
    dark: bool = False,
) -> str:
    """A table with its seats, hands, scores and the current trick, as a picture.

    For a `Game` all hands are face up.  For a `View` only the cards that it knows are face up, and
    its seat is at the bottom.  Seats go round in the direction of the game.

    A thick edge and an arrow mark the seats to act, a ``D`` the dealer.  Cards that may be played
    are raised; cards that have been shown or charged have a golden edge, and cancelled cards are
    struck out.  Jokers are drawn as such, and cards that count unlike their suit bear their points.

    >>> from heartslib import Game, variants
    >>> game = Game.new(variants.get("american"), players=4).deal(seed=7)
    >>> picture = table_svg(game.view(0))
    >>> "<title>American Hearts, round 1: pass 3 left, seat 3 deals</title>" in picture
    True

    Args:
        value: The game or the view.
        width: The width in pixels; by default it depends on the table.
        names: The names to show, seat 0 first; by default those of the game.
        highlighted: Cards with a blue edge, wherever they are face up.
        dark: Whether the picture is for a dark page.

    Raises:
        HeartsError: `value` is neither, or another argument cannot be used.
    """
    if isinstance(value, Game):
        scene = Scene.of_game(value)
    elif isinstance(value, View):
        scene = Scene.of_view(value)
    else:
        raise HeartsError(f"a Game or a View can be drawn as a table, not {quoted(value)}")
    if names is not None:
        names = _checked_names(names, scene.view.players)
        scene = attrs.evolve(scene, view=attrs.evolve(scene.view, names=names))
    part = _table_part(scene, _Look.of(highlighted, dark=dark).at(scene.view))
    return _whole_picture(part, scene.headline, " ".join(_table_in_words(scene)), width)


def _checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    names = series(MOST_PLAYERS, names, "names")
    if len(names) != players:
        raise HeartsError(f"{are(len(names), 'name')} given for {how_many(players, 'seat')}")
    for name in names:
        of_kind(str, name, "a name must be text")
    return names


def sheet_html(value: ScoreSheet | Game | View, names: Sequence[str] | None = None) -> str:
    """A score sheet as an HTML table: each seat's reasons and points, and their sum.

    Args:
        value: The sheet, or a game or view with a finished round.
        names: The players' names, seat 0 first; by default those of the game or view, for a sheet
            alone ``seat 0`` and so on.

    Raises:
        HeartsError: There is no finished round, or the number of names is not that of the seats.
    """
    if isinstance(value, Game | View):
        sheet = value.sheet
        own = value.names
        view = value if isinstance(value, View) else value.view(None)
    elif isinstance(value, ScoreSheet):
        sheet = value
        own = tuple(f"seat {seat}" for seat in range(value.players))
        view = None
    else:
        raise HeartsError(f"give a ScoreSheet, a Game or a View, not {quoted(value)}")
    if sheet is None:
        raise HeartsError("no round has just been finished, so there is no score sheet")
    players = own if names is None else _checked_names(names, sheet.players)
    short = [short_name(name, 40) for name in players]
    rows = [row for seat in range(sheet.players) for row in _sheet_rows(sheet, seat, short, view)]
    if sheet.pool_line:
        style = f"{_cell_style('left')}border-top:1px solid #888"
        rows.append(f'<tr><td colspan="4" style="{style}">{capital(sheet.pool_line)}</td></tr>')
    heads = (("Player", "left"), ("What", "left"), ("Points", "right"), ("Round", "right"))
    head = "".join(
        f'<th scope="col" style="{_cell_style(align)}font-weight:bold">{title}</th>'
        for title, align in heads
    )
    return (
        '<table style="border-collapse:collapse;font-family:sans-serif">'
        '<caption style="text-align:left;padding:4px 10px;font-weight:bold">The score of the round'
        f"</caption><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _sheet_rows(
    sheet: ScoreSheet, seat: int, names: Sequence[str], view: View | None
) -> Iterator[str]:
    """The rows of one seat; its name and sum span all of them."""
    name = _escaped_line(names[seat])
    worded = worded_with(names, view)
    entries = sheet.explained(seat)
    lines = [(with_symbols(one_line(worded(line))), line.points) for line in entries]
    lines = lines or [("took nothing that counts", 0)]
    span = f' rowspan="{len(lines)}"' if len(lines) > 1 else ""
    won = " wins the game" if seat in sheet.winners else ""
    left = f"{_cell_style('left')}border-top:1px solid #888;"
    right = f"{_cell_style('right')}border-top:1px solid #888;"
    who = f'<th scope="rowgroup"{span} style="{left}">{name}{won}</th>'
    total = f'<td{span} style="{right}font-weight:bold">{written(sheet.totals[seat])}</td>'
    for reason, points in lines:
        cells = f'<td style="{left}">{_coloured_html(reason)}</td>'
        cells += f'<td style="{right}">{written(points)}</td>'
        yield f"<tr>{who}{cells}{total}</tr>"
        left = _cell_style("left")
        right = _cell_style("right")
        who = total = ""  # those of the first row span the others


def _cell_style(align: str) -> str:
    return f"text-align:{align};vertical-align:top;padding:4px 10px;"


# -- pieces ----------------------------------------------------------------------------------


def _in_px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _escaped_line(text: str) -> str:
    return escape(one_line(text))


def _coloured_html(text: str) -> str:
    """Text for HTML, with the red cards in red; escaped first, so that nothing in it is a tag."""
    red = rf'<span style="color:{_RED}">\g<0></span>'
    return re.sub("(?:10|[*1-9JQKA])?[♦♥]", red, _escaped_line(text))


def _whole_picture(part: _Part, title: str, description: str, wanted: float | None) -> str:
    """The whole picture: a part with a margin, of the wanted width."""
    across = math.ceil(part.width) + 16
    down = math.ceil(part.height) + 16
    wanted = across if wanted is None else wanted
    if isinstance(wanted, bool) or not isinstance(wanted, int | float) or not 0 < wanted <= _WIDEST:
        raise HeartsError(f"width must be a number of pixels up to {_WIDEST}, not {quoted(wanted)}")
    height = _in_px(wanted / across * down)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img" '
        f'width="{_in_px(wanted)}" height="{height}" viewBox="0 0 {across} {down}" '
        'style="max-width:100%;height:auto" font-family="sans-serif">'
        f"<title>{_escaped_line(title)}</title><desc>{_escaped_line(description)}</desc>"
        f"{part.at(8, 8)}</svg>"
    )


def _rect(
    width: float,
    height: float,
    fill: str,
    *,
    stroke: str = "none",
    thick: float = 1,
    round_: float = 6,
    dashed: bool = False,
) -> str:
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<rect width="{_in_px(width)}" height="{_in_px(height)}" rx="{_in_px(round_)}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{_in_px(thick)}"{dash}/>'
    )


def _text_part(text: str, size: float, *, fill: str = _INK, bold: bool = False) -> _Part:
    """A line of text; its width is estimated generously."""
    narrow = sum(letter in _NARROW for letter in text)
    width = size * (0.36 * narrow + 0.64 * (columns_of(text) - narrow)) * (1.12 if bold else 1)
    weight = ' font-weight="bold"' if bold else ""
    start = f'<text y="{_in_px(size)}" font-size="{_in_px(size)}" fill="{fill}"{weight}>'
    return _Part(width, size * 1.35, f"{start}{_escaped_line(text)}</text>")


def _suit_path(suit: Suit, x: float, y: float, size: float) -> str:
    return (
        f'<path transform="translate({_in_px(x)} {_in_px(y)}) scale({size / 100:.2f})" '
        f'd="{_SHAPES[suit]}" fill="{_suit_colour(suit)}"/>'
    )


def _suit_colour(suit: Suit) -> str:
    return _RED if suit in {Suit.DIAMONDS, Suit.HEARTS} else _BLACK


def _card_words(cards: Iterable[Card], marks: Mapping[Card, Mark] = NO_MARKS) -> str:
    jokers = {mark.face for mark in marks.values() if mark.joker}
    return ", ".join("joker" if card in jokers else card.word for card in cards)


def _card_face(
    card: Card, look: _Look, *, marked: bool = False, covered: bool = False, struck: bool = False
) -> str:
    """A card; if it is covered only its corner is drawn, so that the picture stays small."""
    rank = rank_text(card.rank) if card.rank else "★"
    edge = "#777"
    if card in look.highlighted:  # what an app points out matters more than what has been shown
        edge = _MARK
    elif marked:
        edge = _GOLD
    thick = 1.0 if edge == "#777" else 5.0
    mark = look.marks.get(card)
    drawn = (
        f"<title>{mark.name if mark else card.word}</title>"
        f"{_rect(_CARD_WIDTH, _CARD_HEIGHT, look.face, stroke=edge, thick=thick)}"
        f'<text x="15" y="25" font-size="{21 if rank == "10" else 25}" font-weight="bold" '
        f'text-anchor="middle" fill="{_suit_colour(card.suit)}">{rank}</text>'
        f"{_suit_path(card.suit, 15, 38, 19)}"
        f"{'' if covered else _middle(card)}"
        f"{_badge(mark) if mark and mark.sign else ''}"
    )
    if not struck:
        return drawn
    line = f'<path d="M5 85L59 5" stroke="{_RED}" stroke-width="5"><title>cancelled</title></path>'
    return f'<g opacity="0.6">{drawn}</g>{line}'


def _badge(mark: Mark) -> str:
    """What a card that counts does to the score, below its suit.

    In a box if it is bad and in a pill if it is good, so that the two differ without colours, too.
    """
    fill, corner = {"costly": (_RED, 1), "helpful": ("#1d6b3f", 8)}.get(mark.kind, ("#4b3a8c", 4))
    return (
        f'<g transform="translate(2 52)">{_rect(27, 15, fill, round_=corner)}'
        f'<text x="13.5" y="11.5" font-size="{11 if len(mark.sign) < 4 else 10}" font-weight="bold" '
        f'text-anchor="middle" fill="#fff">{mark.sign}</text></g>'
    )


def _middle(card: Card) -> str:
    """The figure of a court card, the star of a joker, or the suit."""
    if not card.rank:
        return _STAR
    return _court_figures().get(str(card)) or _suit_path(card.suit, 40, 64, 38)


@functools.cache
def _court_figures() -> dict[str, str]:
    """The figures by card."""
    sprite = files("heartslib.show").joinpath("courts.svg").read_text("utf-8")
    frame = '<svg x="27" y="31" width="34" height="54" viewBox='
    figures = re.findall(r"<svg[^<>]* viewBox=([^<>]*>(?!<svg).*?</svg>)", sprite)
    return {name: frame + figure for name, figure in zip(_COURTS, figures, strict=True)}


def _card_back(look: _Look) -> str:
    return (
        f"{_rect(_CARD_WIDTH, _CARD_HEIGHT, look.back, stroke=look.face, thick=2)}"
        f'<rect x="7" y="7" width="50" height="76" rx="3" fill="none" stroke="{look.pattern}" '
        f'stroke-width="2"/><path d="M32 15L52 45L32 75L12 45z" fill="{look.pattern}"/>'
    )


def _card_fan(
    cards: Sequence[Card | None],
    look: _Look,
    *,
    scale: float = 1,
    step: float,
    per_row: int,
    row_step: float = _INDEX_HEIGHT,
    gap: float = _SUIT_GAP,
    raised: Iterable[Card] = (),
    marked: CardsLike = (),
    struck: Iterable[int] = (),
) -> _Part:
    """Overlapping cards, with the corner of each visible; None is a card face down.

    Rows are of equal length, `per_row` cards at most.  `step` is the distance from one card to the
    next, `row_step` that from row to row, and `gap` is added between two suits; all at scale 1.
    `raised` cards are a little higher; `marked` ones have a golden edge, each as often as it occurs
    there; those at the places in `struck` are struck out.
    """
    rows = math.ceil(len(cards) / per_row)
    longest = math.ceil(len(cards) / max(rows, 1))
    lifted = frozenset(raised)
    left = Cards.parse(marked)
    crossed = {*struck}
    lift = 10 if lifted.intersection(cards) else 0
    row_step += lift
    drawn: list[str] = []
    x = across = 0.0
    for place, card in enumerate(cards):
        row, column = divmod(place, longest)
        before = cards[place - 1] if column else None
        x = x + step if column else 0.0
        if card and before and card.suit is not before.suit:
            x += gap
        across = max(across, x)
        picture = _card_back(look)
        if card:
            is_marked = card in left
            if is_marked:  # of two equal cards perhaps only one has been shown
                left -= [card]
            last = column == longest - 1 or place == len(cards) - 1
            covered = not last or (row < rows - 1 and row_step < _CARD_HEIGHT)
            picture = _card_face(
                card, look, marked=is_marked, covered=covered, struck=place in crossed
            )
        y = row * row_step + (0 if card in lifted else lift)
        drawn.append(_Part(0, 0, picture).at(x, y))
    return _Part(
        scale * (across + _CARD_WIDTH),
        scale * (row_step * (rows - 1) + _CARD_HEIGHT + lift),
        f'<g transform="scale({scale})">{"".join(drawn)}</g>',
    )


_small_fan = functools.partial(_card_fan, scale=0.52, step=29)


def _stacked_parts(parts: Iterable[_Part], gap: float = 4, *, middle: bool = False) -> _Part:
    """Parts one below the other, aligned left or centred."""
    stack = [part for part in parts if part.height]
    width = max((part.width for part in stack), default=0.0)
    y = 0.0
    drawn = ""
    for part in stack:
        drawn += part.at((width - part.width) / 2 if middle else 0, y)
        y += part.height + gap
    return _Part(width, max(y - gap, 0), drawn)


# -- the table -------------------------------------------------------------------------------


def _table_part(scene: Scene, look: _Look) -> _Part:
    """The table, what is on it and around it, and the header above."""
    players = scene.view.players
    seats = scene.view.rules.direction.clockwise(scene.view.seat or 0, players)
    middle = _Placed(_centre_part(scene, look), 0, 0)
    kept = [middle] if middle.part.height else []
    # from the middle outwards: the kitty, the trick around it, and the seats around the trick
    tricks, _ = _placed_ring([_cards_on_table(scene, seat, look) for seat in seats], kept, gap=5)
    places = [_seat_panel(scene, seat, look) for seat in seats]
    panels, (far_x, far_y) = _placed_ring(places, [*tricks, middle], gap=10)
    left, top, right, bottom = _outer_edges(tricks)
    # the rim of the felt runs below the panels, and around the corners of the cards in the trick
    across = max(far_x, far_y, 1.3 * max(-left, right) + 20)
    down = max(far_y, 1.3 * max(-top, bottom) + 20)
    felt = (
        f'<ellipse rx="{_in_px(across)}" ry="{_in_px(down)}" fill="{look.felt}" '
        f'stroke="{look.rim}" stroke-width="8"/>'
    )
    placed = (*kept, *tricks, *panels)
    pieces = [box.part.at(*box.edges[:2]) for box in placed if box.part.svg]
    oval = _Placed(_Part(2 * across + 8, 2 * down + 8, felt), 0, 0)
    left, top, right, bottom = _outer_edges([oval, *panels])
    width = right - left
    drawn = _Part(0, 0, felt + "".join(pieces)).at(-left, -top)
    table = _Part(width, bottom - top, drawn)
    return _stacked_parts([_header_part(scene, width, look), table], 10)


def _outer_edges(placed: Iterable[_Placed]) -> tuple[float, float, float, float]:
    lefts, tops, rights, bottoms = zip(*(part.edges for part in placed), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _placed_ring(
    parts: Sequence[_Part], kept: Sequence[_Placed], gap: float
) -> tuple[list[_Placed], tuple[float, float]]:
    """Place parts around the centre, as near to it as they fit, the first at the bottom.

    They go clockwise, with `gap` at least between two of them, and do not overlap what is `kept`.
    Returned with them are the half axes of their ellipse.
    """

    def placed_on(across: float, down: float) -> list[_Placed]:
        angles = (math.pi * (0.5 + 2 * place / len(parts)) for place in range(len(parts)))
        return [
            _Placed(part, across * math.cos(angle), down * math.sin(angle))
            for part, angle in zip(parts, angles, strict=True)
        ]

    def fits(across: float, down: float) -> bool:
        placed = placed_on(across, down)
        return all(
            box.is_clear_of(other, gap)
            for number, box in enumerate(placed)
            for other in (*placed[:number], *kept)
        )

    # outwards until all fit, and then back in each direction: a table of few seats becomes flat
    size = 20.0
    while not fits(1.2 * size, size):
        size += 4
    across = 1.2 * size
    down = size
    while down > 8 and fits(across, down - 4):
        down -= 4
    while across > 8 and fits(across - 4, down):
        across -= 4
    return placed_on(across, down), (across, down)


def _header_part(scene: Scene, width: float, look: _Look) -> _Part:
    """The game, the round, and who is to act."""
    lines = [
        _text_part(line, 15, fill="#fff", bold=True)
        for line in _text_lines(scene.headline, width, 9)
    ]
    for text in (scene.status, scene.partners):
        lines += [_text_part(line, 14, fill="#fff") for line in _text_lines(text, width, 8)]
    block = _stacked_parts(lines, 2)
    height = block.height + 16
    return _Part(width, height, _rect(width, height, look.header) + block.at(12, 7))


def _text_lines(text: str, width: float, letter: float) -> list[str]:
    return textwrap.wrap(one_line(text), max(int((width - 24) / letter), 10))


def _centre_part(scene: Scene, look: _Look) -> _Part:
    """Cards that wait for a taker, cards that were turned up, and the kitty."""
    view = scene.view
    parts: list[_Part] = []

    def add(title: str, fan: _Part) -> None:
        parts.extend((_text_part(title, 13, fill="#fff"), fan))

    if view.table.waiting:
        add("waiting", _small_fan([*faces(view, view.table.waiting)], look, per_row=11))
    if view.turned:
        turned = faces(view, view.turned)
        add("turned up", _small_fan([*turned], look, per_row=len(turned)))
    if view.kitty_size:
        add(f"{view.rules.kitty.called}: {view.kitty_size}", _hidden_cards(view.kitty_size, look))
    return _stacked_parts(parts, middle=True)


def _hidden_cards(size: int, look: _Look, seen: Sequence[Card] = ()) -> _Part:
    """Hidden cards in a narrow fan, next to the shown ones."""
    step = min(11.0, 220 / size)  # a fan of 26 cards is hardly wider than one of 20
    hidden = _small_fan([None] * size, look, step=step, per_row=size)
    if not seen:
        return hidden
    open_cards = _small_fan(seen, look, per_row=len(seen), marked=seen)
    svg = open_cards.svg + hidden.at(open_cards.width + 4, 0)
    return _Part(open_cards.width + 4 + hidden.width, open_cards.height, svg)


def _cards_on_table(scene: Scene, seat: int, look: _Look) -> _Part:
    """The cards of a seat in the trick; space for one if it has not played."""
    view = scene.view
    trick = view.table.trick
    places = [place for place in range(len(trick)) if trick.seat_of(place) == seat]
    cards = [faces(view, trick.cards[place])[0] for place in places]
    scale = 0.72
    charged = [card for card in cards if card in look.marks and look.marks[card].charged]
    struck = [number for number, place in enumerate(places) if place in view.cancelled]
    fan = _card_fan(
        cards,
        look,
        scale=scale,
        step=30,
        per_row=len(cards) or 1,
        gap=0,
        struck=struck,
        marked=charged,
    )
    width = max(fan.width, scale * _CARD_WIDTH)
    height = scale * _CARD_HEIGHT + 8
    if not places:  # the table keeps its shape while cards come
        return _Part(width, height, "")
    svg = fan.svg
    if 0 in places:
        tag = _rect(32, 16, _GOLD, stroke=_INK, round_=8)
        tag += f'<text x="16" y="12" font-size="12" text-anchor="middle" fill="{_INK}">led</text>'
        svg += _Part(32, 16, tag).at(scale * _CARD_WIDTH / 2 - 16, height - 16)
    return _Part(width, height, svg)


def _seat_panel(scene: Scene, seat: int, look: _Look) -> _Part:
    """A seat's panel: name, score, cards."""
    view = scene.view
    on_turn = seat in view.to_act
    name = _text_part(short_name(view.names[seat]), 15, fill=look.ink, bold=True)
    parts = [_Part(name.width + 44, name.height, name.at(18 if on_turn else 0, 0))]
    parts += [_text_part(text, 13, fill=look.soft) for text in _seat_facts(scene, seat)]
    parts += _cards_of(scene, seat, look)
    inside = _stacked_parts(parts)
    width = max(inside.width, 110) + 20
    height = inside.height + 16
    edge, thick = (_GOLD, 5.0) if on_turn else (look.edge, 1.0)
    drawn = _rect(width, height, look.paper, stroke=edge, thick=thick, round_=10)
    drawn += inside.at(10, 8)
    if on_turn:  # an arrow as well, for whoever sees no colours
        drawn += f'<path d="M11 11L23 18L11 25z" fill="{_RED}"><title>to move</title></path>'
    if seat == view.dealer:
        chip = '<title>dealer</title><circle r="10" fill="#fff" stroke="#222" stroke-width="2"/>'
        chip += f'<text y="5" font-size="13" font-weight="bold" text-anchor="middle" fill="{_INK}">'
        drawn += _Part(0, 0, f"{chip}D</text>").at(width - 18, 18)
    return _Part(width, height, drawn)


def _seat_facts(scene: Scene, seat: int) -> Iterator[str]:
    """The score, tricks and charges of a seat, in words."""
    view = scene.view
    now = f" ({written(view.sheet.totals[seat], '+d')})" if view.sheet else ""
    won = ", winner" if seat in view.winners else ""
    yield f"score {written(view.scores[seat])}{now}{won}"
    if not scene.is_dealt:
        return
    tricks = view.table.tricks_taken[seat]
    extra = view.captured_sizes[seat]
    size = view.hand_sizes[seat]
    more = f" + {how_many(extra, 'card')}" if extra else ""
    holds = f", holds {size}" if size else ""
    taken = scene.taken[seat] if tricks and not view.sheet else how_many(tricks, "trick")
    yield f"{taken}{more}{holds}"
    charged = charged_word(view.rules).lower()
    if view.table.charged and view.table.charged[seat]:
        yield f"{charged} {view.table.charged[seat]:u}"
    if view.secret_sizes and view.secret_sizes[seat]:
        yield f"{charged} {how_many(view.secret_sizes[seat], 'card')} in secret"


def _cards_of(scene: Scene, seat: int, look: _Look) -> Iterator[_Part]:
    """The cards of a seat: its hand, and what it has laid down to pass."""
    view = scene.view
    hand = scene.hands[seat]
    seen = faces(view, view.shown[seat])
    size = view.hand_sizes[seat]
    per_row = 13 if view.players <= 4 else 9
    legal = scene.legal if seat in view.to_act else Cards()
    if hand is None:
        yield _hidden_cards(size - len(seen), look, [*seen])
    elif hand and seat == view.seat:
        yield _card_fan([*hand], look, scale=0.72, step=32, per_row=13, raised=legal, marked=seen)
    elif hand:
        yield _small_fan([*hand], look, per_row=per_row, raised=legal, marked=seen)
    if scene.laid_down[seat]:
        yield _text_part("laid down to pass", 13, fill=look.soft)
        yield _small_fan([*scene.laid_down[seat]], look, per_row=per_row)


def _table_in_words(scene: Scene) -> Iterator[str]:
    view = scene.view
    words = functools.partial(_card_words, marks=view.marks)
    names = [short_name(name) for name in view.names]
    yield f"{scene.status}."
    trick = view.table.trick
    if trick:
        plays = [f"{names[seat]} {words(faces(view, card))}" for seat, card in trick.plays]
        yield f"On the table, led by {names[trick.leader]}: {', '.join(plays)}."
        if view.cancelled:
            cancelled = [trick.cards[place] for place in view.cancelled]
            yield f"Cancelled: {words(faces(view, cancelled))}."
    for seat, name in enumerate(names):
        parts = [*_seat_facts(scene, seat)]
        hand = scene.hands[seat]
        if hand:
            parts.append(f"hand {words(hand)}")
        elif view.shown[seat]:
            parts.append(f"shows {words(faces(view, view.shown[seat]))}")
        dealer = " (dealer)" if seat == view.dealer else ""
        yield f"{name}{dealer}: {'; '.join(parts)}."
    if scene.legal:
        yield f"May be played: {words(dict.fromkeys(scene.legal))}."
    yield from (f"{note}." for note in scene.notes())


@functools.singledispatch
def drawn(value: object) -> str:
    """A value as a notebook shows it.

    Raises:
        HeartsError: It cannot be drawn.
    """
    raise HeartsError(f"{quoted(value)} cannot be drawn")


drawn.register(Cards, hand_svg)
drawn.register(Game, table_svg)
drawn.register(View, table_svg)
drawn.register(ScoreSheet, sheet_html)


__all__ = [
    "hand_svg",
    "sheet_html",
    "table_svg",
]

__dir__ = __all__.copy  # what `dir` shows of the module
