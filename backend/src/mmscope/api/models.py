"""Bodies of the answers. Times in ns are strings: JSON's numbers are too small for them."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from mmscope.captures import Entry, Upload

Ns = str


class CoreInfo(BaseModel):
    """The policy core that reads and checks captures."""

    abi: int
    sha256: str


class Health(BaseModel):
    """The server is there."""

    status: Literal["ok", "full"] = Field(
        description="full: the data folder's disk has no space, so no new file is accepted; all else works"
    )
    version: str
    core: CoreInfo
    captures: int = Field(description="captures in the catalogue")
    pending: int = Field(description="captures still to be read")
    room: int = Field(description="bytes that may still be stored")


class Totals(BaseModel):
    """Totals of the checker: the core's struct `totals`."""

    model_config = {"extra": "allow"}

    decisions: int
    same: int
    different: int
    incomplete: int
    lost: int


class ModeTotals(BaseModel):
    """Totals of the checker for one mode: the core's struct `mode_totals`."""

    model_config = {"extra": "allow"}

    decisions: int
    same: int
    different: int
    incomplete: int


class Fault(BaseModel):
    """Why a capture cannot be read."""

    code: str
    message: str
    line: int


class CaptureItem(BaseModel):
    """A capture in the list."""

    id: str
    title: str
    origin: Literal["bundled", "upload"]
    state: Literal["pending", "ready", "failed"]
    filename: str
    size: int = Field(description="bytes of the original file")
    sha256: str = Field(description="of that file")
    added: str = Field(description="ISO 8601, UTC")
    format: str | None = Field(
        None, description="mmscope, or a name of the enum trace_format; once it is ready"
    )
    events: int | None = Field(None, description="once it is ready, like all that follows")
    kinds: dict[str, int] | None = Field(None, description="events of each kind that occurs")
    ts_first: Ns | None = None
    ts_last: Ns | None = None
    closed: bool | None = Field(None, description="false: the file is cut off")
    totals: Totals | None = None
    modes: dict[str, int] | None = Field(None, description="decisions of each mode that occurs")
    card: dict[str, Any] | None = Field(None, description="the manifest beside a bundled capture")
    error: Fault | None = Field(None, description="where it failed")
    removable: bool = Field(description="whoever asks may remove it, or their claim to it")


class CaptureKept(CaptureItem):
    """A capture that was sent in."""

    secret: str | None = Field(
        None,
        description="removes it, as the header mmscope-secret; sent this once, if the request had none",
    )


class CaptureDetail(CaptureItem):
    """A capture with all it says of itself."""

    derived_by: str | None = Field(None, description="checksum of what read it")
    manifest: dict[str, Any] | None = Field(None, description="as the tracer wrote it at the start")
    end: dict[str, Any] | None = Field(None, description="as the tracer wrote it at the end")
    report: dict[str, Any] | None = Field(
        None, description="what the reader found: the struct `report`, or `trace_report`"
    )


class Account(BaseModel):
    """An account of what a capture records: the core's struct `balance`."""

    balance: int = Field(description="which: its place among `balances` in /api/tables")
    part: int = Field(
        description="number of the device, zone, node, setting or witness; 0 where there is one for all"
    )
    state: Literal["holds", "off", "unknown"]
    left: int
    right: int
    slack: int = Field(description="how far the two sums may be apart")


class Check(BaseModel):
    """Verdicts in short."""

    totals: Totals
    modes: dict[str, ModeTotals] = Field(description="by mode, as in /api/tables; only modes that occur")
    balances: list[Account] = Field(
        description="every account; none of a model's run or another tool's trace"
    )
    first: list[dict[str, Any]] = Field(description="the first that are not `same`: line, verdict, event")


class FieldAbout(BaseModel):
    """A field of a kind's events."""

    name: str
    type: str = Field(description="as in /api/tables; empty where the file does not say")
    unit: str
    doc: str


class Spread(BaseModel):
    """What a measure comes to."""

    n: int = Field(description="events that have it")
    min: float
    max: float
    sum: float
    p50: float | None = Field(None, description="a value that is there: the smallest that half of them reach")
    p99: float | None = Field(None, description="left out, as p50, if there are too many values")


class KindAbout(BaseModel):
    """A kind of the capture's events."""

    name: str
    system: str
    doc: str
    events: int
    fields: list[FieldAbout]
    measures: dict[str, Spread] = Field(description="of the whole capture, by field; those that have a unit")


class Gap(BaseModel):
    """A stretch of time in which events were lost."""

    model_config = {"populate_by_name": True}

    begin: Ns = Field(alias="from", description="the event before")
    end: Ns = Field(alias="to", description="where the capture says so")
    cpu: int | None = Field(description="null: of all CPUs")


class Outline(BaseModel):
    """What there is in a capture. Times count from its first event."""

    ts_first: Ns
    span: Ns
    kinds: list[KindAbout]
    gaps: list[Gap] = Field(description="the first thousand")


class KindCount(BaseModel):
    """A kind in a stretch of time."""

    name: str
    count: int
    spread: Spread | None


class Stretch(BaseModel):
    """What a stretch of time holds."""

    kinds: list[KindCount]
    spread: Spread | None = Field(description="of all kinds together")


class Line(BaseModel):
    """An event."""

    kind: str
    row: int = Field(description="its place among those of its kind, in the order of time")
    t: Ns = Field(description="since the capture's first event")
    ts: Ns = Field(description="as recorded")
    cpu: int | None
    pid: int | None
    comm: str | None
    line: int | None = Field(description="of the text, from 1")
    fields: list[str | None] = Field(description="as text, in the order of the outline")


class Lines(BaseModel):
    """Some of the events of a stretch of time."""

    total: int = Field(description="how many the stretch has")
    first: int = Field(description="how many of them come before the first line")
    lines: list[Line]


class UploadState(BaseModel):
    """How far an upload has come, and what became of it."""

    state: Literal["receiving", "waiting", "reading", "done", "failed"]
    filename: str
    bytes: int = Field(description="bytes of the file: received so far, later read so far")
    total: int = Field(description="bytes of the file")
    lines: int = Field(description="read so far")
    events: int = Field(description="read so far")
    id: str | None = Field(None, description="the capture it became")
    held: str | None = Field(None, description="why it has to wait to be read, in a sentence")
    error: Fault | None = Field(None, description="why it became no capture")


def upload_state(upload: Upload) -> dict[str, Any]:
    """What UploadState holds."""
    card, state, progress = upload.card, upload.state, upload.progress
    coming = state in {"receiving", "waiting"}
    return {
        "state": state,
        "filename": card.filename,
        "bytes": card.offset if coming else progress.bytes,
        "total": card.length,
        "lines": progress.lines,
        "events": progress.events,
        "id": card.capture,
        "held": upload.held,
        "error": card.error,
    }


def item(entry: Entry, *, removable: bool) -> dict[str, Any]:
    """What CaptureItem holds."""
    row = {name: getattr(entry, name) for name in Entry.__dataclass_fields__ if name != "details"}
    return row | entry.details | {"removable": removable}
