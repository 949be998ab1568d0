"""Figures for Prometheus. Labels take few values: routes are templates, never paths."""

from collections.abc import Iterator

from fastapi import APIRouter, Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from mmscope.api.server.request_log import LoggedRequest
from mmscope.api.state import AppState, app_state
from mmscope.captures import NotFoundError, State

# Seconds: from what is asked every second to an upload that takes minutes.
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
STATES: tuple[State, ...] = ("pending", "ready", "failed")  # of captures,
UPLOADS = ("receiving", "waiting", "reading", "done", "failed")  # and of resumable uploads

router = APIRouter(prefix="/api")


class Metrics:
    """A registry of one application's own."""

    def __init__(self, state: AppState) -> None:
        self._registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._requests = Counter(
            "mmscope_requests", "Requests, by method, route and status.", labels, registry=self._registry
        )
        self._seconds = Histogram(
            "mmscope_request_seconds",
            "Seconds from a request to the end of its answer.",
            ("method", "route"),
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._registry.register(_Kept(state))

    def note(self, answered: LoggedRequest) -> None:
        """A request has ended."""
        self._requests.labels(answered.method, answered.route, str(answered.status)).inc()
        self._seconds.labels(answered.method, answered.route).observe(answered.seconds)

    def listen(self, host: str, port: int) -> None:
        """Give them on a port of their own, for as long as the process lives. Raises OSError."""
        start_http_server(port, host, self._registry)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        return generate_latest(self._registry)


class _Kept(Collector):
    """What the application knows, asked for when somebody looks."""

    def __init__(self, state: AppState) -> None:
        self._state = state

    def describe(self) -> list[Metric]:
        """Nothing, so that registering asks for nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Every figure."""
        library = self._state.library
        counts = library.catalogue.count()
        captures = GaugeMetricFamily("mmscope_captures", "Captures, by state.", labels=["state"])
        for state in STATES:
            captures.add_metric([state], counts.get(state, 0))
        yield captures
        states = self._state.resumable.count()
        uploads = GaugeMetricFamily(
            "mmscope_uploads", "Resumable uploads that are known, by state.", labels=["state"]
        )
        for known in UPLOADS:
            uploads.add_metric([known], states[known])
        yield uploads
        queue = states["waiting"] + states["reading"] + counts.get("pending", 0)
        yield GaugeMetricFamily("mmscope_ingest_queue", "Files still to be read in.", value=queue)
        files = CounterMetricFamily(
            "mmscope_files", "Files that came whole, by what became of them.", labels=["outcome"]
        )
        seconds = CounterMetricFamily(
            "mmscope_ingest_seconds", "Seconds spent on these files, waiting included.", labels=["outcome"]
        )
        for outcome, (number, spent) in library.tally.so_far().items():
            files.add_metric([outcome], number)
            seconds.add_metric([outcome], spent)
        yield files
        yield seconds
        open_ = len(self._state.shelf)
        yield GaugeMetricFamily(
            "mmscope_replay_captures", "Captures open to be stepped through.", value=open_
        )
        hub = self._state.hub
        yield GaugeMetricFamily("mmscope_class_rooms", "Live rooms that are open.", value=len(hub.rooms))
        yield GaugeMetricFamily("mmscope_class_led", "Of them, rooms whose teacher is there.", value=hub.led)
        yield GaugeMetricFamily("mmscope_class_members", "Students in all rooms.", value=hub.connected)
        answers = CounterMetricFamily(
            "mmscope_class_answers", "Answers, by what became of them.", labels=["outcome"]
        )
        answers.add_metric(["confirmed"], hub.confirmed)
        answers.add_metric(["refused"], hub.refused)
        yield answers
        size, room = library.catalogue.stored(), max(0, library.store.space())
        yield GaugeMetricFamily("mmscope_store_bytes", "Bytes of all captures.", value=size)
        yield GaugeMetricFamily("mmscope_room_bytes", "Bytes that may still be stored.", value=room)


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request) -> Response:
    """Figures for Prometheus, where the setting says so."""
    found: Metrics | None = request.app.state.metrics
    if found is None or not app_state(request).library.settings.metrics:
        raise NotFoundError("the server gives no metrics; MMSCOPE_METRICS=on lets it")
    return Response(found.text(), media_type=CONTENT_TYPE_LATEST)
