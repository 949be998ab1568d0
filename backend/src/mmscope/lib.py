"""What `import mmscope` offers: figures, and captures and models as tables.

Times are ns. A source is named as people name it: a scenario or a bundled capture (`mmscope list`), a file,
or a view, which is what stands behind # in a link of the app; of a view, its first pane.
"""

import shutil
import tempfile
import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mmscope.captures import PlainText, Progress, is_own, trace_bounds
from mmscope.captures.errors import CaptureError
from mmscope.captures.reader import read_decisions, trace_module
from mmscope.captures.totals import Counts, agrees, balances, count
from mmscope.core import CoreError, PasteModule, Session
from mmscope.core.paste import SEPARATOR
from mmscope.figures import WIDTH, Engine, FigureError, Order, engine, on_film, on_paper
from mmscope.figures.engine import Source, Theme
from mmscope.figures.names import Named, source_of
from mmscope.settings import Settings, load
from mmscope.sweeps import QuestionError, module_of, one, parse, run_params, scenario, to_rows

if TYPE_CHECKING:
    import pyarrow as pa

    from mmscope.figures.tables import Run

Form = Literal["svg", "text", "png", "pdf", "mp4", "webm"]


class Error(ValueError):
    """It cannot be read, drawn or asked; the text says why, and what would do."""


def render(
    view: str,
    form: Form = "svg",
    *,
    width: int = WIDTH,
    theme: Theme = "light",
    why: bool = False,
    fonts: bool = True,
    steps: tuple[int, int] | None = None,
) -> bytes:
    """A view as a picture, or in words; the same bytes each time.

    view: `swap-devices?a=model:four-nodes&k=1800`, as behind # in a link.
    form: text is UTF-8; png and pdf need `mmscope[render]`; mp4 and webm need `steps` and ffmpeg.
    width: px, 320 to 4096. theme: light, dark, or print (white, without colour).
    why: with the reasons below each pane. fonts: embedded. steps: the first and the last decision of a
    figure that moves, from 1. Raises Error.
    """
    order = Order(view, width, theme, why=why, fonts=fonts, steps=steps)
    with _errors(view):
        return drawn(engine(), order, form, load().frontend / "engine")


def machine(*texts: Named) -> str:
    """The view of a machine, from files of what its kernel printed: for `render()` and `View()`.

    texts: read as one, in their order; `/proc/zoneinfo` must be in it, the first one counts. The words of a
    request go behind it: `machine("zoneinfo") + "&order=3&min_free_kbytes=180224"` (docs/your-machine.md).
    Raises Error.
    """
    settings = load()
    with _errors(" ".join(map(str, texts))):
        content = SEPARATOR.join(_plain(settings, Path(text)) for text in texts)
        return engine().machine(PasteModule(settings.paste).read(content))


def _plain(settings: Settings, path: Path) -> bytes:
    with path.open("rb") as file:
        return b"".join(PlainText(file, settings.limits, part=True))


def drawn(by: Engine, order: Order, form: Form, faces: Path) -> bytes:
    """The order in this form. `faces`: where fonts for paper are. Raises FigureError."""
    match form:
        case "text":
            return by.text(order).encode()
        case "svg":
            return by.picture(order).svg.encode()
        case "png" | "pdf":
            return on_paper(by.picture(order), form, faces)
        case "mp4" | "webm":
            return on_film(lambda: by.film(order), form, faces)


@contextmanager
def _errors(source: Named) -> Iterator[None]:
    """What goes wrong within, as Error."""
    try:
        yield
    except (CaptureError, CoreError) as error:
        raise Error(f"{source}: {getattr(error, 'message', error)}") from error
    except (FigureError, QuestionError) as error:
        raise Error(str(error)) from error
    except OSError as error:
        raise Error(f"{source}: {error.strerror}") from error


class Recording(ABC):
    """A model's run, or a capture: its events by kind, each kind a table."""

    def __init__(self, kinds: Mapping[str, int]) -> None:
        self.kinds = dict(kinds)  # how many events of each kind

    @abstractmethod
    def events(self, kind: str) -> "pa.Table":
        """Events of one kind in the order of time, a column for each field.

        `schema.field(name).metadata` has `doc`, and `unit` where it has one. `polars.DataFrame(table)`,
        `table.to_pandas()` and whatever else reads Arrow take it. Raises Error.
        """

    @abstractmethod
    def decisions(self) -> "pa.Table":
        """Each decision: number from 1, time, kind, event, and what the checker says of it. Raises Error."""


class _Own(Recording):
    """What the core holds."""

    def __init__(self, run: "Run") -> None:
        super().__init__(run.kinds)
        self.run = run

    def events(self, kind: str) -> "pa.Table":
        with _errors(kind):
            return self.run.events(kind)

    def decisions(self) -> "pa.Table":
        return self.run.decisions()


class _Foreign(Recording):
    """What another tool recorded, in files that go away with it."""

    def __init__(self, folder: Path) -> None:
        super().__init__({})
        self.folder = folder
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def events(self, kind: str) -> "pa.Table":
        import pyarrow.parquet as pq  # noqa: PLC0415  (as late as it is needed)

        from mmscope.captures.columns import parquet_name  # noqa: PLC0415

        if kind not in self.kinds:
            raise Error(f"there is no event “{kind}” in it: there are {', '.join(self.kinds) or 'none'}")
        return pq.read_table(self.folder / parquet_name(kind))

    def decisions(self) -> "pa.Table":
        raise Error("another tool recorded it: its events do not say what each decision was made from")


def read(source: Named) -> Recording:
    """A source, read or run: a capture of any format that `mmscope info` reads, or a model. Raises Error."""
    settings = load()
    with _errors(source):
        if _is_foreign(settings, source):
            return _foreign(settings, Path(source))
        return _Own(_run(source_of(engine(), settings, source)))


def decisions(source: Named) -> "pa.Table":
    """`read(source).decisions()`."""
    return read(source).decisions()


@dataclass(frozen=True, slots=True)
class Check:
    """What recomputing every decision came to.

    Of unpatched kernels (docs/stock.md) `raced`: its inputs moved; `not_modelled`: something decided
    that no line records, so it is not among `decisions`; `over_limit`: questions with too many of either.
    `lost`: events that the tracer lost, or that are missing. `modes`: counts by mode of deciding. `balances`:
    accounts of the record, each with its two sums (docs/check.md), `of` a sysctl, of decisions or of a
    field of theirs. `whole`: the capture has its end line.
    `agrees`: it is whole and has decisions, and nothing is different, incomplete, lost, over a limit or off.
    """

    decisions: int
    same: int
    different: int
    incomplete: int
    raced: int
    not_modelled: int
    over_limit: int
    lost: int
    modes: Mapping[str, Counts]
    balances: tuple[Mapping[str, Any], ...]
    whole: bool
    agrees: bool


def check(source: Named) -> Check:
    """Recompute every decision: of a capture, of an unpatched kernel's text, of a model. Raises Error."""
    settings = load()
    with _errors(source):
        if _is_foreign(settings, source):
            session, model = _decided(settings, Path(source)), False
        else:
            found = source_of(engine(), settings, source)
            session, model = _run(found).session, found.kind == "model"
        counts, modes = count(session)
        whole = model or bool(session.report()["closed"])
    accounts = tuple(balances(session))
    kept = {field.name: counts[field.name] for field in fields(Check) if field.name in counts}
    clean = whole and bool(counts["decisions"]) and agrees(counts, accounts)
    return Check(**kept, modes=modes, balances=accounts, whole=whole, agrees=clean)


def sweep(question: str) -> "pa.Table":
    """Run a model through a tunable's values, or two tunables' values, and measure each run.

    question: what stands behind `compare?` in a link, as `mmscope sweep` takes it (docs/sweeps.md):
    `of=model:two-nodes&x=rule:node,roundrobin&seeds=1..3`, or `of=capture:…` as if its tunables were others.
    A row for each run and measure: `x`, `y` (null where only one tunable varies), `seed`, `measure`, `part`
    (null where it is of all), `value` in `unit`, whether more or less of it is `better`, and `of`, how many
    it was counted among. The command runs on all cores, this on one. Raises Error.
    """
    import pyarrow as pa  # noqa: PLC0415  (as late as it is needed)

    settings = load()
    with _errors(question):
        asked = parse(settings, question)
        made = []
        for params in run_params(settings, asked, scenario(settings, asked)):
            rows = one(settings, asked, params)
            if isinstance(rows, str):
                raise Error(f"{question}: {rows}")
            made.append(rows)
        table = to_rows(asked, made, module_of(settings.core).tables)
    return pa.Table.from_pylist(table)


def _decided(settings: Settings, path: Path) -> Session:
    with path.open("rb") as file:
        return read_decisions(module_of(settings.core), settings.trace, file, settings.limits).session


def _run(source: Source) -> "Run":
    from mmscope.figures.tables import run_of  # noqa: PLC0415  (Arrow, which figures do not need)

    return run_of(engine(), load(), source)


def _is_foreign(settings: Settings, source: Named) -> bool:
    path = Path(source)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return not is_own(PlainText(file, settings.limits).beginning())


def _foreign(settings: Settings, path: Path) -> Recording:
    from mmscope.captures.trace import read_tables  # noqa: PLC0415

    made = _Foreign(Path(tempfile.mkdtemp(prefix="mmscope-")))
    with path.open("rb") as file:
        text = PlainText(file, settings.limits)
        bounds = trace_bounds(settings.limits)
        found = read_tables(trace_module(settings.trace), iter(text), bounds, made.folder, Progress())
    made.kinds |= found.kinds
    return made
