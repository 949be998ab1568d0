"""`mmscope lesson check FILE`: what is wrong with a lesson, by line.

A lesson is built by the page's own code, and by no second copy of it: Node runs it here.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from mmscope.settings import Settings

NO_NODE = 3  # exit status
_TOOL = Path("tools") / "check" / "lesson.mjs"
_WITHOUT = (
    "mmscope: the check is the page's own code, and needs Node 22 or newer and a checkout with the front "
    "end's packages (make setup). Without them, open the file in the app, at #v1/lessons: it says the same, "
    "by line."
)


def lesson(settings: Settings, action: str, files: list[Path]) -> int:
    """Check lessons, or show what their values come to. Returns the exit status of the check."""
    tool = settings.root / _TOOL
    node = _node(settings.root)
    packages = settings.root / "frontend" / "node_modules" / "marked"
    if node is None or not tool.is_file() or not packages.is_dir():
        print(_WITHOUT, file=sys.stderr)
        return NO_NODE
    # Absolute: a name that begins with a dash is a file, too.
    names = [str(file.absolute()) for file in files]
    return subprocess.run([node, str(tool), action, *names], check=False).returncode  # noqa: S603


def _node(root: Path) -> str | None:
    own = root / ".tools" / "bin" / "node"
    return str(own) if own.is_file() else shutil.which("node")
