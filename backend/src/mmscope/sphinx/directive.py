"""The directive, and the node it leaves in a document."""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from mmscope.figures import THEMES, WIDTH, WIDTHS

_CONTROLS = ("none", "step", "full")


class MmscopeView(nodes.General, nodes.Element):
    """A view, as the directive names it; its attributes are the directive's options."""


def _width(text: str) -> int:
    width: int = directives.nonnegative_int(text)
    if width not in WIDTHS:
        raise ValueError(f"a figure is {WIDTHS.start} to {WIDTHS.stop - 1} px wide")
    return width


class FigureDirective(SphinxDirective):
    """A view with its caption below: the directive's content."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any] | None] = {
        "alt": directives.unchanged_required,
        "name": directives.unchanged,
        "controls": lambda text: directives.choice(text, _CONTROLS),
        "theme": lambda text: directives.choice(text, THEMES),
        "height": directives.positive_int,
        "width": _width,
        "why": directives.flag,
        "predict": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The view in a figure, so that it has a caption and a number as any other."""
        view = MmscopeView(
            view="".join(self.arguments[0].split()),
            alt=self.options.get("alt", ""),
            controls=self.options.get("controls", "step"),
            theme=self.options.get("theme", ""),
            height=self.options.get("height", 0),
            width=self.options.get("width", WIDTH),
            why="why" in self.options,
            predict=self.options.get("predict"),
        )
        self.set_source_info(view)
        figure = nodes.figure("", view, classes=["mmscope"])
        self.set_source_info(figure)
        if self.content:
            caption, *legend = self.parse_content_to_nodes()
            if not isinstance(caption, nodes.paragraph):
                raise self.error("the content of the directive is its caption: it begins with a paragraph")
            figure += nodes.caption(caption.rawsource, "", *caption.children)
            if legend:
                figure += nodes.legend("", *legend)
        self.add_name(figure)
        return [figure]
