"""What a round is played by: the chapters in force, which say what is legal and what it costs.

All answers come from three sources.  What is legal is asked of the restrictions, in order.  What a round costs
is asked of the terms of its steps: the moon stands between `scoring` and `bonuses`, since it strikes out what
the steps before it gave, and leaves alone what comes after.  What either depends on, such as the cards that
count, follows from the same terms by `needs`, so that no list of cards is kept beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, product
from typing import Any

from attrs import evolve

from heartslib._values.arguments import frozen, prefixed_errors
from heartslib._values.bits import ONE_OF_EACH
from heartslib._values.said import partly
from heartslib._values.seats import for_each
from heartslib.cards import KINDS, Card, Cards, Rank, from_bits
from heartslib.errors import RulesError
from heartslib.rules.book.chapters import (
    ANY_CARD,
    BONUSES,
    IN_ORDER,
    NO_CARDS,
    AtTable,
    chapters_of,
    own_problems,
)
from heartslib.rules.book.marks import Mark, marks_of
from heartslib.rules.book.page import ChapterChoice, Page, Text, printed, sentences_of
from heartslib.rules.compiled.clauses import Code, code_of, legal
from heartslib.rules.compiled.lookup import FastRules, fast
from heartslib.rules.contracts import Contracts, NoContracts
from heartslib.rules.counting.terms import Open, Seats, Taken, counted, ends
from heartslib.rules.direction import Direction
from heartslib.rules.facts import Where
from heartslib.rules.moon import Moon, NoMoon
from heartslib.rules.play import PlayRule, Restriction
from heartslib.rules.scoring import Step
from heartslib.sheet import Finished, ScoreSheet, finished_of, sheet_of
from heartslib.table import NOTHING_SETTLED, Settled, Table, Trick, takers
from heartslib.words import are

__all__ = ["Objection", "RoundRules"]

_AT_THE_TABLE = ["kitty", "sides", "passing", "charging", "opening", "play", "showing", "tricks"]
"""The chapters that say what players do at the table."""

_NEAREST = (
    "If several players hold or took a copy of the card that decides who leads or deals, it is the one "
    "nearest the dealer's {}."
)


@frozen
class Objection:
    """Why a card may not be played.

    Attributes:
        card: The card.
        rule: The stable identifier of the rule that forbids it.
        reason: A sentence for the player.
    """

    card: Card
    rule: str
    reason: str


@frozen(kw_only=True, cache_hash=True, repr=False, field_transformer=None)
class RoundRules(AtTable):
    """The rules that a round is played by, from `TableRules.under`, `Game.in_force` or `View.in_force`.

    They have every chapter of a rulebook but the contracts: those have been settled.

    Attributes:
        face_up_cards: The cards that are face up in the round, which may say what else counts.
    """

    face_up_cards: tuple[Card, ...] = ()

    @property
    def contracts(self) -> Contracts:
        """None: the contract of the round is settled."""
        return NoContracts()

    @property
    def in_force(self) -> RoundRules:
        """The rules themselves."""
        return self

    def under(self, contract: str | None) -> RoundRules:
        """The rules themselves, if no contract is given."""
        if contract is None:
            return self
        raise RulesError(self.no_contract(contract))

    @property
    def rulebooks(self) -> tuple[RoundRules]:
        """The rules themselves."""
        return (self,)

    def page(self, contract: str = "") -> Page:
        """A page of this rulebook, for the sentences of its choices.

        Args:
            contract: The contract, in words that suit a book of several; see `Page`.
        """
        return Page(self.players, self, contract)

    def paragraphs(self, contract: str = "") -> Text:
        """The paragraphs of each chapter, by its title, in the order of a round.

        Args:
            contract: The contract, in words that suit a book of several; see `Page`.
        """
        return {title: [*map(list, said)] for title, said in _paragraphs(self, contract).items()}

    def special(self) -> list[str]:
        """What differs from American Hearts at the table, scoring left out."""
        page = self.page()
        said = list[str]()
        for chapter in chapters_of(RoundRules):
            if chapter.name in _AT_THE_TABLE and (chapter.name != "kitty" or page.kitty):
                usual = [*chain(*(_said(choice, page) for choice in chapter.usual))]
                now = chain(*(_said(choice, page) for choice in chapter.choices(self)))
                said += [sentence for sentence in now if sentence not in usual]
        if not any(Where.LEADING & place for place in _places(self.play)):
            said.insert(0, "Any card may be led.")
        if page.direction is not Direction.CLOCKWISE:
            said.insert(0, f"Play goes {page.direction.value}.")
        return said

    def with_face_up(self, face_up: tuple[Card, ...]) -> RoundRules:
        """The rules of a round in which these cards are face up: its steps say what they mean by it.

        Args:
            face_up: The cards that were turned up after the deal, or shown by the dealer.
        """
        return self if face_up == self.face_up_cards else _with_face_up(self, face_up)

    @property
    def before_deal(self) -> RoundRules:
        """The rules as they are printed, whatever card is face up in this round."""
        return self.with_face_up(())

    @cached_property
    def later(self) -> RoundRules:
        """The rules of rounds after the first, which may open in another way."""
        opening = self.opening.later
        return self if opening is self.opening else evolve(self, opening=opening)

    @cached_property
    def has_moon(self) -> bool:
        """Whether anyone can shoot the moon."""
        taken = Open(self.unplayed())
        return any(taken.some(self.moon.shot(taken, side)) for side in taken.sides)

    @cached_property
    def steps(self) -> tuple[Step | Moon, ...]:
        """The scoring steps of this round, in order, with the moon among them."""
        return (*self.scoring_now, self.moon, *self.bonuses_now)

    @cached_property
    def scoring_now(self) -> tuple[Step, ...]:
        """The steps of `scoring`, with what the cards face up say."""
        return self._as_now(self.scoring)

    @cached_property
    def bonuses_now(self) -> tuple[Step, ...]:
        """The steps of `bonuses`, with what the cards face up say."""
        return self._as_now(self.bonuses)

    def _as_now(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(chain(*(step.with_face_up(self.face_up_cards) for step in steps)))

    @property
    def scoring_steps(self) -> tuple[Step, ...]:
        """The scoring steps of this round, in order, without the moon."""
        return (*self.scoring_now, *self.bonuses_now)

    @property
    def restrictions(self) -> tuple[Restriction, ...]:
        """All restrictions on play, in order; the one on the opening lead comes first."""
        return (self.opening, *self.play)

    def cost(self, card: Card | str, charged: Cards = NO_CARDS) -> int:
        """How bad it is to take `card`: its points, or minus its points if points are good.

        Args:
            card: The card.
            charged: The cards charged in the round.
        """
        points = self.points(card, charged)
        return -points if self.points_are_good else points

    def points(self, card: Card | str, charged: Cards = NO_CARDS) -> int:
        """The points that `card` gives whoever takes it, apart from a moon.

        Args:
            card: The card.
            charged: The cards charged in the round.

        Raises:
            CardsError: This is not a card.
        """
        card = Card.parse(card)
        points = self._values.get(card, 0)
        return points * self.charging.factor(card, charged) if charged else points

    def whole(self, charged: Cards) -> int:
        """What all the penalty cards cost together.

        Args:
            charged: The cards charged in the round.
        """
        return _charged(self, charged)[0]

    def factors(self, charged: Cards) -> tuple[tuple[Card, int], ...]:
        """The cards that count several times because they were charged, each with its factor.

        Args:
            charged: The cards charged in the round.
        """
        return _charged(self, charged)[1]

    def face(self, card: Card) -> Card:
        """The card as people see it: what stands for a joker is the joker of the suit it belongs to.

        >>> from heartslib import Card, variants
        >>> variants.get("kierki_dzokerowe").at(4).in_force.face(Card("2C"))
        Card('*H')
        """
        joker = card in self.tricks.jokers
        return Card.of(Rank(0), self.tricks.suit_of(card)) if joker else card

    def marks(self, charged: Cards = NO_CARDS) -> Mapping[Card, Mark]:
        """What is special about cards: jokers, charged ones, and those that count unlike most of their suit.

        >>> from heartslib import Card, variants
        >>> variants.get("omnibus").at(4).in_force.marks()[Card("JD")].name
        'jack of diamonds, −10 points'

        Args:
            charged: The cards charged in the round.
        """
        return marks_of(self, charged)

    @cached_property
    def trick_costs(self) -> tuple[int, ...]:
        """How bad it is to win each trick, first to last, apart from its cards.

        It is counted for a seat that wins every other trick as well.
        """
        players = self.players
        size = self.tricks_in_round
        if not self.counts_tricks:
            return for_each(size, 0)
        # apart from a moon, as the points of a card are
        rules = evolve(self, moon=NoMoon())
        sign = -1 if self.points_are_good else 1

        def points(won: set[int]) -> int:
            tricks = tuple(
                Trick(0, players, taker=0 if number in won else 1) for number in range(size)
            )
            nothing = for_each(players, NO_CARDS)
            finished = rules.finished(nothing, charged=(), tricks=tricks, **rules.first_round())
            return rules.count(finished).totals[0]

        costs = list[int]()
        for number in range(size):
            # every other trick: winning none of the others, or all, may bring a bonus
            others = {*range(1, size, 2)} - {number}
            costs.append(sign * (points(others | {number}) - points(others)))
        return tuple(costs)

    @cached_property
    def _values(self) -> dict[Card, int]:
        """The points of each card that has some of its own."""
        values: dict[Card, int] = {}
        for step in self.scoring_steps:
            for card, value in step.needs.values:
                values[card] = values.get(card, 0) + value
        return values

    @cached_property
    def penalty_cards(self) -> Cards:
        """The cards in play that cost points, with every copy.

        They are those of the printed rulebook: a card that is face up in a round may make others
        `cost` points, too, but whoever shoots the moon need not take those.
        """
        printed = self.before_deal
        return self.pack.only(card for card in KINDS if printed.cost(card) > 0)

    @cached_property
    def counting_cards(self) -> Cards:
        """The cards in play that the score depends on, bonus cards included."""
        return self.pack.only({card for step in self.steps for card in step.needs.cards})

    @cached_property
    def asks_scores(self) -> bool:
        """Whether the points of a round may depend on the scores before it."""
        return bool(self.moon.resort) or any(step.needs.scores for step in self.steps)

    @property
    def counts_tricks(self) -> bool:
        """Whether the score may depend on who takes which tricks, and not only on the cards."""
        return any(step.needs.tricks for step in self.steps)

    @property
    def orders_tricks(self) -> bool:
        """Whether the score may depend on which trick is which, such as the first or the last."""
        return any(step.needs.order for step in self.steps)

    @property
    def counts_every_trick(self) -> bool:
        """Whether the score may depend on how many tricks each seat took."""
        return any(step.needs.number for step in self.steps)

    @cached_property
    def asks_passes(self) -> bool:
        """Whether the score may depend on who passed which cards to whom."""
        return any(step.needs.passes for step in self.steps)

    @cached_property
    def deciding_cards(self) -> Cards:
        """The cards in play that settle the score once they are taken.

        These are the `counting_cards`, or all cards if the tricks count too.
        """
        return self.pack if self.counts_tricks else self.counting_cards

    @cached_property
    def fast(self) -> FastRules:
        """What the play asks of the rules, looked up once."""
        return fast(self)

    def may_charge(self, hand: Cards, charged: Cards) -> tuple[Cards, int]:
        """The cards of `hand` that may be charged, one of each kind, and how many of them may be.

        Args:
            hand: The whole hand of a seat.
            charged: The cards that the seat has charged already.
        """
        # a charge counts for every copy of a card, so a second copy is nothing more to charge
        may = from_bits(hand.only(self.charging.cards).without(charged).bits & ONE_OF_EACH)
        return may, min(self.charging.most(charged), len(may))

    def legal(self, hand: Cards, table: Table) -> Cards:
        """The cards of `hand` that may be played next.

        Args:
            hand: The whole hand of the seat to act.
            table: The cards everyone can see.
        """
        return legal(self._code, hand, table)

    @cached_property
    def _code(self) -> Code:
        return code_of(self.restrictions)

    def objection(self, card: Card, hand: Cards, table: Table) -> Objection | None:
        """Why `card` may not be played from `hand`; None if it may.

        The restrictions run as in `legal`; the first that removes the card is the reason.
        """
        if card not in hand:
            return Objection(card, "not-in-hand", f"{card} is not in the hand")
        playable = hand
        for rule in self.restrictions:
            seen = _seen_by(rule, table)
            left = rule.narrow(playable, hand, seen)
            if left and card not in left:
                why = rule.reason(card, seen).replace("{charged}", f"{self.verb}d")
                return Objection(card, rule.name, why)
            playable = left or playable
        return None

    def hearts_broken(self, table: Table) -> bool | None:
        """Whether hearts are broken; None if these rules do not require breaking them.

        Args:
            table: The cards everyone can see.
        """
        rules = self.restrictions
        broken = {rule.hearts_broken(_seen_by(rule, table)) for rule in rules} - {None}
        return all(broken) if broken else None

    def winning(self, table: Table) -> int | None:
        """The seat that is winning the trick so far; None before the lead, or if all its cards are cancelled."""
        # as if another trick followed: then nobody need win this one
        return self.tricks.taker(table, 1) if table.trick else None

    def following(self, led: Card) -> Cards:
        """The kinds of card that follow a lead, as the restrictions say; every kind if none says so.

        Args:
            led: The card that was led.
        """
        if led not in self._followers:
            kinds = Cards(KINDS)
            for rule in self.restrictions:
                if (followers := rule.following(led)) is not None:
                    kinds = kinds.only(followers) or kinds
            self._followers[led] = kinds
        return self._followers[led]

    @cached_property
    def _followers(self) -> dict[Card, Cards]:
        """What `following` has found, by the card led: a draw asks it for each card."""
        return {}

    def cancelled(self, trick: Trick) -> tuple[int, ...]:
        """The places of the cards in `trick` that equal cards cancel so far, counted from 0.

        >>> from heartslib import Card, Trick, variants
        >>> trick = Trick(leader=0, players=5, cards=(Card("QS"), Card("9S"), Card("QS")))
        >>> variants.get("cancellation").at(5).in_force.cancelled(trick)
        (0, 2)
        """
        return tuple(self.tricks.cancelled(trick.cards))

    def finished(
        self,
        piles: tuple[Cards, ...],
        choice: str | None = None,
        *,
        charged: Cards | tuple[Cards, ...] = NO_CARDS,
        passed: tuple[tuple[Cards, ...], ...] | None = None,
        scores: tuple[int, ...] | None = None,
        course: tuple[tuple[int, ...], ...] | None = None,
        tricks: tuple[Trick, ...] | None = None,
        trick_counts: tuple[int, ...] | None = None,
        dealer: int | None = None,
        settled: Settled | None = None,
        dead: Cards = NO_CARDS,
    ) -> Finished:
        """The record of a round that the scoring steps are given.

        What is not said here is not in it: a step that asks for it is refused.

        Args:
            piles: The cards that each seat took, seat 0 first.
            choice: What the shooter of the moon chose.
            charged: The cards charged in the round, or what each seat has charged; an empty tuple if
                nobody has charged any.
            passed: For each seat what it passed to each seat.
            scores: The scores before the round.
            course: The scores after each earlier round.
            tricks: The tricks in order, each with its winner.
            trick_counts: How many tricks each seat took, if the tricks are not given.
            dealer: The seat that dealt.
            settled: What was settled before the first lead.
            dead: The counting cards in a dead kitty; they follow from tricks that are all taken.
        """
        players = self.players
        if len(piles) != players:
            raise RulesError(
                f"{are(len(piles), 'pile')} given, but this is {self.name} for {players} players"
            )
        by_seat = None  # nobody may say who charged what, if only the cards are given
        if isinstance(charged, tuple):
            by_seat = charged or for_each(players, NO_CARDS)
            charged = sum(charged, NO_CARDS)
        if tricks is not None:
            won_by = takers(tricks)
            trick_counts = tuple([won_by.count(seat) for seat in range(players)])
            if self.kitty.is_dead and None not in won_by:
                dead = self.counting_cards - sum(piles, NO_CARDS)
        facts: dict[str, Any] = {
            "charged": by_seat,
            "passed": passed,
            "scores": scores,
            "course": course,
            "dealer": dealer,
            "settled": settled,
            "tricks": tricks,
            "trick_counts": trick_counts,
        }
        said = {name: fact for name, fact in facts.items() if fact is not None}
        # in a game all is said of each round, so that case has a quick way
        make = finished_of if len(said) == len(facts) else partial(partly, Finished)
        finished: Finished = make(
            rules=self, piles=piles, doubled=charged, choice=choice, shooter=(), dead=dead, **said
        )
        taken = Taken(finished)
        shooter = next((side for side in taken.sides if self.moon.shot(taken, side)), ())
        return evolve(finished, shooter=shooter) if shooter else finished

    def first_round(self) -> dict[str, Any]:
        """What `finished` needs where a game's first round is supposed: nothing was passed, sold or shown."""
        nothing = for_each(self.players, NO_CARDS)
        return {
            "scores": for_each(self.players, self.ending.start),
            "course": (),
            "dealer": self.players - 1,
            "passed": for_each(self.players, nothing),
            "settled": NOTHING_SETTLED,
        }

    def unplayed(
        self,
        choice: str | None = None,
        *,
        charged: Cards = NO_CARDS,
        scores: tuple[int, ...] | None = None,
    ) -> Finished:
        """The record of a round of which no trick has been played; the arguments are those of `finished`."""
        piles = for_each(self.players, NO_CARDS)
        tricks = for_each(self.tricks_in_round, Trick(0, self.players))
        return self.finished(piles, choice, charged=charged, scores=scores, tricks=tricks)

    def count(self, finished: Finished) -> ScoreSheet:
        """The score sheet of a finished round: first `scoring`, then the moon, then `bonuses`."""
        if not self.moon.resort or not finished.shooter:
            return self._counted(finished)
        first, second = self.moon.resort
        sheet = self._counted(evolve(finished, choice=first))
        if self._is_won_by_others(finished, sheet):
            return self._counted(evolve(finished, choice=second))
        return sheet

    def _is_won_by_others(self, finished: Finished, sheet: ScoreSheet) -> bool:
        """Whether this sheet would end the game without the shooter's side winning alone."""
        # a sheet for which nobody has said the course is counted all the same, if nothing asks for it
        course = finished.course if self.asks_course else ()
        scores = self.total(finished.scores, sheet.totals, course)
        if not self.is_over((*course, scores)):
            return False
        own = {seat for side in finished.partners if finished.shooter[0] in side for seat in side}
        return not own.issuperset(self.leaders(scores))

    def points_so_far(self, finished: Finished) -> tuple[int, ...]:
        """Points by seat in the middle of a round, for the cards and tricks taken so far.

        They leave out the moon, what the rest of the round may still take back, such as a bonus for
        the most tricks, and steps without terms that may depend on tricks.

        Args:
            finished: The record of the round so far; its `tricks` hold an empty one for each trick
                that is still to be played.
        """
        taken = Open(finished, self.moon.shot)
        first, last = self._steps_so_far
        sheet = counted(first, taken, finished, _empty_sheet(finished))
        # two passes, since terms that may still be 0 matter to a step that asks for totals, and to no other
        taken.is_last = True
        return counted(last, taken, finished, sheet).totals

    @cached_property
    def _steps_so_far(self) -> tuple[list[Step], list[Step]]:
        """The steps that score in the middle of a round: those before the last that asks for totals, and the rest."""
        steps = list[Step]()
        first = 0
        for step in self.scoring_steps:
            taken = Open(self.unplayed(), self.moon.shot)
            terms = step.terms(taken)
            if terms is None and (step.needs.tricks or step.needs.pool):
                continue  # its lines are about tricks, and not all have been taken
            if [*(terms or ())] and "totals" in taken.about:
                first = len(steps)
            steps.append(step)
        return steps[:first], steps[first:]

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The least and the most points that a seat may score in a round.

        No round goes beyond them, with any charges and any choice of a moon's payment.  They may be
        wider than what can be reached, since each answer that a step asks for is taken by itself.

        >>> from heartslib import variants
        >>> variants.get("spot").at(4).in_force.bounds
        (-258, 258)

        Raises:
            RulesError: A step has `lines` and no terms, or asks what nobody knows before a round.
        """
        # a charge makes cards count for more, so points go furthest with none or with all of them
        charges = {NO_CARDS, self.charging.cards}
        choices = {None, *self.moon.choices, *self.moon.resort}
        reached = [0]
        for charged, choice in product(charges, choices):
            finished = self.unplayed(choice, charged=charged)
            # nobody shoots the moon, or the first side does: the others are like it
            reached += self._reached(finished, ())
            reached += self._reached(finished, finished.sides[0])
        return min(reached), max(reached)

    def _reached(self, finished: Finished, shooter: Seats) -> list[int]:
        """The least and the most points of each seat if that side shoots the moon."""
        taken = Open(finished, lambda _, side: side == shooter)
        for step in self.steps:
            if step.terms(taken) is None:
                raise RulesError(f"{step.name} has lines and no terms: its points have no bounds")
        with prefixed_errors("the points have no bounds", RulesError):
            counted(self.steps, taken, finished, _empty_sheet(finished))
        return [*chain(*map(ends, taken.totals))]

    def _counted(self, finished: Finished) -> ScoreSheet:
        empty = _empty_sheet(finished)
        if winners := self.moon.winners(finished):
            empty = evolve(empty, winners=winners)
        # `score_hand` also counts rounds in progress: then only what is certain scores
        taken = Taken(finished) if finished.is_played_out else Open(finished, self.moon.shot)
        sheet = counted(self.steps, taken, finished, empty)
        step = self.pool_step
        if step is None:
            return sheet
        if (left := finished.settled.pool - sum(sheet.totals)) < 0:
            raise RulesError(f"{step.name} lets players win {-left} more than there is in the pool")
        return evolve(sheet, pool=left, jack=step.is_jack(finished, left))


@lru_cache(maxsize=1024)
def _with_face_up(rules: RoundRules, face_up: tuple[Card, ...]) -> RoundRules:
    changed = evolve(rules, face_up_cards=face_up)
    if problems := own_problems(changed):  # such as a card that is not in the pack
        raise RulesError("; ".join(problems))
    return changed


@lru_cache(maxsize=256)
def _paragraphs(rules: RoundRules, contract: str) -> Text:
    page = rules.page(contract)
    text: Text = {}
    now = {"scoring": rules.scoring_now, "bonuses": rules.bonuses_now}
    for chapter in chapters_of(RoundRules):
        said = text.setdefault(chapter.title, [])
        choices = now.get(chapter.name, chapter.choices(rules))
        if chapter.name != "kitty" or page.kitty:
            said += filter(None, (_said(choice, page) for choice in choices))
    if _names_one_of_equals(rules):
        text["The pack"].append([_NEAREST.format(page.onward)])
    restrictions = [rule for rule in rules.play if printed(rule, page)]
    if not restrictions:
        text["Play"].insert(0, [ANY_CARD])
    if any(one & other for one, other in combinations(_places(restrictions), 2)):
        text["Play"].insert(0, [IN_ORDER])
    if text["Bonuses"] and page.moon:
        text["Bonuses"].insert(0, [BONUSES])
    return text


def _said(choice: ChapterChoice, page: Page) -> list[str]:
    """The sentences of a choice on a page."""
    return sentences_of(printed(choice, page))


def _names_one_of_equals(rules: RoundRules) -> bool:
    """Whether a card of which there are several decides who leads or deals."""
    pack, opening = rules.pack, rules.opening
    deciding = opening.named_cards | rules.dealer.named_cards | (opening.leads or NO_CARDS)
    return any(pack.count(card) > 1 for card in deciding)


def _places(restrictions: Iterable[PlayRule]) -> list[Where]:
    """The places in which each restriction applies."""
    places = list[Where]()
    for rule in restrictions:
        place = Where(0)
        for clause in rule.clauses or ():
            place |= clause.where
        # nobody knows where a rule with a `narrow` of its own applies
        places.append(Where.ANYWHERE if rule.clauses is None else place)
    return places


def _seen_by(rule: Restriction, table: Table) -> Table:
    """The table as a restriction is given it; of clauses, each fact knows what it cannot do without."""
    return table.for_rules if rule.clauses is None else table


def _empty_sheet(finished: Finished) -> ScoreSheet:
    pooled = finished.sides if finished.pooled else ()
    return sheet_of(finished.players, (), pooled, (), None, False, finished.shooter)


@lru_cache(maxsize=1024)
def _charged(rules: RoundRules, charged: Cards) -> tuple[int, tuple[tuple[Card, int], ...]]:
    """What all penalty cards cost together, and the cards that count several times."""
    factors = ((card, rules.charging.factor(card, charged)) for card in KINDS)
    total = sum(rules.before_deal.points(card, charged) for card in rules.penalty_cards)
    return total, tuple((card, factor) for card, factor in factors if factor != 1)
