"""A site with the page "Try it here" alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

CONF = """\
import sys
from pathlib import Path
docs = Path({docs!r})
sys.path[:0] = [str(docs / "_ext"), str(docs), str(docs.parent)]
extensions = ["myst_nb", "try_it"]
html_theme = "furo"
html_title = "heartslib"
html_favicon = str(docs / "_static" / "heart.svg")
html_static_path = [str(docs / "_static")]
html_css_files = ["heartslib.css"]
html_js_files = ["sidebar.js"]
{more}
"""


def built(folder: Path, more: str = "") -> Path:
    """The folder of the site; `more` is added to the settings of Sphinx."""
    source = folder / "source"
    source.mkdir()
    (source / "conf.py").write_text(CONF.format(docs=str(ROOT / "docs"), more=more), "utf-8")
    (source / "index.md").write_text("# Home\n\n```{toctree}\ntry\n```\n", "utf-8")
    page = (ROOT / "docs" / "try.md").read_text("utf-8")
    page = re.sub(r"\]\([a-z/-]+\.md(#[a-z-]+)?\)", "](index.md)", page)
    (source / "try.md").write_text(page, "utf-8")
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "-q", "-b", "html"]
    subprocess.run([*command, str(source), str(folder / "site")], check=True)  # noqa: S603
    return folder / "site"
