"""300 damaged captures over the server: taken in, or refused with line or byte; nothing else happens."""

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mmscope.settings import Settings
from support import tree

MAKER = "frontend/src/trace/testing/corruptions.mjs"
COUNT = 300
SECONDS = 30.0  # of the processor, for one of them


@pytest.fixture(scope="module")
def corruptions(usual: Settings, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The same files that the browser's reader is tested with."""
    folder = tmp_path_factory.mktemp("corruptions")
    node = shutil.which("node", path=usual.root / ".tools" / "bin") or shutil.which("node")
    assert node, "Node is missing: make setup"
    subprocess.run([node, usual.root / MAKER, folder], check=True)
    files = sorted(folder.iterdir())
    assert len(files) == COUNT
    return files


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_damage_is_refused_with_its_place_and_changes_nothing(
    client: TestClient, settings: Settings, text: bytes, corruptions: list[Path]
) -> None:
    assert client.post("/api/captures?filename=good", content=text).status_code == 201
    captures = settings.data / "captures"
    before, listed = tree(captures), client.get("/api/captures").json()
    taken = refused = 0
    for path in corruptions:
        began = time.process_time()
        answer = client.post("/api/captures", content=path.read_bytes())
        assert time.process_time() - began < SECONDS, path.name
        reply = answer.json()
        if answer.status_code == 201:
            taken += 1
            report = client.get(f"/api/captures/{reply['id']}").json()["report"]
            assert all(bad["line"] > 0 for bad in report.get("first_bad", [])), path.name
            assert client.delete(f"/api/captures/{reply['id']}").status_code == 204, path.name
        else:
            refused += 1
            assert 400 <= answer.status_code < 500, (path.name, reply)
            message, line = reply["error"]["message"], reply["error"].get("line", 0)
            assert message.isascii(), (path.name, reply)
            assert message.isprintable(), (path.name, reply)
            assert (line and message.startswith(f"line {line}: ")) or "byte " in message, (path.name, reply)
        assert tree(captures) == before, path.name
        assert list((settings.data / "incoming").iterdir()) == [], path.name
    assert client.get("/api/captures").json() == listed
    assert min(taken, refused) > COUNT / 10
