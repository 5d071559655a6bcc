"""The rulebook: a module for each chapter, and `Rules`, which puts the chapters together.

Each chapter module begins with the base class of its choices; the built-in ones follow.
"""

from heartslib.rules import (
    chapters as chapters,
)
from heartslib.rules import (
    charging,
    choice,
    clauses,
    contracts,
    count,
    dealer,
    deck,
    ending,
    jokers,
    kitty,
    marks,
    moon,
    opening,
    page,
    passing,
    play,
    pools,
    round_rules,
    rulebook,
    scoring,
    sides,
    tricks,
)
from heartslib.rules import (
    facts as facts,
)
from heartslib.rules.charging import *
from heartslib.rules.choice import *
from heartslib.rules.clauses import *
from heartslib.rules.contracts import *
from heartslib.rules.count import *
from heartslib.rules.dealer import *
from heartslib.rules.deck import *
from heartslib.rules.ending import *
from heartslib.rules.jokers import *
from heartslib.rules.kitty import *
from heartslib.rules.marks import *
from heartslib.rules.moon import *
from heartslib.rules.opening import *
from heartslib.rules.page import *
from heartslib.rules.passing import *
from heartslib.rules.play import *
from heartslib.rules.pools import *
from heartslib.rules.round_rules import *
from heartslib.rules.rulebook import *
from heartslib.rules.scoring import *
from heartslib.rules.sides import *
from heartslib.rules.tricks import *

__all__: list[str] = []
__all__ += choice.__all__
__all__ += page.__all__
__all__ += deck.__all__
__all__ += dealer.__all__
__all__ += contracts.__all__
__all__ += passing.__all__
__all__ += charging.__all__
__all__ += clauses.__all__
__all__ += play.__all__
__all__ += opening.__all__
__all__ += tricks.__all__
__all__ += kitty.__all__
__all__ += count.__all__
__all__ += scoring.__all__
__all__ += pools.__all__
__all__ += jokers.__all__
__all__ += moon.__all__
__all__ += sides.__all__
__all__ += ending.__all__
__all__ += marks.__all__
__all__ += round_rules.__all__
__all__ += rulebook.__all__
