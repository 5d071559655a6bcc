"""Sphinx: ``python -m sphinx -n -W -b html docs docs/_build/html``."""

from __future__ import annotations

import sys
from pathlib import Path

import heartslib

HERE = Path(__file__).parent

sys.path[:0] = [str(HERE / "_ext"), str(HERE), str(HERE.parent)]

project = "heartslib"
author = copyright = "The heartslib authors"
version = release = heartslib.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinxext.opengraph",
    "pages",
    "pictures",
    "plain",
    "try_it",
]
exclude_patterns = [
    "_build",
    "_pyodide",
    "reference/names.md",  # for readers of a checkout; here the index has all names
]
nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"collections\.(abc\.\w+|Counter)"),  # the build asks no other site
    ("py:class", r"cattrs\..+"),
    ("py:class", r"(heartslib\._values\.arguments\.)?Pairs"),  # a Mapping, for type checkers
    (
        "py:class",
        r"typing_extensions\.Unpack|heartslib\.(game\._Beginning|simulate\._Options)",
    ),  # arguments
    ("py:class", r"heartslib\.table\._T"),
    ("py:class", r"heartslib\._elsewhere\.\w+"),  # what several arguments have in common
    ("py:class", r"InKernel"),  # the search in compiled code, which no page describes
    ("py:class", r"Numbers"),  # arrays of numpy, in a module that works without it
    ("py:class", r"heartslib\.rules\.compiled\.lookup\.FastRules"),  # what a match keeps for itself
    ("py:class", r"concurrent\.futures\..+"),
    ("py:class", r"pathlib\..+"),
    ("py:class", r"importlib\.resources\..+"),
    ("py:class", r"(numpy|gymnasium|pettingzoo|random|spaces|npt|np)\..+"),
]

html_theme = "furo"
html_baseurl = "https://heartslib.github.io/heartslib/"
html_favicon = "_static/heart.svg"
html_logo = "_static/heart.svg"
html_theme_options = {
    "source_repository": "https://github.com/heartslib/heartslib/",
    "source_branch": "main",
    "source_directory": "docs/",
}
html_static_path = ["_static"]
html_extra_path = ["reference/schema", "../src/heartslib/schemas/heartslib.d.ts"]
html_css_files = ["heartslib.css"]
html_js_files = ["sidebar.js"]
html_search_scorer = str(HERE / "_ext" / "scorer.js")
html_title = f"heartslib {release}"

ogp_site_url = html_baseurl
ogp_image = "_static/social.png"
ogp_image_alt = "A table of Hearts, drawn by heartslib"

copybutton_exclude = ".linenos, .gp, .go"  # a copy of an example has neither prompts nor output

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

default_role = "code"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_type_aliases = {
    "CardsLike": "~heartslib.cards.CardsLike",
    "Move": "~heartslib.moves.Move",
    "Phase": "~heartslib.phases.Phase",
    "Json": "~heartslib.record.Json",
    "CardPoints": "~heartslib.rules.scoring.CardPoints",
}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_use_ivar = True
napoleon_use_rtype = False
