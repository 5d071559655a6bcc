"""Reinforcement learning: a PettingZoo environment, and many rounds at once on the kernel.

Needs the extra ``rl``, which installs PettingZoo, numpy and numba.  `heartslib.rl.open_spiel` needs
the extra ``open_spiel`` and is imported by itself.
"""

from __future__ import annotations

from heartslib.errors import needs

try:
    from heartslib.rl.batch import Batch, BatchRounds, numbers_of, planes_of
    from heartslib.rl.environment import HeartsEnv, env
    from heartslib.rl.policy import PolicyBot
except ImportError as error:
    raise needs("heartslib.rl", "PettingZoo", "rl") from error

__all__ = ["Batch", "BatchRounds", "HeartsEnv", "PolicyBot", "env", "numbers_of", "planes_of"]

__dir__ = __all__.copy  # what `dir` shows of the module
