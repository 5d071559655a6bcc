"""The pages on which the library runs in the browser.

``{try-it} table`` is a part of that page, shown as it will be when Python starts.  Pyodide must have
been fetched (see `browser.fetch`); without it the part ``start`` says so and the others are empty.
"""

from __future__ import annotations

import functools
import io
import json
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from html import escape, unescape
from importlib.metadata import files
from pathlib import Path
from typing import Any, Final

from browser import fetch
from browser.page import Page
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import heartslib
from examples.web_table.alone import first
from heartslib import variants

DOCNAME: Final = "try"
SOURCE: Final = Path(fetch.__file__).parent
ROOT: Final = SOURCE.parents[1]
SCRIPTS: Final = ("page.js", "worker.js", "page.css")
LOOKS: Final = re.compile(r'(?:href|src)="(_static/[^"]+)"')
"""What else a page needs."""
TABLE: Final = ROOT / "examples" / "web_table"
PROGRAMS: Final = [
    "alone",
    "computer",
    "hints",
    "names",
    "out",
    "reactions",
    "screen",
    "sheet",
    "store",
    "table",
    "undo",
]
"""The modules of the table in the browser that need no server."""
REQUIRED: Final = ("attrs", "cattrs", "typing_extensions")
"""What the library needs; all of it is Python, so that the files installed here will do."""

LIBRARY: Final = "library.zip"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)

PARTS: Final = {
    "table": """\
<div id="try-problem" role="alert">{problem}</div>
<div id="try-setup">{setup}</div>
<div id="try-picture">{picture}</div>
<div role="status"><p id="try-why">{why}</p><p id="try-status">{status}</p></div>
<div id="try-hand">{hand}</div>
<p id="try-said">{said}</p>
<div id="try-result">{result}</div>""",
    "rules": """\
<div id="try-rules">{rules}</div>
<div id="try-rules-problem" role="alert">{rules-problem}</div>
<div id="try-diff" aria-live="polite">{diff}</div>
<details><summary>The whole rulebook</summary><div id="try-rulebook">{rulebook}</div></details>
<div id="try-file">{file}</div>""",
    "score": """\
<div id="try-score">{score}</div>
<div id="try-sheet" aria-live="polite">{sheet}</div>""",
}

START: Final = """\
<div id="try-start" data-bytes="{size}" data-version="{version}">
<button type="button" class="go" disabled>Start ({size_in_mb} MB)</button>
<p role="status">This needs JavaScript and a web server; a file on disk will not do.</p>
</div>"""

GAMES: Final = """\
<form action="play/index.html">
<label>Game <select name="game">{options}</select></label>
<label>Computer players <select name="strength">
<option value="easy">Easy: they make mistakes</option>
<option value="casual" selected>Casual: they avoid points</option></select></label>
<button class="go">Sit down</button>
</form>"""

ABSENT: Final = """\
This copy of the docs was built without Python for the browser, so there is nothing to try here. To \
have it, run `nox -s page` in a checkout; it needs npm."""


class TryIt(SphinxDirective):
    """A part of the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The part as HTML, or what is said in its place."""
        part = self.arguments[0]
        self.env.note_dependency(str(SOURCE / "page.py"))
        self.env.note_dependency(str(fetch.FOLDER / "VERSION"))
        if not fetch.fetched():
            if part != "start":
                return []
            text, _ = self.parse_inline(ABSENT)
            note = nodes.note()
            note += nodes.paragraph("", "", *text)
            return [note]
        if part == "start":
            made = START.format(**_start())
        elif part == "games":
            made = GAMES.format(options="".join(_options()))
        else:
            made = PARTS[part].format(**_first_parts())
        inert = "" if part in {"start", "games"} else " inert"
        return [nodes.raw("", f'<div class="try"{inert}>{made}</div>', format="html")]


def _start() -> dict[str, object]:
    """How much the browser loads, and which version."""
    size = sum(len(content) for _, content in _contents())
    return {
        "size": size,
        "size_in_mb": f"{size / 1e6:.0f}",
        "version": f"{zlib.crc32(_library()):08x}",
    }


def _options() -> Iterator[str]:
    """The games at the table."""
    for slug, rules in variants.all().items():
        yield f'<option value="{slug}">{escape(rules.name)}</option>'


def _table_page() -> str:
    """The page of the table, as the server has it, with the way to its worker."""
    page = (TABLE / "static" / "table.html").read_text("utf-8").replace('"/static/', '"static/')
    style = f"<style>{(SOURCE / 'play.css').read_text('utf-8')}</style>"
    page = page.replace('<link rel="manifest" href="/manifest.webmanifest">', style)
    return page.replace(
        "<html ", '<html data-version="{version}" data-bytes="{size}" '.format(**_start())
    )


def _first_parts() -> dict[str, str]:
    """What the page shows when Python has started."""
    parts: dict[str, str] = json.loads(Page().reply(json.dumps({"do": "start"})))
    return {name.removeprefix("try-"): part for name, part in parts.items()}


def _contents() -> Iterator[tuple[str, bytes]]:
    """The files that the browser loads to start, by name."""
    for name in fetch.FILES:
        yield name, (fetch.FOLDER / name).read_bytes()
    yield LIBRARY, _library()


@functools.cache
def _library() -> bytes:
    """The library, what it needs and the program of the page, as one archive."""
    root = Path(heartslib.__file__).parent
    sources = {
        path.relative_to(root.parent).as_posix(): path
        for path in root.rglob("*")
        if path.suffix in {".py", ".svg"} or path.name in {"py.typed", "weights.json"}
    }
    for name in REQUIRED:
        installed = (path for path in files(name) or () if "__pycache__" not in path.parts)
        sources |= {path.as_posix(): Path(str(path.locate())) for path in installed}
    sources["page.py"] = SOURCE / "page.py"
    for name in PROGRAMS:
        sources[f"examples/web_table/{name}.py"] = TABLE / f"{name}.py"
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(sources.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return written.getvalue()


def _add_scripts(app: Sphinx, pagename: str, *_: Any) -> None:
    if pagename == DOCNAME and fetch.fetched():
        app.add_js_file("try/page.js", type="module")
        app.add_css_file("try/page.css")


def _add_files(app: Sphinx, problem: Exception | None) -> None:
    if problem or app.builder.format != "html" or not fetch.fetched():
        return
    folder = Path(app.outdir) / "_static" / "try"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in SCRIPTS:
        shutil.copyfile(SOURCE / name, folder / name)
    for name, content in _contents():
        (folder / name).write_bytes(content)
    play = Path(app.outdir) / "play"
    shutil.rmtree(play, ignore_errors=True)
    lobby = shutil.ignore_patterns(
        "index.*", "lobby.css", "missing.html", "offline.js", "worker.js"
    )
    shutil.copytree(TABLE / "static", play / "static", ignore=lobby)
    shutil.copyfile(SOURCE / "link.js", play / "static" / "link.js")
    courts = Path(heartslib.__file__).parent / "show" / "courts.svg"
    shutil.copyfile(courts, play / "static" / courts.name)
    (play / "index.html").write_text(_table_page(), "utf-8")
    (play / "first").mkdir()
    for slug, rules in variants.all().items():
        (play / "first" / f"{slug}.json").write_text(json.dumps(first(rules)), "utf-8")
    _add_offline(Path(app.outdir))


def _add_offline(site: Path) -> None:
    """The service worker, which knows all files of the pages and is another one if any of them changes."""
    page = f"{DOCNAME}.html"
    folders = ("_static/try", "play")
    made = (path for folder in folders for path in (site / folder).rglob("*") if path.is_file())
    looks = {unescape(each) for each in LOOKS.findall((site / page).read_text("utf-8"))}
    files = sorted({page, *looks, *(path.relative_to(site).as_posix() for path in made)})
    asked = f"{LIBRARY}?v={_start()['version']}"  # as the pages do
    files = [name.replace(LIBRARY, asked) for name in files]
    mark = 0
    for name in files:
        mark = zlib.crc32((site / name.partition("?")[0]).read_bytes(), mark)
    names = f'const KEPT = "heartslib-{mark:08x}";\nconst FILES = {json.dumps(files)};\n'
    worker = (SOURCE / "offline.js").read_text("utf-8")
    (site / "offline.js").write_text(names + worker, "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, and add the files of the page."""
    app.add_directive("try-it", TryIt)
    app.connect("html-page-context", _add_scripts)
    app.connect("build-finished", _add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
