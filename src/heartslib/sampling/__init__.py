"""For bots: hands that the others may hold, drawn evenly from all that fit what a seat knows.

A `View` tells a seat more than its hand: the cards that were played, what it passed to whom, cards
that were shown, how many cards lie where, and that every card was legal when it was played.
`sample_hands` draws from all the ways in which the hidden cards can lie so, each as likely as any
other.  `as_game` makes a game of it, in which play can go on.

What counts as one way:

* Copies of a card, where packs are shuffled together, are told apart, as if they were marked.
  Chance deals that way too.
* The order of the kitty makes no difference to the number of ways; it is drawn with them.
* Only where the cards lie now is drawn.  What the others passed to each other before is not, and
  what a player chose to pass, to charge or to lay down is no evidence.

A restriction of your own is asked whether each card could be played, next to a table on which of
the hands that were shown only charged cards lie.  It costs time, since a deal that it forbids is
drawn again.  An opening rule of your own is taken to restrict nothing but the lead to the first
trick.

Where a kitty is exchanged, nobody knows which cards came from it.  Cards that a player cannot have
held before then are counted: they must be no more than it took up.
"""

from __future__ import annotations

from heartslib.sampling.position import as_game
from heartslib.sampling.sampler import Sampled, Sampler, sample_hands

__all__ = ["Sampled", "Sampler", "as_game", "sample_hands"]
