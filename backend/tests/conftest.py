"""What the tests share: the real core, captures the model wrote, and servers to talk to."""

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from starlette.testclient import TestClient

from cuts import Cut
from mmscope.api import create_app
from mmscope.captures import Catalogue, Library
from mmscope.core import CoreModule, Session, TraceModule
from mmscope.settings import Settings, load
from support import OURS, Server

hypothesis.settings.register_profile("here", deadline=None, derandomize=True)
hypothesis.settings.load_profile("here")

ModelRun = Callable[..., Session]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds what another kept, or what its user did."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def usual() -> Settings:
    """Settings of this checkout."""
    return load({})


@pytest.fixture(scope="session")
def core(usual: Settings) -> CoreModule:
    """The committed core."""
    return CoreModule(usual.core)


@pytest.fixture(scope="session")
def trace(usual: Settings) -> TraceModule:
    """The committed reader of other tools' traces."""
    return TraceModule(usual.trace)


@pytest.fixture(scope="session")
def run_model(core: CoreModule, usual: Settings) -> ModelRun:
    """Run a scenario, with some parameters changed."""

    def run(scenario: str, **changes: Any) -> Session:  # noqa: ANN401  # any parameter's value
        params = json.loads((usual.scenarios / f"{scenario}.json").read_text())["params"]
        session = Session(core)
        session.run_model({**params, **changes})
        return session

    return run


@pytest.fixture(scope="session")
def model(run_model: ModelRun) -> Session:
    """A short run."""
    return run_model("two-nodes", stop_decisions=400)


@pytest.fixture(scope="session")
def long_model(run_model: ModelRun) -> Session:
    """A run of many batches."""
    return run_model("two-nodes", stop_decisions=4000)


@pytest.fixture(scope="session")
def text(model: Session) -> bytes:
    """The capture of that run."""
    return b"".join(model.write())


@pytest.fixture(scope="session")
def packed(text: bytes) -> bytes:
    """The same, in gzip."""
    return gzip.compress(text, mtime=0)


def _settings(usual: Settings, folder: Path, packed: bytes) -> Settings:
    """A data folder of one's own, and one bundled capture."""
    root = folder / "root"
    captures = root / "datasets" / "captures"
    captures.mkdir(parents=True)
    (captures / "first.mmscope.gz").write_bytes(packed)
    (captures / "first.json").write_text('{"id": "first", "title": "The first"}')
    (captures / "first.perf.txt.gz").write_bytes(gzip.compress(b"writer;do_swap_page 3\n", mtime=0))
    core = root / "wasm-core" / "dist"
    core.mkdir(parents=True)
    (core / "mmscope.wasm").symlink_to(usual.core)
    (core / "mmtrace.wasm").symlink_to(usual.trace)
    hosts = (*usual.hosts, "testserver")
    return replace(usual, root=root, data=folder / "data", hosts=hosts, lists=True)


@pytest.fixture
def settings(usual: Settings, tmp_path: Path, packed: bytes) -> Settings:
    """A data folder of one's own, and one bundled capture."""
    return _settings(usual, tmp_path, packed)


@pytest.fixture
def library(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[Library]:
    """A library; its bundled capture is not read yet."""
    library = Library(settings, core, trace)
    yield library
    library.close()


@pytest.fixture
def reopen(settings: Settings, core: CoreModule, trace: TraceModule) -> Callable[[], Library]:
    """Open the data folder as a start does; whoever does it closes the library."""
    return lambda: Library(settings, core, trace)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cut]:
    """A power cut among the steps that change the disk or the catalogue."""
    cut = Cut(monkeypatch)
    for name in ("put", "remove"):
        cut.count(Catalogue, name)
    yield cut
    cut.at(0)


@pytest.fixture
def client(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[TestClient]:
    """A client of the application, whose bundled capture has been read."""
    library = Library(settings, core, trace)
    library.catch_up()
    with TestClient(create_app(library), headers=OURS) as client:
        yield client


@pytest.fixture
def start_server(settings: Settings) -> Iterator[Callable[..., Server]]:
    """Start a real server process on the data folder; any number of times, one after another."""
    servers: list[Server] = []

    def start(**environment: str) -> Server:
        servers.append(Server(settings, **environment))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def server(
    usual: Settings, tmp_path_factory: pytest.TempPathFactory, packed: bytes, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """A real server that the tests of a file share; its file says with which environment."""
    server = Server(_settings(usual, tmp_path_factory.mktemp("server"), packed), **request.module.ENVIRONMENT)
    yield server
    server.kill()
