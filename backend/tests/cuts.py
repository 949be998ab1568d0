"""A process that ends between two steps that change the disk, as in a power cut."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


class PowerCut(BaseException):
    """The process ends here."""


class Cut:
    """Ends the process at a chosen step; each step after it ends it again, as nothing runs any more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch, self._left, self._is_cut = monkeypatch, 0, False
        for name in ("rename", "replace", "unlink", "mkdir"):
            self.count(Path, name)
        self.count(shutil, "rmtree")

    def at(self, step: int) -> None:
        """End it at the n-th step from now on; 0: never."""
        self._left, self._is_cut = step, False

    def ends(self, step: int, work: Callable[..., object], *arguments: object) -> bool:
        """Whether this work is done before that step."""
        self.at(step)
        try:
            work(*arguments)
        except PowerCut:
            return False
        finally:
            self.at(0)
        return True

    def count(self, owner: object, name: str) -> None:
        """Let what this function does count as a step."""
        run = getattr(owner, name)

        def step(*arguments: object, **named: object) -> object:
            if self._left:
                self._left -= 1
                self._is_cut = not self._left
            if self._is_cut:
                raise PowerCut
            return run(*arguments, **named)

        self._patch.setattr(owner, name, step)
