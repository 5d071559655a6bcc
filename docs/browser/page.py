"""What the page "Try it here" shows, and what it does when something is clicked.

The browser runs this file.  `Page.reply` takes a message as JSON, such as ``{"do": "answer", "place":
3}``, and returns the parts of the page that change, as HTML by the id of their element.  Buttons carry
their message in ``data-send``; a form sends its fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final, TypeAlias

import attrs

from heartslib import (
    HEARTS,
    Card,
    Cards,
    ChooseCards,
    ChooseName,
    Game,
    HeartsError,
    Rules,
    Suit,
    View,
    YesOrNo,
    score_hand,
    variants,
)
from heartslib.bots import Advice, advise, careful
from heartslib.errors import Argument, Call, Change, Seats
from heartslib.events import RoundCounted
from heartslib.moves import Move, NameContract
from heartslib.rules import (
    ADD,
    CHOICE,
    JACK_OF_DIAMONDS_BONUS,
    LEFT,
    LEFT_RIGHT_ACROSS_HOLD,
    NO_PASSING,
    SUBTRACT,
    Cycle,
    HeartsMustBeBroken,
    NoMoon,
    NoPenaltyOnFirstTrick,
    ShootTheMoon,
    Target,
)
from heartslib.show.counts import what_counts
from heartslib.show.svg import sheet_html, table_svg
from heartslib.show.telling import Voice, asked, objection, sentences, subject
from heartslib.show.text import capital, name_words

Json: TypeAlias = dict[str, Any]

YOU: Final = 0
"""The seat of the reader."""

NAMES: Final = ("You", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim")
SLUG: Final = "american"
SEED: Final = 17
MOST_DIGITS: Final = 18
"""Of the number of a deal."""

WRITTEN: Final = Voice()


# The table


@attrs.frozen
class Sitting:
    """A game in which the reader has seat 0 and bots have the others.

    Attributes:
        game: The game, at a decision of the reader or at the end of a round.
        seed: The number of the deal; each later deal of the game adds one.
        deals: How many deals the game has had.
        said: What happened since the reader's last move, in sentences.
        chosen: The places in the hand of the cards chosen so far.
        before: The sitting before the reader's last move, to take it back.
    """

    game: Game
    seed: int
    deals: int = 0
    said: tuple[str, ...] = ()
    chosen: tuple[int, ...] = ()
    before: Sitting | None = attrs.field(default=None, repr=False)

    @classmethod
    def new(cls, rules: Rules, players: int, seed: int) -> Sitting:
        """A game at the first decision of the reader."""
        return _followed(cls(Game.new(rules, players, names=NAMES[:players]), seed))

    @property
    def view(self) -> View:
        """What the reader may know."""
        return self.game.view(YOU)

    @property
    def is_round_over(self) -> bool:
        """Whether the round has been counted."""
        return self.game.phase.name in {"score", "over"}

    def after(self, move: Move) -> Sitting:
        """The sitting after a move of the reader and those of the others that follow it."""
        fresh = attrs.evolve(self, said=(), chosen=(), before=self)
        return _followed(_reached(fresh, self.game.apply(move)))

    def next_round(self) -> Sitting:
        """The sitting after the score is entered and the next round dealt."""
        fresh = attrs.evolve(self, said=(), chosen=(), before=self)
        return _followed(_reached(fresh, self.game.score()))

    def played_out(self) -> Sitting:
        """The round played to its end, with a bot in the reader's seat too."""
        sitting = self
        while not sitting.is_round_over:
            sitting = sitting.after(careful(sitting.view))
        return attrs.evolve(sitting, before=self)

    def with_chosen(self, place: int) -> Sitting:
        """One more card chosen, or one fewer if it was chosen already."""
        chosen = tuple(each for each in self.chosen if each != place)
        return attrs.evolve(self, chosen=chosen if place in self.chosen else (*chosen, place))


def _followed(sitting: Sitting) -> Sitting:
    """After deals and the moves of the others, up to what the reader has to do."""
    while not sitting.is_round_over:
        game = sitting.game
        others = [seat for seat in game.to_act if seat != YOU]
        if others:
            sitting = _reached(sitting, game.apply(careful(game.view(others[0]))))
        elif game.to_act:
            break
        else:
            sitting = _reached(sitting, game.deal(seed=sitting.seed + sitting.deals))
            sitting = attrs.evolve(sitting, deals=sitting.deals + 1)
    return sitting


def _reached(sitting: Sitting, game: Game) -> Sitting:
    """The sitting with the next state of its game, and what happened, in sentences."""
    said = [*sitting.said]
    for view, events in game.steps(YOU, since=sitting.game):
        for event in events:
            if not isinstance(event, RoundCounted):
                said += sentences(view, event, WRITTEN)
    return attrs.evolve(sitting, game=game, said=tuple(said))


# Changes of the rules


@attrs.frozen
class Choice:
    """A rule that the reader may change.

    Attributes:
        label: What it is about.
        options: For each option its words and what it makes of a rulebook, by a short name.
    """

    label: str
    options: Mapping[str, tuple[str, Callable[[Rules], Rules]]]


def _with(**chapters: Any) -> Callable[[Rules], Rules]:
    return lambda rules: attrs.evolve(rules, **chapters)


def _without(restriction: type[object]) -> Callable[[Rules], Rules]:
    def changed(rules: Rules) -> Rules:
        kept = tuple(rule for rule in rules.play if not isinstance(rule, restriction))
        return attrs.evolve(rules, play=kept)

    return changed


def _hearts_must_be_broken(rules: Rules) -> Rules:
    if any(isinstance(rule, HeartsMustBeBroken) for rule in rules.play):
        return rules
    return attrs.evolve(rules, play=(*rules.play, HeartsMustBeBroken()))


def _safe_first_trick(rules: Rules) -> Rules:
    if any(isinstance(rule, NoPenaltyOnFirstTrick) for rule in rules.play):
        return rules
    cards = (
        Cards() if rules.contract_names else rules.at(rules.usual_players).in_force.penalty_cards
    )
    return attrs.evolve(rules, play=(*rules.play, NoPenaltyOnFirstTrick(cards or HEARTS)))


def _to(points: int) -> Callable[[Rules], Rules]:
    def changed(rules: Rules) -> Rules:
        if isinstance(rules.ending, Target):
            sign = -1 if rules.ending.points < 0 else 1
            return attrs.evolve(rules, ending=attrs.evolve(rules.ending, points=sign * points))
        return attrs.evolve(rules, ending=Target(points))

    return changed


CHOICES: Final[Mapping[str, Choice]] = {
    "passing": Choice(
        "Passing",
        {
            "none": ("no cards are passed", _with(passing=NO_PASSING)),
            "left": ("always to the left", _with(passing=Cycle(LEFT))),
            "cycle": ("left, right, across, none", _with(passing=LEFT_RIGHT_ACROSS_HOLD)),
        },
    ),
    "hearts": Choice(
        "Leading hearts",
        {
            "broken": ("only once hearts are broken", _hearts_must_be_broken),
            "free": ("at any time", _without(HeartsMustBeBroken)),
        },
    ),
    "first": Choice(
        "First trick",
        {
            "safe": ("no penalty cards", _safe_first_trick),
            "free": ("any card", _without(NoPenaltyOnFirstTrick)),
        },
    ),
    "moon": Choice(
        "Shooting the moon",
        {
            "add": ("26 for everyone else", _with(moon=ShootTheMoon(ADD, 26))),
            "subtract": ("26 off for the shooter", _with(moon=ShootTheMoon(SUBTRACT, 26))),
            "choice": ("the shooter chooses", _with(moon=ShootTheMoon(CHOICE, 26))),
            "none": ("is not rewarded", _with(moon=NoMoon())),
        },
    ),
    "jack": Choice(
        "Jack of diamonds",
        {
            "bonus": ("takes 10 points off", _with(bonuses=JACK_OF_DIAMONDS_BONUS)),
            "plain": ("no bonus card", _with(bonuses=())),
        },
    ),
    "target": Choice(
        "The game ends at",
        {str(points): (f"{points} points", _to(points)) for points in (50, 100, 200, 500)},
    ),
}
"""The rules that the reader may change; each is a chapter of the rulebook, or a part of one."""

CHANGED_NAME: Final = "House Hearts"


def changed(rules: Rules, chosen: Mapping[str, str]) -> Rules:
    """A rulebook with the chosen options, renamed if they change anything.

    Args:
        rules: The rulebook.
        chosen: The option of each choice; empty for what the game itself has.

    Raises:
        RulesError: The changed rules contradict each other.
    """
    house = rules
    for name, choice in CHOICES.items():
        if option := chosen.get(name):
            house = choice.options[option][1](house)
    if house == rules:
        return rules
    return attrs.evolve(house, name=CHANGED_NAME, summary="", aliases=(), source="", decisions=())


# The page


def begin(say: Callable[[str], object]) -> Callable[[str], None]:
    """A page that has heard nothing yet; what takes its messages.

    Args:
        say: Takes the parts that change, as JSON.
    """
    page = Page()

    def receive(message: str) -> None:
        say(page.reply(message))

    return receive


@attrs.define
class Page:
    """The page and all that the reader has chosen on it."""

    slug: str = SLUG
    players: int = 4
    chosen: dict[str, str] = attrs.Factory(dict[str, str])
    rules: Rules = attrs.Factory(lambda: variants.get(SLUG))
    sitting: Sitting = attrs.Factory(lambda: Sitting.new(variants.get(SLUG), 4, SEED))
    advised: list[Advice] = attrs.Factory(list[Advice])

    def reply(self, message: str) -> str:
        """Do what a message says; the answer has the parts of the page that change.

        A refusal changes nothing; its sentence is the part that the message came from, or
        ``problem``.
        """
        asked_for: Json = json.loads(message)
        try:
            parts = _ACTIONS[asked_for["do"]](self, asked_for)
        except HeartsError as error:
            sentence = capital(WRITTEN.phrased(self.sitting.view, error.spelled(_spelled)))
            parts = {_PLACES.get(asked_for["do"], "problem"): _problem(sentence)}
        else:
            parts = {"problem": ""} | parts
        return json.dumps({f"try-{name}": html for name, html in parts.items()})

    def start(self, _: Json) -> dict[str, str]:
        """Everything."""
        return {**self._setup(), **self._table(), **self._rulebook(), **self._score_form()}

    def deal(self, fields: Json) -> dict[str, str]:
        """Deal with the game, players and number of the form; another game drops the changes."""
        slug, seed = str(fields["variant"]), _whole(fields["seed"])
        if slug == self.slug:
            players = int(fields["players"])
            self.sitting = Sitting.new(self.rules, players, seed)
            self.players = players
        else:
            rules = variants.get(slug)
            self.sitting = Sitting.new(rules, rules.usual_players, seed)
            self.slug, self.rules, self.players, self.chosen = slug, rules, rules.usual_players, {}
        return self.start(fields)

    def another(self, _: Json) -> dict[str, str]:
        """Deal the next number, with the rules as changed."""
        self.sitting = Sitting.new(self.rules, self.players, self.sitting.seed + 1)
        return {**self._setup(), **self._table(), **self._rulebook()}

    def redeal(self, _: Json) -> dict[str, str]:
        """Deal the same cards, with the rules as changed."""
        self.sitting = Sitting.new(self.rules, self.players, self.sitting.seed)
        return {**self._setup(), **self._table(), **self._rulebook()}

    def answer(self, answer: Json) -> dict[str, str]:
        """Answer the question: one card, the cards chosen, a name, or yes or no."""
        view, question = self.sitting.view, self.sitting.view.question
        move: Move | None = None
        match question:
            case ChooseCards(make=make) if "place" in answer:
                card = view.hand[int(answer["place"])]
                if reason := objection(view, card, WRITTEN):
                    return {"why": f"{WRITTEN.card(card)} may not be played: {escape(reason)}."}
                move = make([card])
            case ChooseCards(make=make, instead=instead):
                other = dict(instead).get(answer.get("name", ""))
                move = other or make([view.hand[place] for place in self.sitting.chosen])
            case ChooseName(make=make):
                move = make(answer["name"])
            case YesOrNo(make=make):
                move = make(answer["yes"])
            case None:
                raise HeartsError("there is nothing to decide now")
        self.sitting = self.sitting.after(move)
        return self._table()

    def choose(self, message: Json) -> dict[str, str]:
        """Choose a card of the hand to pass or charge, or put it back."""
        view, place = self.sitting.view, int(message["place"])
        card = view.hand[place]
        if reason := objection(view, card, WRITTEN):
            return {"why": f"{WRITTEN.card(card)} may not be chosen: {escape(reason)}."}
        self.sitting = self.sitting.with_chosen(place)
        return {"hand": _hand(self.sitting), "why": ""}

    def back(self, _: Json) -> dict[str, str]:
        """Take the last move back: the earlier game is still there."""
        self.sitting = self.sitting.before or self.sitting
        return self._table()

    def hint(self, _: Json) -> dict[str, str]:
        """Say what is best, and why; asked again, the same."""
        view = self.sitting.view
        advice = next((each for each in self.advised if each.view == view), None)
        if advice is None:
            advice = advise(view, seconds=1.0)
            self.advised.append(advice)
        return {"why": escape(f"Hint: {advice}")}

    def bot(self, _: Json) -> dict[str, str]:
        """Let a bot answer for the reader."""
        if not self.sitting.is_round_over:
            self.sitting = self.sitting.after(careful(self.sitting.view))
        return self._table()

    def finish(self, _: Json) -> dict[str, str]:
        """Let the bots play the round to its end."""
        self.sitting = self.sitting.played_out()
        return self._table()

    def next(self, _: Json) -> dict[str, str]:
        """Enter the score and deal the next round."""
        self.sitting = self.sitting.next_round()
        return self._table()

    def change(self, fields: Json) -> dict[str, str]:
        """Change the rules as the form says; the table keeps its rules until the next deal."""
        chosen = {name: str(fields[name]) for name in CHOICES if fields.get(name)}
        rules = changed(variants.get(self.slug), chosen)
        rules.at(self.players)
        self.rules, self.chosen = rules, chosen
        return {**self._rulebook(), **self._score_form()}

    def file(self, _: Json) -> dict[str, str]:
        """The rulebook as a file."""
        from heartslib import rulefile  # noqa: PLC0415 - a second to load, and few ask for it

        return {"file": f"<pre>{escape(rulefile.dump(self.rules))}</pre>"}

    def score(self, fields: Json) -> dict[str, str]:
        """The sheet of the piles in the form, or of its tricks."""
        counts, bids = _numbers(fields.get("counts")), _numbers(fields.get("bids"))
        tricks = str(fields.get("tricks", "")).splitlines()
        piles = [str(fields.get(f"taken{seat}", "")) for seat in range(self.players)]
        sheet = score_hand(
            self.rules,
            taken=None if tricks else piles,
            players=self.players,
            tricks=[*filter(str.strip, tricks)] if tricks else None,
            leader=_whole(fields["leader"]) if tricks else None,
            dealer=_whole(fields["dealer"]) if "dealer" in fields else None,
            moon=fields.get("moon") or None,
            trick_counts=counts or None,
            partial=bool(fields.get("partial")),
            contract=fields.get("contract") or None,
            bids=bids or None,
            face_up=str(fields.get("face_up") or ""),
            pool=_whole(fields.get("pool") or 0),
        )
        return {"sheet": sheet_html(sheet, NAMES[: self.players])}

    # -- parts ---------------------------------------------------------------------------------

    def _setup(self) -> dict[str, str]:
        games = {slug: rules.name for slug, rules in variants.all().items()}
        known = variants.get(self.slug)
        players = {str(each): str(each) for each in known.players}
        fields = (
            _select("variant", "Game", games, self.slug, live="deal"),
            _select("players", "Players", players, str(self.players), live="deal"),
            _input("seed", "Deal number", str(self.sitting.seed), 'inputmode="numeric" size="6"'),
        )
        html = (
            f'<form data-do="deal">{"".join(fields)}<button type="submit">Deal</button>'
            f"{_button('Another deal', do='another')}</form><p>{escape(known.summary)}</p>"
        )
        return {"setup": html}

    def _table(self) -> dict[str, str]:
        sitting = self.sitting
        return {
            "picture": table_svg(sitting.view),
            "status": escape(_status(sitting.view)),
            "hand": _hand(sitting),
            "why": "",
            "said": _said(sitting.said),
            "result": _result(sitting.game) if sitting.is_round_over else "",
        }

    def _rulebook(self) -> dict[str, str]:
        own = variants.get(self.slug)
        fields = [
            _select(
                name,
                choice.label,
                {"": f"as in {own.name}"}
                | {key: words for key, (words, _) in choice.options.items()},
                self.chosen.get(name, ""),
                live="change",
            )
            for name, choice in CHOICES.items()
        ]
        button = '<button type="submit">Deal with these rules</button>'
        late = "" if self.sitting.game.rules == self.rules else _LATE
        return {
            "rules": f'<form data-do="redeal">{"".join(fields)}{button}</form>{late}',
            "rules-problem": "",
            "diff": _diff(own, self.rules, self.players),
            "rulebook": _described(self.rules.describe(self.players)),
            "file": _button("Show it as a file", do="file"),
        }

    def _score_form(self) -> dict[str, str]:
        rules, names = self.rules, NAMES[: self.players]
        fields: list[str] = []
        ordered = any(
            each.at(each.usual_players).in_force.orders_tricks
            or each.at(each.usual_players).in_force.counts_every_trick
            for each in rules.rulebooks
        )
        example = Sitting.new(rules, self.players, SEED).played_out().game if ordered else None
        if contracts := {name: capital(name_words(name)) for name in rules.contract_names}:
            chosen = example and example.contract
            fields.append(_select("contract", "Contract", contracts, chosen or ""))
        if rules.deck.shows_last and example:
            shown = " ".join(map(str, example.match.shown_last))
            fields.append(_input("face_up", "The dealer's last card", shown, 'size="4"'))
        if example:
            fields += _tricks(example)
        else:
            piles = zip(names, _piles(rules, len(names)), strict=True)
            fields += [
                _input(f"taken{seat}", f"{name} took", pile, 'autocomplete="off"')
                for seat, (name, pile) in enumerate(piles)
            ]
            if rules.at(rules.usual_players).rulebooks[0].counts_tricks:
                fields.append(_input("counts", "Tricks taken by each", "", 'placeholder="4 3 0 6"'))
        if any(
            step.needs.dealer
            for each in rules.rulebooks
            for step in each.at(each.usual_players).in_force.steps
        ):
            seats = {str(seat): name for seat, name in enumerate(names)}
            fields.append(_select("dealer", "Dealer", seats, str(len(names) - 1)))
        if rules.contracts.most_bid:
            bids = " ".join(["0"] * (len(names) - 1) + ["1"])
            fields.append(_input("bids", "Bids, 0 for a pass", bids, 'placeholder="0 25 27 0"'))
        if rules.has_pool:
            fields.append(_input("pool", "In the pool before", "0", 'inputmode="numeric"'))
        if choices := rules.moon.choices:
            options = {"": "nobody shot it"} | {choice: choice for choice in choices}
            fields.append(_select("moon", "Payment for the moon", options, ""))
        fields.append(
            '<label class="tick"><input type="checkbox" name="partial" id="try-in-partial"> '
            "Cards are missing</label>"
        )
        button = '<button type="submit">Score</button>'
        return {"score": f'<form data-do="score">{"".join(fields)}{button}</form>', "sheet": ""}


_ACTIONS: Final[Mapping[str, Callable[[Page, Json], dict[str, str]]]] = {
    "start": Page.start,
    "deal": Page.deal,
    "another": Page.another,
    "redeal": Page.redeal,
    "answer": Page.answer,
    "choose": Page.choose,
    "back": Page.back,
    "hint": Page.hint,
    "bot": Page.bot,
    "finish": Page.finish,
    "next": Page.next,
    "change": Page.change,
    "file": Page.file,
    "score": Page.score,
}

_PLACES: Final = {
    "answer": "why",
    "change": "rules-problem",
    "redeal": "rules-problem",
    "score": "sheet",
}
"""Where a refusal is shown."""

_LATE: Final = "<p>The table above still has its earlier rules: deal again to play by these.</p>"


def _whole(text: object) -> int:
    """A number that was typed."""
    typed = str(text).strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS):
        raise HeartsError(f"give a whole number, 0 or more, not {typed[:40]!r}")
    return int(typed)


def _numbers(typed: object) -> list[int]:
    """Numbers that were typed with blanks or commas between them."""
    return [_whole(each) for each in str(typed or "").replace(",", " ").split()]


def _spelled(part: object) -> str:
    """A part of an error in the words of the page."""
    match part:
        case Argument("moon", value):
            text = f"“{value}”"
        case Argument(name):
            text = _FIELDS.get(name, name)
        case Change(name):
            text = f"another choice for {name}"
        case Seats(seats):
            text = " and ".join(f"seat {seat}" for seat in seats)
        case Call():
            text = ""
        case _:
            text = str(part)
    return text


_FIELDS: Final = {
    "partial": "a tick at “Cards are missing”",
    "trick_counts": "“Tricks taken by each”",
    "bids": "“Bids”",
    "face_up": "“The dealer's last card”",
}
"""Arguments of `score_hand`, as the page names them."""


# HTML


def _problem(sentence: str) -> str:
    return f'<p class="problem">{escape(sentence.rstrip("."))}.</p>'


def _button(
    label: str, *, kind: str = "", key: str = "", pressed: bool | None = None, **send: Any
) -> str:
    """A button that sends a message."""
    said = "" if pressed is None else f' aria-pressed="{str(pressed).lower()}"'
    name = key or f"try-do-{send['do']}"
    return (
        f'<button type="button" id="{name}" class="{kind}" data-send="{escape(json.dumps(send))}"'
        f"{said}>{label}</button>"
    )


def _select(
    name: str, label: str, options: Mapping[str, str], chosen: str, *, live: str = ""
) -> str:
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" * (value == chosen)}>{escape(words)}</option>'
        for value, words in options.items()
    )
    sends = f' data-live="{live}"' if live else ""
    select = f'<select name="{name}" id="try-in-{name}"{sends}>{shown}</select>'
    return f"<label>{escape(label)} {select}</label>"


def _input(name: str, label: str, value: str, more: str) -> str:
    field = f'<input name="{name}" id="try-in-{name}" value="{escape(value)}" {more}>'
    return f"<label>{escape(label)} {field}</label>"


def _status(view: View) -> str:
    """What is to be done, or how the game ended, in one sentence."""
    if view.is_my_turn:
        return f"Your turn: {asked(view)}."
    if view.winners:
        return f"{subject(view, view.winners)} won the game."
    return "The round is over."


def _hand(sitting: Sitting) -> str:
    """The cards of the hand as buttons, and the other answers."""
    view = sitting.view
    question = view.question if view.is_my_turn else None
    several = isinstance(question, ChooseCards) and question.counts != (1,)
    cards = "".join(
        _card(view, place, card, sitting.chosen, several=several)
        for place, card in enumerate(view.hand)
    )
    answers = "".join(_answers(view, sitting.chosen))
    tools = (
        []
        if sitting.is_round_over
        else [
            _button("Hint", do="hint"),
            _button("Let the bot play", do="bot"),
            _button("Finish the round", do="finish"),
        ]
    )
    if sitting.before:
        tools.append(_button("Take back", do="back"))
    if sitting.game.phase.name == "score":
        answers += _button("Next round", kind="go", do="next")
    return (
        f'<div class="cards" role="group" aria-label="Your hand">{cards}</div>'
        f'<div class="answers">{answers}</div><div class="tools">{"".join(tools)}</div>'
    )


def _card(view: View, place: int, card: Card, chosen: Iterable[int], *, several: bool) -> str:
    asks = isinstance(view.question, ChooseCards) and view.is_my_turn
    legal = asks and not objection(view, card, WRITTEN)
    suit = "red" if card.suit in {Suit.HEARTS, Suit.DIAMONDS} else "black"
    note = "" if legal or not asks else ", why not?"
    label = (
        f'<span aria-hidden="true" data-card="{card.word}">{WRITTEN.card(card)}</span>'
        f'<span class="spoken">{card.word}{note}</span>'
    )
    kind = f"card {suit} {'legal' if legal else 'barred'}"
    pressed = (place in chosen) if several else None
    do = "choose" if several else "answer"
    return _button(label, kind=kind, key=f"try-card-{place}", pressed=pressed, do=do, place=place)


def _answers(view: View, chosen: tuple[int, ...]) -> Iterator[str]:
    """The answers to a question, except single cards."""
    match view.question if view.is_my_turn else None:
        case ChooseCards(verb, _, counts) as question:
            several = counts != (1,)
            if several and len(chosen) in counts:
                number = f"{len(chosen)} card{'s' * (len(chosen) != 1)}" if chosen else "nothing"
                yield _button(f"{capital(verb)} {number}", kind="go", do="answer")
            for name, _move in question.instead:
                yield _button(capital(name), key=f"try-name-{name}", do="answer", name=name)
        case ChooseName() as question:
            yield from _named(view, question)
        case YesOrNo(verb) as question:
            yield _button(escape(capital(verb)), key="try-yes", do="answer", yes=True)
            yield _button(escape(capital(question.refusal)), key="try-no", do="answer", yes=False)
        case None:
            pass


def _named(view: View, question: ChooseName) -> Iterator[str]:
    """A button for each name, and one list for those that are numbers."""
    numbers = {number: number for number in question.numbers}
    for name, word in zip(question.names, question.words, strict=True):
        if name in numbers:
            continue
        costs = ""
        if question.kind is NameContract:
            costs = f"<small>{escape(what_counts(view.rules.under(name), view.players))}</small>"
        label, key = f"{escape(capital(word))}{costs}", f"try-name-{name}"
        yield _button(label, kind="wide" * bool(costs), key=key, do="answer", name=name)
    if numbers:
        choice = _select("name", "Number", numbers, min(numbers, key=int))
        send = f'<button id="try-number" class="go">{escape(capital(question.verb))}</button>'
        yield f'<form data-do="answer">{choice}{send}</form>'


def _said(said: Iterable[str]) -> str:
    return escape(" ".join(said))


def _result(game: Game) -> str:
    sheet = game.sheet
    return "" if sheet is None else sheet_html(sheet, game.names)


def _described(text: str) -> str:
    """The text of `Rules.describe` or `Rules.diff`: titles with their sentences."""
    return f"<dl>{''.join(_entries(text))}</dl>"


def _entries(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n")[1:]:
        title, *lines = paragraph.splitlines()
        yield f"<dt>{escape(title)}</dt><dd>{escape(' '.join(map(str.strip, lines)))}</dd>"


def _diff(rules: Rules, house: Rules, players: int) -> str:
    """What a changed rulebook says instead: crossed out and new sentences, by chapter."""
    if rules == house:
        return "<p>These are the rules of the game itself. Change one above.</p>"
    return f"<dl>{''.join(differences(rules.diff(house, players)))}</dl>"


def differences(text: str) -> Iterator[str]:
    """What `Rules.diff` prints, as a definition list: what goes crossed out, what comes underlined."""
    for paragraph in text.split("\n\n")[1:]:
        title, *lines = paragraph.splitlines()
        sentences_: list[str] = []
        for line in lines:
            if line.startswith("    "):
                sentences_[-1] += f" {line.strip()}"
            else:
                sentences_.append(line.strip())
        yield f"<dt>{escape(title.strip())}</dt>"
        for sentence in sentences_:
            mark, text = sentence[0], escape(sentence[2:])
            marked = {"-": f"<del>{text}</del>", "+": f"<ins>{text}</ins>", "~": text}
            yield f"<dd>{marked.get(mark, escape(sentence))}</dd>"


def _piles(rules: Rules, players: int) -> list[str]:
    """Piles to begin with: the counting cards, shared out suit by suit."""
    now = rules.at(rules.usual_players).rulebooks[0]
    cards = [*now.at(players).counting_cards]
    size = -(-len(cards) // players)
    return [str(Cards(cards[seat * size : (seat + 1) * size])) for seat in range(players)]


def _tricks(game: Game) -> Iterator[str]:
    """Fields for the tricks of a round, filled in from a game."""
    tricks = game.table.tricks
    seats = {str(seat): name for seat, name in enumerate(game.names)}
    yield _select("leader", "First lead", seats, str(tricks[0].leader))
    lines = "\n".join(" ".join(map(str, trick.cards)) for trick in tricks)
    yield (
        '<label class="tall">Tricks, each in the order of play '
        f'<textarea name="tricks" id="try-in-tricks" rows="{len(tricks)}">{lines}</textarea></label>'
    )
