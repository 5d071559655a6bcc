"""A row for each game: what anybody at the table sees of a round that can be followed on paper.

The pack is dealt in order, one card at a time from the dealer's left, and everyone does what comes
first: passes the lowest cards, charges what may be charged, and plays the lowest legal card.  So seat
0 holds 2♣ 6♣ 10♣ A♣ and so on, and in most games seat 2 takes Q♠ and 2♥ to 6♥, seat 3 the other hearts.
The columns are in ``tests/variants/test_readers.py``: a test for each way to show or to store a game.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Final

import attrs

from heartslib import Card, Cards, Game, variants
from heartslib.moves import Move
from heartslib.questions import ChooseCards, ChooseName, Question, YesOrNo

NAMES: Final = ("Ann", "Ben", "Cem", "Dora", "Eve")


@attrs.frozen(kw_only=True)
class Row:
    """What there is to see, by the printed rules; most games are as American Hearts is.

    Attributes:
        players: How many play.
        cards: How many cards each gets.
        kitty: How many cards form the kitty, or the stock of a game that has one.
        stock: How many cards form the stock.
        asked: What the first question is.
        answers: What is named, in turn, where names are asked for.
        passing: How cards are passed.
        contract: The contract of the round.
        terms: How the terms of the contract begin, in the rulebook.
        bids: What each seat bids.
        pool: The counters in the pool before the round.
        charged: What each seat charges.
        verb: What that is called.
        turned: The card turned up.
        shown: The card that the dealer, the last seat, shows.
        partners: Who plays with whom.
        said: What is announced before the first lead, besides the deal and the pass.
        leader: The seat that leads first.
        lead: What it may lead; any card of its hand, if empty.
        line: A reason that is on the score sheet, and its points.
        joker: The card that stands for a joker, which is a heart.
        totals: The points of the round.
        left: The counters in the pool after the round.
        high: Whether the highest score wins.
        dealer: The seat that deals next.
        winners: The seats that have won after this round.
        kernel: Why the kernel leaves the game to the plain engine, if it does: it ...
        layable: Whether a position can be laid out, and scored from its tricks.
    """

    players: int = 4
    cards: int = 13
    kitty: int = 0
    stock: int = 0
    asked: str = "pass 3 cards to Ben"
    answers: tuple[str, ...] = ()
    passing: str = "3 left"
    contract: str = ""
    terms: str = ""
    bids: tuple[int, ...] = ()
    pool: int = 0
    charged: tuple[str, ...] = ()
    verb: str = "Charged"
    turned: str = ""
    shown: str = ""
    partners: str = ""
    said: tuple[str, ...] = ()
    leader: int = 1
    lead: str = "2C"
    line: tuple[str, int] = ("took Q♠", 13)
    joker: str = ""
    totals: tuple[int, ...] = (0, 0, 18, 8)
    left: int = 0
    high: bool = False
    dealer: int = 0
    winners: tuple[int, ...] = ()
    kernel: str = ""
    layable: bool = True

    @property
    def named(self) -> str:
        """The contract in words; empty if there is none."""
        return self.contract.replace("-", " ")

    @property
    def read(self) -> tuple[str, int]:
        """The line of the score sheet as people read it."""
        reason, points = self.line
        return reason.replace(
            f"{Card(self.joker):u}", "the joker"
        ) if self.joker else reason, points

    @property
    def held(self) -> tuple[str, ...]:
        """The cards that each seat shows while it still holds them."""
        return self.charged or ("",) * (self.players - 1) + (self.shown,)

    @property
    def aside(self) -> tuple[str, int]:
        """Where the cards are that were not dealt, and how many there are."""
        return ("stock", self.stock) if self.stock else ("kitty", self.kitty)

    @property
    def notes(self) -> list[str]:
        """What is said of the table when the first card is to be led."""
        where, size = self.aside
        found = [
            ("Partners", self.partners),
            (self.verb, "; ".join(by_name(self.charged))),
            (
                "Shown and still held",
                "; ".join(by_name(("",) * (self.players - 1) + (self.shown,))),
            ),
            ("Turned up", f"{Cards(self.turned):u}"),
            (where.capitalize(), f"{size} cards" * (size > 0)),
        ]
        return [f"{title}: {said}" for title, said in found if said]


def other_names_of_jokers(slug: str) -> list[str]:
    """What the card that stands for the joker of a game could be called, too."""
    rules = variants.get(slug).at(GAMES[slug].players)
    books = rules.rulebooks
    cards = [
        each for book in books for joker in book.tricks.jokers for each in (joker, book.face(joker))
    ]
    return [name for card in cards for name in (f"{card:u}", card.word)]


def by_name(cards: tuple[str, ...], form: str = "{} {}") -> list[str]:
    """The cards of each seat, by the name of its player; without seats that have none."""
    seats = zip(NAMES, map(Cards, cards), strict=False)
    return [form.format(name, f"{held:u}") for name, held in seats if held]


_free = partial(Row, passing="", asked="lead a card", leader=0, lead="")
"""Nothing is passed, and eldest leads any card."""

_maria = partial(Row, passing="3 right", asked="pass 3 cards to Dora", leader=0, lead="")
_good = partial(_free, high=True)
_partners = "Ann and Cem; Ben and Dora"
_turbo = partial(
    Row,
    charged=("QS", "TC", "JD", "AH"),
    said=("Ann charges Q♠.", "Ben charges 10♣.", "Cem charges J♦.", "Dora charges A♥."),
)

GAMES: Final[dict[str, Row]] = {
    "american": Row(),
    "kitty_hearts": Row(cards=12, kitty=4),
    "omnibus": Row(line=("took J♦", -10), totals=(0, 0, 18, -2)),
    "omnibus_bicycle": Row(line=("took 10♦", -10), totals=(0, 0, 18, -2)),
    "spot": Row(line=("took A♥", 14), totals=(0, 0, 45, 84)),
    "spot_pictures": Row(line=("took A♥", 15), totals=(0, 0, 45, 79)),
    "black_maria": _maria(),
    "black_maria_43": _maria(line=("took K♠", 10), totals=(0, 0, 35, 8)),
    "black_maria_spot": _maria(line=("took Q♠", 25), totals=(0, 0, 45, 79)),
    "partnership": Row(partners=_partners, totals=(18, 8, 18, 8)),
    "partnership_individual": Row(partners=_partners),
    "dirty_nasty_filthy": Row(
        asked="call the pass, by number or name",
        answers=("3-left",),
        said=("Pass 3 left.",),
        line=("took Q♠", 26),
        totals=(13, 0, 31, 23),
    ),
    "hartenjagen": Row(cards=8, lead="7C", line=("took J♣", 2), totals=(2, 0, 0, 13)),
    "dame_de_pique": _free(),
    "super_hearts": Row(
        line=("gets back what the cards cost", 12),
        totals=(0, 0, -4, 4),
        high=True,
        kernel="cannot run LowestIsPaid, which has lines and no terms",
    ),
    "greek_hearts": _maria(line=("took Q♠", 13), totals=(0, 0, 18, 8)),
    "basic": Row(line=("took 2♥ 3♥ 4♥ 5♥ 6♥", 5), totals=(0, 0, 5, 8)),
    "black_lady": Row(),
    "black_jack": Row(line=("took J♠", 10), totals=(0, 0, 5, 18)),
    "classic_50": Row(),
    "classic_100": Row(),
    "chase_the_lady": Row(leader=2, lead="2S", line=("took Q♠", 15), totals=(0, 15, 23, 0)),
    "turbo": _turbo(line=("took J♦, doubled by a charge", -20), totals=(0, 0, 36, -4)),
    "turbo_booster": _turbo(line=("took Q♠, doubled by a charge", 26), totals=(0, -20, 28, 24)),
    "booster_nines": Row(line=("took 2♥", 1), totals=(0, 0, 14, 12)),
    "cancellation": _free(
        players=5, cards=20, kitty=4, line=("took Q♠ Q♠", 26), totals=(12, 0, 5, 0, 35)
    ),
    "gong_zhu": _good(
        asked="expose cards, or none",
        charged=("TC QS", "", "JD", "AH"),
        verb="Exposed",
        said=("Ann exposes 10♣ Q♠.", "Cem exposes J♦.", "Dora exposes A♥."),
        leader=2,
        lead="4C 8C QC 3D 7D 2S 6S TS AS 5H 9H KH",
        line=("took Q♠, doubled by an exposed card", -200),
        totals=(0, 0, -240, -640),
    ),
    "gong_zhu_taiwan": _good(lead="2C", line=("took 4♥", -10), totals=(0, 0, -126, -148)),
    "jab_moo": _good(lead="2C", line=("took no scoring card", -50), totals=(-50, -50, -120, -148)),
    "heartsette": _free(
        cards=12, kitty=3, line=("took 2♥ 3♥ 4♥ 5♥ 6♥ 7♥", 6), totals=(0, 6, 0, 7), winners=(0, 2)
    ),
    "auction_hearts": _good(
        asked="bid to name the contract, or pass",
        answers=("5", "pass", "pass", "pass", "spades"),
        bids=(5, 0, 0, 0),
        said=(
            "Ann bids 5.",
            "Ben passes.",
            "Cem passes.",
            "Dora passes.",
            "Ann names the contract: spades.",
        ),
        contract="spades",
        terms="Score −1 for each spade taken.",
        pool=1,
        line=("paid the bid", -5),
        totals=(14, -6, -3, -4),
        kernel="does not know NamerLeads (opening)",
    ),
    "draw_hearts": _free(
        players=2,
        stock=26,
        line=("took 3♥ 4♥", 2),
        totals=(11, 2),
        winners=(1,),
        kernel="does not know Stock (kitty)",
    ),
    "domino_hearts": _free(
        cards=6,
        stock=28,
        line=("took 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥", 13),
        totals=(0, 13, 0, 0),
        kernel="does not know DrawToFollow (kitty)",
        layable=False,
    ),
    "joker_hearts": _good(
        pool=13,
        line=("took 2♥", -5),
        joker="2H",
        totals=(0, 0, -5, -12),
        left=30,
        kernel="does not know facts.CARD_LED",
    ),
    "polignac": _free(cards=8, line=("took J♠", 2), totals=(0, 0, 0, 5)),
    "slobberhannes": _free(cards=8, line=("took the trick with Q♣", 1), totals=(0, 0, 0, 4)),
    "knaves": _good(
        players=3,
        cards=17,
        turned="AH",
        contract="hearts",
        terms="Hearts are trumps.",
        said=("A♥ is turned up.", "The contract is hearts."),
        line=("took J♥", -4),
        totals=(2, 2, 3),
        kernel="knows no contract that a card decides",
    ),
    "bassadewitz": _good(
        cards=8,
        pool=12,
        line=("took every trick", 12),
        totals=(-4, -4, -4, 12),
        left=12,
        dealer=3,
        kernel="does not know HighestCard (tricks)",
    ),
    "tetka": _free(
        shown="AH",
        said=("Dora shows A♥.",),
        terms="Q♥ 2, Q♣ Q♦ Q♠ A♥ 1 each. Score 1 for the last trick. Score 1 for the first trick. ",
        line=("took Q♥ A♥", 2),
        totals=(0, 0, 1, 8),
    ),
    "kierki_dzokerowe": _free(
        line=("took 2♣", 20),
        joker="2C",
        totals=(31, 0, 43, 50),
        kernel="does not know facts.CARD_LED",
    ),
    "golden_ten": _free(cards=14, line=("took 5♥", 5), totals=(0, 10, 0, 7)),
    "leekha": _free(
        asked="pass 3 cards to Ben",
        passing="3 right",
        partners=_partners,
        line=("took 10♦", 10),
        totals=(10, 0, 18, 8),
        dealer=2,
    ),
    "hooligan": Row(line=("took 7♣", 7), totals=(7, 0, 18, 8)),
    "queens": Row(line=("took Q♦", 13), totals=(13, 0, 18, 33), dealer=2),
    "royal": Row(line=("Q♥ doubles the hearts", 8), totals=(0, 0, 31, 6)),
    "ricketts": Row(leader=0, lead="5C 9C KC AC 5D 9D KD 4S 8S QS"),
    "kierki": _free(
        contract="tricks",
        line=("took 7 tricks", 7),
        totals=(2, 2, 2, 7),
        terms="Score 1 for each trick.",
    ),
    "lora": _free(
        cards=8,
        contract="red",
        lead="7C JC 7D JD 7S JS",
        terms="Score 1 for each heart taken. Hearts may not be led",
        line=("took 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥", 8),
        totals=(0, 0, 0, 8),
        dealer=3,
    ),
    "barbu": _good(
        asked="name the contract, by number or name",
        answers=("no-queens",),
        contract="no-queens",
        said=("Dora names the contract: no queens.",),
        terms="Score −6 for each queen taken.",
        leader=3,
        line=("took Q♥", -6),
        totals=(0, 0, -6, -18),
        dealer=3,
    ),
    "king": _good(
        contract="no-tricks",
        terms="Score −20 for each trick.",
        leader=3,
        line=("took 7 tricks", -140),
        totals=(-40, -40, -40, -140),
    ),
    "turkish_king": _good(
        asked="name the contract, by number or name",
        answers=("spades-as-trumps",),
        contract="spades-as-trumps",
        said=("Dora names the contract: spades as trumps.",),
        terms="Score 50 for each trick.",
        leader=3,
        line=("took 6 tricks", 300),
        totals=(150, 100, 100, 300),
    ),
}


def _first_move(question: Question, answers: list[str]) -> Move:
    """What comes first: the lowest cards, as many as may be, or the next of these answers."""
    match question:
        case ChooseCards(_, among, counts, make):
            return make(among[: counts[-1]])
        case ChooseName(_, names, make):
            return make(answers.pop(0) if answers else names[0])
        case YesOrNo(_, make):
            return make(False)


@cache
def played(slug: str) -> tuple[Game, ...]:
    """The round of a row, state by state, from before the deal until its score is to be entered."""
    rules, row = variants.get(slug), GAMES[slug]
    pack, answers = [*rules.deck.cards(row.players)], [*row.answers]
    game = Game.new(rules, names=NAMES[: row.players], pool=row.pool)
    states = [game]
    while game.phase.name != "score":
        question = game.view(game.to_act[0]).question if game.to_act else None
        game = game.apply(_first_move(question, answers)) if question else game.deal(order=pack)
        states.append(game)
    return tuple(states)


def led(slug: str) -> Game:
    """The game when the first card is to be led."""
    return next(game for game in played(slug) if game.phase.name == "play")


def halfway(slug: str) -> Game:
    """The game after half of the plays."""
    playing = [game for game in played(slug) if game.phase.name == "play"]
    return playing[len(playing) // 2 + 1]


def over(slug: str) -> Game:
    """The game when its round is over."""
    return played(slug)[-1]
