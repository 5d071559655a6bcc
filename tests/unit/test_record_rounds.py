"""Recorded rounds with a kitty, a call, a mix or a scatter, and what is wrong with some."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartslib import Cards, Game, RecordError, Rules, record, variants
from heartslib.cards import PACK, Rank
from heartslib.formats.record import RecordedRound, read_rounds
from heartslib.moves import Pass
from heartslib.rules import ADD, MIX, SCATTER, Cycle, KittyTo, Pack, PlayedOut, ShootTheMoon
from tests.helpers.positions import AMERICAN, played_out
from tests.helpers.rounds import play_on, round_after
from tests.helpers.strategies import at_random, houses, next_state, rulebooks, with_care

CALLED = variants.get("dirty_nasty_filthy")
CAPTURED = variants.get("kitty_hearts")
PAID = ShootTheMoon(ADD)
EXCHANGED = attrs.evolve(AMERICAN, moon=PAID, deck=Pack(kitty=4), kitty=KittyTo(exchanged=True))
SCATTERED = attrs.evolve(AMERICAN, moon=PAID, passing=Cycle(SCATTER))
MIXED = attrs.evolve(AMERICAN, moon=PAID, deck=Pack(kitty=4), passing=Cycle(MIX))


def finished(rules: Rules, call: str = "") -> Game:
    """A round of first legal moves, ready to be entered."""
    game = Game.new(rules)
    if call:
        game = game.call_pass(call)
    game, seed = game.deal(seed=1), 2
    while game.phase.name != "score":
        if game.phase.name == "deal":
            game = game.deal(seed=seed)
        elif game.phase.name == "pass":
            seat = game.to_act[0]
            hand, to = game.view(seat).hand, game.view(seat).passes_to
            several = {taker: hand[place] for place, (taker, _) in enumerate(to)}
            game = game.pass_cards(seat, several if len(to) == 3 else hand[:3])
        elif game.phase.name == "kitty":
            game = game.lay_down(game.view(game.to_act[0]).hand[:4])
        else:
            game = game.apply(game.legal_moves()[0])
    return game


@pytest.mark.parametrize(
    ("rules", "call"),
    [
        (CALLED, "mix"),
        (CALLED, "3-left"),
        (CAPTURED, ""),
        (EXCHANGED, ""),
        (SCATTERED, ""),
        (MIXED, ""),
    ],
    ids=["called-mix", "called-left", "captured", "exchanged", "scattered", "mixed-kitty"],
)
def test_a_recorded_round_is_read_and_replayed(rules: Rules, call: str) -> None:
    game = finished(rules, call)
    recorded = RecordedRound.of(game)
    (again,) = read_rounds(json.dumps(recorded.as_json()))
    assert again == recorded
    replayed = again.replay(rules)
    assert replayed.sheet == game.sheet
    assert recorded.points == replayed.score().scores
    assert RecordedRound.of(replayed).plays == recorded.plays


@st.composite
def rounds(draw: st.DrawFn) -> Game:
    """A round of any rulebook, ready to be entered."""
    rules = draw(rulebooks() | houses() | houses(exchanging=True))
    players = draw(st.sampled_from(rules.players))
    rng = Random(draw(st.integers(0, 2**32)))
    choose = draw(st.sampled_from([at_random, with_care]))
    game = Game.new(rules, players, dealer=draw(st.integers(0, players - 1)))
    while game.phase.name != "score":
        game = next_state(game, choose, rng)
    return game


@pytest.mark.untraced
@given(rounds())
def test_every_recorded_round_is_read_as_it_was_written_and_replays(game: Game) -> None:
    try:
        recorded = RecordedRound.of(game)
    except RecordError:  # a claim ended it
        return
    (again,) = read_rounds(json.dumps(recorded.as_json()))
    assert again == recorded
    assert again.replay(game.rules).sheet == game.sheet


def test_a_round_keeps_only_what_it_had() -> None:
    called = RecordedRound.of(finished(CALLED, "mix")).as_json()
    assert called["call"] == "mix"
    assert called["variant"] == "dirty_nasty_filthy"
    assert "mixed" in called
    captured = RecordedRound.of(finished(CAPTURED)).as_json()
    assert captured.keys().isdisjoint({"call", "mixed", "laid_down"})
    assert isinstance(captured["kitty"], list)
    assert len(captured["kitty"]) == 4
    exchanged = RecordedRound.of(finished(EXCHANGED))
    assert exchanged.laid_down is not None
    assert [len(each) for each in exchanged.laid_down] == [4]
    assert exchanged.variant is None
    assert "variant" not in exchanged.as_json()


def test_a_scatter_is_written_as_seats_and_cards() -> None:
    game = finished(SCATTERED)
    value = RecordedRound.of(game).as_json()
    assert isinstance(value["passes"], list)
    first, second, third = game.deals[0].hands[0][:3]
    assert value["passes"][0] == {"1": str(first), "2": str(second), "3": str(third)}
    (again,) = read_rounds(json.dumps(value))
    assert again.passes is not None
    assert again.passes[0] == Pass.split(0, {1: str(first), 2: str(second), 3: str(third)})


@pytest.mark.parametrize(
    ("passes", "said"),
    [
        (5, "'passes' must be a list, one for each seat, not 5"),
        ([5], "5 is not cards"),
        (
            [{"left": "QS"}],
            "a pass to several seats must map their numbers to cards, not be {'left': 'QS'}",
        ),
        ([{"1": "1C"}], "'1C' is not a card"),
        ([{"1": 5}], "5 is not cards"),
        ([None], "None is not cards"),
        ([{"²": "QS"}], "must map their numbers to cards"),
    ],
    ids=str,
)
def test_passes_that_cannot_be_read_are_refused(passes: Any, said: str) -> None:
    value: dict[str, Any] = {"hands": [], "plays": [], "passes": passes}
    with pytest.raises(RecordError, match=said):
        read_rounds(json.dumps(value))


def test_passes_may_be_null() -> None:
    (recorded,) = read_rounds('{"hands": [], "plays": [], "passes": null, "by": "me"}')
    assert recorded.passes is None


def test_a_scatter_without_seats_cannot_be_replayed() -> None:
    recorded = RecordedRound.of(finished(SCATTERED))
    assert recorded.passes is not None
    flat = tuple(Pass(each.seat, each.cards) for each in recorded.passes)
    with pytest.raises(
        RecordError, match=r"cannot be replayed: .* say which cards go to which seat"
    ):
        attrs.evolve(recorded, passes=flat).replay(SCATTERED)


def test_an_exchange_must_be_recorded_and_possible() -> None:
    recorded = RecordedRound.of(finished(EXCHANGED))
    with pytest.raises(RecordError, match="'laid_down' is missing the cards that were laid down"):
        attrs.evolve(recorded, laid_down=None).replay(EXCHANGED)
    three = Cards(recorded.plays[:3])
    with pytest.raises(RecordError, match=r"'laid_down' cannot be .*: seat . does not hold"):
        attrs.evolve(recorded, laid_down=(three,)).replay(EXCHANGED)
    with pytest.raises(
        RecordError, match=r"'laid_down' cannot be : 4 cards must be laid down, not 0"
    ):
        attrs.evolve(recorded, laid_down=(Cards(),)).replay(EXCHANGED)


def test_a_record_that_ends_before_the_exchange_ends_too_early() -> None:
    recorded = RecordedRound.of(finished(EXCHANGED))
    with pytest.raises(RecordError, match="ends too early: cards must be laid down for the kitty"):
        attrs.evolve(recorded, plays=recorded.plays[:4]).replay(EXCHANGED)


def test_an_exchange_too_many_is_refused() -> None:
    recorded = RecordedRound.of(finished(EXCHANGED))
    assert recorded.laid_down is not None
    with pytest.raises(RecordError, match="laid_down"):
        attrs.evolve(recorded, laid_down=recorded.laid_down * 2).replay(EXCHANGED)


def test_a_call_and_a_mix_must_be_recorded_and_possible() -> None:
    recorded = RecordedRound.of(finished(CALLED, "mix"))
    with pytest.raises(RecordError, match="cannot be replayed: the dealer must call the pass"):
        attrs.evolve(recorded, call=None).replay(CALLED)
    with pytest.raises(RecordError, match=r"cannot be replayed: .*'hold' cannot be called"):
        attrs.evolve(recorded, call="hold").replay(CALLED)
    with pytest.raises(RecordError, match="the cards in the middle must be dealt back first"):
        attrs.evolve(recorded, mixed=None).replay(CALLED)
    dealt = finished(CALLED, "mix").deals[0]
    with pytest.raises(RecordError, match="this is not a deal of the pack: seat 0 has"):
        attrs.evolve(recorded, mixed=dealt).replay(CALLED)
    with pytest.raises(RecordError, match="cannot be replayed: "):
        attrs.evolve(RecordedRound.of(finished(SCATTERED)), call="mix").replay(SCATTERED)


def test_a_kitty_must_be_recorded() -> None:
    recorded = RecordedRound.of(finished(CAPTURED))
    with pytest.raises(RecordError, match="the kitty has 0 cards, not 4"):
        attrs.evolve(recorded, kitty=None).replay(CAPTURED)


def test_a_rank_is_stored_as_its_number() -> None:
    rules = attrs.evolve(AMERICAN, name="Piquet pack", deck=Pack(lowest=Rank.SEVEN))
    game = Game.new(rules).deal(seed=1)
    text = record.dumps(game)
    assert json.loads(text)["rules"]["deck"]["lowest"] == 7
    assert record.loads(text) == game
    for wrong in (1, 15, "7", True, None):
        value = json.loads(text)
        value["rules"]["deck"]["lowest"] = wrong
        with pytest.raises(RecordError, match=f"{wrong!r} is not a rank: ranks are 2 to 14"):
            record.loads(json.dumps(value))


@pytest.mark.parametrize("rules", [EXCHANGED, SCATTERED, MIXED], ids=["kitty", "scatter", "mix"])
def test_games_of_such_rules_are_stored_whole(rules: Rules) -> None:
    game = finished(rules)
    assert record.loads(record.dumps(game)) == game


def test_a_round_that_a_claim_ended_has_no_record_of_its_own() -> None:
    rules = attrs.evolve(AMERICAN, moon=PAID, round_end=PlayedOut(claims=True))
    game = round_after(rules, 4, "2C 3C 4C KC").claim()
    for seat in (0, 1, 2):
        game = game.answer(seat, accepts=True)
    with pytest.raises(RecordError, match=r"ended with a claim was not played card by card"):
        RecordedRound.of(game)


def test_a_round_in_which_a_claim_was_refused_is_recorded() -> None:
    rules = attrs.evolve(AMERICAN, moon=PAID, round_end=PlayedOut(claims=True))
    game = round_after(rules, 4, "2C 3C 4C KC").claim().answer(0, accepts=False)
    done = play_on(game, 48)
    assert RecordedRound.of(done).replay(rules).sheet == done.sheet


def test_a_round_without_a_number_is_the_first() -> None:
    game = Game.new(AMERICAN).deal(seed=1)
    hands = [str(hand).split() for hand in game.history[0].hands]  # type: ignore[union-attr]
    one = {"format": "heartslib-rounds", "version": 1, "rounds": [{"hands": hands, "plays": []}]}
    try:
        (read,) = record.read_rounds(json.dumps(one))
    except RecordError as error:
        pytest.fail(str(error))
    assert read.round == 1


def test_a_round_has_only_what_its_rules_know() -> None:
    recorded = record.RecordedRound.of(played_out())
    assert recorded.as_json().keys() == {
        "variant", "round", "dealer", "hands", "passes", "plays", "points",
    }  # fmt: skip


def test_rounds_are_a_list() -> None:
    for wrong, shown in (("5", "5"), ('{"plays": []}', "{'plays': []}"), ('"x"', "'x'")):
        with pytest.raises(RecordError) as error:
            record.read_rounds(f'{{"rounds": {wrong}}}')
        assert str(error.value) == f"'rounds' must be a list of rounds, not {shown}"


def test_a_pass_to_several_names_seats_of_one_or_two_digits() -> None:
    def read(passed: dict[str, Any]) -> record.RecordedRound:
        return record.RecordedRound.read({"hands": [], "plays": [], "passes": [passed]})

    assert read({"10": "QS", "9": "KS"}).passes == (Pass.split(0, {10: "QS", 9: "KS"}),)
    each = {seat: str(PACK[seat]) for seat in range(11)}
    assert read({str(seat): card for seat, card in each.items()}).passes == (Pass.split(0, each),)
    for wrong in ({"100": "QS"}, {"-1": "QS"}, {"x": "QS"}, {str(n): "QS" for n in range(12)}):
        with pytest.raises(RecordError) as error:
            read(wrong)
        begin = "a pass to several seats must map their numbers to cards, not be {"
        assert str(error.value).startswith(begin)


def test_no_more_cards_are_laid_down_than_kitties_are_exchanged() -> None:
    recorded = record.RecordedRound.of(played_out())
    laid_down = attrs.evolve(recorded, laid_down=(Cards("2C"), Cards("3C")))
    with pytest.raises(RecordError) as error:
        laid_down.replay(AMERICAN)
    assert str(error.value) == (
        "'laid_down' lists more exchanges of the kitty than there were: 2 too many"
    )


def test_nothing_is_charged_where_the_rules_know_no_charge() -> None:
    recorded = record.RecordedRound.of(played_out())
    charged = attrs.evolve(recorded, charged=(Cards("QS"), *[Cards()] * 3))
    with pytest.raises(RecordError, match=r"^this round cannot be replayed: seat 0 charges QS: "):
        charged.replay(AMERICAN)
    nothing = attrs.evolve(recorded, charged=(Cards(),) * 4)
    assert nothing.replay(AMERICAN) == recorded.replay(AMERICAN)


def test_cards_that_were_passed_are_cards() -> None:
    with pytest.raises(RecordError) as error:
        record.RecordedRound.read({"hands": [], "plays": [], "passes": ["QX"]})
    begin = "this record cannot be read: 'QX' is not a card: write rank "
    assert str(error.value).startswith(begin)
