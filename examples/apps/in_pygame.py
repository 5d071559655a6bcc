"""A window in pygame, with cards of its own: ``python in_pygame.py``.

You are seat 0; a card is played by a click, and cards to pass are chosen by clicks.  So is what a moon of yours does.
"""

from collections.abc import Callable

import pygame

from heartslib import Card, ChooseCards, ChooseName, Game, HeartsError, variants
from heartslib.bots import careful
from heartslib.moves import Move

SIZE, CARD = (960, 600), (64, 90)


class Window:
    """The game as seat 0 sees it, and what is chosen so far."""

    def __init__(self, game: Game) -> None:
        pygame.init()
        self.screen = pygame.display.set_mode(SIZE)
        self.font = pygame.font.Font(None, 32)
        self.game = game
        self.chosen: list[Card] = []
        self.says = ""
        self.go_on()

    @property
    def places(self) -> dict[Card, pygame.Rect]:
        """Where each card of the hand is."""
        hand = [*self.game.view(0).hand]
        left = (SIZE[0] - len(hand) * CARD[0]) // 2
        raised = {card: 20 * (card in self.chosen) for card in hand}
        return {
            card: pygame.Rect((left + place * CARD[0], 480 - raised[card]), CARD)
            for place, card in enumerate(hand)
        }

    @property
    def offers(self) -> list[tuple[str, str, pygame.Rect]]:
        """The names that may be chosen: each with what it means and where it is."""
        question = self.game.view(0).question
        if not isinstance(question, ChooseName):
            return []
        return [
            (name, words, pygame.Rect(20, 60 + 40 * place, 600, 36))
            for place, (name, words) in enumerate(zip(question.names, question.words, strict=True))
        ]

    def click(self, at: tuple[int, int]) -> None:
        """Choose what is under a click, and move when enough is chosen."""
        card = next((card for card, place in self.places.items() if place.collidepoint(at)), None)
        name = next((name for name, _, place in self.offers if place.collidepoint(at)), None)
        match self.game.view(0).question:
            case ChooseName(make=make) if name is not None:
                self.move(lambda: make(name))
            case ChooseCards(counts=counts, make=make) if card is not None:
                if card in self.chosen:
                    self.chosen.remove(card)
                else:
                    self.chosen.append(card)
                if len(self.chosen) == counts[-1]:
                    self.move(lambda: make(self.chosen))

    def move(self, made: Callable[[], Move]) -> None:
        """Make a move, or say why it cannot be made."""
        try:
            self.game = self.game.apply(made())
            self.says = ""
        except HeartsError as error:
            self.says = error.told(self.game.names)
        self.chosen = []
        self.go_on()

    def go_on(self) -> None:
        """Let the others move, enter scores and deal, up to the next question to seat 0."""
        while not self.game.is_over and 0 not in self.game.to_act:
            if self.game.to_act:
                seat = self.game.to_act[0]
                self.game = self.game.apply(careful(self.game.view(seat)))
            else:
                scored = self.game.phase.name == "score"
                self.game = self.game.score() if scored else self.game.deal()

    def draw(self) -> None:
        """Draw the table."""
        view = self.game.view(0)
        self.screen.fill("darkgreen")
        for place, (seat, card) in enumerate(view.trick.plays):
            self.card(card, pygame.Rect((320 + 90 * place, 220), CARD))
            self.write(view.names[seat], (320 + 90 * place, 320))
        for card, rect in self.places.items():
            self.card(card, rect)
        for _, words, rect in self.offers:
            pygame.draw.rect(self.screen, "white", rect, width=2, border_radius=6)
            self.write(words, rect.move(12, 8).topleft)
        scores = (f"{name} {score}" for name, score in zip(view.names, view.scores, strict=True))
        self.write("   ".join(scores), (20, 20))
        self.write(self.says or view.task, (20, 400))
        pygame.display.flip()

    def card(self, card: Card, rect: pygame.Rect) -> None:
        """Draw a card: in letters, since not every font has the suits."""
        pygame.draw.rect(self.screen, "white", rect.inflate(-4, -4), border_radius=6)
        colour = "firebrick" if card.suit.letter in "DH" else "black"
        self.screen.blit(self.font.render(str(card), True, colour), rect.move(16, 32))

    def write(self, text: str, at: tuple[int, int]) -> None:
        """Write a line."""
        self.screen.blit(self.font.render(text, True, "white"), at)


if __name__ == "__main__":
    names = ["You", "Ada", "Ben", "Cleo"]
    window = Window(Game.new(variants.get("american"), names=names))
    clock = pygame.time.Clock()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                raise SystemExit
            if event.type == pygame.MOUSEBUTTONDOWN:
                window.click(event.pos)
        window.draw()
        clock.tick(30)
