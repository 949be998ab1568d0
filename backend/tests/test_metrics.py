"""The files of docs/hosting for who watches a server, with the real Prometheus and systemd-analyze."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families as parse

from support import Server, free_port, program, wait_until

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parents[2] / "docs" / "hosting"
JOB = "127.0.0.1:9464"
RULES = re.findall(r"^ +expr: (.+)$", (FOLDER / "alerts.yml").read_text(), re.MULTILINE)
PANELS = json.loads((FOLDER / "grafana.json").read_text())["panels"]
DRAWN = [target["expr"] for panel in PANELS for target in panel["targets"]]


def test_what_the_tools_say_of_the_files() -> None:
    for check, file in (("rules", "alerts.yml"), ("config", "prometheus.yml")):
        said = subprocess.run(
            [program("promtool", "prometheus"), "check", check, str(FOLDER / file)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert said.returncode == 0, said.stdout + said.stderr
    unit = [program("systemd-analyze", "systemd"), "verify", "--man=no", str(FOLDER / "mmscope.service")]
    said = subprocess.run(unit, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_the_dashboard_has_what_grafana_needs() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS) >= 8
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS]
    assert len(set(places)) == len(places)
    assert {panel["datasource"]["uid"] for panel in PANELS} == {"${source}"}


@contextmanager
def watched(port: int, folder: Path) -> Iterator[Callable[[str], list[Any]]]:
    """Prometheus, by our configuration, with what it answers to a query."""
    text = (FOLDER / "prometheus.yml").read_text()
    assert JOB in text
    exchanged = text.replace(JOB, f"127.0.0.1:{port}").replace("15s", "1s")
    (folder / "prometheus.yml").write_text("global:\n  evaluation_interval: 1s\n" + exchanged)
    shutil.copy(FOLDER / "alerts.yml", folder)
    own = free_port()
    command = [
        program("prometheus", "prometheus"),
        f"--config.file={folder}/prometheus.yml",
        f"--storage.tsdb.path={folder}/data",
        f"--web.listen-address=127.0.0.1:{own}",
    ]
    root = f"http://127.0.0.1:{own}/api/v1"

    def ask(expression: str) -> list[Any]:
        reply = httpx2.get(f"{root}/query", params={"query": expression})
        answer = reply.raise_for_status().json()  # 503, in words, until its database is open
        assert answer["status"] == "success", answer
        return list(answer["data"]["result"])

    with (folder / "log").open("w") as log, subprocess.Popen(command, stderr=log, stdout=log) as process:

        def sees() -> bool:
            assert process.poll() is None, (folder / "log").read_text()
            with suppress(OSError, httpx2.HTTPError):
                return any(sample["value"][1] == "1" for sample in ask("up"))
            return False

        try:
            wait_until(sees)
            yield ask
        finally:
            process.terminate()


def test_each_figure_that_is_asked_for_is_there(
    start_server: Callable[..., Server], tmp_path: Path, text: bytes
) -> None:
    port = free_port()
    server = start_server(MMSCOPE_METRICS_PORT=str(port))
    at = f"http://127.0.0.1:{server.port}/api"
    assert httpx2.get(f"{at}/metrics").status_code == 404  # on its own port alone
    assert httpx2.post(f"{at}/captures", content=text).status_code == 201
    given = {
        sample.name
        for family in parse(httpx2.get(f"http://127.0.0.1:{port}/metrics").text)
        for sample in family.samples
    }
    for expression in DRAWN + RULES:
        names = set(re.findall(r"mmscope_\w+", expression))
        assert names <= given, f"{expression}: the server gives no {names - given}"
        assert names or expression.startswith("up{")
    with watched(port, tmp_path) as ask:

        def draws(expression: str) -> bool:
            return bool(ask(expression))

        for expression in RULES:
            ask(expression)
        for expression in DRAWN:  # rates need two looks
            wait_until(partial(draws, expression))
        assert ask('mmscope_captures{state="ready"}')[0]["value"][1] == "2"
        assert ask("ALERTS") == []
        server.kill()
        wait_until(partial(draws, RULES[0]))
