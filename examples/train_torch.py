"""A network learns to play American Hearts against `duck`, with PyTorch.

Run ``python examples/train_torch.py --minutes 8``, or with ``--device cuda`` where there is a GPU:
then the rounds are played there too, and the network reads them in place.  It needs the extra ``rl``
and PyTorch.

The learner sits in seat 0 and plays the cards; `duck` passes for it, and plays the other seats.  It
is trained by proximal policy optimization (PPO): many rounds are played side by side, each play is
rated by how much better the round went than expected, and a few steps are taken towards the better
plays.  Before and after, it is compared with `duck` in its seat.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from heartslib import PACK, variants
from heartslib.rl import Batch, BatchRounds
from heartslib.simulate import simulate

torch: Any = importlib.import_module("torch")

RULES = variants.get("american")
CARDS = 13
"""How many cards the learner plays in a round."""
POINTS = 10
"""The network counts in tens of points."""
LAMBDA = 0.95
CLIP = 0.2
EPOCHS = 3
PLAYS = 1024
"""How many plays one step of the optimizer learns from."""
RATE = 1e-3
ENTROPY = 0.005


class Seen(NamedTuple):
    """What the learner saw, did and expected, for every card of every round.

    Attributes:
        planes: What it saw, (cards, rounds, numbers).
        legal: What it could play, (cards, rounds, 52).
        cards: What it played, (cards, rounds).
        chances: The logarithms of the chances of these cards.
        expected: What it expected to get in the rest of the round.
        rewards: What it got for each card.
    """

    planes: Any
    legal: Any
    cards: Any
    chances: Any
    expected: Any
    rewards: Any


def network(players: int, device: str) -> Any:
    """A network that reads planes; its outputs are a number for each card, and what it expects."""
    nn = torch.nn
    layers = nn.Linear((3 + 3 * players) * 52, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()
    return nn.Sequential(*layers, nn.Linear(256, 52 + 1)).to(device)


def read(net: Any, planes: Any, legal: Any) -> tuple[Any, Any]:
    """The chances of the legal cards, and what the learner expects to get."""
    out = net(planes.float())
    logits = out[..., :52].masked_fill(~legal, -1e9)
    return torch.distributions.Categorical(logits=logits, validate_args=False), out[..., 52]


def tensors(batch: Batch, device: str) -> tuple[Any, Any]:
    """The planes of each round in a row, and its legal cards; on a GPU nothing is copied to it."""
    planes, legal = (torch.as_tensor(each, device=device) for each in (batch.planes, batch.legal))
    return planes.flatten(1), legal.bool()


def taken(batch: Batch, costs: Any) -> Any:
    """Minus the points of the cards that the learner has taken."""
    cards = torch.as_tensor(batch.taken, device=costs.device)[:, 0]
    return -(cards.float() @ costs) / POINTS


def played(net: Any, rounds: BatchRounds, costs: Any) -> Seen:
    """Play a round in every row, by chance, and keep what the learner saw."""
    batch = rounds.reset()
    kept: list[tuple[Any, ...]] = []
    for _ in range(CARDS):
        planes, legal = (each.clone() for each in tensors(batch, rounds.device))
        with torch.no_grad():
            chances, expected = read(net, planes, legal)
        cards = chances.sample()
        before = taken(batch, costs)
        batch = rounds.step(cards, check=False)
        # what a card costs is known when it is taken; the last card settles the rest, with a moon
        done = torch.as_tensor(batch.done, device=rounds.device)
        scored = torch.as_tensor(batch.rewards, device=rounds.device)[:, 0] / POINTS
        rewards = torch.where(done, scored, taken(batch, costs)) - before
        kept.append((planes, legal, cards, chances.log_prob(cards), expected, rewards))
    return Seen(*map(torch.stack, zip(*kept, strict=True)))


def learn(net: Any, optimizer: Any, seen: Seen) -> None:
    """Take some steps towards the plays that went better than expected."""
    ratings, later = torch.zeros_like(seen.expected), 0
    following = torch.cat([seen.expected[1:], torch.zeros_like(seen.expected[:1])])
    surprises = seen.rewards + following - seen.expected
    for card in reversed(range(CARDS)):  # generalized advantage estimation
        ratings[card] = later = surprises[card] + LAMBDA * later
    goals = ratings + seen.expected
    ratings = (ratings - ratings.mean()) / (ratings.std() + 1e-8)
    parts = [each.flatten(0, 1) for each in (*seen[:4], ratings, goals)]
    for _ in range(EPOCHS):
        for some in torch.randperm(len(goals.flatten()), device=goals.device).split(PLAYS):
            planes, legal, cards, before, rating, goal = (each[some] for each in parts)
            chances, expected = read(net, planes, legal)
            ratio = (chances.log_prob(cards) - before).exp()
            gain = torch.minimum(ratio * rating, ratio.clamp(1 - CLIP, 1 + CLIP) * rating)
            error = (expected - goal).square()
            loss = (error / 2 - gain - ENTROPY * chances.entropy()).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def measured(net: Any, device: str, count: int, seed: int) -> tuple[float, float]:
    """The mean points of the learner, which plays its best card, and the standard error."""
    found: list[Any] = []
    for part in range(0, count, 10_000):
        some = min(10_000, count - part)
        rounds = BatchRounds(
            RULES, some, seat=0, others="duck", seed=seed + part, renew=False, device=device
        )
        batch = rounds.reset()
        for _ in range(CARDS):
            with torch.no_grad():
                chances, _ = read(net, *tensors(batch, device))
            batch = rounds.step(chances.logits.argmax(dim=1), check=False)
        found.append(-torch.as_tensor(batch.rewards, device=device)[:, 0].clone())
    points = torch.cat(found).double()
    return float(points.mean()), float(points.std()) / count**0.5


def compared(name: str, net: Any, device: str, count: int, seed: int) -> str:
    """How many more points the learner takes than `duck` does in its seat."""
    mean, error = measured(net, device, count, seed)
    duck = simulate(RULES, rounds=count, policy="duck", seed=seed)
    gap, error = mean - duck.means[0], (error**2 + duck.standard_errors[0] ** 2) ** 0.5
    return (
        f"{name}: {mean:.2f} points in a round, duck {duck.means[0]:.2f}, learner minus duck "
        f"{gap:+.2f} ± {error:.2f} ({count} rounds)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train a network and print how it compares with `duck`.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(description="A network learns to play American Hearts")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--rounds", type=int, default=1000, help="side by side, while learning")
    parser.add_argument("--minutes", type=float, default=1, help="how long it learns")
    parser.add_argument("--measured", type=int, default=100_000, help="rounds of a comparison")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    torch.manual_seed(given.seed)
    rounds = BatchRounds(
        RULES, given.rounds, seat=0, others="duck", seed=given.seed, renew=False,
        device=given.device,
    )  # fmt: skip
    now = RULES.at(RULES.usual_players).in_force
    costs = torch.tensor(
        [float(now.cost(card)) for card in PACK],
        device=given.device,
    )
    net = network(rounds.players, given.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE, eps=1e-5)
    print(compared("before", net, given.device, given.measured, given.seed + 10**6), flush=True)
    begun, number, shown = time.monotonic(), 0, 0.0
    while (gone := (time.monotonic() - begun) / 60) < given.minutes:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - gone / given.minutes)
        seen = played(net, rounds, costs)
        learn(net, optimizer, seen)
        number += given.rounds
        if gone >= shown:
            mean = -POINTS * float(seen.rewards.sum(dim=0).mean())
            print(f"{gone:5.1f} minutes, {number:9} rounds: {mean:.2f} points", flush=True)
            shown += given.minutes / 10
    print(f"{number} rounds in {given.minutes:g} minutes")
    print(compared("after", net, given.device, given.measured, given.seed + 10**6), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
