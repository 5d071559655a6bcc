"""A bot for a group in Telegram: ``TOKEN=... python in_telegram.py``.

``/join`` takes a seat, and ``/hand`` is answered in private.  ``/play QS``, ``/pass QS KS AS`` and, after a moon,
``/choose`` are moves, which may be sent in private, too: in the group everybody would read what is passed.  What
everybody may see goes to the group; a hand goes to its player alone.
"""

import os

from telegram import Update
from telegram.error import Forbidden
from telegram.ext import Application, ApplicationBuilder, CommandHandler, ContextTypes

from heartslib import Game, HeartsError, variants

RULES = variants.get("american")
games: dict[int, Game] = {}
"""The game of each group."""
players: dict[int, list[tuple[int, str]]] = {}
"""Who has joined in each group, seat 0 first: the user and the name."""


async def join(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Take a seat; with the fourth player the cards are dealt."""
    group, user = update.effective_chat.id, update.effective_user
    seats = players.setdefault(group, [])
    if len(seats) < 4 and all(user.id != each for each, _ in seats):
        seats.append((user.id, user.first_name))
    if len(seats) == 4 and group not in games:
        games[group] = Game.new(RULES, names=[name for _, name in seats]).deal()
        await show(context, group)
    else:
        await update.effective_message.reply_text(f"{len(seats)} of 4 are here.")


async def hand(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Send a player the own view, in private."""
    group, seat = place_of(update)
    if group is None:
        return
    try:
        await context.bot.send_message(update.effective_user.id, str(games[group].view(seat)))
    except Forbidden:  # a bot may not write first
        await update.effective_message.reply_text("Write to me in private once, then ask again.")


async def move(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Make a move with what stands after ``/play``, ``/pass`` or ``/choose``."""
    group, seat = place_of(update)
    if group is None:
        return
    game = games[group]
    try:
        question = game.view(seat).question
        if question is None:
            raise HeartsError("it is not your turn")
        game = game.apply(question.make(" ".join(context.args)))
    except HeartsError as error:
        await update.effective_message.reply_text(error.told(game.names))
        return
    while not game.to_act and not game.is_over:
        game = game.score() if game.phase.name == "score" else game.deal()
    games[group] = game
    await show(context, group)


async def show(context: ContextTypes.DEFAULT_TYPE, group: int) -> None:
    """Show the group what all may see."""
    await context.bot.send_message(group, str(games[group].view(None)))


def place_of(update: Update) -> tuple[int | None, int | None]:
    """The group and the seat of who writes there or in private; None and None if that person plays nowhere."""
    user, chat = update.effective_user.id, update.effective_chat.id
    for group in games if chat == user else games.keys() & {chat}:
        users = [each for each, _ in players[group]]
        if user in users:
            return group, users.index(user)
    return None, None


def handled(app: Application) -> Application:
    """An application with the commands."""
    app.add_handler(CommandHandler("join", join))
    app.add_handler(CommandHandler("hand", hand))
    app.add_handler(CommandHandler(["play", "pass", "choose"], move))
    return app


if __name__ == "__main__":
    handled(ApplicationBuilder().token(os.environ["TOKEN"]).build()).run_polling()
