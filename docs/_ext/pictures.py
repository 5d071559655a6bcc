"""Pictures that the library draws when the pages are built.

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
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata


class Picture(SphinxDirective):
    """A figure with what a value looks like."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"caption": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Run the lines after the examples above, and draw the value of the last."""
        names = self._examples()
        *lines, last = ast.parse("\n".join(self.content)).body
        if not isinstance(last, ast.Expr):
            raise self.error("the last line of a picture must be a value")
        exec(compile(ast.Module(lines, []), "<picture>", "exec"), names)  # noqa: S102 - our pages
        value = eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)  # noqa: S307
        figure = nodes.container(classes=["picture"])
        figure += nodes.raw("", _drawn(value), format="html")
        if caption := self.options.get("caption"):
            text, _ = self.parse_inline(caption)
            figure += nodes.paragraph("", "", *text, classes=["caption"])
        return [figure]

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
    """Register the directive."""
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
