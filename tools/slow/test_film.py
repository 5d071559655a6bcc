"""The film of the browser table: how long each picture is shown, and what the docs show."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tools import film


def picture(shade: int) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (8, 8), (shade, shade, shade)).save(made, "PNG")
    return made.getvalue()


def test_a_picture_is_shown_for_as_long_as_it_was_seen_within_bounds() -> None:
    seen = [(0.0, 10), (0.02, 20), (0.5, 30), (9.5, 40)]
    shown = [*film.shown([(when, picture(shade)) for when, shade in seen], 0.1)]
    shades = [image.getpixel((0, 0)) for image, _ in shown]
    assert shades == [(20, 20, 20), (30, 30, 30), (40, 40, 40)]  # the first was seen too briefly
    assert [ms for _, ms in shown] == [500, 1600, 3200]


@pytest.mark.parametrize("name", film.FILMS)
def test_a_film_of_the_docs_is_one_that_fits(name: str) -> None:
    path, size = film.FOLDER / name, film.FILMS[name]
    assert path.stat().st_size <= film.MOST_BYTES
    with Image.open(path) as made:
        assert made.size == (size["width"], size["height"])
        assert getattr(made, "n_frames", 1) > 20
