"""The rulebook: a module for each chapter, and `Rules`, which puts the chapters together.

Each chapter module begins with the base class of its choices; the built-in ones follow.  `clauses` and `facts`
are what restrictions on play are made of.  What is not a chapter is in three packages:

* `book` binds the chapters into a rulebook, for a table and for a round, and prints it;
* `counting` says what the steps of scoring may ask, and looks for the points that a round can give;
* `compiled` turns the rules that are asked with every card into fast functions.
"""

from heartslib.rules import (
    book as book,
)
from heartslib.rules import (
    charging,
    clauses,
    contracts,
    dealer,
    deck,
    direction,
    ending,
    jokers,
    kitty,
    moon,
    opening,
    passing,
    play,
    pools,
    scoring,
    sides,
    tricks,
)
from heartslib.rules import (
    facts as facts,
)
from heartslib.rules.book import chapters as chapters
from heartslib.rules.book import marks, page, round_rules, rulebook
from heartslib.rules.book.marks import *
from heartslib.rules.book.page import *
from heartslib.rules.book.round_rules import *
from heartslib.rules.book.rulebook import *
from heartslib.rules.charging import *
from heartslib.rules.clauses import *
from heartslib.rules.contracts import *
from heartslib.rules.counting import terms
from heartslib.rules.counting.terms import *
from heartslib.rules.dealer import *
from heartslib.rules.deck import *
from heartslib.rules.direction import *
from heartslib.rules.ending import *
from heartslib.rules.jokers import *
from heartslib.rules.kitty import *
from heartslib.rules.moon import *
from heartslib.rules.opening import *
from heartslib.rules.passing import *
from heartslib.rules.play import *
from heartslib.rules.pools import *
from heartslib.rules.scoring import *
from heartslib.rules.sides import *
from heartslib.rules.tricks import *

__all__: list[str] = []
__all__ += page.__all__
__all__ += deck.__all__
__all__ += dealer.__all__
__all__ += direction.__all__
__all__ += contracts.__all__
__all__ += passing.__all__
__all__ += charging.__all__
__all__ += clauses.__all__
__all__ += play.__all__
__all__ += opening.__all__
__all__ += tricks.__all__
__all__ += kitty.__all__
__all__ += terms.__all__
__all__ += scoring.__all__
__all__ += pools.__all__
__all__ += jokers.__all__
__all__ += moon.__all__
__all__ += sides.__all__
__all__ += ending.__all__
__all__ += marks.__all__
__all__ += round_rules.__all__
__all__ += rulebook.__all__
