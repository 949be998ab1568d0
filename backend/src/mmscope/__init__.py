"""mmscope: watch Linux memory-management policy decide, model beside kernel.

`mmscope.View` is a figure in a notebook; it needs `pip install 'mmscope[notebook]'`.
"""

from importlib import import_module
from importlib.metadata import version
from typing import Any

__version__ = version("mmscope")
_LATER = {"View": "mmscope.notebook"}  # with the packages of an extra, which nothing else needs


def __getattr__(name: str) -> Any:  # noqa: ANN401  (Python calls it so)
    """What is imported when it is asked for."""
    if name not in _LATER:
        raise AttributeError(f"module 'mmscope' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
