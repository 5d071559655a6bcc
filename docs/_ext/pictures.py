"""Pictures that are drawn when the pages are built.

A ``{bars}`` is the table before it, drawn: a bar for each row, as long as the number in its second column.
The line of a ``{picture}`` is a value of the page's own Python examples above it: a hand, a view,
a game, a score sheet, or a figure of matplotlib.  It is drawn as in a notebook.  A caption goes in
``:caption:``.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
from doctest import DocTestParser
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from matplotlib.figure import Figure
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata


class Captioned(SphinxDirective):
    """A figure, with the text that is below it."""

    option_spec: ClassVar[dict[str, Any]] = {"caption": directives.unchanged_required}

    def figure(self, value: Any) -> list[nodes.Node]:
        """The figure of a value."""
        figure = nodes.container(classes=["picture"])
        figure += nodes.raw("", _drawn(value), format="html")
        if caption := self.options.get("caption"):
            text, _ = self.parse_inline(caption)
            figure += nodes.paragraph("", "", *text, classes=["caption"])
        return [figure]


class Bars(Captioned):
    """The table before it as bars."""

    def run(self) -> list[nodes.Node]:
        """Read the table, and draw it."""
        *_, table = self.state.document.findall(nodes.tbody)
        rows = [[cell.astext() for cell in row.children] for row in table.children]
        names, numbers = [row[0] for row in rows], [row[1].split()[0] for row in rows]
        figure = Figure(figsize=(7, 0.3 + 0.35 * len(rows)), layout="constrained")
        axes = figure.subplots()
        is_ours = [name.startswith(("heartslib", "simulate")) for name in names]
        colours = ["#1f6b4a" if ours else "#94633a" for ours in is_ours]
        bars = axes.barh(names, [float(each.replace(",", "")) for each in numbers], color=colours)
        axes.bar_label(bars, numbers, padding=3)
        axes.invert_yaxis()
        axes.margins(x=0.15)
        axes.xaxis.set_visible(False)
        axes.spines[:].set_visible(False)
        axes.tick_params(left=False)
        return self.figure(figure)


class Picture(Captioned):
    """A figure with what a value looks like."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Run the lines after the examples above, and draw the value of the last."""
        names = self._examples()
        *lines, last = ast.parse("\n".join(self.content)).body
        if not isinstance(last, ast.Expr):
            raise self.error("the last line of a picture must be a value")
        exec(compile(ast.Module(lines, []), "<picture>", "exec"), names)  # noqa: S102 - our pages
        value = eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)  # noqa: S307
        return self.figure(value)

    def _examples(self) -> dict[str, Any]:
        """The names of the examples so far; each is run once."""
        state = self.env.temp_data.setdefault("pictures", {"done": 0, "names": {}})
        blocks = [
            block.astext()
            for block in self.state.document.findall(nodes.literal_block)
            if block.get("language") == "python"
        ]
        names: dict[str, Any] = state["names"]
        for text in blocks[state["done"] :]:
            with contextlib.redirect_stdout(io.StringIO()):
                _run(text, names)
        state["done"] = len(blocks)
        return names


def _run(text: str, names: dict[str, Any]) -> None:
    examples = DocTestParser().get_examples(text)
    if not examples:
        exec(compile(text, "<example>", "exec"), names)  # noqa: S102
    for example in examples:
        refused = contextlib.suppress(Exception if example.exc_msg else ())
        with refused:
            exec(compile(example.source, "<example>", "single"), names)  # noqa: S102


def _drawn(value: Any) -> str:
    for name in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, name) and (drawn := getattr(value, name)()):
            return str(drawn)
    written = io.StringIO()
    value.savefig(written, format="svg", metadata={"Date": None})
    return re.sub(r"^.*?(?=<svg)", "", written.getvalue(), flags=re.DOTALL)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("picture", Picture)
    app.add_directive("bars", Bars)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
