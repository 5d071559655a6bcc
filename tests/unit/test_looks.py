"""How values look: reprs, text in 80 columns, pictures that show what may be seen."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from types import ModuleType
from typing import Any, Final
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, Game, HeartsError, Line, ScoreSheet, View, variants
from heartslib.bots import careful
from heartslib.cards import KINDS, PACK
from heartslib.moves import Deal
from heartslib.phases import (
    CallPhase,
    DealPhase,
    MixPhase,
    PassPhase,
    PlayPhase,
    ScorePhase,
)
from heartslib.rules import (
    CANCELLING,
    NO_PASSING,
    Cycle,
    FollowSuit,
    KittyTo,
    Mix,
    Pack,
    PlayedOut,
    Rules,
    ShowHandOfHearts,
    Target,
)
from heartslib.show import svg
from heartslib.show import text as plain
from heartslib.show.svg import hand_svg, sheet_html, table_svg
from heartslib.show.text import (
    columns_of,
    exchange_text,
    game_text,
    hand_text,
    hands_text,
    in_letters,
    round_text,
    sheet_text,
    short_name,
    view_text,
    with_symbols,
)
from heartslib.table import Table, Trick
from heartslib.words import how_many
from tests.helpers.positions import AMERICAN, moon_shot, passed, played_out
from tests.helpers.rings import share
from tests.helpers.strategies import games, multisets

FOUR: Final = ("South", "West", "North", "East")
WIDE: Final = "小明" * 15
RUDE: Final = ("<b>&\"'", "a\nb\x00\x1b[31m\ud800", WIDE, "B" * 200)
WORDS: Final = {f"{card.rank.word} of {card.suit.word}": card for card in KINDS}


def walk(slug: str, players: int, moves: int, names: tuple[str, ...] | None = None) -> Game:
    """A game of careful players after so many moves."""
    game, rng = Game.new(variants.get(slug), players, names=names), Random(1)
    for _ in range(moves):
        if game.phase.name == "deal":
            game = game.deal(rng=rng)
        elif game.phase.name == "score":
            game = game.score()
        else:
            game = game.apply(careful(game.view(game.to_act[0])))
    return game


def called(game: Game, names: tuple[str, ...]) -> Game:
    """The game with names that `Game.new` would not take."""
    return attrs.evolve(game, match=attrs.evolve(game.match, names=names))


def carefully_finished(game: Game) -> Game:
    while game.phase.name != "score":
        game = game.apply(careful(game.view(game.to_act[0])))
    return game


# -- reprs -----------------------------------------------------------------------------------


def test_rules_are_named_and_not_printed_out() -> None:
    assert repr(variants.get("american")) == "<Rules: American Hearts, 3 to 6 players>"
    assert repr(variants.get("black_maria")) == "<Rules: Black Maria, 3 to 6 players>"
    assert repr(variants.get("hartenjagen")) == "<Rules: Hartenjagen, 4 players>"
    odd = attrs.evolve(AMERICAN, name="Ours\nat home " * 20, players=(3, 5), play=FollowSuit())
    assert repr(odd) == (
        "<Rules: Ours at home Ours at home Ours at home Ours at ..., 3 or 5 players>"
    )
    assert isinstance(odd, Rules)


def test_phases_say_what_is_wanted() -> None:
    game = Game.new(AMERICAN, 4)
    assert isinstance(game.phase, DealPhase)
    assert repr(game.phase) == "<DealPhase: to be dealt, pass left>"
    assert repr(CallPhase(3)) == "<CallPhase: nothing called yet>"
    assert repr(CallPhase(3, game.phase.pattern)) == "<CallPhase: left>"
    game = game.deal(seed=1)
    assert isinstance(game.phase, PassPhase)
    assert repr(attrs.evolve(DealPhase(game.phase.pattern), deal=game.phase.deal)) == (
        "<DealPhase: dealt, pass left>"
    )
    game = game.pass_cards(2, game.view(2).hand[:3])
    assert repr(game.phase) == "<PassPhase: left, to act (0, 1, 3)>"
    game = passed()
    assert re.fullmatch(
        r"<PlayPhase: trick 1, no card on the table, seat \d may play 2C>", repr(game.phase)
    )
    game = game.play("2C")
    assert "trick 1, 2C on the table, seat" in repr(game.phase)
    assert isinstance(game.phase, PlayPhase)
    assert repr(game.phase.aside) == "<Aside: kitty of 0>"
    assert "round 1, play, to act" in repr(game.view(0))
    game = played_out()
    assert isinstance(game.phase, ScorePhase)
    assert re.fullmatch(r"<ScorePhase: points \([\d, -]+\), not yet entered>", repr(game.phase))
    assert repr(game.phase.exchange).startswith("<Exchange: left, given ")
    assert repr(game.match) == ("<Match: American Hearts, 4 players, round 1, scores (0, 0, 0, 0)>")
    assert repr(game.stop().phase) == "<OverPhase>"
    chosen = attrs.evolve(game.phase, entered=True)
    assert repr(chosen).endswith(", entered>")


@given(games())
@settings(deadline=None)
def test_reprs_are_one_line_and_short(game: Game) -> None:
    phase = game.phase
    values: list[object] = [game.rules, game.match, game, phase]
    values += [game.view(None), *(each for each in (getattr(phase, "table", None),) if each)]
    values += [game.sheet, getattr(phase, "exchange", None), getattr(phase, "playing", None)]
    for value in values:
        assert "\n" not in repr(value)
        assert len(repr(value)) < 700
    for seat in range(game.players):
        assert set(cards_in(repr(game.view(seat)))) <= set(game.view(seat).hand)


def cards_in(text: str) -> list[Card]:
    return [Card(found) for found in re.findall(r"\b[2-9TJQKA][CDSH]\b", text)]


def test_format_codes_write_symbols_and_pad() -> None:
    queen, both = Card("QS"), Cards("QS 2C")
    assert (f"{queen}", f"{queen:u}", f"{queen:>4}", f"{queen:u<4}|") == (
        "QS",
        "Q♠",
        "  QS",
        "Q♠  |",
    )
    assert (f"{both}", f"{both:u}", f"{both:^7}", f"{both:u>7}") == (
        "2C QS",
        "2♣ Q♠",
        " 2C QS ",
        "  2♣ Q♠",
    )


# -- text ------------------------------------------------------------------------------------

TABLE = """\
American Hearts, round 1: pass 3 left, East deals
South to play a card: 2♠ J♠ 5♥ 10♥ J♥ Q♥ K♥ A♥

        score  tricks  trick  hand
* South     0       0         ♣ -     ♦ - ♠ 2 J        ♥ 5 10 J Q K A
  West      0       3         ♣ -     ♦ - ♠ 4 5 7 8 10 ♥ 2 7 9
  North     0       1  >3♣    ♣ -     ♦ 7 ♠ 3 9 A      ♥ 4 6 8
  East      0       1   10♣   ♣ 5 6 8 ♦ - ♠ 6 Q K      ♥ 3"""

SEEN = """\
American Hearts, round 1: pass 3 left, East deals, seen by West
South to play a card

        score  tricks  trick  hand
* South     0       0         8 cards
  West      0       3         ♣ - ♦ - ♠ 4 5 7 8 10 ♥ 2 7 9
  North     0       1  >3♣    7 cards
  East      0       1   10♣   7 cards"""

PASSING = """\
American Hearts, round 1: pass 3 left, East deals
North and East to pass 3 cards

        score  tricks  hand
  South     0       0  ♣ 4 7        ♦ 4 6     ♠ 2 J        ♥ 5 10 J K
  West      0       0  ♣ -          ♦ 3 5     ♠ 4 5 7 8 10 ♥ 2 7 9
* North     0       0  ♣ 2 3 J      ♦ 7 8 10  ♠ 3 9 Q K    ♥ 4 6 8
* East      0       0  ♣ 5 6 8 10 Q ♦ 2 9 J Q ♠ 6          ♥ 3 Q A
Laid down to pass: South K♣ A♣ A♦; West 9♣ K♦ A♠"""


def test_a_game_and_a_view_are_printed_as_a_table() -> None:
    game = walk("american", 4, 27, FOUR)
    assert str(game) == game_text(game) == TABLE
    assert str(game.view(1)) == view_text(game.view(1)) == SEEN
    assert str(walk("american", 4, 3, FOUR)) == PASSING
    assert "seen by a spectator" in str(game.view(None))


def test_the_end_of_a_round_and_of_a_game() -> None:
    game = walk("american", 4, 57, FOUR)
    assert str(game).splitlines()[1:4] == [
        "The round is over",
        "",
        "        score  round  tricks",
    ]
    game = game.score()
    assert str(game).splitlines()[1:4] == ["The deal comes next", "", "        score  round"]
    assert str(game.stop()).splitlines()[:2] == [
        "American Hearts, after 1 round",
        "The game is over, won by West",
    ]


def test_an_open_hand_is_no_secret() -> None:
    rules = attrs.evolve(AMERICAN, players=(2,), deck=Pack(), showing=ShowHandOfHearts())
    table = Table.ready(0, 2).with_shown(1, Cards("2H 3H"))
    view = Game.new(rules, 2).view(0)
    view = attrs.evolve(
        view, phase="play", to_act=(0,), hand=Cards("2C 3C"), hand_sizes=(2, 2), table=table
    )
    assert "♥ 2 3" in str(view)
    assert faces(table_svg(view)) == Counter(Cards("2C 3C 2H 3H"))


def test_a_call_a_mix_a_kitty_and_a_claim() -> None:
    game = Game.new(variants.get("dirty_nasty_filthy"))
    assert repr(game.phase) == "<CallPhase: nothing called yet>"
    assert "Seat 3 to call the pass" in str(game)
    mixed = attrs.evolve(AMERICAN, passing=Cycle(Mix()), deck=Pack(kitty=4))
    game = Game.new(mixed).deal(seed=1)
    for seat in range(4):
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    assert isinstance(game.phase, MixPhase)
    assert repr(game.phase) == "<MixPhase: 16 cards to be dealt back>"
    back = attrs.evolve(game.phase, deal=Deal(["", "", "", ""]))
    assert repr(back) == "<MixPhase: 16 cards dealt back>"
    assert "The cards in the middle go back to the players\n" in str(game)
    assert "Laid down to pass: seat 0 " in str(game.view(0))
    assert "Laid down" not in str(game.view(None))
    assert str(game).endswith("Kitty: 4 cards")
    assert "kitty: 4" in table_svg(game.view(None))
    claims = attrs.evolve(
        AMERICAN, passing=NO_PASSING, round_end=PlayedOut(claims=True), name="Claims"
    )
    game = Game.new(claims).deal(seed=1)
    (turn,) = game.to_act
    game = game.claim().answer((turn + 1) % 4, accepts=True)
    assert repr(game.phase) == f"<ClaimPhase: seat {turn} claims the rest, to act {game.to_act}>"
    first, second = game.to_act
    assert f"Seat {first} and seat {second} to answer the claim\n" in str(game)
    assert f"\nClaims the rest: seat {turn}" in str(game)
    for seat in game.to_act:
        game = game.answer(seat, accepts=True)
    assert f"Taken with the claim: seat {turn} 52 cards" in str(game)
    assert "0 tricks + 52 cards" in table_svg(game)


def test_a_kitty_to_be_exchanged() -> None:
    kitty = KittyTo(exchanged=True)
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, deck=Pack(kitty=4), kitty=kitty)
    game = Game.new(rules).deal(seed=1)
    for _ in range(4):
        game = game.play(game.legal_plays()[0])
    (turn,) = game.to_act
    assert repr(game.phase) == f"<KittyPhase: seat {turn} has 4 to lay down>"
    assert f"Seat {turn} to lay down 4 cards for the kitty" in str(game)
    game = game.lay_down(game.view(turn).hand[:4])
    assert f"Taken with the kitty: seat {turn} 4 cards" in str(game)


def test_charges_are_asked_for() -> None:
    game = walk("turbo", 4, 5)
    assert repr(game.phase) == "<ChargePhase: to act (0, 1, 2, 3), charged nothing>"
    seat = next(seat for seat in range(4) if "QS" in game.view(seat).hand)
    assert repr(game.charge(seat, "QS").phase).endswith("charged QS>")


def test_cards_that_wait_are_shown() -> None:
    two = attrs.evolve(
        AMERICAN, players=(2,), deck=Pack(packs=2), passing=NO_PASSING, tricks=CANCELLING
    )
    game = Game.new(two, 2).deal(hands=[PACK, PACK]).play("2C").play("2C")
    assert "Waiting for the next taker: 2♣ 2♣" in str(game)
    svg = table_svg(game)
    assert ">waiting</text>" in svg
    assert faces(svg)[Card("2C")] == 2
    check_picture(svg)
    check_lines(str(game))


@given(games())
@settings(deadline=None)
def test_no_line_of_a_table_is_wider_than_a_terminal(game: Game) -> None:
    for text in (str(game), str(game.view(None)), str(game.view(0))):
        check_lines(text)
    if game.phase.name == "score":
        check_lines(round_text(game))


def check_lines(text: str) -> None:
    for line in text.splitlines():
        assert columns_of(line) <= 80
        assert line == line.rstrip()


@given(games(), st.data())
@settings(deadline=None, max_examples=share(30))
def test_a_view_prints_no_card_that_it_does_not_know(game: Game, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([None, *range(game.players)]))
    view = game.view(seat)
    text = str(view)
    hidden = {card for other in range(game.players) for card in game.view(other).hand}
    named = {Card(found) for found in re.findall(r"[2-9TJQKA][♣♦♠♥]", text)}
    assert named & hidden <= known_to(view)


@pytest.mark.parametrize("moves", [3, 30, 57])
def test_names_are_cut_and_kept_in_one_line(moves: int) -> None:
    game = called(walk("american", 4, moves), RUDE)
    check_lines(str(game))
    check_lines(str(game.view(2)))
    assert "\x1b" not in str(game)
    if moves == 57:
        check_lines(round_text(game))


def test_notebooks_show_the_pictures() -> None:
    game = passed()
    seen, hand = game.view(0), game.view(0).hand
    pictures: dict[Any, str] = {game: table_svg(game), seen: table_svg(seen), hand: hand_svg(hand)}
    for value, picture in pictures.items():
        assert value._repr_svg_() == picture


def test_symbols_and_letters() -> None:
    assert with_symbols("took QS") == "took Q♠"
    assert in_letters("took Q♠") == "took QS"


def test_names_keep_their_numbers() -> None:
    assert short_name("player 11", 5) == "pla11"
    assert short_name("Bartholomew", 5) == "Bart…"
    assert short_name(" Ann\n") == "Ann"
    assert columns_of(short_name(WIDE, 7)) == 7
    assert columns_of("e\u0301") == 1


@pytest.mark.parametrize("players", [5, 8, 11])
def test_rounds_of_many_players_fit(players: int) -> None:
    text = round_text(carefully_finished(walk("cancellation", players, 1)))
    check_lines(text)
    head = next(line for line in text.splitlines() if line.endswith("cost"))
    assert head.count("sea") == players


def test_columns_hold_however_many_cards_a_suit_has() -> None:
    assert (
        hand_text(Cards("2C 5C QS")) == "♣ 2 5             ♦ -               ♠ Q               ♥ -"
    )
    clubs = Cards(PACK[:13])
    assert hand_text(clubs) == ("♣ 23456789TJQKA   ♦ -               ♠ -               ♥ -")
    nine = Cards(PACK[:9])
    assert hands_text(["A", "B"], [nine, Cards("2D 2H")]).splitlines() == [
        "  A  ♣ 2 3 4 5 6 7 8 9 10 ♦ -               ♠ -               ♥ -",
        "  B  ♣ -                  ♦ 2               ♠ -               ♥ 2",
    ]
    many = Cards([*PACK, *PACK, *PACK])
    lines = hands_text(["A", "B"], [many, Cards()]).splitlines()
    assert [line[:9] for line in lines] == [
        *("  A  ♣ 22", "     ♦ 22", "     ♠ 22", "     ♥ 22"),
        "  B  ♣ - ",
    ]
    check_lines("\n".join(lines))


def test_long_reasons_go_on_in_the_next_line() -> None:
    sheet = ScoreSheet(2, (Line(0, 9, "took " + "2H " * 30), Line(1, 0, "")))
    text = sheet_text(("A", "B"), sheet, (9, 0))
    check_lines(text)
    assert text.count("2♥") == 30
    assert len(text.splitlines()) == 5


def test_a_long_exchange_goes_on_in_the_next_line() -> None:
    game = walk("american", 4, 57, FOUR)
    assert isinstance(game.phase, ScorePhase)
    exchange = attrs.evolve(
        game.phase.exchange, packets=(), dealt_back=(Cards([*PACK]), Cards(), Cards(), Cards())
    )
    check_lines(exchange_text(FOUR, exchange))


def test_a_round_that_was_not_dealt_has_no_hands_to_show() -> None:
    hands = ["2C", "3C", "4C", "5C"]
    game = Game.new(AMERICAN, 4).set_up(hands, leader=0, waive=["card-count"])
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert round_text(game).splitlines()[:2] == ["Round 1: seat 3 deals", ""]


# -- pictures --------------------------------------------------------------------------------

SVG: Final = "{http://www.w3.org/2000/svg}"


def faces(svg: str) -> Counter[Card]:
    """The cards that are face up in a picture."""
    root = ET.fromstring(svg)  # noqa: S314 - it is our own
    titles = [title.text or "" for title in root.iter(f"{SVG}title")][1:]
    names = [title.partition(",")[0] for title in titles]
    return Counter(WORDS[name] for name in names if name in WORDS)


def as_seen(view: View, cards: Counter[Card]) -> Counter[Card]:
    """The cards with a joker in place of what stands for it."""
    return Counter(plain.faces(view, cards.elements()))


def shows(value: object, kind: str = "svg") -> str:
    """What a notebook shows of a value."""
    return str(getattr(value, f"_repr_{kind}_")())


def known_to(view: View) -> set[Card]:
    """Every card that the view may show."""
    known = [view.hand, view.given, view.received, view.captured, view.table.played]
    known += [*view.table.shown, *view.table.charged, Cards(view.table.trick.cards)]
    return {card for cards in known for card in cards}


def boxes(element: ET.Element, x: float, y: float, scale: float) -> Iterator[tuple[float, ...]]:
    """The corners of every shape, by what the groups do to them."""
    for moved in re.findall(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        x, y = x + scale * float(moved[0]), y + scale * float(moved[1])
    for grown in re.findall(r"scale\((\S+)\)", element.get("transform", "")):
        scale *= float(grown)
    if element.tag == f"{SVG}rect":
        x, y = x + scale * float(element.get("x", "0")), y + scale * float(element.get("y", "0"))
        edge = scale * float(element.get("stroke-width", "0")) / 2
        width, height = (scale * float(element.get(side, "0")) for side in ("width", "height"))
        yield x - edge, y - edge, x + width + edge, y + height + edge
    elif element.tag == f"{SVG}text":
        yield x, y, x, y + scale * float(element.get("font-size", "0"))
    elif element.tag == f"{SVG}ellipse":
        across, down = float(element.get("rx", "0")) + 4, float(element.get("ry", "0")) + 4
        yield x - across, y - down, x + across, y + down
    for child in element:
        yield from boxes(child, x, y, scale)


def check_picture(svg: str) -> None:
    """It is one SVG that is described, refers to nothing outside, and fits its frame."""
    root = ET.fromstring(svg)  # noqa: S314 - it is our own
    assert root.tag == f"{SVG}svg"
    assert (root.get("role"), root.get("version")) == ("img", "1.1")
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text
    assert svg.count("http") == 1
    assert "<script" not in svg
    assert "style=" not in svg.split(">", 1)[1]
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for left, top, right, low in boxes(root, 0, 0, 1):
        assert 0 <= left <= right <= width
        assert 0 <= top <= low <= height


@given(multisets)
@settings(deadline=None)
def test_a_hand_is_drawn_card_by_card(hand: Cards) -> None:
    svg = hand_svg(hand)
    check_picture(svg)
    assert faces(svg) == Counter(hand)
    assert shows(hand) == svg


def test_hands_say_how_many_cards_they_have() -> None:
    for cards, title in (("", "without cards"), ("QS", "of 1 card"), ("TD QS", "of 2 cards")):
        svg = hand_svg(cards)
        check_picture(svg)
        assert f"<title>A hand {title}</title>" in svg
    assert "<desc>10 of diamonds, queen of spades</desc>" in svg
    assert ">10</text>" in svg
    assert 'fill="#c8102e"' in svg


@given(games())
@settings(deadline=None)
def test_a_game_is_drawn_with_all_its_hands(game: Game) -> None:
    svg = shows(game)
    assert svg == table_svg(game)
    check_picture(svg)
    views = [game.view(seat) for seat in range(game.players)]
    table = views[0].table
    wanted = Counter(card for view in views for card in view.hand)
    wanted += Counter(table.trick.cards) + Counter(table.waiting) + Counter(views[0].turned)
    if game.phase.name in {"pass", "deal"}:
        wanted += Counter(card for view in views for card in view.given)
    assert faces(svg) == as_seen(views[0], wanted)


@pytest.mark.slow
@given(games(), st.data())
@settings(deadline=None)
def test_a_view_is_drawn_with_nothing_that_it_does_not_know(
    game: Game, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from([None, *range(game.players)]))
    view = game.view(seat)
    svg = shows(view)
    assert svg == table_svg(view)
    check_picture(svg)
    wanted = Counter(view.hand) + Counter(view.table.trick.cards) + Counter(view.table.waiting)
    wanted += Counter(view.turned)
    wanted += Counter(
        card for other, cards in enumerate(view.shown) if other != seat for card in cards
    )
    if view.phase in {"pass", "deal"}:
        wanted += Counter(view.given)
    assert faces(svg) == as_seen(view, wanted)
    named = {WORDS[word] for word in re.findall(r"\w+ of (?:clubs|diamonds|spades|hearts)", svg)}
    named |= {Card(found) for found in re.findall(r"[2-9TJQKA][♣♦♠♥]", svg)}
    assert named <= {*plain.faces(view, known_to(view))}


@given(games(), st.data())
@settings(deadline=None, max_examples=share(20))
def test_the_pictures_of_equal_views_are_equal(game: Game, data: st.DataObject) -> None:
    view = game.view(data.draw(st.integers(0, game.players - 1)))
    assert table_svg(attrs.evolve(view)) == table_svg(view)


@pytest.mark.parametrize("moves", [0, 3, 30, 57])
def test_names_in_pictures_are_escaped(moves: int) -> None:
    game = called(walk("american", 4, moves), RUDE)
    svg = table_svg(game)
    check_picture(svg)
    check_picture(table_svg(game.view(1)))
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;&quot;&#x27;" in svg


def test_the_turn_the_dealer_and_the_lead_are_marked() -> None:
    game = walk("american", 4, 27, FOUR)
    svg = table_svg(game)
    for part in ("<title>dealer</title>", "<title>to move</title>", ">led</text>"):
        assert svg.count(part) == 1
    assert "On the table, led by North: North 3 of clubs, East 10 of clubs." in svg
    assert "May be played: 2 of spades, jack of spades, 5 of hearts," in svg
    assert svg.index(">South</text>") < svg.index(">West</text>")
    mine = table_svg(game.view(2))
    assert mine.index(">North</text>") < mine.index(">East</text>") < mine.index(">South</text>")
    over = table_svg(game.stop())
    assert "winner" in over
    assert "trick" not in over


def test_charged_cards_have_a_golden_edge() -> None:
    game = walk("turbo", 4, 5, FOUR)
    seat = next(seat for seat in range(4) if "QS" in game.view(seat).hand)
    golden = 'stroke="#f2b705" stroke-width="5"/><text x="15"'
    charged = game.charge(seat, "QS")
    for value in (charged, charged.view(None), charged.view(seat)):
        assert table_svg(value).count(golden) == 1
        assert "charged Q♠" in table_svg(value)
    assert "East (dealer): score 0; 0 tricks, holds 13; charged Q♠; shows queen of spades." in (
        table_svg(charged.view(None))
    )
    assert golden not in table_svg(game)


class Cells(HTMLParser):
    """The strings in a table, and the tags that are open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.strings: list[str] = []
        self.open: list[str] = []
        self._is_inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"table", "caption", "thead", "tbody", "tr", "th", "td", "span"}
        self.open.append(tag)
        self._is_inside = self._is_inside and tag == "span"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self._is_inside = self._is_inside and tag == "span"

    def handle_data(self, data: str) -> None:
        if self._is_inside:  # a red card, or what follows it
            self.strings[-1] += data
        else:
            self.strings.append(data)
        self._is_inside = True


def test_a_sheet_is_an_html_table() -> None:
    sheet = moon_shot(variants.get("classic_50")).sheet
    assert sheet is not None
    cells = Cells(sheet_html(sheet))
    assert not cells.open
    assert cells.strings[:10] == [
        *("The score of the round", "Player", "What", "Points", "Round"),
        *("seat 0", "took Q♠", "13", "0", "took 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"),
    ]
    assert "−26" in cells.strings
    assert shows(sheet, "html") == sheet_html(sheet)
    assert 'rowspan="3"' in sheet_html(sheet)


def test_a_sheet_of_a_game_has_its_names() -> None:
    game = moon_shot(variants.get("classic_50"))
    game = attrs.evolve(game, match=attrs.evolve(game.match, names=FOUR))
    html = sheet_html(game)
    assert game.sheet is not None
    assert html == sheet_html(game.view(2)) == sheet_html(game.sheet, FOUR)
    assert html != sheet_html(game.sheet)
    assert "South" in html


def test_red_cards_are_red_in_a_sheet() -> None:
    lines = (Line(0, 1, "took 2H TD QS"), Line(1, 0, "<3♥"))
    html = sheet_html(ScoreSheet(2, lines))
    red = re.findall(r'<span style="color:#c8102e">(.*?)</span>', html)
    assert red == ["2♥", "10♦", "3♥"]
    assert "&lt;" in html


def test_a_picture_has_the_wanted_width() -> None:
    view = Game.new(AMERICAN).deal(seed=1).view(0)
    for picture in (hand_svg(view.hand, width=300), hand_svg("", width=300)):
        check_picture(picture)
        assert ET.fromstring(picture).get("width") == "300"  # noqa: S314 - it is our own
    plain_one, wide = ET.fromstring(table_svg(view)), ET.fromstring(table_svg(view, width=1000.5))  # noqa: S314
    assert wide.get("viewBox") == plain_one.get("viewBox")
    assert wide.get("width") == "1000.5"
    ratio = float(plain_one.get("height", "")) / float(plain_one.get("width", ""))
    assert float(wide.get("height", "")) == pytest.approx(1000.5 * ratio, abs=0.1)


def test_a_picture_for_a_dark_page() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    light, dark = table_svg(game), table_svg(game, dark=True)
    check_picture(dark)
    assert faces(dark) == faces(light)
    colours = [set(re.findall(r'fill="(#\w+)"', picture)) for picture in (light, dark)]
    assert len(colours[0] - colours[1]) >= 4
    assert hand_svg("QS", dark=True) != hand_svg("QS")


def test_other_names_in_a_picture() -> None:
    view = Game.new(AMERICAN, names=FOUR).deal(seed=1).view(0)
    picture = table_svg(view, names=["<Ann>", "Ben", "Cem", "Dora"])
    check_picture(picture)
    assert "&lt;Ann&gt;" in picture
    assert "South" not in picture


def test_suits_are_apart_in_a_hand() -> None:
    places = [float(x) for x in re.findall(r"translate\(([\d.]+) 0\)", hand_svg("2C 3C 2D 3D"))]
    first, second, third = (b - a for a, b in itertools.pairwise(places[-4:]))
    assert first == third < second


def test_cancelled_cards_are_struck_out() -> None:
    game = Game.new(variants.get("cancellation"), 6).deal(seed=3)
    trick = Trick(1, 6, tuple(map(Card, ("KD", "3D", "KD"))))
    view = game.view(0)
    view = attrs.evolve(view, table=attrs.evolve(view.table, trick=trick))
    picture = table_svg(view)
    check_picture(picture)
    assert picture.count("<title>cancelled</title>") == 2
    assert "Cancelled: king of diamonds, king of diamonds." in picture
    assert "ancelled" not in table_svg(game.view(0))


def test_points_taken_are_in_the_picture() -> None:
    game = walk("dame_de_pique", 4, 5)
    taker = game.table.tricks[0].taker
    assert taker is not None
    assert f"1 trick, {how_many(game.points_so_far[taker], 'point')}, holds 12" in table_svg(game)


def test_names_and_reasons_in_sheets_are_escaped() -> None:
    sheet = ScoreSheet(2, (Line(0, 1, "<i>&"),), winners=(1,))
    cells = Cells(sheet_html(sheet, RUDE[:2]))
    assert cells.strings[5:] == ["<b>&\"'", "<i>&", "1", "1", *cells.strings[9:]]
    assert cells.strings[9].endswith(" wins the game")
    assert "took nothing that counts" in cells.strings


def test_rules_to_a_target_keep_their_name() -> None:
    assert "American Hearts" in table_svg(Game.new(attrs.evolve(AMERICAN, ending=Target(50))))


@pytest.mark.parametrize("form", [svg, plain], ids=["svg", "text"])
def test_what_has_no_look_is_refused(form: ModuleType) -> None:
    with pytest.raises(HeartsError, match=r"'QS' cannot be (drawn|shown as text)"):
        form.drawn("QS")


def test_a_court_card_that_is_seen_whole_has_its_figure() -> None:
    for rank, suit in itertools.product("JQK", "CDHS"):
        picture = hand_svg(f"{rank}{suit}")
        well_formed = ET.fromstring(picture)  # noqa: S314 - our own
        assert well_formed.tag.endswith("svg")
        assert {*re.findall(r'id="(\w-\w)_', picture)} == {
            f"{suit}-{rank}"
        }  # as its author named it
    assert len(hand_svg("7C")) < 2_000
    assert 'id="S-K_' in hand_svg("2C QS KS")
    assert "S-Q_" not in hand_svg("2C QS KS")  # the king covers it
