"""Figures in HTML: the element, and what it needs beside it in the site's static files."""

import html
import json
import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from mmscope.figures import FigureError
from mmscope.settings import load
from mmscope.sphinx.directive import MmscopeView
from mmscope.sphinx.pictures import FOLDER, engine, is_site

STATIC = "_static/mmscope"


def visit_html(translator: HTML5Translator, node: MmscopeView) -> None:
    """The element, with a picture of the same view until it is there."""
    builder = translator.builder
    at = relative_uri(builder.get_target_uri(translator.docnames[0]), STATIC)
    told: dict[str, Any] = {
        "view": node["view"],
        "controls": node["controls"],
        "app": builder.config.mmscope_app,
    }
    if node["theme"] in {"light", "dark"}:
        told["theme"] = node["theme"]
    if node["height"]:
        told["height"] = node["height"]
    if node["predict"] is not None:
        told["predict"] = node["predict"]
    attributes = " ".join(
        f'{name}="{html.escape(str(value))}"' for name, value in told.items() if value is not None
    )
    picture = f'<img src="{at}/figures/{node["picture"]}" alt="{html.escape(node["alt"])}" loading="lazy">'
    script = f'<script type="module" src="{at}/embed/mm-scope.js"></script>'
    translator.body.append(f"{script}<mm-scope {attributes}>{picture}</mm-scope>\n")


def copy_site(app: Sphinx, failed: Exception | None) -> None:
    """The element's files, the pictures, and of the captures those that the views name."""
    if failed or not is_site(app):
        return
    views = {
        node["view"] for name in app.env.found_docs for node in app.env.get_doctree(name).findall(MmscopeView)
    }
    if not views:
        return
    settings = load()
    to, dist = Path(app.outdir) / STATIC, settings.frontend
    shutil.copytree(dist / "embed", to / "embed", dirs_exist_ok=True)
    pictures = Path(app.doctreedir) / FOLDER
    if pictures.is_dir():
        shutil.copytree(pictures, to / "figures", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pdf"))
    index = json.loads((dist / "datasets" / "index.json").read_text())
    used = _captures(views)
    index["captures"] = [row for row in index["captures"] if row["id"] in used]
    for row in index["captures"]:
        target = to / row["file"]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(settings.bundled / target.name, target)
    (to / "datasets").mkdir(parents=True, exist_ok=True)
    (to / "datasets" / "index.json").write_text(json.dumps(index))


def _captures(views: set[str]) -> set[str]:
    found = set()
    for view in views:
        try:
            found |= engine().captures(view)
        except FigureError:
            continue  # said where the view stands
    return found
