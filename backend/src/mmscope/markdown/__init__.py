"""Figures in Markdown, for Python-Markdown and MkDocs: a fenced block that is called mmscope.

    ```mmscope
    swap-devices?a=model:four-nodes&k=1800
    height: 420

    One writer, two rules.
    ```

Its first line is the view, then come options, and behind an empty line the caption. docs/embedding.md has
the options. Where this extension is not there, it is a block of code like any other.
"""

from mmscope.markdown.extension import FigureExtension, makeExtension

__all__ = ["FigureExtension", "makeExtension"]
