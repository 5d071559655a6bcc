"""Changes of the library: mutants, which have one operator, condition or statement changed, and listed faults."""

from __future__ import annotations

import ast
import copy
import functools
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from types import CodeType
from typing import Any, Final, NamedTuple, cast

__all__ = [
    "MODULES",
    "ROOT",
    "SOURCE",
    "Change",
    "equivalents",
    "faults",
    "mutants",
    "names",
    "path",
]

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"

MODULES: Final = (
    *("rules", "phases", "formats", "sampling", "show", "simulate", "variants"),
    *("table", "sheet", "view", "game", "ask", "scorecard", "cards", "events"),
    *("record", "rulefile", "wire"),
    *("_elsewhere", "_values/said"),
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


class Change(NamedTuple):
    """A change of one module.

    Attributes:
        module: The module, such as ``heartslib.rules.moon``.
        name: What a report and the list of equivalent mutants call it.
        lines: The lines of the statement; of a compound one, those before its body.
        scope: The lines of the function, class or module around it.
        in_function: Whether it changes a function, and not what a class or module does when it is made.
        code: Makes the changed module.
        is_equivalent: Whether no test can tell.
    """

    module: str
    name: str
    lines: range
    scope: range
    in_function: bool
    code: Callable[[], CodeType]
    is_equivalent: bool


class Place(NamedTuple):
    """Where a node hangs in the tree.

    Attributes:
        within: The names of the classes and functions around it.
        around: The function, class or module around it.
        statement: The statement that it is in.
        parent: The node that has it.
        field: The field of the parent.
        at: Its place in the field, if that is a list.
    """

    within: tuple[str, ...]
    around: ast.AST
    statement: ast.AST
    parent: ast.AST
    field: str
    at: int | None

    def put(self, node: ast.AST) -> None:
        """Put another node there."""
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


def mutants(module: str) -> Iterator[Change]:
    """Every mutant of a module, in the order of its source."""
    tree = ast.parse(path(module).read_text(encoding="utf-8"))
    known = equivalents()
    seen = Counter[str]()

    def code(place: Place, before: ast.AST, after: ast.AST | None) -> CodeType:
        place.put(ast.copy_location(after or ast.Pass(), before))
        changed = compile(ast.fix_missing_locations(tree), str(path(module)), "exec")
        place.put(before)
        return changed

    for node, place in _nodes(tree, Place((), tree, tree, tree, "", None)):
        more = _changes_of_declaration(node, place) if module.startswith(_DECLARATIONS) else ()
        for after in (*_changes(node), *more):
            where = ".".join(place.within) or "<module>"
            change = f"{_text(node)} -> {_text(after) if after else 'nothing'}"
            name = f"{module}:{where}: {change}"
            again = f" #{seen[name]}" if seen[name] else ""
            seen[name] += 1
            yield Change(
                module,
                name + again,
                _head(place.statement),
                _span(place.around),
                isinstance(place.around, ast.FunctionDef),
                functools.partial(code, place, node, after),
                any(fnmatchcase(name + again, pattern.replace("[", "[[]")) for pattern in known),
            )


def equivalents() -> list[str]:
    """Patterns of the mutants that no test can kill; a star matches anything."""
    return [*_read("equivalent.toml")["equivalent"]]


def faults() -> Iterator[Change]:
    """Faults that a programmer might make: ``faults.toml``."""
    for file, listed in _read("faults.toml").items():
        module = "heartslib." + file.removesuffix(".py").replace("/", ".")
        for was, becomes, *reason in listed:
            yield _fault(module.removesuffix(".__init__"), was, becomes, is_equivalent=bool(reason))


def _fault(module: str, was: str, becomes: str, *, is_equivalent: bool) -> Change:
    text = path(module).read_text(encoding="utf-8")
    if (times := text.count(was)) != 1:
        sys.exit(f"{module} has this {times} times, not once: {was}")
    first = text.partition(was)[0].count("\n") + 1
    last = first + was.count("\n")
    tree = ast.parse(text)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    around = [node for node in statements if first in _span(node) and last in _span(node)]
    scopes = [node for node in around if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    scope = min(scopes, key=lambda node: len(_span(node)), default=tree)
    short = [" ".join(each.split()) for each in (was, becomes)]
    changed = text.replace(was, becomes)
    return Change(
        module,
        f"{module}: {short[0]} -> {short[1]}",
        min(map(_span, around), key=len),
        _span(scope),
        isinstance(scope, ast.FunctionDef),
        functools.partial(compile, changed, str(path(module)), "exec", dont_inherit=True),
        is_equivalent,
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


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


def _nodes(node: ast.AST, here: Place) -> Iterator[tuple[ast.AST, Place]]:
    """Every node that may change: not types, docstrings, imports or ``__all__``."""
    for field, value in ast.iter_fields(node):
        if field in _TYPES or (field == "keywords" and isinstance(node, ast.ClassDef)):
            continue
        children = cast("list[object]", value if isinstance(value, list) else [value])
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or _left_alone(child, node):
                continue
            statement = child if isinstance(child, ast.stmt) else here.statement
            in_list = index if isinstance(value, list) else None
            place = Place(here.within, here.around, statement, node, field, in_list)
            yield child, place
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                place = place._replace(within=(*here.within, child.name), around=child)
            yield from _nodes(child, place)


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


def _changes_of_declaration(node: ast.AST, place: Place) -> Iterator[ast.AST]:
    """A rule, a choice or a card less, or two rules in the other order."""
    nothing = ast.Tuple([], ast.Load())
    match node:
        case ast.Constant(str() as text) if _SEVERAL_CARDS.fullmatch(text):
            yield ast.Constant(text.rpartition(" ")[0])
        case ast.keyword(str(), ast.Call() | ast.Name() | ast.Attribute()):
            yield ast.keyword(None, ast.Dict([], []))
        case ast.Call() | ast.Name() | ast.Attribute() if place.field == "elts":
            yield ast.Starred(nothing, ast.Load())
        case ast.Tuple([ast.Call() | ast.Name(), _, *_] as rules):
            for at in range(1, len(rules)):
                swapped = [*rules[: at - 1], rules[at], rules[at - 1], *rules[at + 1 :]]
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


def _span(node: ast.AST) -> range:
    """The lines of a node; those of a module have no end."""
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1_000_000)
    return range(first, last + 1)


def _head(statement: ast.AST) -> range:
    """The lines of a statement, or of a compound one those before its body."""
    first, last = _span(statement).start, _span(statement).stop
    body = cast("object", getattr(statement, "body", None))
    if isinstance(body, list):
        last = max(first + 1, _span(cast("ast.AST", body[0])).start)
    return range(first, last)
