"""What figures need beside a site's pages: the element's files, pictures, captures that the views name."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterable
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Literal

from mmscope.figures.element import Placement, element
from mmscope.figures.engine import Engine, FigureError, Order, Picture
from mmscope.figures.paper import on_paper
from mmscope.settings import load

FIGURES = "figures"  # below such a folder
_MODEL = re.compile(r"[?&][ab]=model:([a-z0-9-]+)")


@cache
def engine() -> Engine:
    """The one of this process. Raises FigureError."""
    return Engine(load())


def written(picture: Picture, order: Order, form: Literal["svg", "pdf"], folder: Path) -> Path:
    """The picture as a file, named by what it shows: the same one is not written again."""
    identity = repr((astuple(order), picture.svg)).encode()
    path = folder / f"mmscope-{hashlib.sha256(identity).hexdigest()[:16]}.{form}"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        fonts = load().frontend / "engine"
        path.write_bytes(picture.svg.encode() if form == "svg" else on_paper(picture, form, fonts))
    return path


def drawn(placed: Placement, pictures: Path, site: str, app: str | None) -> str:
    """The element; its picture goes to `pictures`. `site`, `app`: as in element(). Raises FigureError."""
    order = placed.order("light")
    picture = engine().picture(order)
    file = written(picture, order, "svg", pictures)
    return element(placed, site, file.name, placed.alt or picture.title, app)


def copy_site(views: Iterable[str], pictures: Path, to: Path) -> None:
    """Make the folder `to`, of which element() knows. `pictures`: those that written() put there."""
    settings = load()
    dist = settings.frontend
    packed = shutil.ignore_patterns("*.gz", "*.br")  # for our own server
    shutil.copytree(dist / "embed", to / "embed", dirs_exist_ok=True, ignore=packed)
    if pictures.is_dir() and pictures != to / FIGURES:
        shutil.copytree(pictures, to / FIGURES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pdf"))
    index = json.loads((dist / "datasets" / "index.json").read_text())
    views = tuple(views)
    used = _captures(views)
    index["captures"] = [row for row in index["captures"] if row["id"] in used]
    for row in index["captures"]:
        target = to / row["file"]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(settings.bundled / target.name, target)
        _copy_part(dist, Path("datasets", "captures", f"{row['id']}.json"), to)
    for name in sorted({name for view in views for name in _MODEL.findall(view)}):
        _copy_part(dist, Path("datasets", "scenarios", f"{name}.json"), to)
    (to / "datasets").mkdir(parents=True, exist_ok=True)
    (to / "datasets" / "index.json").write_text(json.dumps(index))


def _copy_part(dist: Path, name: Path, to: Path) -> None:
    """What the element reads instead of the whole list, where the build has it."""
    if (dist / name).is_file():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(dist / name, to / name)


def _captures(views: Iterable[str]) -> set[str]:
    found = set()
    for view in views:
        try:
            found |= engine().captures(view)
        except FigureError:
            continue  # said where the view stands
    return found
