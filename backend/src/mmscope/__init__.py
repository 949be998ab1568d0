"""mmscope: watch Linux memory-management policy decide, model beside kernel."""

from importlib.metadata import version

__version__ = version("mmscope")
