"""The front end's figures (frontend/src/embed/figure/engine.ts), drawn in an engine.

What a view shows is read here and handed over as text: bundled captures, and local files that the view names.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from mmscope import engine
from mmscope.captures import CAPTURE_SUFFIX, CaptureError, PlainText, is_own
from mmscope.engine import EngineError, value_of
from mmscope.settings import Settings

Theme = Literal["light", "dark", "print"]
THEMES: tuple[Theme, ...] = ("light", "dark", "print")
WIDTHS = range(320, 4097)
WIDTH = 1040  # px, where nobody says another: two panes beside each other


class FigureError(Exception):
    """There is no figure; the text says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for. `view`: as in a link of the app, from the scene on. `width` in px, one of WIDTHS."""

    view: str
    width: int = WIDTH
    theme: Theme = "light"
    why: bool = False  # with the reasons below each pane
    fonts: bool = True  # embedded
    steps: tuple[int, int] | None = None  # the first and the last decision, of a figure that moves


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure as SVG, its size in px, and the sentence it says."""

    svg: str
    width: int
    height: int
    title: str


@dataclass(frozen=True, slots=True)
class Film:
    """Steps by themselves, all of one size. `pace`: seconds for each; the last stays for `rest` more."""

    pictures: Sequence[Picture]
    pace: int
    rest: int


@dataclass(frozen=True, slots=True)
class Source:
    """What a pane shows. `kind`: model, capture or file.

    `params`: what the core is told, of a capture as if.
    """

    kind: str
    id: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a view says. `text`: as one writes it; `k`: its decision, where it does not stand at a time.

    A machine that was pasted has no panes and no decision.
    """

    text: str
    k: int | None
    panes: Mapping[str, Source]


class Engine:
    """Draws views. Making one takes a tenth of a second; it may be used for any number of figures."""

    def __init__(self, settings: Settings) -> None:
        """Raise FigureError where the engine or the built front end is not there."""
        self._settings = settings
        self._given: set[str] = set()
        catalogue = settings.frontend / "datasets" / "index.json"
        try:
            self._script = engine.Engine(settings.frontend, "figures")
            core = base64.b64encode(settings.core.read_bytes()).decode()
            listing = catalogue.read_text()
        except FileNotFoundError as error:
            raise FigureError(f"{error.filename} is missing: build the front end first (make run)") from error
        except EngineError as error:
            raise FigureError(str(error)) from error
        self._script.call("begin", listing, core)
        self.datasets: dict[str, Any] = json.loads(listing)  # scenarios and captures, as the page has them
        self._left_out = {row["id"]: row for row in self.datasets.get("leftOut", [])}

    def picture(self, order: Order) -> Picture:
        """The view as SVG. Raises FigureError."""
        return _picture(self._make(order, "svg"))

    def drawing(self, order: Order) -> Picture:
        """The large part of the first pane without words, for lists of what it is. Raises FigureError."""
        return _picture(self._make(order, "drawing"))

    def film(self, order: Order) -> Film:
        """Each of the order's steps. Raises FigureError."""
        made = self._make(order, "pictures")
        return Film([_picture(one) for one in made["pictures"]], made["pace"], made["rest"])

    def text(self, order: Order) -> str:
        """The view in words and tables, for a mail or a terminal. Raises FigureError."""
        return str(self._make(order, "text")["text"])

    def needs(self, view: str) -> dict[str, str]:
        """Captures, files and modules that a view needs, by name: of which kind. Raises FigureError."""
        return {need["id"]: need["kind"] for need in self._ask("needs", view)}

    def captures(self, view: str) -> set[str]:
        """Bundled captures that a view names. Raises FigureError."""
        return {name for name, kind in self.needs(view).items() if kind == "capture"}

    def read(self, view: str, k: int | None = None) -> Reading:
        """What a view says, at decision `k` where one is given. Raises FigureError."""
        said = self._ask("read", view, k)
        panes = {row["pane"]: Source(row["kind"], row["id"], row["params"]) for row in said["panes"]}
        for source in panes.values():
            if source.kind == "server":
                raise FigureError(_kept_by_server(source.id))
        return Reading(said["text"], said["k"] if said["align"] == "decision" else None, panes)

    def scene_for(self, decisions: Mapping[str, int], others: Mapping[str, int]) -> str:
        """The scene to open a source in that holds so many events of each kind."""
        return str(self._ask("sceneFor", json.dumps({"kinds": decisions, "observed": others})))

    def scenes(self) -> list[dict[str, Any]]:
        """Each scene's id, title, machine and documents, in the order of the app."""
        return list(self._ask("list"))

    def machine(self, answer: Mapping[str, Any]) -> str:
        """The view of a machine, by what mmpaste.wasm says of a text. Raises FigureError."""
        return str(self._ask("machineView", json.dumps(answer)))

    def path(self, source: Source) -> Path:
        """The file of a capture. Raises FigureError where there is none."""
        if source.kind != "capture":
            return Path(source.id)
        path = self._settings.bundled / f"{source.id}{CAPTURE_SUFFIX}"
        if path.parent != self._settings.bundled or not path.is_file():
            raise FigureError(self._missing(source.id))
        return path

    def _make(self, order: Order, form: str) -> dict[str, Any]:
        if order.width not in WIDTHS:
            raise FigureError(f"a figure is {WIDTHS.start} to {WIDTHS.stop - 1} px wide, not {order.width}")
        for name, kind in self.needs(order.view).items():
            self._give(kind, name)
        try:
            made = self._script.call("make", json.dumps({**asdict(order), "form": form}))
            value: dict[str, Any] = value_of(self._script.result(made))
        except EngineError as error:
            raise FigureError(str(error)) from error
        return value

    def _ask(self, function: str, *arguments: str | int | None) -> Any:  # noqa: ANN401
        try:
            return self._script.ask(function, *arguments)
        except EngineError as error:
            raise FigureError(str(error)) from error

    def _give(self, kind: str, name: str) -> None:
        """Hand over the text of a capture, or a module, once."""
        if name in self._given:
            return
        if kind == "server":
            raise FigureError(_kept_by_server(name))
        if kind == "module":
            content = (self._settings.core.parent / name).read_bytes()
        else:
            content = self._text(self.path(Source(kind, name, {})), name)
        self._script.call("give", name, base64.b64encode(content).decode())
        self._given.add(name)

    def _missing(self, name: str) -> str:
        row = self._left_out.get(name)
        if row is None:
            return f"there is no bundled capture “{name}”"
        return (
            f"“{name}” ({row['bytes'] / 1e6:.1f} MB) is too large for this package: get datasets/captures/"
            f"{name}{CAPTURE_SUFFIX} from the project, and name it as file:NAME"
        )

    def _text(self, path: Path, name: str) -> bytes:
        try:
            with path.open("rb") as file:
                source = PlainText(file, self._settings.limits)
                if not is_own(source.beginning()):
                    raise FigureError(not_own(name))
                return b"".join(source)
        except OSError as error:
            raise FigureError(f"{name}: {error.strerror}") from error
        except CaptureError as error:
            raise FigureError(f"{name}: {error.message}") from error


def _picture(made: Mapping[str, Any]) -> Picture:
    return Picture(made["svg"], int(made["width"]), int(made["height"]), made["title"])


def not_own(name: str) -> str:
    """Why a file of another tool is not drawn."""
    return f"{name} is no capture of mmscope-trace: scenes draw those alone"


def _kept_by_server(name: str) -> str:
    return f"“{name}” is kept by a server: download it, and name it as file:NAME"
