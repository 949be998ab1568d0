"""mmscope: watch Linux memory-management policy decide, model beside kernel.

    mmscope.render("zones?a=model:zones-fair&k=16000", "png", width=704)    # bytes
    mmscope.read("trace.txt").events("mm_page_alloc").to_pandas()
    mmscope.decisions("two-nodes-node")                                      # an Arrow table
    mmscope.check("capture.mmscope.gz").agrees
    mmscope.sweep("of=model:two-nodes&x=rule:node,roundrobin").to_pandas()
    mmscope.View("four-nodes")                                               # in a notebook
    mmscope.View(mmscope.machine("/proc/zoneinfo"))                          # this machine

`mmscope list` on the command line names scenes, scenarios, captures and tunables. `View` needs
`pip install 'mmscope[notebook]'`; png and pdf need `mmscope[render]`.
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mmscope.lib import Check, Error, Recording, check, decisions, machine, read, render, sweep
    from mmscope.notebook import View

__version__ = version("mmscope")
__all__ = ["Check", "Error", "Recording", "View", "check", "decisions", "machine", "read", "render", "sweep"]


def __getattr__(name: str) -> Any:  # noqa: ANN401  (Python calls it so)
    """What is imported when it is asked for: the command line, and figures, do without most of it."""
    if name not in __all__:
        raise AttributeError(f"module 'mmscope' has no attribute {name!r}")
    return getattr(import_module("mmscope.notebook" if name == "View" else "mmscope.lib"), name)


def __dir__() -> list[str]:
    """What is offered."""
    return [*__all__, "__version__"]
