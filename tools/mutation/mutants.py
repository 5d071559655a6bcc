"""Mutants: the library with one operator, constant, condition or statement changed."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple, Protocol, cast

__all__ = ["MODULES", "ROOT", "SOURCE", "Change", "Mutant", "mutants", "names", "path"]

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"

MODULES: Final = (
    *("rules", "phases", "formats", "sampling", "show", "simulate", "variants"),
    *("table", "sheet", "view", "game", "ask", "scorecard", "cards", "events"),
)
"""What is changed, as paths in the library without their suffix."""

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


class Change(Protocol):
    """A change of one module: a mutant, or a fault of the list."""

    @property
    def module(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def lines(self) -> range: ...
    @property
    def scope(self) -> range: ...
    @property
    def in_function(self) -> bool: ...
    def code(self) -> CodeType:
        """The changed module."""
        ...


class Place(NamedTuple):
    """Where a node is.

    Attributes:
        name: The class and function, or ``<module>``.
        node: The function, class or module.
        statement: The statement.
    """

    name: str
    node: ast.AST
    statement: ast.AST


class Slot(NamedTuple):
    """A node, and where it hangs in the tree."""

    parent: ast.AST
    field: str
    at: int | None
    node: ast.AST
    place: Place

    def put(self, node: ast.AST) -> None:
        """Put another node in its place."""
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


class Mutant(NamedTuple):
    """One change.

    Attributes:
        module: The module, such as ``heartslib.rules.moon``.
        change: What became what.
        number: Counts equal changes in the same place, from 0.
        slot: The node.
        after: What it becomes; None if it goes.
        tree: The module without the change.
    """

    module: str
    change: str
    number: int
    slot: Slot
    after: ast.AST | None
    tree: ast.Module

    @property
    def name(self) -> str:
        """What a report and the list of equivalent mutants call it."""
        again = f" #{self.number}" if self.number else ""
        return f"{self.module}:{self.slot.place.name}: {self.change}{again}"

    @property
    def lines(self) -> range:
        """The lines of the statement; of a compound one, those before its body."""
        node = self.slot.place.statement
        first, last = _span(node)
        body = cast("object", getattr(node, "body", None))
        if isinstance(body, list):
            last = max(first, _span(cast("ast.AST", body[0]))[0] - 1)
        return range(first, last + 1)

    @property
    def scope(self) -> range:
        """The lines of the function, class or module around it."""
        node = self.slot.place.node
        if isinstance(node, ast.Module):
            return range(1, 1_000_000)
        first, last = _span(node)
        return range(first, last + 1)

    @property
    def in_function(self) -> bool:
        """Whether it changes a function, and not what a class or module does when it is made."""
        return isinstance(self.slot.place.node, ast.FunctionDef)

    def code(self) -> CodeType:
        """The changed module."""
        before = self.slot.node
        after = self.after or ast.Pass()
        self.slot.put(ast.copy_location(after, before))
        code = compile(ast.fix_missing_locations(self.tree), str(path(self.module)), "exec")
        self.slot.put(before)
        return code


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its source."""
    tree = ast.parse(path(module).read_text(encoding="utf-8"))
    seen = Counter[tuple[str, str]]()
    for slot in _slots(tree, Place("<module>", tree, tree)):
        more = _changes_of_declaration(slot) if module.startswith(_DECLARATIONS) else ()
        for after in (*_changes(slot.node), *more):
            change = f"{_text(slot.node)} -> {_text(after) if after else 'nothing'}"
            place = slot.place.name, change
            yield Mutant(module, change, seen[place], slot, after, tree)
            seen[place] += 1


def names() -> list[str]:
    """The modules that are changed."""
    package = SOURCE / "heartslib"
    files = [file for each in MODULES for file in (package / each).rglob("*.py")]
    files += [package / f"{each}.py" for each in MODULES if (package / f"{each}.py").exists()]
    parts = (file.relative_to(SOURCE).with_suffix("").parts for file in sorted(files))
    return [".".join(each[:-1] if each[-1] == "__init__" else each) for each in parts]


def path(module: str) -> Path:
    """The file of a module."""
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


_DECLARATIONS: Final = "heartslib.variants."
_PROSE: Final = {"summary", "source", "decisions", "decisions_by_players"}
_TYPES: Final = {"annotation", "returns", "bases", "type_ignores"}


def _slots(node: ast.AST, place: Place) -> Iterator[Slot]:
    """Every node that may change: not types, docstrings, imports or ``__all__``."""
    for field, value in ast.iter_fields(node):
        if field in _TYPES or (field == "keywords" and isinstance(node, ast.ClassDef)):
            continue
        children = cast("list[object]", value if isinstance(value, list) else [value])
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or _left_alone(child, node):
                continue
            inner = place
            if isinstance(child, ast.stmt):
                inner = place._replace(statement=child)
            yield Slot(node, field, index if isinstance(value, list) else None, child, inner)
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                outer = "" if place.name == "<module>" else f"{place.name}."
                inner = Place(outer + child.name, child, child)
            yield from _slots(child, inner)


def _left_alone(node: ast.AST, parent: ast.AST) -> bool:  # noqa: C901, PLR0911 - a list of cases
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global() | ast.Nonlocal():
            return True
        case ast.Expr(ast.Constant()):  # a docstring, or the dots of a protocol
            return True
        case ast.Assign([ast.Name("__all__")]) | ast.AnnAssign(ast.Name("__all__")):
            return True
        case ast.AnnAssign(annotation=ast.Name("TypeAlias")):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Call(ast.Name("assert_never" | "TypeVar" | "cast" | "overload")):
            return True
        case ast.Assert() | ast.keyword("strict" | "maxsize"):  # the library checks itself; caches
            return True
        case ast.keyword(str() as name) if name in _PROSE:
            return True
        case ast.ClassDef(bases=bases):
            return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in bases)
        case ast.FunctionDef(decorator_list=marks):
            return any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in marks)
        case ast.Constant(str()):
            return isinstance(parent, ast.FormattedValue)
        case _:
            return False


def _changes(node: ast.AST) -> Iterator[ast.AST | None]:  # noqa: C901, PLR0912 - a list of cases
    """What a node may become; None removes a statement."""
    match node:
        case ast.Compare(left, ops, comparators):
            for index, op in enumerate(ops):
                for instead in _COMPARISONS[type(op)]:
                    yield ast.Compare(
                        left, [*ops[:index], instead(), *ops[index + 1 :]], comparators
                    )
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.BinOp(left, op, right) if type(op) in _ARITHMETIC:
            yield ast.BinOp(left, _ARITHMETIC[type(op)](), right)
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
            if value > 0:
                yield ast.Constant(value - 1)
        case ast.Constant(str() | bytes() as value):
            yield ast.Constant(value[:0] if value else "mutant")
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.If() | ast.While():
            yield from _tests(node)
        case ast.comprehension(target, elements, [_, *rest], is_async):
            yield ast.comprehension(target, elements, rest, is_async)
        case ast.match_case(pattern, ast.expr(), body):
            yield ast.match_case(pattern, None, body)
        case ast.Return(ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete() | ast.For():
            yield None
        case ast.Assign([target]) if not isinstance(target, ast.Name):
            yield None
        case _:
            pass


def _changes_of_declaration(slot: Slot) -> Iterator[ast.AST]:
    """A rule, a choice or a card less, or two rules in the other order."""
    nothing = ast.Tuple([], ast.Load())
    match slot.node:
        case ast.Constant(str() as text) if _SEVERAL_CARDS.fullmatch(text):
            yield ast.Constant(text.rpartition(" ")[0])
        case ast.keyword(str(), ast.Call() | ast.Name() | ast.Attribute()):
            yield ast.keyword(None, ast.Dict([], []))
        case ast.Call() | ast.Name() | ast.Attribute() if slot.field == "elts":
            yield ast.Starred(nothing, ast.Load())
        case ast.Tuple([ast.Call() | ast.Name(), _, *_] as rules):
            for place in range(1, len(rules)):
                swapped = [*rules[: place - 1], rules[place], rules[place - 1], *rules[place + 1 :]]
                yield ast.Tuple(swapped, ast.Load())
        case _:
            pass


_SEVERAL_CARDS: Final = re.compile("[2-9TJQKA][CDHS]( [2-9TJQKA][CDHS])+")


def _tests(node: ast.If | ast.While) -> Iterator[ast.stmt]:
    for value in (True, False):
        if isinstance(node, ast.While) and value:
            continue  # it would not end
        changed = copy.copy(node)
        changed.test = ast.copy_location(ast.Constant(value), node.test)
        yield changed


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _text(node: ast.AST) -> str:
    """A node on one line, shortened."""
    match node:
        case ast.If(test) | ast.While(test):
            text = f"{type(node).__name__.lower()} {ast.unparse(test)}"
        case ast.For(target, elements):
            text = f"for {ast.unparse(target)} in {ast.unparse(elements)}"
        case ast.comprehension(target, elements, tests):
            ifs = "".join(f" if {ast.unparse(each)}" for each in tests)
            text = f"for {ast.unparse(target)} in {ast.unparse(elements)}{ifs}"
        case ast.match_case(pattern, guard):
            text = f"case {ast.unparse(pattern)}{' if ' + ast.unparse(guard) if guard else ''}"
        case _:
            text = ast.unparse(node)
    text = " ".join(text.split())
    return text if len(text) <= 90 else f"{text[:60]} … {text[-27:]}"


def _span(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.end_lineno  # type: ignore[attr-defined]
