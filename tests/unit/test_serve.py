"""The command serve: every method, and whatever may be wrong on a line; afterwards the games are as they were."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from heartslib import Game, legal_plays, moves, record, rulefile, score_hand, variants, wire
from heartslib.cli import BAD_INPUT, main, serve
from heartslib.cli.serve import Server
from heartslib.moves import Play
from heartslib.schemas_for_tests import nothing  # placeholder
