"""What happened, in sentences for a player and for a spectator."""

from __future__ import annotations

import attrs
import pytest

from heartslib import Card, Cards, Game, View, variants
from heartslib.events import (
    BidMade,
    CardPlayed,
    CardsDrawn,
    CardsMixed,
    CardsReceived,
    CardsTurned,
    Charged,
    Claimed,
    ClaimSettled,
    ContractNamed,
    Event,
    GameOver,
    HandDealt,
    HandShown,
    HeartsBroken,
    KittyTaken,
    LaidDown,
    MoonChosen,
    MoonShot,
    Own,
    PassCalled,
    Passed,
    RestTaken,
    RoundBegun,
    TrickLeft,
    TrickTaken,
)
from heartslib.rules import Hold, Mix
from heartslib.show.telling import Voice, sentences, subject

GAME = Game.new(variants.get("american"), names=["Ann", "ben", "Cem", "Dora"])
ANN, ANYONE = GAME.view(0), GAME.view(None)


@pytest.mark.parametrize(
    ("event", "own", "other"),
    [
        (RoundBegun(0, 0), "Round 1. You deal.", "Round 1. Ann deals."),
        (ContractNamed("hearts"), "The contract is hearts.", None),
        (
            ContractNamed("no-tricks", namer=0),
            "You name the contract: no tricks.",
            "Ann names the contract: no tricks.",
        ),
        (PassCalled(Mix()), "Pass 3 to the middle.", "Pass 3 to the middle."),
        (PassCalled(Hold()), "No cards are passed this round.", None),
        (HandDealt(None, 13, 0), "Everyone gets 13 cards.", None),
        (HandDealt(None, 1, 4), "Everyone gets 1 card; 4 cards form the kitty.", None),
        (Passed(0, Own(Cards("QS")), 1), "You pass Q♠.", None),
        (Passed(0, None, 3), "You have passed.", "Ann has passed."),
        (CardsMixed(), "The cards in the middle are dealt back.", None),
        (CardsReceived(Own(Cards("2C QS"))), "You receive 2♣ Q♠.", None),
        (CardsReceived(Own(Cards("2C")), 1), "ben passes you 2♣.", None),
        (Charged(0, Cards("AH")), "You charge A♥.", "Ann charges A♥."),
        (CardPlayed(0, Card("2C"), is_lead=True), "You lead 2♣.", "Ann leads 2♣."),
        (CardPlayed(0, Card("2C"), is_lead=False), "You play 2♣.", "Ann plays 2♣."),
        (HeartsBroken(0, Card("2H")), "Hearts are broken.", None),
        (HandShown(0, Cards("2H 3H")), "You show 2♥ 3♥.", "Ann shows 2♥ 3♥."),
        (TrickTaken(0, Cards("2C")), "You take the trick.", "Ann takes the trick."),
        (
            TrickLeft(0, Cards("2C")),
            "Nobody wins the trick. You lead again.",
            "Nobody wins the trick. Ann leads again.",
        ),
        (KittyTaken(0, 2, Own(Cards("2C 3C"))), "You get 2 cards from the kitty: 2♣ 3♣.", None),
        (KittyTaken(0, 1, None), None, "Ann gets 1 card from the kitty."),
        (LaidDown(0, 2, Own(Cards("2C 3C"))), "You lay down 2♣ 3♣.", None),
        (LaidDown(0, 2, None), None, "Ann lays down 2 cards."),
        (CardsDrawn(2, None), "Everyone draws 2 cards.", None),
        (CardsDrawn(1, Own(Cards("QS")), 0), "You draw Q♠.", None),
        (CardsDrawn(2, None, 0), None, "Ann draws 2 cards."),
        (CardsTurned((Card("6H"), Card("9S"))), "9♠ 6♥ are turned up.", None),
        (BidMade(0, 4), "You bid 4.", "Ann bids 4."),
        (BidMade(0, 0), "You pass.", "Ann passes."),
        (RestTaken(0, 1, Own(Cards("QS"))), "You take the rest: Q♠.", None),
        (RestTaken(0, 3, None), None, "Ann takes the rest: 3 cards."),
        (Claimed(0), "You claim the rest.", "Ann claims the rest."),
        (ClaimSettled(0, accepted=True), "The claim is accepted.", None),
        (ClaimSettled(0, accepted=False), "The claim is refused.", None),
        (MoonShot((0, 2)), "You and Cem shot the moon.", "Ann and Cem shot the moon."),
        (MoonChosen(0, "add"), "You choose to add.", "Ann chooses to add."),
        (GameOver((0,)), "", ""),
    ],
)
def test_every_event_has_its_sentence(event: Event, own: str | None, other: str | None) -> None:
    for view, sentence in ((ANN, own), (ANYONE, other)):
        if sentence is not None:
            assert [*sentences(view, event, Voice())] == [sentence][: bool(sentence)]


def test_names_keep_their_small_letters() -> None:
    assert [*sentences(ANN, TrickTaken(1, Cards()), Voice())] == ["ben takes the trick."]
    assert subject(ANN, (1, 0, 3)) == "ben, you and Dora"
    assert subject(ANN, (0, 1)) == "You and ben"
    assert subject(ANN, ()) == ""


def test_sentences_of_the_library_get_names() -> None:
    view: View = attrs.evolve(ANN, seat=2)
    voice = Voice(spoken=True)
    assert (
        voice.phrased(view, "seat 0 took QS 2H") == "Ann took the queen of spades; the 2 of hearts"
    )
    assert voice.phrased(view, "seat 2 has passed already") == "you have passed already"
    assert voice.phrased(view, "seat 12 has 3 cards") == "seat 12 has 3 cards"  # nobody sits there
    assert voice.phrased(view, "it is the turn of seat 0 or 1") == "it is the turn of Ann and ben"
    assert Voice().phrased(view, "seat 2's QS") == "your Q♠"
    assert voice.phrased(view, "each of seat 2 or 0 has passed") == "each of you and Ann has passed"
    assert (
        voice.phrased(view, "Q♠ and 10♥ may not")
        == "the queen of spades and the 10 of hearts may not"
    )
