"""A game that Django keeps in its database, in one file: ``python in_django.py runserver``.

In a project of your own, `Table` goes to ``models.py`` and the two views to ``views.py``.
"""

import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import connection, models, transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path

from heartslib import Game, HeartsError, record, variants, wire

settings.configure(
    DEBUG=True,
    ROOT_URLCONF=__name__,
    SECRET_KEY="only for this example",  # noqa: S106 - and it says so
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "tables.sqlite3"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
django.setup()


class Table(models.Model):
    """A table: its game as text, which any later version of the library reads."""

    text = models.TextField()

    class Meta:
        """It is the only model of this file."""

        app_label = "hearts"

    @property
    def game(self) -> Game:
        """The game."""
        return record.loads(self.text)

    @game.setter
    def game(self, game: Game) -> None:
        self.text = record.dumps(game)


def begin(request: HttpRequest) -> JsonResponse:
    """A new table."""
    table = Table(text=record.dumps(Game.new(variants.get("american")).deal()))
    table.save()
    return JsonResponse({"table": table.pk})


def seat(request: HttpRequest, table: int, seat: int) -> JsonResponse:
    """What a seat may know; with POST, its answer first."""
    with transaction.atomic():  # so that of two answers at once the second sees the first
        kept = Table.objects.select_for_update().get(pk=table)
        game = kept.game
        if request.method == "POST":
            try:
                game = wire.receive(game, request.body, seat)
            except HeartsError as error:
                return JsonResponse({"error": error.code, "reason": error.reason}, status=409)
            while not game.to_act and not game.is_over:
                game = game.score() if game.phase.name == "score" else game.deal()
            kept.game = game
            kept.save()
    return JsonResponse(wire.view_data(game, seat))


urlpatterns = [path("begin", begin), path("<int:table>/<int:seat>", seat)]


def create() -> None:
    """Make the database; a project does so by a migration."""
    with connection.schema_editor() as editor:
        editor.create_model(Table)


if __name__ == "__main__":
    if Table._meta.db_table not in connection.introspection.table_names():
        create()
    execute_from_command_line(sys.argv)
