"""A bot for a group in Telegram: ``TOKEN=... python in_telegram.py``.

``/join`` takes a seat, ``/hand`` is answered in private, and ``/play QS`` or ``/pass QS KS AS`` is a move.  What
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
        await show(update, context)
    else:
        await update.effective_message.reply_text(f"{len(seats)} of 4 are here.")


async def hand(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Send a player the own view, in private."""
    seat = seat_of(update)
    if seat is not None:
        view = games[update.effective_chat.id].view(seat)
        try:
            await context.bot.send_message(update.effective_user.id, str(view))
        except Forbidden:  # a bot may not write first
            await update.effective_message.reply_text(
                "Write to me in private once, then ask again."
            )


async def move(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Make a move with the cards of ``/play`` or ``/pass``."""
    seat, group = seat_of(update), update.effective_chat.id
    if seat is None:
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
    await show(update, context)


async def show(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Show the group what all may see."""
    game = games[update.effective_chat.id]
    await context.bot.send_message(update.effective_chat.id, str(game.view(None)))


def seat_of(update: Update) -> int | None:
    """The seat of who writes, once the cards are dealt; None if there is none."""
    if update.effective_chat.id not in games:
        return None
    users = [user for user, _ in players[update.effective_chat.id]]
    return users.index(update.effective_user.id) if update.effective_user.id in users else None


def handled(app: Application) -> Application:
    """An application with the commands."""
    app.add_handler(CommandHandler("join", join))
    app.add_handler(CommandHandler("hand", hand))
    app.add_handler(CommandHandler(["play", "pass", "charge"], move))
    return app


if __name__ == "__main__":
    handled(ApplicationBuilder().token(os.environ["TOKEN"]).build()).run_polling()
