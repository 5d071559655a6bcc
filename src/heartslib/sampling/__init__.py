"""For bots: random hands for the other players that fit what a seat knows.

A `View` shows more than a hand: the cards that were played, what the seat passed to whom, cards
that were shown, how many cards are where, and that every card was legal when it was played.
`sample_hands` draws one of all the deals of the hidden cards that fit, each as likely as any other.
`as_game` turns it into a game that can be played on.

What counts as one deal:

* Copies of a card, if packs are shuffled together, count as different, as if they were marked.
  Chance deals that way too.
* The order of the kitty is drawn, too, but does not make another deal.
* Once the pass is over, what the others passed to each other is not drawn.  What a
  player chose to pass, to charge or to lay down is not used as evidence.

A restriction of your own is asked whether each card could be played, on a table that shows charged
cards but no other shown hands.  This takes time, because a deal that it forbids is drawn again.  An
opening rule of your own is assumed to restrict only the lead to the first trick.

If a kitty is exchanged, nobody knows which cards came from it.  The cards that a player cannot have
held before are counted: there must be no more of them than that player took up.
"""

from __future__ import annotations

from heartslib.sampling.sampler import Chances, Sampled, Sampler, chances, sample_hands
from heartslib.sampling.to_game import as_game

__all__ = ["Chances", "Sampled", "Sampler", "as_game", "chances", "sample_hands"]

__dir__ = __all__.copy  # what `dir` shows of the module
