"""Pictures of the views in a document, for the builder that writes it: made once for each view, and kept."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from mmscope.figures import FigureError, Placement, engine, written
from mmscope.sphinx.directive import MmscopeView

FOLDER = "mmscope"  # of a build's own files
_log = logging.getLogger(__name__)


def is_site(app: Sphinx) -> bool:
    """HTML for a browser, which has scripts; EPUB is written by a builder of the same format."""
    return app.builder.format == "html" and app.builder.name != "epub"


def place_pictures(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Leave in the document what its builder can write."""
    for node in list(doctree.findall(MmscopeView)):
        try:
            _place(app, node, docname)
        except FigureError as error:
            _log.warning("mmscope: %s", error, location=node, type="mmscope")
            node.replace_self(nodes.literal_block("", f"{node['placed'].view}\n{error}"))


def _place(app: Sphinx, node: MmscopeView, docname: str) -> None:
    placed: Placement = node["placed"]
    form = app.builder.format
    if form in {"html", "latex"}:
        order = placed.order("print" if form == "latex" else "light")
        picture = engine().picture(order)
        path = written(picture, order, "pdf" if form == "latex" else "svg", Path(app.doctreedir) / FOLDER)
        alt = placed.alt or picture.title
        if is_site(app):
            node["picture"], node["alt"] = path.name, alt
        else:
            node.replace_self(_image(app, path, docname, alt))
    else:
        text = engine().text(placed.order("print"))
        node.replace_self(nodes.literal_block(text, text))


def _image(app: Sphinx, path: Path, docname: str, alt: str) -> nodes.image:
    uri = Path(relative_uri(f"{app.srcdir}/x", str(path))).as_posix()
    app.env.images.add_file(docname, uri)
    image = nodes.image("", uri=uri, alt=alt, width="100%")
    image["candidates"] = {"*": uri}
    return image
