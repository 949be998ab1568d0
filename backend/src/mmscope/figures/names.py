"""What a person names, as the text of a view: a link, a scenario, a bundled capture, or a file."""

import os
import re
from pathlib import Path
from urllib.parse import quote

from mmscope.captures import find_bundled
from mmscope.figures.catalogue import ANY_SCENE
from mmscope.figures.engine import Engine, FigureError, Source
from mmscope.figures.tables import contents
from mmscope.settings import Settings

Named = str | os.PathLike[str]
NO_EVENTS = "a machine that was pasted is one moment: it has no events and no decisions"
_KIND = re.compile(r"(model|capture|file):(.+)", re.DOTALL)
_AS_IT_IS = "/:,-._~"  # what the app's own links leave readable


def view_text(
    engine: Engine, settings: Settings, source: Named, beside: Named | None, scene: str, k: int | None
) -> str:
    """The text of the view that shows `source`, at decision `k` where one is given. Raises FigureError.

    A text with a question mark or a hash that is no file is a view. Of anything else the scene is the one
    given, or the one that the app would open it in.
    """
    if _is_view(source):
        if beside is not None or scene:
            raise FigureError("a link says what stands beside it, and in which scene: say it there")
        return engine.read(str(source), k).text
    panes = [_spec(settings, name) for name in (source, beside) if name is not None]
    text = "&".join(_pane(pane, *spec) for pane, spec in zip("ab", panes, strict=False))
    if not scene:
        first = engine.read(f"{ANY_SCENE}?{text}").panes["A"]
        scene = engine.scene_for(*contents(engine, settings, first))
    return engine.read(f"{scene}?{text}", k).text


def source_of(engine: Engine, settings: Settings, source: Named) -> Source:
    """What a person names; of a view what its first pane shows. Raises FigureError."""
    view = str(source) if _is_view(source) else f"{ANY_SCENE}?{_pane('a', *_spec(settings, source))}"
    panes = engine.read(view).panes
    if not panes:
        raise FigureError(NO_EVENTS)
    return next(iter(panes.values()))


def _pane(pane: str, kind: str, name: str) -> str:
    return f"{pane}={kind}:{quote(name, _AS_IT_IS)}"


def _is_view(source: Named) -> bool:
    return isinstance(source, str) and bool({"?", "#"} & set(source)) and not Path(source).is_file()


def _spec(settings: Settings, source: Named) -> tuple[str, str]:
    """Kind and name. Raises FigureError."""
    text = os.fspath(source)
    if isinstance(source, str):
        if parts := _KIND.fullmatch(text):
            return parts[1], parts[2]
        kinds = [
            kind
            for kind, there in (
                ("model", (settings.scenarios / f"{Path(text).name}.json").is_file()),
                ("capture", text in find_bundled(settings.bundled)),
            )
            if there and Path(text).name == text
        ]
        if len(kinds) > 1:
            raise FigureError(f"“{text}” is both: say {' or '.join(f'{kind}:{text}' for kind in kinds)}")
        if kinds:
            return kinds[0], text
        if not Path(text).is_file():
            raise FigureError(
                f"“{text}” is no scenario, no bundled capture and no file; a view is what stands behind # in "
                "a link: swap-devices?a=model:four-nodes&k=1800"
            )
    return "file", text
