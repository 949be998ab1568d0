"""The package as somebody installs it: built, put into an empty environment, used far from the project."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import httpx2
import pytest
from pack import ROOT, version
from pack.wheel import LIMIT, make

VIEW = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
LARGE = 1 << 20  # bytes, of which some captures have more
MOST = 40_000_000  # bytes of the wheel: docs/packages.md says how many there are


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("installed")


@pytest.fixture(scope="module")
def wheel(folder: Path) -> Path:
    path, left = make(folder, LIMIT)
    assert left == []
    return path


@pytest.fixture(scope="module")
def scripts(folder: Path, wheel: Path) -> Path:
    """An environment's bin/, with the package and what it needs, nothing else."""
    uv = str(ROOT / ".tools" / "bin" / "uv")
    to = folder / "venv"
    subprocess.run([uv, "venv", "-q", "--python", sys.executable, str(to)], check=True)
    pinned = ROOT / "backend" / "requirements-dev.txt"
    install = [uv, "pip", "install", "-q", "--python", str(to), "-c", str(pinned)]
    subprocess.run([*install, f"mmscope[render] @ {wheel.as_uri()}"], check=True)
    return to / "bin"


def bare(folder: Path, **more: str) -> dict[str, str]:
    """Variables that lead nowhere near the project."""
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **more}


@contextmanager
def served(scripts: Path, folder: Path) -> Iterator[httpx2.Client]:
    env = bare(folder, PORT="0")
    command = [str(scripts / "mmscope"), "serve"]
    with subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = ""
            for line in process.stderr:
                said += line
                if found := re.search(r"running on (http://127\.0\.0\.1:\d+)", line):
                    with httpx2.Client(base_url=found[1], timeout=60) as http:
                        yield http
                    break
            else:
                pytest.fail(said)
        finally:
            process.terminate()
            process.communicate()


def test_it_holds_what_it_says(wheel: Path) -> None:
    assert wheel.stat().st_size < MOST
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert f"mmscope-{version()}.dist-info/licenses/LICENSE" in names
    assert f"mmscope-{version()}.dist-info/licenses/THIRD-PARTY-NOTICES.txt" in names
    shipped = {n.removeprefix("mmscope/shipped/") for n in names}
    for module in ("mmscope.wasm", "mmtrace.wasm", "mmpaste.wasm"):
        assert f"wasm-core/dist/{module}" in shipped
    captures = {p.name for p in (ROOT / "datasets" / "captures").glob("*.mmscope.gz")}
    assert {n.rpartition("/")[2] for n in shipped if n.endswith(".mmscope.gz")} == captures
    assert f"mmscope-{version()}.data/data/share/man/man1/mmscope.1" in names
    assert "frontend/dist/embed/mm-scope.js" in shipped
    assert not any("/node_modules/" in n or n.endswith((".pyc", ".ts", ".tsx")) for n in names)


@pytest.mark.slow
def test_it_draws_the_same_bytes_as_the_checkout(scripts: Path, folder: Path) -> None:
    away = folder / "away"
    away.mkdir()
    subprocess.run(
        [str(scripts / "mmscope"), "render", VIEW, "-o", "f.svg"], cwd=away, env=bare(folder), check=True
    )
    here = [str(Path(sys.executable).with_name("mmscope")), "render", VIEW]
    assert (away / "f.svg").read_bytes() == subprocess.run(here, check=True, capture_output=True).stdout


def test_it_serves_the_app_and_its_captures(scripts: Path, folder: Path) -> None:
    """Its data is in the user's own folder, since there is no checkout."""
    with served(scripts, folder) as http:
        assert "<title>mmscope" in http.get("/").text
        index = http.get("/datasets/index.json").json()
        for row in index["captures"]:
            assert len(http.get("/" + row["file"]).content) == row["bytes"]
        assert http.get("/datasets/captures/nothing.mmscope.gz").status_code == 404
        assert http.get("/datasets/captures/..%2Fpublished%2Finterleave.json").status_code == 404
        assert http.get("/embed/mm-scope.js").status_code == 200
        listed = http.get("/api/captures?limit=500").json()
        assert {c["id"] for c in listed} == {c["id"] for c in index["captures"]}
    assert (folder / ".local" / "share" / "mmscope" / "catalogue.sqlite").is_file()


@pytest.mark.slow
def test_what_is_too_large_is_left_out_by_name(tmp_path: Path) -> None:
    path, left = make(tmp_path, LARGE)
    large = {row["id"] for row in left}
    assert large
    assert large == {
        p.name.removesuffix(".mmscope.gz")
        for p in (ROOT / "datasets" / "captures").glob("*.mmscope.gz")
        if p.stat().st_size > LARGE
    }
    with ZipFile(path) as archive:
        archive.extractall(tmp_path)
    env = {**os.environ, "MMSCOPE_ROOT": str(tmp_path / "mmscope" / "shipped")}
    name = min(large)
    draw = [str(Path(sys.executable).with_name("mmscope")), "render", f"decisions?a=capture:{name}"]
    done = subprocess.run(draw, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"“{name}” (" in done.stderr
    assert "too large for this package" in done.stderr
    assert f"datasets/captures/{name}.mmscope.gz" in done.stderr
