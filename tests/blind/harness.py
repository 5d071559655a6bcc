"""Plays games twice, by the printed text and by the library, and compares every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from heartslib import Game, HeartsError, variants
from heartslib.moves import Move, NameContract
from tests.blind.plain import SUITS, Reading, Seen, Trick, Way, of_suit, rank

KINDS: Final = ("random", "random", "suits", "lock", "half", "strong", "suits", "random")
"""How the cards of a round are stacked and played, in turn."""


class DisagreementError(AssertionError):
    """The text and the library say different things."""


def _sorted(hands: Iterable[Iterable[object]]) -> list[list[str]]:
    return [sorted(map(str, hand)) for hand in hands]


class Match:
    """A game played by a reading of the text, step by step, next to the library's `Game`."""

    def __init__(self, slug: str, reading: Reading, rng: Random, count: Counter[str]) -> None:
        self.slug, self.reading, self.rng, self.count = slug, reading, rng, count
        self.players = reading.PLAYERS
        dealer = rng.randrange(self.players)
        self.game = Game.new(variants.get(slug), players=self.players, dealer=dealer)
        nothing = ((),) * self.players
        self.seen = Seen(self.players, dealer, 1, (0,) * self.players, nothing)
        self.kind = "random"
        self.star: tuple[int, ...] = ()
        self.packets: list[dict[int, list[str]]] = []
        self.same("sides", sorted(reading.sides()), sorted(self.game.sides))

    def same(self, what: str, printed: object, played: object) -> None:
        """Both say the same."""
        if printed != played:
            raise DisagreementError(
                f"{self.slug}, {what}: the text says {printed}, the library {played}; {self.seen}"
            )

    def refused(self, what: str, make: Callable[..., object], *given: object) -> None:
        """The library refuses what the text does not allow."""
        try:
            make(*given)
        except HeartsError:
            return
        raise DisagreementError(f"{self.slug}, {what}: the library allows it; {self.seen}")

    # a round

    def play_round(self, kind: str) -> bool:
        """Play a round; whether the game is over."""
        self.kind = kind
        seen = self.seen
        self.same("round", seen.number, self.game.round_number + 1)
        self.same("dealer", seen.dealer, self.game.dealer)
        way = self.call()
        self.deal(way)
        self.name_contract()
        self.pass_cards(way)
        self.charge()
        while not self.reading.finished(self.seen):
            self.play_trick()
        return self.score()

    def call(self) -> Way:
        """The way in which cards are passed, called by the dealer if there are several."""
        ways = self.reading.passes(self.seen.number)
        if len(ways) == 1:
            self.same("phase before the deal", "deal", self.game.phase.name)
            return ways[0]
        self.same("seat that calls", (self.seen.dealer,), self.game.to_act)
        offered: dict[tuple[tuple[int, int], ...], Move] = {}
        for move in self.game.legal_moves():
            after = self.game.apply(move).deal(seed=0)
            where = after.view(0).passes_to
            middle = {0: after.view(0).pass_count or 0}
            offered[tuple(sorted((dict(where) or middle).items()))] = move
        self.same("ways to pass", {tuple(sorted(way.items())) for way in ways}, set(offered))
        way = self.rng.choice([way for way in ways if self.kind == "random" or 0 not in way])
        self.game = self.game.apply(offered[tuple(sorted(way.items()))])
        return way

    def deal(self, way: Way) -> None:
        """The deal, or one that is stacked so that the cards are where they should after the pass."""
        pack = self.reading.pack()
        self.same("pack", sorted(pack), sorted(map(str, self.game.rules.deck.cards(self.players))))
        self.rng.shuffle(pack)
        hands, kitty = self.reading.deal(pack, self.seen.dealer)
        if self.kind == "random":
            self.packets, self.star = [], ()
            self.game = self.game.deal(order=" ".join(pack))
        else:
            hands, kitty, self.star = self.stacked(len(hands[0]), len(kitty))
            hands = self.before_passing(hands, way)
            self.game = self.game.deal(
                hands=[" ".join(hand) for hand in hands], kitty=" ".join(kitty)
            )
        self.same("hands", _sorted(hands), _sorted(self.game.hands))
        self.same("kitty", len(kitty), self.game.view(None).kitty_size)
        self.seen = self.seen._replace(
            hands=tuple(map(tuple, hands)),
            kitty=tuple(kitty),
            charged=((),) * self.players,
            tricks=(),
            trick=(),
        )

    def stacked(self, each: int, aside: int) -> tuple[list[list[str]], list[str], tuple[int, ...]]:
        """Hands after which a player or two partners may take everything, and who they are."""
        rng, players = self.rng, self.players
        hands, rest, star = list[list[str]](), list[str](), tuple[int, ...]()
        if self.kind == "suits":
            return *self.near_suits(each), ()
        for _ in range(200):
            pack = self.reading.pack()
            rng.shuffle(pack)
            seat = rng.randrange(players)
            star = (seat, (seat + 2) % players) if self.kind == "half" else (seat,)
            wanted = rng.sample(SUITS, 4)
            size = len(star) * each
            best = sorted(pack, key=lambda card: (wanted.index(card[1]), -rank(card)))[:size]
            if self.kind == "half":
                rng.shuffle(best)
            rest = pack
            for card in best:
                rest.remove(card)
            if self.kind == "strong":
                for place in rng.sample(range(1, size), rng.randint(1, 4)):
                    best[place], rest[place] = rest[place], best[place]
            hands = [
                [best.pop() for _ in range(each)]
                if other in star
                else [rest.pop() for _ in range(each)]
                for other in range(players)
            ]
            if (
                self.reading.leader(self.seen._replace(hands=tuple(map(tuple, hands)), tricks=()))
                in star
            ):
                break
        return hands, rest[:aside], star

    def near_suits(self, each: int) -> tuple[list[list[str]], list[str]]:
        """Hands with few suits each, and the kitty."""
        wanted, pack = self.rng.sample(SUITS, 4), self.reading.pack()
        pack.sort(
            key=lambda card: (
                wanted.index(card[1]) + self.rng.choice([1.0, 1.1, 1.3, 2.0]) * self.rng.random()
            )
        )
        hands = [[pack.pop() for _ in range(each)] for _ in range(self.players)]
        self.rng.shuffle(hands)
        return hands, pack

    def before_passing(self, hands: Sequence[Sequence[str]], way: Way) -> list[list[str]]:
        """The hands that become the given ones when each passes what `self.packets` says."""
        held = [list(hand) for hand in hands]
        self.packets = [{} for _ in held]
        for place, number in way.items():
            for seat in range(self.players):
                giver = (seat - place) % self.players
                cards = self.rng.sample(
                    [card for card in hands[seat] if card in held[seat]], number
                )
                self.packets[giver][seat] = cards
                for card in cards:
                    held[seat].remove(card)
        for giver, packets in enumerate(self.packets):
            for cards in packets.values():
                held[giver].extend(cards)
        return held

    def name_contract(self) -> None:
        """The contract of the round."""
        contracts = self.reading.contracts(self.seen)
        if not contracts:
            self.same("contract", None, self.game.contract)
            return
        if len(contracts) > 1:
            self.same("phase of the contract", "contract", self.game.phase.name)
            self.same("seat that names", (self.seen.dealer,), self.game.to_act)
            moves = {
                self.titled(move.contract): move
                for move in self.game.legal_moves()
                if isinstance(move, NameContract)
            }
            self.same("contracts", sorted(contracts), sorted(moves))
            contracts = [self.rng.choice(contracts)]
            self.game = self.game.apply(moves[contracts[0]])
        self.same("contract", contracts[0], self.titled(self.game.contract or ""))
        self.seen = self.seen._replace(contract=contracts[0])

    @staticmethod
    def titled(name: str) -> str:
        return name.replace("-", " ").capitalize()

    def pass_cards(self, way: Way) -> None:
        """The pass: every seat lays down its cards, then they change hands."""
        if not way:
            self.same("pass", False, self.game.phase.name == "pass")
            return
        hands = [list(hand) for hand in self.seen.hands]
        got: list[list[str]] = [[] for _ in hands]
        for seat in self.rng.sample(range(self.players), self.players):
            self.same("phase of the pass", "pass", self.game.phase.name)
            self.same("cards seen before all have passed", "", str(self.game.view(seat).received))
            packets = self.lay_down(seat, way)
            for to, cards in packets.items():
                got[to].extend(cards)
                for card in cards:
                    hands[seat].remove(card)
        if 0 in way:
            got = self.mix(sorted(card for cards in got for card in cards), way[0])
        for hand, cards in zip(hands, got, strict=True):
            hand.extend(cards)
        self.same("hands after the pass", _sorted(hands), _sorted(self.game.hands))
        self.seen = self.seen._replace(hands=tuple(map(tuple, hands)))
        self.count["passes"] += 1

    def lay_down(self, seat: int, way: Way) -> dict[int, list[str]]:
        """The cards that a seat passes, to whom; no other number of cards is allowed."""
        game, hand, size = self.game, list(self.seen.hands[seat]), sum(way.values())
        for wrong in {0, size - 1, size + 1}:
            cards = " ".join(hand[:wrong])
            self.refused(f"a pass of {wrong}", game.pass_cards, seat, cards)
        if self.packets:
            packets = self.packets[seat]
        else:
            self.rng.shuffle(hand)
            packets = {
                (seat + place) % self.players: [hand.pop() for _ in range(number)]
                for place, number in way.items()
            }
        joined = {to: " ".join(cards) for to, cards in packets.items()}
        self.game = game.pass_cards(
            seat, joined if len(joined) > 1 else next(iter(joined.values()))
        )
        return packets

    def mix(self, middle: list[str], each: int) -> list[list[str]]:
        """The cards in the middle, shuffled and dealt back."""
        self.same("phase after the middle", "deal", self.game.phase.name)
        before = self.game.hands
        self.game = self.game.deal(rng=self.rng)
        back = [
            sorted(set(map(str, after)) - set(map(str, hand)))
            for after, hand in zip(self.game.hands, before, strict=True)
        ]
        self.same("cards dealt back", middle, sorted(card for cards in back for card in cards))
        self.same("how many dealt back", [each] * self.players, [*map(len, back)])
        return back

    def charge(self) -> None:
        """Each seat charges or declines."""
        offers = [self.reading.charges(self.seen, seat) for seat in range(self.players)]
        asked = tuple(seat for seat, (cards, _) in enumerate(offers) if cards)
        if not asked and self.game.phase.name != "charge":
            return
        self.same("phase of the charges", "charge", self.game.phase.name)
        charged: list[tuple[str, ...]] = [()] * self.players
        for seat in self.rng.sample(range(self.players), self.players):
            if seat not in self.game.to_act:
                self.same("nothing to charge", [], offers[seat][0])
                continue
            cards, most = offers[seat]
            question = self.game.view(seat).question
            among, counts = getattr(question, "among", ()), getattr(question, "counts", (0,))
            self.same("cards to charge", sorted(cards), sorted(map(str, among)))
            self.same("how many to charge", tuple(range(min(most, len(cards)) + 1)), counts)
            picked = self.rng.sample(cards, self.rng.randint(0, min(most, len(cards))))
            charged[seat] = tuple(picked)
            self.game = self.game.charge(seat, " ".join(picked))
            self.count["charged"] += len(picked)
        self.seen = self.seen._replace(charged=tuple(charged))

    def play_trick(self) -> None:
        """A trick, with the legal cards of each play."""
        self.seen = self.seen._replace(leader=self.reading.leader(self.seen), trick=())
        while not self.reading.complete(self.seen):
            self.play_card()
        taker = self.reading.taker(self.seen)
        trick = Trick(self.seen.leader, self.seen.trick, taker)
        self.seen = self.seen._replace(tricks=(*self.seen.tricks, trick), trick=())
        table = self.game.table
        self.same("number of tricks", len(self.seen.tricks), len(table.tricks))
        self.same("trick is complete", trick.cards, tuple(map(str, table.tricks[-1].cards)))
        self.same("taker", taker, table.tricks[-1].taker)
        self.same("piles", _sorted(self.reading.piles(self.seen)), _sorted(self.game.piles))
        self.count["not won"] += taker is None

    def play_card(self) -> None:
        """A card, from among the legal ones."""
        seen, game = self.seen, self.game
        self.same("phase of play", "play", game.phase.name)
        self.same("seat whose turn it is", (seen.turn,), game.to_act)
        self.same("trick on the table", seen.trick, tuple(map(str, game.table.trick.cards)))
        legal = self.reading.legal(seen)
        self.same("legal cards", sorted(set(legal)), sorted(set(map(str, game.legal_plays()))))
        shown = game.table.shown or ((),) * self.players
        self.same("cards face up", _sorted(self.reading.face_up(seen)), _sorted(shown))
        self.count["shown"] += any(map(len, shown))
        for card in self.rng.sample(seen.hand, 1):
            if card not in legal:
                self.refused(f"an illegal {card}", game.play, card)
        if not self.star:
            card = self.rng.choice(legal)
        else:
            card = (max if seen.turn in self.star else min)(legal, key=rank)
        self.game = game.play(card)
        hands = [list(hand) for hand in seen.hands]
        hands[seen.turn].remove(card)
        self.seen = seen._replace(hands=tuple(map(tuple, hands)), trick=(*seen.trick, card))
        self.count["plays"] += 1

    def score(self) -> bool:
        """The score of the round, and whether the game is over."""
        reading, seen = self.reading, self.seen
        shooters, payments, payment = reading.shooters(seen), reading.payments(seen), ""
        self.count["early ends"] += any(seen.hands)
        self.count["moons"] += bool(shooters)
        hearts = len(of_suit(reading.pack(), "H"))
        self.count["every heart"] += hearts in [len(of_suit(p, "H")) for p in reading.piles(seen)]
        if payments:
            self.same("phase of the payment", "moon", self.game.phase.name)
            self.same("who chooses", shooters, self.game.to_act)
            names = getattr(self.game.view(shooters[0]).question, "names", ())
            self.same("payments", sorted(payments), sorted(names))
            payment = payments[self.count["moons"] % len(payments)]
            self.count[payment] += 1
            self.game = self.game.choose_moon(payment, self.rng.choice(shooters))
        self.same("phase of the score", "score", self.game.phase.name)
        points = reading.points(seen, payment)
        sheet = self.game.sheet
        assert sheet is not None
        self.same("points", tuple(points), sheet.totals)
        self.game = self.game.score()
        scores = tuple(map(sum, zip(seen.scores, points, strict=True)))
        self.seen = seen = seen._replace(scores=scores)
        self.same("scores", scores, self.game.scores)
        over = reading.over(seen)
        self.same("end of the game", over, self.game.is_over)
        if over:
            winners = sorted(reading.winners(seen))
            self.same("winners", winners, sorted(self.game.winners))
            self.count["games"] += 1
            self.count["shared wins"] += len(winners) > len(reading.sides()[0])
            return True
        self.seen = seen._replace(
            number=seen.number + 1,
            dealer=reading.next_dealer(seen),
            named=(*seen.named, (seen.dealer, seen.contract)),
            piles_before=tuple(map(tuple, reading.piles(seen))),
            contract="",
        )
        return False


def campaign(slug: str, reading: Reading, rounds: int, seed: int = 0) -> Counter[str]:
    """Play so many rounds of a game, by the text and by the library; what happened in them."""
    rng, count = Random(f"{slug} {seed}"), Counter[str]()
    match = Match(slug, reading, rng, count)
    for number in range(rounds):
        over = match.play_round(KINDS[number % len(KINDS)])
        count["rounds"] += 1
        if over:
            match = Match(slug, reading, rng, count)
    return count
