"""Ways to charge, besides ``tests/scripts/charging_ways.txt``; and a pass of any number of cards."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

import attrs
import pytest

from heartslib import Cards, Game, HeartsError, Rules, RulesError, record, rulefile, variants, wire
from heartslib.bots import AtRandom, MonteCarlo, careful
from heartslib.cards import PACK
from heartslib.events import ChargedInSecret, Own, PassCalled
from heartslib.rules import (
    ADD,
    LEFT,
    NO_PASSING,
    TURBO_CHARGES,
    BloodLock,
    ChargedCardsWait,
    Charges,
    Cycle,
    Hold,
    Mix,
    NoCharging,
    NoMoon,
    Pack,
    PassPattern,
    ShootTheMoon,
    Toward,
)
from heartslib.sampling import Sampler
from heartslib.sampling.to_game import as_game
from heartslib.show.svg import table_svg
from heartslib.show.telling import Voice, asked, sentences
from heartslib.show.text import pattern_words
from heartslib.terminal.words import TerminalVoice, on_table
from tests.helpers.rounds import cards, play_on
from tests.helpers.written import read_back, written_down

TURBO: Final = variants.get("turbo")
ANY: Final = attrs.evolve(TURBO_CHARGES, each=None)
CLASSIC: Final = attrs.evolve(ANY, reopens=True, late=True)
BRIDGE: Final = attrs.evolve(ANY, reopens=True, in_turn=True)
CHAIN: Final = attrs.evolve(ANY, reopens=True, in_turn=True, repeats=True)
"""The ways of turbo-hearts; with ``secret=True`` they are its blind ways."""
HANDS: Final = (
    cards("2C..5C 2D..5D 2S 3S AH JD 7C"),
    cards("6C 8C 9C 6D..9D 4S..6S QS 2H 3H"),
    cards("TC JC QC TD QD KD 7S..9S 4H..7H"),
    Cards(PACK),
)
SEATED: Final = (*HANDS[:3], HANDS[3] - sum(HANDS[:3], Cards()))
"""Seat 0 has AH and JD, seat 1 QS, seat 2 TC, and seat 3 nothing to charge; seat 0 is eldest."""


def house(charging: Any, passing: Any = NO_PASSING, **changes: Any) -> Rules:
    base = attrs.evolve(TURBO, players=4, moon=NoMoon(), name="Ways to charge")
    return attrs.evolve(base, charging=charging, passing=passing, **changes)


def begun(charging: Any, passing: Any = NO_PASSING, **changes: Any) -> Game:
    return Game.new(house(charging, passing, **changes)).deal(hands=SEATED)


@pytest.mark.parametrize("secret", [False, True], ids=["open", "blind"])
@pytest.mark.parametrize(
    ("charging", "answers"),
    [
        (
            CLASSIC,
            "0123:2; 013:1 QS; 023:0; 23:2 TC; 013:3; 01:1; 0:0 AH; 123:0 JD; 123:3; 12:1; 2:2",
        ),
        (BRIDGE, "0:0; 1:1 QS; 2:2; 3:3; 0:0 AH; 1:1; 2:2 TC; 3:3; 0:0; 1:1"),
        (CHAIN, "0:0; 1:1 QS; 2:2; 3:3; 0:0 AH; 1:1; 2:2; 3:3; 0:0 JD; 1:1; 2:2; 3:3; 0:0"),
        (
            attrs.evolve(TURBO_CHARGES, reopens=True),
            "0123:0; 123:1; 23:3; 2:2 TC; 013:0; 13:1 QS; 03:3; 0:0",
        ),
        (
            attrs.evolve(TURBO_CHARGES, each=2, reopens=True),
            "0123:0 AH; 123:1 QS; 023:0 JD; 123:3; 12:1; 2:2 TC; 13:3; 1:1",
        ),
    ],
    ids=["classic", "bridge", "chain", "one", "two"],
)
def test_the_ways_of_turbo_hearts(charging: Charges, answers: str, *, secret: bool) -> None:
    """Who is asked, then who answers and what they charge; the chain ends when four in a row decline."""
    game = begun(attrs.evolve(charging, secret=secret))
    so_far = [Cards()] * 4
    for seats, answer in (step.split(":") for step in answers.split("; ")):
        seat, charged = int(answer[0]), answer[1:]
        assert (game.phase.name, "".join(map(str, game.to_act))) == ("charge", seats)
        game = game.charge(seat, charged)
        so_far[seat] += Cards(charged)
        if game.phase.name == "charge" and secret and any(so_far):
            for each in range(4):
                view = game.view(each)
                assert (view.table.charged, view.shown[each]) == ((), Cards())
                assert view.secret == so_far[each]
                assert view.secret_sizes == tuple(map(len, so_far))
            assert game.view(None).secret == Cards()
        else:
            assert [*game.view(3).table.charged] == so_far * any(so_far)
            assert game.view(3).secret_sizes == ()
    assert game.phase.name == "play"
    assert record.loads(record.dumps(game)) == game
    value = written_down(play_on(game, 52))
    assert (value.get("charged_first"), value["charged"]) == (None, [*map(str, so_far)])
    assert read_back(value, game.rules).view(0).table.charged == tuple(so_far)


# ---------------------------------------------------------------- what others see


def test_others_hear_the_number_of_secret_charges() -> None:
    game = begun(attrs.evolve(BRIDGE, secret=True))
    after = game.charge(0, "AH JD")
    for seat, known, said in (
        (0, Own(Cards("AH JD")), "You charge J♦ A♥ in secret."),
        (1, None, "seat 0 charges 2 cards in secret."),
        (None, None, "seat 0 charges 2 cards in secret."),
    ):
        (event,) = after.events(seat, game)
        assert event == ChargedInSecret(0, 2, known)
        assert [*sentences(after.view(seat), event, Voice())] == [said]
    shown = after.charge(1).charge(2).charge(3)
    heard = [
        sentence
        for event in shown.events(1, after)
        for sentence in sentences(shown.view(1), event, Voice())
    ]
    assert heard == ["seat 0 charges J♦ A♥."]


def test_a_second_secret_charge_is_heard_alone() -> None:
    first = begun(attrs.evolve(CLASSIC, secret=True)).charge(0, "AH")
    second = first.charge(0, "JD")
    for seat, known in ((0, Own(Cards("JD"))), (1, None)):
        (event,) = second.events(seat, first)
        assert event == ChargedInSecret(0, 1, known)


def test_no_sample_has_another_secret_of_the_seat_itself() -> None:
    view = begun(attrs.evolve(CHAIN, secret=True)).charge(0, "AH").view(0)
    sampler = Sampler(view)
    sample = sampler.draw(Random(1))
    other = attrs.evolve(sample, secret=(Cards("JD"), *sample.secret[1:]))
    assert (sampler.admits(sample), sampler.admits(other)) == (True, False)


def test_a_view_with_secrets_is_sent_and_read() -> None:
    game = begun(attrs.evolve(CHAIN, secret=True)).charge(0, "AH")
    text = wire.dumps_view(game, 1)
    assert wire.loads_view(text).view == game.view(1)
    for key, wrong, why in (
        ("up_next", [7], "up_next is not a seat at this table"),
        ("secret_sizes", [1], "secret_sizes must have one entry for each of 4 seats"),
        ("secret_sizes", [99, 0, 0, 0], "secret_sizes must be from 0 to 52"),
    ):
        message = json.loads(text)
        message["view"][key] = wrong
        with pytest.raises(HeartsError, match=why):
            wire.loads_view(json.dumps(message))


@pytest.mark.parametrize("packs", [1, 2])
def test_samples_fit_what_was_charged_in_secret(packs: int) -> None:
    rules = house(
        attrs.evolve(CHAIN, secret=True, before_pass=True),
        Cycle((Mix(3, fewer=True),), kept=Cards("QS KS")),
        deck=Pack(packs=packs),
    )
    rng = Random(packs)
    seen = set[str]()
    for seed in range(12):
        game = Game.new(rules).deal(seed=seed)
        while game.phase.name != "play":
            if game.phase.name == "deal":
                seen.add("mix")
                game = game.deal(rng=rng)
                continue
            seat = game.to_act[0]
            view = game.view((seat + 1) % 4)
            sampler = Sampler(view)
            sample = sampler.draw(rng)
            assert sampler.admits(sample)
            assert as_game(view, sample).view(view.seat) == view
            if any(view.secret_sizes):
                seen.add(game.phase.name)
                swapped = attrs.evolve(sample, secret=(*sample.secret[1:], sample.secret[0]))
                assert sampler.admits(swapped) == (swapped == sample)
            question: Any = game.view(seat).question
            count = rng.choice(question.counts)
            game = game.apply(question.make(rng.sample(list(question.among), count)))
        Sampler(game.view(0)).draw(rng)
    assert seen == {"early-charge", "charge", "mix"}


# ---------------------------------------------------------------- before the pass


EARLY: Final = attrs.evolve(CHAIN, secret=True, before_pass=True)


def declined(game: Game) -> Game:
    """The game after everyone who is asked to charge has declined."""
    phase = game.phase.name
    while game.phase.name == phase:
        game = game.charge(game.to_act[0])
    return game


def test_what_is_charged_before_the_pass_is_written_apart() -> None:
    game = declined(begun(EARLY, Cycle((LEFT,))).charge(0, "AH"))
    question: Any = game.view(0).question
    assert question.objection("AH").reason == "AH is charged and cannot be passed"
    game = game.pass_cards(0, "JD 2C 3C").pass_cards(1, "QS 2H 3H").pass_cards(2, "4H 5H 6H")
    game = declined(game.pass_cards(3, game.view(3).hand[:3]).charge(0).charge(1, "JD"))
    value = written_down(play_on(game, 52))
    assert (value["charged_first"], value["charged"]) == (["AH", "", "", ""], ["", "JD", "", ""])
    assert read_back(value, game.rules).view(0).table.charged == game.view(0).table.charged


def test_a_keeper_hand_is_played_without_a_pass_if_anybody_charges() -> None:
    game = begun(CLASSIC, Cycle((Mix(13, fewer=True, unless_charged=True, name="keeper"),)))
    before = game.charge(1, "QS").charge(0).charge(2)
    after = before.charge(3)
    assert (before.phase.name, after.phase.name) == ("early-charge", "play")
    assert after.view(0).pattern == Hold()
    assert PassCalled(Hold()) in after.events(0, before)
    assert after.view(0).table.all_charged == Cards("QS")
    value = written_down(play_on(after, 52))
    assert "passes" not in value
    assert read_back(value, after.rules).view(0).table.charged == after.view(0).table.charged


def test_a_pass_of_any_number_is_asked_for_in_words() -> None:
    keeper = Mix(13, fewer=True, unless_charged=True, name="keeper")
    game = declined(begun(CLASSIC, Cycle((keeper,))))
    assert asked(game.view(0)) == "pass up to 13 cards to the middle, or none"
    assert pattern_words(Mix(2, fewer=True), 4) == "pass up to 2 to the middle"


# ---------------------------------------------------------------- rulebooks


@attrs.frozen
class Uneven(PassPattern):
    """Any number to the left."""

    name: str = "uneven"
    fewer: bool = True

    def packets(self, players: int) -> tuple[tuple[int, int], ...]:
        return ((1, 3),)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (
            lambda: Charges({"QS": "QS"}, late=True, in_turn=True),
            "who answer in turn cannot charge late",
        ),
        (lambda: Charges({"QS": "QS"}, times=3), "times must be 2 or 4, not 3"),
        (lambda: Charges({"QS": "QS"}, times=True), "times must be 2 or 4, not True"),
        (lambda: Charges({"QS": "QS"}, in_turn=1), "in_turn must be a bool"),  # type: ignore[arg-type]
        (lambda: Mix(3, fewer="yes"), "fewer must be True or False"),  # type: ignore[arg-type]
        (
            lambda: house(EARLY, Cycle((Toward(1, 10),))),
            "10 cards cannot be passed from a hand of 13 in which four may be charged before",
        ),
        (lambda: house(None, Cycle((Uneven(),))), "only cards for the middle can be passed in any"),
    ],
)
def test_what_cannot_be_is_refused(make: Any, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        make()


def test_each_way_to_charge_is_printed_and_written() -> None:
    ways: list[dict[str, Any]] = [
        {},
        {"in_turn": True},
        {"reopens": True},
        {"repeats": True},
        {"reopens": True, "repeats": True},
        {"secret": True},
        {"before_pass": True},
        {"times": 4},
    ]
    printed = set[str]()
    for way in ways:
        rules = house(
            attrs.evolve(ANY, **way),
            Cycle((LEFT, Mix(13, fewer=True, unless_charged=True, name="keeper"))),
        )
        printed.add(rules.describe())
        assert rulefile.loads(rulefile.dump(rules)) == rules
    assert len(printed) == len(ways)
    exposing = house(attrs.evolve(EARLY, verb="expose"), Cycle((LEFT,)))
    text = " ".join(exposing.at(4).sentences()["Charging"])
    assert (
        "each player may expose any of 10♣, J♦, Q♠ and A♥ in secret; they stay in the hand" in text
    )
    assert "Players answer in turn, from the dealer's left. Once somebody exposes," in text
    assert "Players may expose before each pass, too, in the same way; an exposed card" in text
    keeper = " ".join(
        house(ANY, Cycle((Mix(13, fewer=True, unless_charged=True, name="keeper"),)))
        .at(4)
        .sentences()["Charging"]
    )
    assert "before a pass that this calls off, too" in keeper
    once = house(attrs.evolve(ANY, repeats=True)).at(4).sentences()["Charging"]
    assert "A player who charges is asked again, until they decline." in once


@pytest.mark.parametrize(
    ("reopens", "said"),
    [
        (False, "A player who charges is asked again, once the others have been, until"),
        (True, "everyone may charge again, the player who did so after the others."),
    ],
)
def test_who_charges_in_turn_is_asked_after_the_others(reopens: bool, said: str) -> None:
    way = attrs.evolve(ANY, in_turn=True, repeats=True, reopens=reopens)
    game = begun(way)
    assert said in " ".join(game.rules.at(4).sentences()["Charging"])
    game = game.charge(0, "AH")
    for others in (1, 2, 3):
        assert game.to_act == (others,)
        game = game.charge(others)
    assert game.to_act == (0,)


def test_the_word_for_charging_is_that_of_the_rulebook() -> None:
    moon, play = ShootTheMoon(ADD, points=None), (ChargedCardsWait(), BloodLock())
    exposing = attrs.evolve(EARLY, verb="expose")
    rules = house(exposing, moon=moon, play=play, name="Ways to expose")
    assert "charg" not in rules.describe().lower()
    assert "\n\nExposing\n" in rules.describe()
    assert "all penalty cards (exposures included)" in " ".join(rules.describe().split())
    plain = attrs.evolve(rules, charging=NoCharging())
    assert "\nExposing\n  + " in plain.diff(rules)
    assert "\nExposing\n  - " in rules.diff(plain)
    assert "\n\nCharging\n" in house(ANY).describe()
    for rulebook in variants.all().values():
        word = {"charge": "expos", "expose": "charg"}[rulebook.verb]
        assert word not in rulebook.describe().lower()


def test_four_times_as_much() -> None:
    rules = house(attrs.evolve(ANY, times=4, secret=True))
    game = begun(attrs.evolve(ANY, times=4))
    assert rules.at(4).in_force.points(PACK[0], Cards("TC")) == 0
    assert ANY.factor(PACK[35], Cards("QS")) == 1
    queen = Cards("QS")[0]
    assert game.rules.charging.factor(queen, Cards("QS AH")) == 4
    assert rules.at(4).in_force.points(queen, Cards("QS")) == 52
    assert "by 2 (by 8 if charged)" in rules.describe()


# ---------------------------------------------------------------- blood lock


@pytest.mark.parametrize(
    "passing",
    [Cycle((LEFT,)), Cycle((Mix(13, fewer=True, unless_charged=True, name="keeper"),))],
    ids=["left", "keeper"],
)
def test_bots_charge_before_a_pass(passing: Cycle) -> None:
    game = begun(attrs.evolve(EARLY, each=1), passing)
    for bot in (AtRandom(3), careful, MonteCarlo(rollouts=1)):
        now = game
        while now.phase.name != "play":
            dealing = now.phase.name == "deal"
            now = now.deal(seed=1) if dealing else now.apply(bot(now.view(now.to_act[0])))
        assert sum(map(len, now.hands)) == 52


def test_people_see_how_many_cards_were_charged_in_secret() -> None:
    game = begun(attrs.evolve(CHAIN, secret=True)).charge(0, "AH JD")
    assert "Charged in secret: seat 0 2 cards" in str(game.view(1))
    assert "charged 2 cards in secret" in table_svg(game.view(1))
    voice = TerminalVoice()
    assert "Charged in secret by seat 0: 2 cards." in on_table(game.view(1), voice)
    assert "Charged in secret by you: J♦ A♥." in on_table(game.view(0), voice)


def test_a_blood_lock_is_printed() -> None:
    play = (*TURBO.play, BloodLock())
    sentence = (
        "While A♥ is charged, hearts may not be led until one of them has been played, unless you hold "
        "nothing else."
    )
    assert sentence in house(ANY, play=play).at(4).sentences()["Play"]
    assert sentence not in house(None, play=play).at(4).sentences()["Play"]
    exposing = house(attrs.evolve(ANY, verb="expose"), play=(*TURBO.play, BloodLock("QS")))
    assert "While Q♠ is exposed, spades may not be led" in " ".join(exposing.describe().split())
