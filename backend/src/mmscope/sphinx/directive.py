"""The directive, and the node it leaves in a document."""

from collections.abc import Callable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from mmscope.figures import OPTIONS, Placement


class MmscopeView(nodes.General, nodes.Element):
    """A view in a document: its attribute `placed` is what the directive says."""


def _as_docutils_has_it(read: Callable[[str], Any]) -> Callable[[str | None], Any]:
    return lambda text: read(text or "")


class FigureDirective(SphinxDirective):
    """A view with its caption below: the directive's content."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any] | None] = {
        **{name: _as_docutils_has_it(read) for name, read in OPTIONS.items()},
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The view in a figure, so that it has a caption and a number as any other."""
        options = {name: value for name, value in self.options.items() if name in OPTIONS}
        view = MmscopeView(placed=Placement("".join(self.arguments[0].split()), **options))
        self.set_source_info(view)
        figure = nodes.figure("", view, classes=["mmscope"])
        self.set_source_info(figure)
        if self.content:
            parsed = nodes.Element()
            self.state.nested_parse(self.content, self.content_offset, parsed)
            caption, *legend = parsed.children
            if not isinstance(caption, nodes.paragraph):
                raise self.error("the content of the directive is its caption: it begins with a paragraph")
            figure += nodes.caption(caption.rawsource, "", *caption.children)
            if legend:
                figure += nodes.legend("", *legend)
        self.add_name(figure)
        return [figure]
