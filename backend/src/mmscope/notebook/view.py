"""The widget. The page steps it, and so does Python; both know what is shown."""

from collections.abc import Mapping
from typing import Any

import anywidget
import pyarrow as pa
import traitlets as t

from mmscope.figures import CONTROLS, FigureError, Order, Reading, Source, engine
from mmscope.figures.names import NO_EVENTS, Named, view_text
from mmscope.figures.tables import Run, run_of
from mmscope.notebook import assets
from mmscope.settings import load

_MOST_K = (1 << 53) - 1  # that a page can count to


class ViewError(t.TraitError, ValueError):
    """There is nothing to show; the text says why, and what would do."""


class View(anywidget.AnyWidget):
    """A view of the app in a notebook.

    `view` and `step` change when somebody steps in the page, and the page when they are set. `sentence`,
    `ready`, `answer` and `error` are what the page says; each can be observed. The others are attributes of
    the element `<mm-scope>` (docs/embedding.md).
    """

    view = t.Unicode().tag(sync=True)
    step = t.Int(0, min=0, max=_MOST_K).tag(sync=True)
    panes = t.Enum(("", "a", "b"), "").tag(sync=True)
    controls = t.Enum(CONTROLS, "step").tag(sync=True)
    predict = t.Unicode(None, allow_none=True).tag(sync=True)
    theme = t.Enum(("", "light", "dark"), "").tag(sync=True)
    height = t.Int(None, allow_none=True, min=1).tag(sync=True)
    app = t.Unicode("").tag(sync=True)

    sentence = t.Unicode("").tag(sync=True)
    ready = t.Bool(False).tag(sync=True)  # noqa: FBT003  (its default)
    answer = t.Dict().tag(sync=True)
    error = t.Unicode("").tag(sync=True)

    _picture = t.Unicode("").tag(sync=True)
    _kernel = t.Unicode(assets.KERNEL).tag(sync=True)
    _esm = t.Unicode().tag(sync=True)

    def __init__(
        self,
        source: Named,
        beside: Named | None = None,
        *,
        scene: str = "",
        step: int | None = None,
        **traits: Any,  # noqa: ANN401  (of several types)
    ) -> None:
        """Show `source`, and `beside` in the second pane.

        Each is a scenario's or a bundled capture's name, `model:…`, `capture:…` or `file:…`, or the path of a
        file; `source` may be what stands behind # in a link, or a machine (`mmscope.machine`). `scene`: else
        the one that the app would open it in. `step`: the decision to begin at. Raises ViewError.
        """
        self._settings = load()
        self._heard = False  # it is the page that changes a trait
        self._files: set[str] = set()
        try:
            text = view_text(engine(), self._settings, source, beside, scene, step)
            super().__init__(view=text, _esm=assets.widget(self._settings), **traits)
        except FigureError as error:
            raise ViewError(str(error)) from error
        self.on_msg(self._asked)

    def events(self, pane: str = "A") -> Mapping[str, int]:
        """How many events of each kind the pane's source has."""
        return self._run(pane).kinds

    def frame(self, kind: str = "", pane: str = "A") -> pa.Table:
        """The pane's events of one kind as an Arrow table; without a kind those that decide most.

        `pl.DataFrame(table)`, `table.to_pandas()` or whatever reads Arrow.
        """
        run = self._run(pane)
        if not kind and not run.decided:
            raise ViewError("nothing is decided in it: name a kind of event")
        try:
            return run.events(kind or max(run.decided, key=run.decided.__getitem__))
        except FigureError as error:
            raise ViewError(str(error)) from error

    def decisions(self, pane: str = "A") -> pa.Table:
        """The pane's decisions as an Arrow table: number, time, kind, event, and what the checker says."""
        return self._run(pane).decisions()

    def __repr__(self) -> str:
        """The call that makes it again."""
        return f"mmscope.View({self.view!r})"

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """What the page says."""
        self._heard = True
        try:
            super().set_state(sync_data)
        finally:
            self._heard = False

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:  # noqa: ANN401
        """The widget, and a picture for where no kernel is."""
        made = super()._repr_mimebundle_(**kwargs)
        if made is None:
            return None
        data, metadata = made
        try:
            picture = engine().picture(Order(self.view))
        except FigureError as error:
            return {**data, "text/plain": f"{self!r}\n{error}"}, metadata
        self._picture, self.sentence = picture.svg, picture.title
        shown = {"text/plain": f"{self!r}\n{picture.title}", "image/svg+xml": picture.svg}
        return {**data, **shown}, metadata

    @t.validate("view")
    def _view_is_one(self, proposal: Any) -> str:  # noqa: ANN401  (a Bunch)
        reading = self._read(proposal["value"])
        files = {source.id for source in reading.panes.values() if source.kind == "file"}
        if self._heard and not files <= self._files:
            raise ViewError("a page opens no files of the kernel's machine")
        try:
            for source in reading.panes.values():
                if source.kind != "model":
                    assets.need_small(engine(), source)
        except FigureError as error:
            raise ViewError(str(error)) from error
        self._files |= files
        return reading.text

    @t.observe("view")
    def _step_of_view(self, _: Any) -> None:  # noqa: ANN401
        k = self._read(self.view).k
        if not self._heard and k is not None:
            self.step = k

    @t.observe("step")
    def _view_at_step(self, _: Any) -> None:  # noqa: ANN401
        if not self._heard and self._read(self.view).k != self.step:
            self.view = self._read(self.view, self.step).text

    def _read(self, view: str, k: int | None = None) -> Reading:
        try:
            return engine().read(view, k)
        except FigureError as error:
            raise ViewError(str(error)) from error

    def _run(self, pane: str) -> Run:
        panes = self._read(self.view).panes
        source = panes.get(pane.upper())
        if not panes:
            raise ViewError(NO_EVENTS)
        if source is None:
            raise ViewError(f"there is no pane “{pane}”: there is {' and '.join(panes)}")
        try:
            return run_of(engine(), self._settings, source)
        except FigureError as error:
            raise ViewError(str(error)) from error

    def _asked(self, _: "View", content: Any, __: Any) -> None:  # noqa: ANN401
        """The page asks for bytes; it gets them, or the reason why not."""
        if not isinstance(content, dict) or "call" not in content:
            return
        try:
            given = self._bytes(content.get("ask"), content.get("id"))
        except (FigureError, OSError) as error:
            self.send({"call": content["call"], "refused": str(error)})
        else:
            self.send({"call": content["call"]}, [given])

    def _bytes(self, what: object, name: object) -> bytes:
        if what == "figures":
            return assets.figures(self._settings)
        if what == "catalogue":
            return assets.catalogue(self._settings)
        if what == "capture" and isinstance(name, str):
            return assets.capture(engine(), Source("capture", name, {}))
        if what == "file" and isinstance(name, str) and name in self._files:
            return assets.capture(engine(), Source("file", name, {}))
        raise FigureError(f"there is no {what} “{name}” to be had")
