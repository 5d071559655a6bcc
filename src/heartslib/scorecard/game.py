"""The score of a whole game from its rounds as people give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import accumulate
from typing import Any, Final, TypeAlias, TypeGuard, cast

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
    *("bids", "face_up", "counted", "points", "insist", "sheet", "passed"),
)
_KNOWN: Final = ("players", "scores", "course", "dealer", "pool", "contract")
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
    pool: int = 0,
    insist: bool = False,
) -> ScoreCard:
    """The score card of a game that was played elsewhere.

    >>> from heartslib import variants
    >>> rounds = [{"points": (13, 13, 0, 0)}, {"points": (0, 1, 5, 20)}]
    >>> score_game(variants.get("american"), rounds=rounds).scores
    (13, 14, 5, 20)

    Args:
        rules: The rulebook.
        rounds: The rounds, first to last.  Each is one of these: a list of what the seats took; a
            mapping of arguments for `score_hand` (``counted``, ``taken``, ``contract``, ``moon``,
            ``charged``, ``trick_counts``, ``partial``, ``tricks`` with ``leader``); a mapping with
            ``points``, the points that the round gave in the end, or with ``sheet``, a `ScoreSheet`
            or the JSON of one; or a `ScoreSheet` alone.  Where contracts follow a fixed order, ``contract`` can
            be left out, and so can ``face_up`` beside ``points``: then some card must allow them.  A `Rules` value, or a mapping with ``rules``, changes the rules from the
            next round on.  A mapping with ``penalty``, points by seat, and a ``reason`` is a row beside
            the rounds, such as for a renege; partners who score together may both have it.  Before them all, a mapping with ``scores``, and with ``pool`` if there
            is one, stands for these arguments.  In a later one, ``pool`` is what the round leaves in
            the pool, and is checked.
        players: The number of players; by default that of the first round.
        names: The names of the players, seat 0 first.
        scores: The scores before the first of `rounds`; by default all 0.
        round_number: How many rounds came before it.
        contracts: The contracts of those rounds, first to last, if dealers named them.
        pool: The counters in the pool before the first of `rounds`.
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
    given = None if names is None else series(MOST_PLAYERS, names, "names")
    match: Match | None = None
    entries = series(MOST_ROUNDS, rounds, "rounds")
    if scores is None and entries and _is_start(entries[0]):
        start = series(MOST_PLAYERS, entries[0]["scores"], "scores", NUMBERS_BY_SEAT)
        earlier |= {**entries[0], "scores": start}
        entries = entries[1:]
        players = len(start) if players is None else players
    changes: list[tuple[int, Rules]] = []
    penalties: list[tuple[int, ScoreSheet]] = []
    wrong: list[HeartsError] = []
    codes = set[str]()
    for place, each in enumerate(entries, 1):
        number = place + round_number - len(changes) - len(penalties)
        line = getattr(each, "line", None)
        where = ("round ", number) if line is None else ("line ", line, ", round ", number)
        entry: _Entry | Rules = {}
        try:
            entry = _read_entry(each)
            if match is None:
                count = _players_of_entry(rules, entry) if players is None else players
                match = gone_on(Match.start(rules, count, names=given), **earlier)
            if match.is_over and not wrong and (isinstance(entry, Rules) or PENALTY not in entry):
                raise fault("after-the-end", "the game had ended before")
            match = _after(match, entry, insist, changes, penalties)
        except HeartsError as error:
            if match is None and entry:
                raise  # the arguments are wrong, not the round
            wrong.append(fault("round", *where, ": ", error))
            codes.add(error.code)
            if match is None or len(wrong) == MOST_FAULTS or match.rules.has_pool:
                break  # what follows depends on it
            match = _after_wrong(match, entry, error)
    if wrong:
        how = "; give {counted}, the points of the penalty cards that each player took, or {insist=True}"
        remedy = naming(how) if "impossible-points" in codes else []
        raise fault("rounds", *listing(wrong), *remedy)
    match = match or gone_on(Match.start(rules, players, names=given), **earlier)
    first = match.first or match
    handicap = () if first.sheets or not any(first.scores) else first.scores
    winners = match.winners if match.is_over else ()
    played = tuple(contract for _, contract in match.contracts)
    return ScoreCard(
        rules, match.names, match.sheets, match.course, match.is_over, winners, played,
        tuple(changes), handicap, _pools(match, first), tuple(penalties),
    )  # fmt: skip


def _after(
    match: Match,
    entry: _Entry | Rules,
    insist: bool,
    changes: list[tuple[int, Rules]],
    penalties: list[tuple[int, ScoreSheet]],
) -> Match:
    """The match after an entry; a change of the rules or a penalty is added to its list."""
    if isinstance(entry, Rules):
        match = match.with_rules(entry)
        changes.append((match.round_number, entry))
        return match
    if PENALTY in entry:
        sheet = _penalty_of(match, entry)
        penalties.append((match.round_number, sheet))
        after = added_to(match.scores, sheet)
        course = (*match.course, after)[:-2] + ((after,) if match.course else ())
        return match.after(scores=after, course=course)
    if not {"points", "sheet"} & entry.keys():
        match = match.with_sale(entry.pop("bids", ()))
    match = match.with_contract(entry.get("contract"))
    left = plain(entry.pop(POOL, None))
    return match.with_sheet(_sheet_of_entry(match, entry, insist, left))


def _after_wrong(match: Match, entry: _Entry | Rules, error: HeartsError) -> Match:
    """The match after an entry that is refused, as far as it says what it gave: others follow."""
    points: Any = for_each(match.players, 0)
    if error.code == "impossible-points" and isinstance(reason := error.data[-1], HeartsError):
        points = reason.data[0] if reason.code == "scores-given" else error.data[0]
    with suppress(HeartsError):
        match = match.with_contract(entry.get("contract") if isinstance(entry, dict) else None)
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
        rules: Any = parts["rules"]
        return rules if isinstance(rules, Rules) else structured(CONVERTER, rules, Rules)
    for name in ("taken", "counted", "points", "bids", "trick_counts", PENALTY):
        if name in parts and (parts[name] is not None or name != "trick_counts"):
            parts[name] = series(MOST_PLAYERS, parts[name], name)
    if isinstance(parts.get("sheet"), dict):
        parts["sheet"] = structured(CONVERTER, parts["sheet"], ScoreSheet)
    return parts


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
