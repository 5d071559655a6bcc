"""One table: its game, its human seats, who is connected, and when the computer plays for them."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from json import dumps, loads

import attrs

from examples.web_table.computer import STRENGTHS, Computer, carefully
from examples.web_table.hints import NO_TIME, NOTHING_TO_DO, Json, choice_of, hint, reviewed
from examples.web_table.names import look_alike
from examples.web_table.out import cards_out
from examples.web_table.reactions import BREATH, Reactions
from examples.web_table.screen import screen, with_names
from examples.web_table.sheet import Offers, changed, house_sheet, options
from examples.web_table.store import Asking, Games, StoreError, at_once, unguessed
from examples.web_table.undo import PATIENCE, Wish, deed, last_decision, question
from heartslib import Game, HeartsError, Rules, wire
from heartslib.moves import ChangeRules, IllegalMove, Score
from heartslib.phases import refusal

log = logging.getLogger(__name__)

LOOK = 2.5
"""How long a finished trick stays on the table, in pauses of the computer players."""
PACES = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How long the computer players pause at a pace that the people at the table may choose."""
INVITED = 5
"""How much longer the table waits for a player who has yet to come to a new game."""
AGAIN = 1.0
"""Seconds after which a move that could not be stored is tried again."""
_LONGEST_NUMBER = 9

Dealer = Callable[[Game], Game]


class Unstored(HeartsError):
    """A move that could not be stored, and has not been made."""

    code = "unstored"

    @classmethod
    def because(cls, outcome: str, error: StoreError) -> Unstored:
        """The sentence for the player: what has not happened, and why."""
        return cls(f"{outcome[:1].upper()}{outcome[1:]}, because {error.reason}. Please try again.")


@attrs.frozen(kw_only=True)
class Manner:
    """How a server runs its tables.

    Attributes:
        deal: Deals the cards where no number does.
        computer: Moves for the computer players.
        pause: Seconds before a computer player moves.
        away: Seconds after which the computer plays for someone who is not connected.
        clock: Seconds that a connected player has for a move if others wait; 0 for no limit.
        linger: Seconds for which an empty table stays in memory.
        ask: Asks the store.
        work: Does what takes a moment, and needs no store.
        offers: What rulebooks may say instead.
        numbered: Whether the deals of each game follow from a number, for others to get them later.
    """

    deal: Dealer
    computer: Computer
    pause: float
    away: float
    clock: float
    linger: float = 60
    ask: Asking = at_once
    work: Asking = at_once
    offers: Offers = attrs.field(factory=functools.partial(Offers, at_once))
    numbered: bool = False

    def number(self, game: Game) -> str:
        """What the deals of a new game follow from; empty if they are by chance."""
        return unguessed(game) if self.numbered else ""


class Table:
    """A table, which goes on from game to game.

    A move is checked, stored and made before the next one is checked, and while it is being stored
    the game is as it was.  So two moves never cross, and nobody sees a move that could still be lost.
    Who only looks waits for neither.

    Attributes:
        number: The number of the current game in the file.
        game: The game.
        humans: The seats that belong to humans.
        house: What lasts from game to game.
        epoch: How often moves of this game have been taken back.
        announced: How many notices there have been, such as who has taken a move back.
        changed: Set when anything changes, and then replaced.
        expected: The humans who have yet to come to a table at which nothing has happened.
        reactions: What the seats show each other for a moment.
    """

    def __init__(self, store: Games, number: int, manner: Manner) -> None:
        self.number = number
        self.game, self.humans = store.load(number)
        self.house = store.house(number)
        self.epoch = store.epoch(number)
        self.announced = 0
        self.changed = asyncio.Event()
        self._store = store
        self._manner = manner
        self._turn = asyncio.Lock()
        self._here = Counter[int | None]()
        self._leaving = set[int]()
        self._notices = deque[str](maxlen=20)
        self._wish: Wish | None = None
        self._denied = set[tuple[int, int]]()
        self._eve = _eve_of(self.game)
        self._busy = set[int]()
        self._hints = dict[int, tuple[object, Json]]()
        self._costliest = dict[int | None, list[Game]]()
        self._failed = set[tuple[str, int]]()  # bots, and the games in which they have
        # For whom the computer plays, as everyone has read, and who has yet to read what it played;
        # each with the number of moves from which on it has.
        self._replaced = dict[int, int]()
        self._returned = dict[int, int]()
        self._pace = "normal"
        self._bell: asyncio.TimerHandle | None = None  # when everyone sees the pace
        self._house: Rules | None = None  # from the next round on, and how the sheet made them
        self._house_keys: tuple[str, ...] = ()
        self._chosen = 0  # how often
        self._choosing = asyncio.Lock()
        wait = 0 if self.game.history else (INVITED - 1) * manner.away
        self._gone = dict.fromkeys(self.humans, _now() + wait)
        self.expected = set[int]() if self.game.history else {*self.humans}
        self.reactions = Reactions()
        self._asked_at = _now()
        self._empty_since = _now()

    # ------------------------------------------------------------ what a browser asks for

    async def receive(self, seat: int | None, text: str) -> str | None:
        """Do what a seat has sent; return what to answer it alone, if anything.

        Raises:
            HeartsError: The message is refused; nothing has changed.
        """
        if seat is None:
            raise HeartsError("spectators may not move")
        word, _, number = text.partition(" ")
        match word:
            case "out":
                return dumps({"out": cards_out(self.game.view(seat))})
            case "sheet" | "choices":
                return await self._sheet(word, *number.split())
            case "rules":
                of, *keys = number.split() or [""]
                await self._change_rules(seat, of, tuple(keys))
            case "leave":
                self._leaving.add(seat)
            case "react":
                self.reactions.react(seat, number, self.here)
            case "pace" if number in PACES:
                self._set_pace(number)
            case _:
                async with self._turn:
                    await self._change(seat, text)
        return None

    async def _change(self, seat: int, text: str) -> None:
        """Do what a seat has sent, which may change the game."""
        word, _, number = text.partition(" ")
        match word:
            case "next" | "again":
                await self._go_on(number, again=word == "again")
            case "undo":
                await self._wish_back(seat, number)
            case "agree" | "refuse":
                await self._answer_wish(seat, number, agrees=word == "agree")
            case _:
                moved = wire.receive(self.game, text, seat, epoch=self.epoch)
                await self._become(moved, "the move does not count")

    async def _go_on(self, state: str, *, again: bool) -> None:
        """Enter the score, or begin the next game; anyone at the table may do so."""
        if state != self.state:
            raise refusal(None, "stale", "the table has gone on")
        if not again:
            await self._become(
                self._by_house_rules(self.game.score()), "the score could not be entered"
            )
            if not self.game.is_over:
                self._house, self._house_keys = None, ()
        elif self.game.is_over:
            await self._play_again()
        else:
            raise refusal(None, "phase", "the game is not over yet")

    @property
    def _rules_of(self) -> str:
        """Names the rules of the game and of the coming round, to which the changes of a sheet belong."""
        changes = sum(isinstance(move, ChangeRules) for move in self.game.history)
        return f"{self.number}.{changes}.{self._chosen}"

    async def _sheet(self, word: str, of: str = "", *keys: str) -> str:
        """The sheet with these changes at once, or what else each chapter may say with them.

        If no rules are named, the changes are those of the coming round.
        """
        of, keys = (of, keys) if of else (self._rules_of, self._house_keys)
        rules, players = self._rules_for(of), self.game.players
        if word == "sheet":
            made = await self._manner.work(house_sheet, rules, players, keys)
        else:
            async with self._choosing:  # of each table one waits behind those of the others
                made = options(await self._manner.offers(rules, players, keys))
        return dumps({word: {"of": of, "keys": keys, **made}}, ensure_ascii=False)

    async def _change_rules(self, seat: int, of: str, keys: tuple[str, ...]) -> None:
        """Change the rules for the next round; everyone reads it."""
        rules, players = self._rules_for(of), self.game.players
        # before it is this seat's turn: whoever moves waits for no rulebook
        house, says = await self._manner.work(changed, rules, players, keys)
        async with self._turn:
            self._rules_for(of)
            self._use(seat, house, keys, says)

    def _rules_for(self, of: str) -> Rules:
        """The rules of the game, which the changes of a sheet are for.

        Raises:
            IllegalMove: They are for others.
        """
        if of != self._rules_of:
            raise refusal(None, "changed", "the rules have changed meanwhile: open them again")
        return self.game.rules

    def _use(self, seat: int, house: Rules, keys: tuple[str, ...], says: str) -> None:
        """Play the next round by these rules."""
        game = self.game
        if house == (self._house or game.rules):
            raise refusal(None, "stale", "these are the rules already")  # which is news to nobody
        if game.phase.name == "score" and not (scored := game.score()).is_over:
            scored.change_rules(house)  # or say at once why that cannot be
        self._house, self._house_keys = (None, ()) if house == game.rules else (house, keys)
        self._chosen += 1
        does = (
            f"changes the rules for the next round. {says}"
            if self._house
            else "leaves the rules as they are."
        )
        self._announce(f"{game.names[seat]} {does}")

    def _by_house_rules(self, game: Game) -> Game:
        """The game by the rules that were chosen for the coming round; if they cannot be, as it is."""
        if game.is_over or self._house is None:
            return game
        try:
            return game.change_rules(self._house)
        except HeartsError as error:
            self._announce(f"The rules stay as they are: {error}.")
            return game

    def _set_pace(self, pace: str) -> None:
        """Play at that pace from now on; all windows show it together, once in a breath."""
        self._pace = pace
        if self._bell is None:
            self._bell = asyncio.get_running_loop().call_later(BREATH, self._tell_pace)

    def _tell_pace(self) -> None:
        self._bell = None
        self._ring()

    async def answer(self, seat: int | None, text: str) -> str | None:
        """What to answer a seat that has sent something, if anything; a refusal too."""
        try:
            return await self.receive(seat, text)
        except HeartsError as error:
            reason = error.reason if isinstance(error, IllegalMove) else str(error)
            refused = {"code": error.code, "reason": with_names(self.game.view(seat), reason)}
            return dumps({"refused": refused})

    async def hint(self, seat: int | None) -> str | None:
        """What to answer a seat that asks for a hint, once it is worked out; asked again, the same."""
        if seat is None or seat in self._busy:
            return None  # one question at a time
        view = self.game.view(seat)
        choice = choice_of(view)
        known, given = self._hints.get(seat, (None, NO_TIME))
        if not view.is_my_turn:
            given = NOTHING_TO_DO
        elif known != choice:
            given = NO_TIME
            self._busy.add(seat)
            try:
                with self._failing("hint", self.game, seat):
                    if advice := await self._manner.computer.advised(view):
                        given = hint(advice)
                        self._hints[seat] = choice, given
            finally:
                self._busy.discard(seat)
        # whoever has moved meanwhile is asked something else
        return (
            dumps({"hint": given}, ensure_ascii=False)
            if choice == choice_of(self.game.view(seat))
            else None
        )

    async def review(self, seat: int | None) -> str | None:
        """What to answer a seat that looks at its last round again, once it is worked out."""
        if seat is None or seat in self._busy or self.game.phase.name not in {"score", "over"}:
            return None
        self._busy.add(seat)
        state, game, found = self.state, self.game, None
        try:
            with self._failing("review", game, seat):
                found = await self._manner.computer.reviewed(game, seat)
        finally:
            self._busy.discard(seat)
        self._costliest[seat] = [each.game for each in found.mistakes()] if found else []
        return dumps({"review": {"state": state, **reviewed(found, seat)}}, ensure_ascii=False)

    def before_costly(self, seat: int | None, number: str) -> Game:
        """The game before one of the costliest moves of a seat in the round that it has reviewed.

        Raises:
            HeartsError: There is no such move.
        """
        games = {f"{n}": game for n, game in enumerate(self._costliest.get(seat, ()), 1)}
        if number not in games:
            raise refusal(None, "stale", "review the round again")
        return games[number]

    async def take_seat(self, name: str, token: str) -> int:
        """Give a newcomer the first seat of a computer player; return it.

        Raises:
            HeartsError: There is no seat for strangers.
        """
        self._empty_since = _now()  # the table stays for as long as it takes
        async with self._turn:
            return await self._seat(name, token)

    async def _seat(self, name: str, token: str) -> int:
        free = self.free
        if not free:
            raise HeartsError("all seats at this table are taken")
        seat, game = free[0], self.game
        for other in (*game.names[:seat], *game.names[seat + 1 :]):
            if look_alike(name, other):
                raise HeartsError(
                    f"someone at this table is called {other} already: choose another name"
                )
        names = [name if n == seat else other for n, other in enumerate(game.names)]
        named = game.with_names(names)
        with _storing("the seat could not be taken"):
            await self._manner.ask(self._store.join, self.number, named, seat, token)
        self.game, self.humans = named, self.humans | {seat}
        self._gone[seat] = _now()
        self._announce(f"{name} takes the seat of {game.names[seat]}.")
        return seat

    @property
    def free(self) -> list[int]:
        """The seats that anyone may take: those of computer players, if the table is open."""
        seats = range(self.game.players)
        is_free = self.house.is_open and not self.game.is_over
        return [seat for seat in seats if is_free and seat not in self.humans]

    @property
    def state(self) -> str:
        """Names the state of the table: the numbers of the game and of its moves, and the epoch."""
        return f"{self.number}.{wire.number_of(self.game)}.{self.epoch}"

    # ------------------------------------------------------------ who is there

    def sit(self, seat: int | None, come: int) -> None:
        """Count a browser that has connected, 1, or disconnected, -1; None is a spectator's."""
        self._here[seat] += come
        if seat is not None and come > 0:
            self.expected.discard(seat)
            self._leaving.discard(seat)
            if seat in self._replaced:
                self._returned[seat] = self._replaced.pop(seat)
                self._announce(f"{self.game.names[seat]} is back.")
        elif seat is not None and not self._here[seat]:
            self._gone[seat] = _now() - (self._manner.away if seat in self._leaving else 0)
        if self.is_empty:
            self._empty_since = _now()
        self._ring()

    @property
    def here(self) -> list[int]:
        """The humans that are connected."""
        return sorted(seat for seat, count in self._here.items() if seat is not None and count)

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected, not even a spectator."""
        return not self._here.total()

    def takeover(self, seat: int) -> float | None:
        """When the computer plays for a human who is awaited; None if it never does."""
        if seat not in self.here:
            return self._gone[seat] + self._manner.away
        if self._manner.clock and len(self.here) > 1:
            return self._asked_at + self._manner.clock
        return None

    @property
    def stand_ins(self) -> list[int]:
        """The humans who have been away for so long that the computer plays for them."""
        gone = self.humans.difference(self.here)
        return sorted(seat for seat in gone if self._gone[seat] + self._manner.away <= _now())

    # ------------------------------------------------------------ the computer players

    async def run(self) -> None:
        """Deal, and move for computer players, until nobody has been here for a while."""
        while True:
            changed, now = self.changed, _now()
            if self.is_empty:
                left = self._empty_since + self._manner.linger - now
                if left <= 0:
                    return
                await _either(changed, left)
                continue
            try:
                due = self._due()
                if self._wish:
                    await self._until_agreed(self._wish)
                elif due is None:
                    await _either(changed, self._until_takeover())
                else:
                    await self._step(due)
            except StoreError as error:
                log.warning("a move could not be stored, and is tried again: %s", error)
                await asyncio.sleep(AGAIN)
            except Exception:  # whatever it is, it must not stop the table
                log.exception("the table could not go on, and tries again")
                await asyncio.sleep(AGAIN)

    def _due(self) -> int | None:
        """The seat to be moved by the computer, or -1 for a deal; None if people are to act."""
        if self._wish:
            return None
        if self.game.phase.name == "deal" and self.here:
            return -1
        for seat in self.game.to_act if self.here else ():
            when = self.takeover(seat) if seat in self.humans else 0
            if when is not None and when <= _now():
                return seat
        return None

    def _until_takeover(self) -> float | None:
        """Seconds until the computer plays for someone, or the page should say so."""
        if not self.here:
            return None
        times = [self.takeover(seat) for seat in self.game.to_act if seat in self.humans]
        due = [when for when in times if when is not None]
        return max(min(due) - _now(), 0) if due else None

    async def _step(self, seat: int) -> None:
        """Deal, or move for a seat, after a pause, unless something happens meanwhile."""
        game, table = self.game, self.game.view(None).table
        looks = LOOK if table.tricks and not table.trick else 1
        await asyncio.sleep(self._manner.pause * PACES[self._pace] * looks)
        if self.game is not game or self._due() != seat:
            return
        after = self._dealt(game) if seat < 0 else await self._played(game, seat)
        async with self._turn:
            if self.game is not game or self._due() != seat:
                return
            await self._store_and_become(after)
            if seat in self.here:
                self._returned.setdefault(seat, len(game.history))
            elif seat in self.humans and seat not in self._replaced:
                self._replaced[seat] = len(game.history)
                self._announce(f"{game.names[seat]} is away: the computer plays.")

    def _dealt(self, game: Game) -> Game:
        if self.house.deal:
            return game.deal(seed=self.house.seed(game.round_number))
        return self._manner.deal(game)

    async def _played(self, game: Game, seat: int) -> Game:
        """The game after a computer player's move: carefully, for people and once its bot has failed."""
        view, strength = game.view(seat), self.house.strength
        if seat not in self.humans and (strength, self.number) not in self._failed:
            with self._failing(strength, game, seat):
                move = await self._manner.computer.move(strength, view)
                return wire.receive(game, wire.dumps_move(move), seat)
            self._announce(f"{strength.capitalize()} players have failed: careful ones play on.")
        return game.apply(carefully(view))

    @contextmanager
    def _failing(self, bot: str, game: Game, seat: int) -> Generator[None]:
        """Go on whatever a bot does, and log it once in a game, with what the bot was given."""
        number = self.number
        try:
            yield
        except (Exception, SystemExit):
            if (bot, number) not in self._failed:
                position = wire.dumps_view(game, seat)
                log.exception("%s has failed in game %s: %s", bot, number, position)
            self._failed.add((bot, number))

    # ------------------------------------------------------------ what a browser is sent

    async def frames(self, seat: int | None, seen: str) -> AsyncGenerator[str]:
        """A message for a seat's browser now, and again after each change.

        Args:
            seat: The seat; None for a spectator.
            seen: The last state that the browser has seen; empty if it has seen none.
        """
        before, had = self.before(seen)
        line, heard = (self.number, self.epoch), self.announced
        while True:
            if line != (self.number, self.epoch):  # the next game has begun, or it went back
                line, (before, had) = (self.number, self.epoch), self.before("")
            # a browser that does not listen may be rounds behind
            before = max(before, self._eve, key=lambda each: len(each.history))
            changed, game = self.changed, self.game
            frame = self.frame(seat, before, fresh=not had, heard=heard)
            before, had, heard = game, True, self.announced
            yield frame
            await changed.wait()

    def frame(self, seat: int | None, before: Game, *, fresh: bool, heard: int) -> str:
        """The message for a seat's browser; it depends only on what the seat may know.

        Args:
            seat: The seat; None for a spectator.
            before: The state in which the browser last saw this game, or from which to tell the round.
            fresh: Whether the browser has had no view of this game, or none since it went back.
            heard: How many notices the browser has had.
        """
        view, game = self.game.view(seat), self.game
        since = None if seat is None else self._returned.pop(seat, None)
        absent = () if since is None else game.events(seat, self._earlier(since))
        steps = game.steps(seat, before)
        shown = screen(view, steps, absent, asked_before=seat in before.to_act)
        if since is not None:
            shown["said"].insert(0, "The computer has played for you.")
        shown["said"] += [*self._notices][max(len(self._notices) - self.announced + heard, 0) :]
        return dumps(
            {
                "seen": loads(wire.dumps_view(game, seat, epoch=self.epoch)),
                "screen": shown,
                "undo": self._undo_of(seat),
                "state": self.state,
                "fresh": fresh,
                "humans": sorted(self.humans),
                "here": self.here,
                "expected": sorted(self.expected.difference(self.stand_ins)),
                "standIns": self.stand_ins,
                "waits": dict(self._waits()),
                "watchers": self._here[None],
                "strength": STRENGTHS.get(self.house.strength, ""),
                "pace": self._pace,
                "newRules": self._house is not None,
                "isLast": game.phase.name == "score" and game.score().is_over,
                "isOpen": self.house.is_open,
                "day": self.house.day,
                "watch": f"/watch/{self.house.watch}",
            },
            ensure_ascii=False,
        )

    def _waits(self) -> Iterator[tuple[int, float]]:
        """For each awaited human, how many seconds it takes until the computer plays."""
        for seat in self.game.to_act if self.here else ():
            when = self.takeover(seat) if seat in self.humans else None
            if when is not None and when > _now():
                yield seat, round(when - _now(), 1)

    def before(self, state: str) -> tuple[Game, bool]:
        """The game from which to tell a browser what happened, and whether it has seen that.

        It is the game in the state that the browser names; if it names none, the game at the
        beginning of the round.  Nobody hears of an earlier round.
        """
        made, begun = self.game.history, len(self._eve.history)
        number, moves, epoch = (*state.split("."), "", "", "")[:3]
        had = (
            (number, epoch) == (f"{self.number}", f"{self.epoch}")
            and moves.isdecimal()
            and len(moves) < _LONGEST_NUMBER
            and int(moves) <= len(made)
        )
        round_begun = begun + any(isinstance(move, Score) for move in made[begun : begun + 1])
        return self._earlier(int(moves) if had else round_begun), had

    def _earlier(self, moves: int) -> Game:
        """The game after so many moves, but no earlier than the eve of its round.

        `Game.at` would make all moves again, and everybody waits meanwhile.
        """
        game, eve = self.game, self._eve
        if moves >= len(game.history):
            return game
        since = game.history[len(eve.history) : moves]
        return functools.reduce(Game.apply, since, eve.with_names(game.names))

    # ------------------------------------------------------------ undo

    def _awaited(self, wish: Wish) -> list[int]:
        """The humans who have yet to agree; those for whom the computer plays always do."""
        return sorted(self.humans - {wish.seat, *wish.agreed, *self.stand_ins})

    def _undo_of(self, seat: int | None) -> dict[str, object]:
        """The move that a seat may undo, and the wish of somebody to do so."""
        wish, made = self._wish, None if seat is None else last_decision(self.game, seat)
        shown: dict[str, object] = {"mine": None, "wish": None}
        if made is not None and not wish and (seat, made) not in self._denied:
            shown["mine"] = {"key": self._key(made), "deed": deed(self.game.history[made])}
        if wish:
            awaited = self._awaited(wish)
            shown["wish"] = {
                "key": self._key(wish.made),
                "seat": wish.seat,
                "question": question(self.game, wish),
                "asks": seat in awaited,
                "awaited": [self.game.names[each] for each in awaited],
            }
        return shown

    def _key(self, made: int) -> str:
        """Names a move that may be undone, so that nobody agrees to undo another one."""
        return f"{self.number}.{made}.{self.epoch}"

    async def _wish_back(self, seat: int, key: str) -> None:
        """Go back to before a seat's last move, or ask the others."""
        made = last_decision(self.game, seat)
        if made is None or key != self._key(made):
            raise refusal(None, "stale", "that is not your last move in this round")
        if self._wish or (seat, made) in self._denied:
            raise refusal(None, "undo", "the others have been asked already")
        wish = Wish(seat, made, _now() + PATIENCE)
        if not self._awaited(wish):
            await self._go_back(wish)
            return
        self._wish = wish
        self._announce(f"{self.game.names[seat]} asks to undo {deed(self.game.history[made])}.")

    async def _answer_wish(self, seat: int, key: str, *, agrees: bool) -> None:
        wish = self._wish
        if not wish or key != self._key(wish.made) or seat not in self._awaited(wish):
            raise refusal(None, "stale", "nobody asks for that any more")
        if not agrees:
            self._deny(f"{self.game.names[seat]} does not agree.")
            return
        wish = attrs.evolve(wish, agreed=wish.agreed | {seat})
        if self._awaited(wish):
            self._wish = wish
            self._ring()
        else:
            await self._go_back(wish)

    async def _until_agreed(self, wish: Wish) -> None:
        """Wait for the others, unless the last of them has left; then go on as before."""
        async with self._turn:
            now, awaited, changed = _now(), self._awaited(wish), self.changed
            if self._wish is not wish:
                return
            if not awaited:
                await self._go_back(wish)
                return
            if wish.until <= now:
                self._deny("Not everyone has agreed in time.")
                return
        replaced = [self._gone[seat] + self._manner.away for seat in awaited]
        await _either(changed, min(when - now for when in (*replaced, wish.until) if when > now))

    def _deny(self, notice: str) -> None:
        """Play on; nobody is asked twice about one move."""
        assert self._wish  # noqa: S101 - it is being answered
        self._denied.add((self._wish.seat, self._wish.made))
        self._wish, self._asked_at = None, _now()
        self._announce(notice)

    async def _go_back(self, wish: Wish) -> None:
        """Take moves back; from now on every message from before is stale."""
        game, done = self.game, deed(self.game.history[wish.made])
        earlier = self._earlier(wish.made)
        with _storing("the move could not be undone"):
            self.epoch = await self._manner.ask(self._store.undo, self.number, earlier)
        self.game, self._wish, self._asked_at = earlier, None, _now()
        self._denied.clear()
        self._announce(f"{game.names[wish.seat]} has undone {done}.")

    def _announce(self, notice: str) -> None:
        """Say something to everyone who is here."""
        self._notices.append(notice)
        self.announced += 1
        self._ring()

    # ------------------------------------------------------------ changes

    async def _play_again(self) -> None:
        """Begin the next game: the same rules and players, and the deal moves on."""
        game = self.game
        dealer = (game.beginning.dealer + 1) % game.players
        new = Game.new(self._house or game.rules, game.players, dealer=dealer, names=game.names)
        house = attrs.evolve(self.house, deal=self._manner.number(new))
        with _storing("the next game could not begin"):
            self.number = await self._manner.ask(self._store.follow, self.number, new, house)
        self.house = house
        self.game, self.epoch, self._wish, self._eve = new, 0, None, new
        self._house, self._house_keys = None, ()
        self._denied.clear()
        self._replaced = dict.fromkeys(self._replaced, 0)
        self._gone = {seat: max(gone, _now()) for seat, gone in self._gone.items()}
        self._ring()

    async def _become(self, game: Game, otherwise: str) -> None:
        with _storing(otherwise):
            await self._store_and_become(game)

    async def _store_and_become(self, game: Game) -> None:
        await self._manner.ask(self._store.save, self.number, game)
        if any(isinstance(move, Score) for move in game.history[len(self.game.history) :]):
            self._eve = self.game
        self.game, self._wish = game, None  # whoever moves does not agree
        self._asked_at = _now()
        self._ring()

    def _ring(self) -> None:
        """Wake everyone who is waiting for the table to change."""
        self.changed.set()
        self.changed = asyncio.Event()


@contextmanager
def _storing(otherwise: str) -> Generator[None]:
    """Turn an error of the store into a sentence for the player, who reads what did not happen."""
    try:
        yield
    except StoreError as error:
        log.warning("%s: %s", otherwise, error)
        raise Unstored.because(otherwise, error) from error


def _eve_of(game: Game) -> Game:
    """The game before the score with which its round began; in the first, before the first move."""
    made = game.history
    scored = (place for place in reversed(range(len(made))) if isinstance(made[place], Score))
    return game.at(next(scored, 0))


def _now() -> float:
    return time.monotonic()


async def _either(changed: asyncio.Event, seconds: float | None) -> None:
    """Wait until something changes, or so many seconds have passed."""
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), seconds)
