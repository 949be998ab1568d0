"""Pictures of the views in a document, for the builder that writes it: made once for each view, and kept."""

import hashlib
from dataclasses import astuple
from pathlib import Path
from typing import Literal

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from mmscope.figures import Engine, FigureError, Order, Picture, on_paper
from mmscope.settings import load
from mmscope.sphinx.directive import MmscopeView

FOLDER = "mmscope"  # of a build's own files
_log = logging.getLogger(__name__)
_engines: list[Engine] = []


def is_site(app: Sphinx) -> bool:
    """HTML for a browser, which has scripts; EPUB is written by a builder of the same format."""
    return app.builder.format == "html" and app.builder.name != "epub"


def engine() -> Engine:
    """The one of this process. Raises FigureError."""
    if not _engines:
        _engines.append(Engine(load()))
    return _engines[0]


def order_of(node: MmscopeView, theme: Literal["light", "print"]) -> Order:
    """The picture of a view; `theme`: where the directive names none."""
    return Order(node["view"], node["width"], node["theme"] or theme, why=node["why"])


def place_pictures(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Leave in the document what its builder can write."""
    for node in list(doctree.findall(MmscopeView)):
        try:
            _place(app, node, docname)
        except FigureError as error:
            _log.warning("mmscope: %s", error, location=node, type="mmscope")
            node.replace_self(nodes.literal_block("", f"{node['view']}\n{error}"))


def _place(app: Sphinx, node: MmscopeView, docname: str) -> None:
    form = app.builder.format
    if form in {"html", "latex"}:
        order = order_of(node, "print" if form == "latex" else "light")
        picture = engine().picture(order)
        path = _written(app, picture, order, "pdf" if form == "latex" else "svg")
        node["alt"] = node["alt"] or picture.title
        if is_site(app):
            node["picture"] = path.name
        else:
            node.replace_self(_image(app, path, docname, node["alt"]))
    else:
        text = engine().text(order_of(node, "print"))
        node.replace_self(nodes.literal_block(text, text))


def _image(app: Sphinx, path: Path, docname: str, alt: str) -> nodes.image:
    uri = Path(relative_uri(f"{app.srcdir}/x", str(path))).as_posix()
    app.env.images.add_file(docname, uri)
    image = nodes.image("", uri=uri, alt=alt, width="100%")
    image["candidates"] = {"*": uri}
    return image


def _written(app: Sphinx, picture: Picture, order: Order, form: Literal["svg", "pdf"]) -> Path:
    """The picture as a file of the build, named by what it shows."""
    told = repr((astuple(order), picture.svg)).encode()
    path = Path(app.doctreedir) / FOLDER / f"mmscope-{hashlib.sha256(told).hexdigest()[:16]}.{form}"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        fonts = load().frontend / "engine"
        path.write_bytes(picture.svg.encode() if form == "svg" else on_paper(picture, form, fonts))
    return path
