"""Whether a view can be drawn as it is, found out in a process of its own, which may be ended."""

import json
import os
import subprocess
import sys

from mmscope.figures.engine import Engine, FigureError, Order
from mmscope.settings import Settings, load


def check_view(settings: Settings, view: str, seconds: float) -> set[str]:
    """Captures of a server that a view names, which were not looked at.

    Raises FigureError, in the figure's own words, if the view does not parse, or names something that
    does not exist or a decision past the end; or if it takes longer than `seconds` to draw.
    """
    try:
        done = subprocess.run(  # noqa: S603  (our own module)
            [sys.executable, "-P", "-m", __name__],
            input=view.encode(errors="replace"),
            capture_output=True,
            timeout=seconds,
            env={**os.environ, "MMSCOPE_ROOT": str(settings.root)},
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        raise FigureError(f"it takes longer than {seconds:g} seconds to draw") from error
    except subprocess.CalledProcessError as error:
        raise FigureError("what draws figures has ended: its model may be too large") from error
    answer = json.loads(done.stdout)
    if answer["fault"] is not None:
        raise FigureError(answer["fault"])
    return set(answer["kept"])


def _look(view: str) -> set[str]:
    engine = Engine(load())
    needs = engine.needs(view)
    if "file" in needs.values():
        raise FigureError("it names a file, which no page can show to others")
    kept = {name for name, kind in needs.items() if kind == "server"}
    if not kept:
        engine.text(Order(view))
    return kept


def _main() -> None:
    view = sys.stdin.buffer.read().decode(errors="replace")
    fault, kept = None, set[str]()
    try:
        kept = _look(view)
    except FigureError as error:
        fault = str(error)
    sys.stdout.write(json.dumps({"fault": fault, "kept": sorted(kept)}))


if __name__ == "__main__":
    _main()
