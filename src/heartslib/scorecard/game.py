"""The score of a whole game from its rounds as people give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Any, Final, TypeAlias, TypeGuard, cast

import attrs

from heartslib._values.arguments import (
    MOST_PLAYERS,
    NUMBERS_BY_SEAT,
    checked_text,
    flag,
    naming,
    of_kind,
    plain,
    series,
)
from heartslib._values.seats import for_each
from heartslib.ask.scores import score_hand
from heartslib.cards import CardsLike, in_order
from heartslib.errors import HeartsError, fault, listing, quoted
from heartslib.formats._json import structured
from heartslib.formats.converter import CONVERTER
from heartslib.phases import Match
from heartslib.phases.going_on import gone_on, played_before
from heartslib.phases.match import not_shown
from heartslib.rules import Rules
from heartslib.rules.counting.attainable import refused
from heartslib.scorecard.card import MOST_FAULTS, MOST_ROUNDS, PENALTY, POOL, ScoreCard, added_to
from heartslib.sheet import Line, ScoreSheet
from heartslib.words import how_many

Taken: TypeAlias = Iterable[CardsLike] | Mapping[str, object] | ScoreSheet | Rules
"""An entry for `score_game`: a round as piles, keyword arguments of `score_hand` or a sheet; or the
rules that the rounds after it are played by."""
_KEYS: Final = (
    *("taken", "tricks", "leader", "contract", "moon", "charged", "trick_counts", "partial"),
    *("bids", "dealer", "face_up", "counted", "points", "insist", "sheet", "passed"),
)
_KNOWN: Final = ("players", "scores", "course", "pool", "contract")
"""The arguments of `score_hand` that follow from the rounds before."""
_BESIDE: Final = {"points": {"points", "contract", "face_up"}, "sheet": {"sheet", "contract"}}
"""What may be given with points or a sheet."""


def score_game(
    rules: Rules,
    *,
    rounds: Iterable[Taken],
    players: int | None = None,
    names: Iterable[str] | None = None,
    scores: Iterable[int] | None = None,
    round_number: int = 0,
    contracts: Iterable[str] = (),
    pool: int | None = None,
    insist: bool = False,
) -> ScoreCard:
    """The score card of a game that was played elsewhere.

    >>> from heartslib import variants
    >>> rounds = [{"points": (13, 13, 0, 0)}, {"points": (0, 1, 5, 20)}]
    >>> score_game(variants.get("american"), rounds=rounds).scores
    (13, 14, 5, 20)

    Args:
        rules: The rulebook.
        rounds: The rounds, first to last.  Each is one of these:

            * a list of what the seats took, or a mapping of arguments for `score_hand`: ``counted``,
              ``taken``, ``contract``, ``moon``, ``charged``, ``trick_counts``, ``partial``, ``tricks``
              with ``leader``
            * a mapping with ``points``, which the round gave in the end
            * a `ScoreSheet`, or a mapping with ``sheet``, which is one or the JSON of one
            * a mapping with ``penalty``, points by seat, and a ``reason``: a row beside the rounds,
              such as for a renege; partners who score together may both have it
            * a `Rules` value, or a mapping with ``rules``, for other rules from the next round on
            * before all others, a mapping with ``scores``, and with ``pool`` if there is one, in place
              of these arguments

            Where contracts follow a fixed order, ``contract`` may be left out, and so may ``face_up``
            beside ``points``: then some card must allow them.  Rules that ask who dealt need
            ``dealer`` once.  In a later mapping, ``pool`` is what the round leaves in the pool, and is
            checked.
        players: The number of players; by default that of the first round.
        names: The names of the players, seat 0 first.
        scores: The scores before the first of `rounds`; by default all 0.
        round_number: How many rounds came before it.
        contracts: The contracts of those rounds, first to last, if dealers named them.
        pool: The counters in the pool before the first of `rounds`; by default none, if nothing
            came before.
        insist: Whether to take ``points`` that no round can give under the rules.  A mapping with
            ``points`` may have the same key, for its round alone.

    Raises:
        HeartsError: A round cannot be scored, or comes after the end of the game; the message
            names the round.
    """
    of_kind(Rules, rules, "rules must be a Rules value")
    flag("insist", insist)
    round_number = played_before(round_number)
    earlier: dict[str, Any] = {
        "scores": scores, "round_number": round_number, "contracts": contracts, "pool": pool
    }  # fmt: skip
    called = None if names is None else series(MOST_PLAYERS, names, "names")
    entries = series(MOST_ROUNDS, rounds, "rounds")
    if scores is None and entries and _is_start(entries[0]):
        start = series(MOST_PLAYERS, entries[0]["scores"], "scores", NUMBERS_BY_SEAT)
        earlier |= {**entries[0], "scores": start}
        entries = entries[1:]
        players = len(start) if players is None else players
    game = _Scored(rules, players, called, earlier, insist)
    for place, entry in enumerate(entries, 1):
        if not game.takes(entry, place + round_number):
            break
    return game.card()


@attrs.define
class _Scored:
    """A game as far as its entries have been scored.

    A wrong entry is noted, and taken for a round without points, so that one look finds everything wrong.

    Attributes:
        rules: The first rulebook.
        players: The number of players; None if the first entry shows it.
        names: Their names; None for the usual ones.
        earlier: What came before the first entry, as arguments of `gone_on`.
        insist: Whether points are taken that no round can give.
        match: The match so far; None before the first entry.
        changes: The number of rounds before each change of the rules, and the new ones.
        penalties: The number of rounds before each penalty, and its sheet.
        wrong: What is wrong with entries.
        codes: The codes of that.
        knows_dealer: Whether somebody has said who deals, or it follows.
    """

    rules: Rules
    players: int | None
    names: Sequence[str] | None
    earlier: dict[str, Any]
    insist: bool
    match: Match | None = None
    changes: list[tuple[int, Rules]] = attrs.field(factory=list[tuple[int, Rules]])
    penalties: list[tuple[int, ScoreSheet]] = attrs.field(factory=list[tuple[int, ScoreSheet]])
    wrong: list[HeartsError] = attrs.field(factory=list[HeartsError])
    codes: set[str] = attrs.field(factory=set[str])
    knows_dealer: bool = False

    def takes(self, given: Taken, place: int) -> bool:
        """Score an entry, and say whether the next one can be looked at.

        Args:
            given: The entry.
            place: Its place among the entries, with the rounds before them.
        """
        number = place - len(self.changes) - len(self.penalties)
        line = getattr(given, "line", None)
        where = ("round ", number) if line is None else ("line ", line, ", round ", number)
        entry: _Entry | Rules = {}
        try:
            entry = _read_entry(given)
            if self.match is None:
                self.match = self.beginning(_players_of_entry(self.rules, entry))
            self.match = self.after(self.match, entry)
        except HeartsError as error:
            if self.match is None and entry:
                raise  # the arguments are wrong, not the round
            self.wrong.append(fault("round", *where, ": ", error))
            self.codes.add(error.code)
            # what follows depends on who plays, and on what is in a pool
            if self.match is None or self.match.rules.has_pool:
                return False
            self.match = _after_wrong(self.match, entry, error)
        return len(self.wrong) < MOST_FAULTS

    def beginning(self, players: int | None) -> Match:
        """The match before the first entry."""
        count = players if self.players is None else self.players
        return gone_on(Match.start(self.rules, count, names=self.names), **self.earlier)

    def after(self, match: Match, entry: _Entry | Rules) -> Match:
        """The match after an entry.

        Raises:
            HeartsError: The entry cannot be scored, or comes after the end of the game.
        """
        is_penalty = not isinstance(entry, Rules) and PENALTY in entry
        if match.is_over and not self.wrong and not is_penalty:
            raise fault("after-the-end", "the game had ended before")
        if isinstance(entry, Rules):
            match = match.with_rules(entry)
            self.changes.append((match.round_number, entry))
            return match
        if is_penalty:
            sheet = _penalty_of(match, entry)
            self.penalties.append((match.round_number, sheet))
            after = added_to(match.scores, sheet)
            course = (*match.course, after)[:-2] + ((after,) if match.course else ())
            return match.after(scores=after, course=course)
        return self.after_round(match, entry)

    def after_round(self, match: Match, entry: _Entry) -> Match:
        """The match after a round."""
        dealer = plain(entry.pop("dealer", None))
        if dealer is not None:
            match = match.after(dealer=match.check_seat(dealer))
            self.knows_dealer = True
        if not {"points", "sheet"} & entry.keys():
            match = match.with_sale(entry.pop("bids", ()))
            if self.knows_dealer:
                entry["dealer"] = match.dealer
        contract = of_kind(str | None, entry.get("contract"), "contract must be a name")
        match = match.with_contract(contract)
        left = plain(entry.pop(POOL, None))
        sheet = _sheet_of_entry(match, entry, self.insist, left)
        self.knows_dealer = self.knows_dealer and not match.dealer_follows_cards
        return match.with_sheet(sheet)

    def card(self) -> ScoreCard:
        """The score card.

        Raises:
            HeartsError: Entries were wrong.
        """
        if self.wrong:
            how = "; give {counted}, the points of the penalty cards that each player took, or {insist=True}"
            remedy = naming(how) if "impossible-points" in self.codes else []
            raise fault("rounds", *listing(self.wrong), *remedy)
        match = self.match or self.beginning(None)
        first = match.first or match
        return ScoreCard(
            rules=self.rules,
            names=match.names,
            sheets=match.sheets,
            course=match.course,
            is_over=match.is_over,
            winners=match.winners if match.is_over else (),
            contracts=tuple(contract for _, contract in match.contracts),
            changes=tuple(self.changes),
            handicap=() if first.sheets or not any(first.scores) else first.scores,
            pools=_pools(match, first),
            penalties=tuple(self.penalties),
        )


def _after_wrong(match: Match, entry: _Entry | Rules, error: HeartsError) -> Match:
    """The match after an entry that is refused, as far as it says what it gave: others follow."""
    points: Any = for_each(match.players, 0)
    if error.code == "impossible-points" and isinstance(reason := error.data[-1], HeartsError):
        points = reason.data[0] if reason.code == "scores-given" else error.data[0]
    contract = entry.get("contract") if isinstance(entry, dict) else None
    with suppress(HeartsError):
        match = match.with_contract(contract if isinstance(contract, str) else None)
        match = match.with_sheet(match.sheet_of_points(points))
    return match


def _penalty_of(match: Match, entry: _Entry) -> ScoreSheet:
    """The sheet of a penalty that players agreed on."""
    if unknown := entry.keys() - {PENALTY, "reason"}:
        raise HeartsError(f"a penalty has only a reason beside it, not {quoted(min(unknown))}")
    points = match.with_scores(entry[PENALTY]).scores
    reason = checked_text("reason", entry.get("reason", PENALTY))
    if not any(points):
        raise HeartsError(f"a penalty must change a score, and {quoted(points)} changes none")
    pooled = match.sides if match.rules.sides.pooled else ()
    alike = [side for side in pooled if len({points[seat] for seat in side}) == 1]
    again = {seat for side in alike for seat in side[1:]}
    lines = [
        Line(seat, each, reason) for seat, each in enumerate(points) if each and seat not in again
    ]
    return ScoreSheet(match.players, lines, pooled)


def _pools(match: Match, first: Match) -> tuple[int, ...]:
    """What was in the pool before the first round and after each; empty if there is no pool."""
    if not first.pool and all(sheet.pool is None for sheet in match.sheets):
        return ()
    before = first.pool + sum(first.scores) * bool(first.sheets)
    left = (sheet.pool for sheet in match.sheets)
    return (*accumulate(left, lambda pool, new: pool if new is None else new, initial=before),)


_Entry: TypeAlias = dict[str, Any]
"""The parts of a round by name, with iterators read."""


def _is_start(entry: Taken) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(entry, Mapping) and {"scores"} <= entry.keys() <= {"scores", "pool"}


def _read_entry(given: Taken) -> _Entry | Rules:
    if isinstance(given, Rules):
        return given
    if isinstance(given, ScoreSheet):
        return {"sheet": given}
    parts: _Entry = dict(cast("Any", given)) if isinstance(given, Mapping) else {"taken": given}
    if "scores" in parts:
        raise HeartsError(
            "the scores before the first round are given once, as the first entry and with no other keys"
        )
    if "rules" in parts:
        if len(parts) > 1:
            raise HeartsError("a change of the rules is an entry of its own, with no other keys")
        return _read_rules(parts["rules"])
    for name in ("taken", "counted", "points", "bids", "trick_counts", PENALTY):
        if name in parts and (parts[name] is not None or name != "trick_counts"):
            parts[name] = series(MOST_PLAYERS, parts[name], name)
    if isinstance(parts.get("sheet"), dict):
        parts["sheet"] = structured(CONVERTER, parts["sheet"], ScoreSheet)
    return parts


def _read_rules(rules: object) -> Rules:
    """A rulebook, or one as a record has it."""
    if isinstance(rules, Rules):
        return rules
    of_kind(dict | str, rules, "rules must be a Rules value, or what a record has for one")
    try:
        return structured(CONVERTER, cast("Any", rules), Rules)
    except HeartsError:
        raise
    except (RecursionError, TypeError, ValueError) as error:  # no JSON parser has made these
        raise HeartsError(f"rules cannot be read: {quoted(rules)}") from error


def _players_of_entry(rules: Rules, first: _Entry | Rules) -> int | None:
    if isinstance(first, Rules):
        return None
    if isinstance(sheet := first.get("sheet"), ScoreSheet):
        return sheet.players
    given = (first[name] for name in ("taken", "counted", "points", PENALTY) if name in first)
    seats: tuple[object, ...] | None = next(given, None)
    return rules.usual_players if seats is None else len(seats)


def _sheet_of_entry(match: Match, entry: _Entry, insist: bool, left: object) -> ScoreSheet:
    """The sheet of a round, which leaves so much in the pool, if that is not None."""
    sheet = match.with_pool_after(_counted(match, entry, insist))
    if left is not None and (type(left) is not int or left != sheet.pool):
        leaves = "by its points the round leaves ", sheet.pool, " in the pool, not "
        raise fault("pool-after", *leaves, quoted(left))
    return sheet


def _counted(match: Match, entry: _Entry, insist: bool) -> ScoreSheet:
    if "insist" in entry and "points" not in entry:
        raise HeartsError(*naming("{insist} is about {points}: give them or leave it out"))
    if unknown := [key for key in entry if key not in _KEYS]:
        raise HeartsError(f"unknown key {quoted(unknown[0])}: the keys are {', '.join(_KEYS)}")
    insist = entry.pop("insist", insist)
    flag("insist", insist)
    for key, are in ("points", "points are"), ("sheet", "a sheet is"):
        if key in entry and entry.keys() - _BESIDE[key]:
            raise HeartsError(f"{are} given alone, without what was taken or other keys")
    if "points" in entry:
        return _points_checked(match, entry["points"], entry.get("face_up", ()), insist)
    if "sheet" in entry:
        return _checked_sheet(match, entry["sheet"])
    if not {"taken", "tricks", "counted"} & entry.keys():
        raise HeartsError(*naming("nothing says what was taken: give {taken} or {points}"))
    moon, partial = entry.get("moon"), entry.get("partial", False)  # unchecked by `score_hand`
    of_kind(str | None, moon, "moon must be a string such as 'add'")
    of_kind(bool, partial, "partial must be true or false")
    known: dict[str, Any] = {name: getattr(match, name) for name in _KNOWN}
    known["bids"] = match.settled.bids or None
    return score_hand(match.rules, **entry | known)


def _points_checked(
    match: Match, points: tuple[int, ...], face_up: CardsLike, insist: bool
) -> ScoreSheet:
    """The sheet of points, if a round can give them or the caller insists."""
    sheet = match.sheet_of_points(points)
    up = in_order(face_up)
    rules = match.rules
    kinds = dict.fromkeys(match.at_table.pack)
    may_be = [*dict.fromkeys(rules.shown_of([card]) for card in kinds)]
    if up and up not in may_be:
        raise not_shown(up)
    if insist or (match.contract is None and rules.contract_names):
        return sheet
    in_force = match.in_force

    def why_not(totals: tuple[int, ...]) -> HeartsError | None:
        """Why no round gives these points, whichever card was shown; None if one does."""
        why = None
        for shown_card in [up] if up else may_be:
            if not (why := refused(in_force.with_face_up(shown_card), totals, match.scores)):
                break
        return why

    if why := why_not(sheet.totals):
        added = tuple(now - before for now, before in zip(sheet.totals, match.scores, strict=True))
        if any(match.scores) and not why_not(added):
            mean = "as scores after the round they would mean the points "
            why = fault("scores-given", mean, added)
        wrong = f"no round of {in_force.name} gives the points "
        raise fault("impossible-points", wrong, points, ": ", why)
    return sheet


def _checked_sheet(match: Match, given: object) -> ScoreSheet:
    """The sheet, if it is one of this table."""
    sheet: ScoreSheet = of_kind(ScoreSheet, given, "sheet must be a ScoreSheet")
    players = match.players
    if sheet.players != players:
        raise HeartsError(
            f"the sheet is for {how_many(sheet.players, 'player')}, the game has {players}"
        )
    if strangers := sheet.named - {*range(players)}:
        raise HeartsError(f"the sheet names seat {min(strangers)}, which the game does not have")
    pooled = match.sides if match.rules.sides.pooled else ()
    if sheet.pooled != pooled:
        raise HeartsError(
            f"the partners on the sheet are {sheet.pooled}, those of the rules {pooled}"
        )
    return sheet
