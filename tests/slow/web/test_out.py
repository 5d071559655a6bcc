"""Which cards are out and who has none of a suit: true, and all that the play has shown."""

from __future__ import annotations

from random import Random

import pytest

from examples.web_table.out import cards_out
from heartslib import Cards, Game, HeartsError, variants
from heartslib.testing import at_random, next_state


def lacking(game: Game, seat: int) -> dict[str, list[int]]:
    return {each["name"]: each["lack"] for each in cards_out(game.view(seat))}


def test_a_player_who_does_not_follow_has_none() -> None:
    hands = ["2C 3D 4D", "5C 6C AH", "7D 8D 9D", "TC JC 4S"]
    taken = [variants.get("american").deck.cards(4) - Cards(" ".join(hands)), *[Cards()] * 3]
    game = Game.new(variants.get("american")).set_up(hands, leader=0, taken=taken)
    assert not any(lacking(game, 0).values())
    for card in ("2C", "5C", "7D", "TC"):
        game = game.play(card)
    assert lacking(game, 0) == {"clubs": [2], "diamonds": [], "spades": [], "hearts": []}
    assert lacking(game, 1)["clubs"] == [2]
    game = game.play("JC")  # the last club
    assert lacking(game, 1)["clubs"] == []


@pytest.mark.parametrize("slug", sorted(variants.all()))
def test_it_is_true_in_every_game(slug: str) -> None:
    game, rng = Game.new(variants.get(slug)), Random(1)
    shown = 0
    for _ in range(150):
        if game.is_over:
            break
        game = next_state(game, at_random, rng)
        seat = rng.randrange(game.players)
        view = game.view(seat)
        if not view.hand:
            continue
        found = cards_out(view)
        out = {code: count for each in found for code, count in each["cards"]}
        others = [hand for n, hand in enumerate(game.hands) if n != seat]
        unseen = sum(others, Cards())
        assert all(out[str(card)] >= unseen.count(card) for card in unseen)
        if not view.kitty_size and not any(view.captured_sizes) and view.phase == "play":
            assert sum(out.values()) == len(unseen)
            shown += 1
        for each in found:
            held = [{str(card.suit.word) for card in hand} for hand in game.hands]
            assert all(each["name"] not in held[lack] for lack in each["lack"])
            assert seat not in each["lack"]
    assert shown or "kitty" in slug or variants.get(slug).deck.kitty_size(game.players)


def test_nothing_is_out_before_the_deal() -> None:
    with pytest.raises(HeartsError, match="no cards are dealt"):
        cards_out(Game.new(variants.get("american")).view(0))
