"""What figures need beside a site's pages: the element's files, pictures, captures that the views name."""

import hashlib
import json
import shutil
from collections.abc import Iterable
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Literal

from mmscope.figures.engine import Engine, FigureError, Order, Picture
from mmscope.figures.paper import on_paper
from mmscope.figures.placed import Placed, element
from mmscope.settings import load

FIGURES = "figures"  # below such a folder


@cache
def engine() -> Engine:
    """The one of this process. Raises FigureError."""
    return Engine(load())


def written(picture: Picture, order: Order, form: Literal["svg", "pdf"], folder: Path) -> Path:
    """The picture as a file, named by what it shows: the same one is not written again."""
    told = repr((astuple(order), picture.svg)).encode()
    path = folder / f"mmscope-{hashlib.sha256(told).hexdigest()[:16]}.{form}"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        fonts = load().frontend / "engine"
        path.write_bytes(picture.svg.encode() if form == "svg" else on_paper(picture, form, fonts))
    return path


def drawn(placed: Placed, pictures: Path, site: str, app: str | None) -> str:
    """The element; its picture goes to `pictures`. `site`, `app`: as in element(). Raises FigureError."""
    order = placed.order("light")
    picture = engine().picture(order)
    file = written(picture, order, "svg", pictures)
    return element(placed, site, file.name, placed.alt or picture.title, app)


def copy_site(views: Iterable[str], pictures: Path, to: Path) -> None:
    """Make the folder `to`, of which element() knows. `pictures`: those that written() put there."""
    settings = load()
    dist = settings.frontend
    shutil.copytree(dist / "embed", to / "embed", dirs_exist_ok=True)
    if pictures.is_dir() and pictures != to / FIGURES:
        shutil.copytree(pictures, to / FIGURES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pdf"))
    index = json.loads((dist / "datasets" / "index.json").read_text())
    used = _captures(views)
    index["captures"] = [row for row in index["captures"] if row["id"] in used]
    for row in index["captures"]:
        target = to / row["file"]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(settings.bundled / target.name, target)
    (to / "datasets").mkdir(parents=True, exist_ok=True)
    (to / "datasets" / "index.json").write_text(json.dumps(index))


def _captures(views: Iterable[str]) -> set[str]:
    found = set()
    for view in views:
        try:
            found |= engine().captures(view)
        except FigureError:
            continue  # said where the view stands
    return found
