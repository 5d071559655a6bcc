"""The kernel: whole rounds in one compiled function, for every rulebook that can be lowered.

Cards are bits, seats are numbers, and the rules are a table of numbers and a table of card sets
(`heartslib.simulate.lowering.rules`); no objects are made.  The tests compare the kernel with `Game` move
by move: every set of legal cards, every trick, every point.

Copy k of a card is its bit in layer k, as in `heartslib.Cards`: a hand from one pack is one word.
There are five flat arrays: `T` and `M` hold the rules as numbers and as sets of cards, `N` and `S`
hold the round in the same way, and `W` is scratch space.  `layout` says what is where in them; the
names in capitals are its indices.

A round can stop before any card: the kernel returns when a seat whose policy is `ASK` is to act,
and `N` and `S` then hold the whole state.  A position can be written there in the same way, and
played on.

The functions are plain Python and run as they stand, slowly.  A target compiles them
(`heartslib.simulate.targets`): it has a decorator for each, and its own form of those in
`targets.python`.  The modules follow a round, and each calls only those above it:

* `words`: random numbers, and sets of cards in 64 bits;
* `legal`: the clauses that narrow a hand down to the legal cards;
* `dealing`: who gets which cards;
* `policies`: the card that a policy plays;
* `giving`: what is passed, charged, and exchanged with a kitty;
* `playing`: the tricks, from the opening lead to the end;
* `counting`: the points;
* `rounds`: all of this many times, for simulations, matches and play-outs;
* `batches`: many rounds side by side, a card at a time, for learning.

`heartslib.simulate.positions.samples` and `heartslib.simulate.positions.endgame` are compiled with them.
"""

from heartslib.simulate.kernel.layout import *
