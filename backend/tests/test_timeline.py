"""What a timeline asks of a capture that it does not hold, beside what the capture's tables hold."""

import base64
import gzip
import io
import itertools
import json
import operator
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from starlette.testclient import TestClient

from mmscope.settings import Settings


@pytest.fixture(params=["own", "foreign"])
def capture(request: pytest.FixtureRequest, client: TestClient, usual: Settings) -> str:
    """The address of a capture of each sort."""
    if request.param == "own":
        return "/api/captures/first"
    sample = usual.root / "datasets" / "foreign" / "ftrace" / "debian-6.1-default.txt.gz"
    with sample.open("rb") as file:
        answer = client.post(
            "/api/captures", content=file, headers={"content-type": "application/octet-stream"}
        )
    return f"/api/captures/{answer.json()['id']}"


def got(client: TestClient, path: str, **params: Any) -> Any:  # noqa: ANN401  # JSON
    answer = client.get(path, params={key.rstrip("_"): value for key, value in params.items()})
    assert answer.status_code == 200, answer.text
    return answer.json()


def table(client: TestClient, capture: str, kind: str) -> list[dict[str, Any]]:
    content = client.get(f"{capture}/events/{kind}", params={"limit": 1 << 20}).content
    rows: list[dict[str, Any]] = pa.ipc.open_stream(io.BytesIO(content)).read_all().to_pylist()
    return rows


def test_an_outline_names_what_the_tables_hold(client: TestClient, capture: str) -> None:
    outline = got(client, f"{capture}/outline")
    item = got(client, capture)
    assert {kind["name"]: kind["events"] for kind in outline["kinds"]} == item["kinds"]
    assert int(outline["span"]) == int(item["ts_last"]) - int(item["ts_first"])
    measured = 0
    for kind in outline["kinds"]:
        rows = table(client, capture, kind["name"])
        assert not {"ts", "cpu", "index"} & {field["name"] for field in kind["fields"]}
        for name, spread in kind["measures"].items():
            values = [row[name] for row in rows if row[name] is not None]
            assert (spread["n"], spread["min"], spread["max"]) == (len(values), min(values), max(values))
            measured += 1
    assert measured > 3


def test_lines_are_all_events_in_order_of_time(client: TestClient, capture: str) -> None:
    item, outline = got(client, capture), got(client, f"{capture}/outline")
    fields = {kind["name"]: [field["name"] for field in kind["fields"]] for kind in outline["kinds"]}
    lines: list[dict[str, Any]] = []
    while page := got(client, f"{capture}/lines", skip=len(lines), limit=256)["lines"]:
        lines += page
        if len(lines) > 3000:
            break
    assert lines
    assert [int(line["t"]) for line in lines] == sorted(int(line["t"]) for line in lines)
    of = {kind: table(client, capture, kind) for kind in {line["kind"] for line in lines}}
    of = {kind: sorted(rows, key=lambda row: row["ts"]) for kind, rows in of.items()}
    for line in lines:
        row = of[line["kind"]][line["row"]]
        assert int(line["ts"]) == row["ts"] == int(item["ts_first"]) + int(line["t"])
        assert (line["cpu"], line["pid"], line["comm"]) == tuple(map(row.get, ("cpu", "pid", "comm")))
        for name, given in zip(fields[line["kind"]], line["fields"], strict=True):
            value = row[name]
            if isinstance(value, list):
                assert given == ",".join(map(str, value))
            elif value is None or isinstance(value, bool):
                assert given == (None if value is None else str(int(value)))
            else:
                assert given == str(value)


def test_lines_around_an_event_or_a_time(client: TestClient, capture: str) -> None:
    kinds = got(client, f"{capture}/outline")["kinds"]
    kind = max(kinds, key=lambda kind: kind["events"])["name"]
    lines = got(client, f"{capture}/lines", kinds=kind, limit=200)["lines"]
    here = lines[100]
    around = got(client, f"{capture}/lines", kinds=kind, at=f"{kind}:{here['row']}", before=6, after=7)
    assert around["lines"] == lines[94:107]
    near = got(client, f"{capture}/lines", kinds=kind, near=here["t"], before=1, after=1)["lines"]
    assert int(near[0]["t"]) <= int(here["t"]) == int(near[1]["t"])
    part = got(client, f"{capture}/lines", kinds=kind, from_=lines[50]["t"], to=lines[150]["t"])
    inside = [line for line in lines if int(lines[50]["t"]) <= int(line["t"]) < int(lines[150]["t"])]
    assert part["total"] == len(inside)
    assert part["lines"] == inside[:64]
    assert got(client, f"{capture}/lines", from_="9", to="3")["lines"] == []
    ends = got(client, f"{capture}/lines", kinds=kind, at=f"{kind}:0", before=3, after=2)
    assert (ends["first"], len(ends["lines"])) == (0, 2)


def found(client: TestClient, capture: str, *meets: dict[str, Any], kinds: list[str]) -> dict[str, list[int]]:
    """Rows by kind; that their times are those of the lines is checked."""
    where = json.dumps([{"kinds": kinds, "meets": meets}])
    answer = client.get(f"{capture}/found", params={"where": where})
    assert answer.status_code == 200, answer.text
    length = int.from_bytes(answer.content[:4], "little")
    head = json.loads(answer.content[4 : 4 + length])
    assert not head["more"]
    at, rows = 4 + length, {}
    for kind in head["kinds"]:
        times, places = np.frombuffer(answer.content, "<f8", 2 * kind["events"], at).reshape(2, -1)
        at += 16 * kind["events"]
        rows[kind["name"]] = places.astype(int).tolist()
        some = [f"{kind['name']}:{row}" for row in rows[kind["name"]][:100]]
        lines = got(client, f"{capture}/lines", rows=",".join(some))["lines"]
        assert [f"{line['kind']}:{line['row']}" for line in lines] == some
        assert [int(line["t"]) for line in lines] == times[:100].tolist()
    assert at == len(answer.content)
    return rows


def test_what_is_found_is_what_the_tables_have(client: TestClient, capture: str) -> None:
    outline = got(client, f"{capture}/outline")
    kinds = [kind["name"] for kind in outline["kinds"]]
    of = {kind: sorted(table(client, capture, kind), key=lambda row: row["ts"]) for kind in kinds}
    seen = 0

    def check(holds: Callable[[dict[str, Any]], bool], *meets: dict[str, Any]) -> None:
        nonlocal seen
        expected = {kind: [i for i, row in enumerate(rows) if holds(row)] for kind, rows in of.items()}
        expected = {kind: rows for kind, rows in expected.items() if rows}
        assert found(client, capture, *meets, kinds=kinds) == expected, meets
        seen += sum(map(len, expected.values()))

    def text(row: dict[str, Any], name: str) -> str:
        return (row.get(name) or "").lower()

    cpu = {"field": "cpu", "op": "=", "value": "1", "number": 1}
    check(lambda row: row.get("cpu") == 1, cpu)
    assert seen
    comms = {text(row, "comm") for rows in of.values() for row in rows} - {""}
    for part in {comm[1:4] for comm in sorted(comms)[:3]}:
        named = {"field": "comm", "op": "has", "value": part.upper()}

        def has(row: dict[str, Any], part: str = part) -> bool:
            return part in text(row, "comm")

        def anywhere(row: dict[str, Any], part: str = part) -> bool:
            return any(part in of.lower() for of in row.values() if isinstance(of, str))

        check(has, named)
        check(lambda row, has=has: has(row) and row.get("cpu") == 1, named, cpu)  # type: ignore[misc]
        check(anywhere, {"op": "has", "value": part})
    name, values = next(
        (measure, given)
        for kind in outline["kinds"]
        for measure, given in kind["measures"].items()
        if given["min"] < given["max"]
    )
    middle = (values["min"] + values["max"]) / 2
    for op, compares in {"<": operator.lt, ">=": operator.ge, "=": operator.eq, "!=": operator.ne}.items():

        def holds(row: dict[str, Any], compares: Callable[[Any, Any], bool] = compares) -> bool:
            return name in row and compares(row[name], middle)

        before = seen
        check(holds, {"field": name, "op": op, "value": str(middle), "number": middle})
        assert op == "=" or seen > before
    check(lambda _: False, {"field": "no_such_field", "op": "=", "value": "1", "number": 1})
    check(lambda _: True)


def test_a_search_that_takes_long_or_finds_too_much_says_so(
    client: TestClient, capture: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = [kind["name"] for kind in got(client, f"{capture}/outline")["kinds"]]
    where = json.dumps([{"kinds": kinds, "meets": [{"field": "cpu", "op": ">=", "value": "0", "number": 0}]}])
    with monkeypatch.context() as patch:
        patch.setattr("mmscope.captures.remote.search.MOST", 100)
        content = client.get(f"{capture}/found", params={"where": where}).content
        assert json.loads(content[4 : 4 + int.from_bytes(content[:4], "little")])["more"] is True
    monkeypatch.setattr("mmscope.captures.remote.search.time.monotonic", itertools.count(0, 60).__next__)
    answer = client.get(f"{capture}/found", params={"where": where})
    assert answer.status_code == 413
    assert "kind:NAME" in answer.json()["error"]["message"]


def test_a_stretch_counts_what_lines_count(client: TestClient, capture: str) -> None:
    span = int(got(client, f"{capture}/outline")["span"])
    for begin, end in ((0, span + 1), (span // 3, span // 2), (span, span)):
        stretch = got(client, f"{capture}/stretch", from_=begin, to=end)
        total = got(client, f"{capture}/lines", from_=begin, to=end, limit=1)["total"]
        assert sum(kind["count"] for kind in stretch["kinds"]) == total
        assert stretch["spread"] is None


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("lines?kinds=nothing", 404),
        ("lines?at=nothing:1", 404),
        ("lines?at=swap_select:4000000000", 404),
        ("lines?at=x", 422),
        ("lines?limit=100000", 422),
        ("lines?rows=swap_select", 422),
        ("lines?rows=nothing:1", 404),
        ("lines?rows=swap_select:4000000000", 404),
        ("found?where=x", 422),
        ("found?where=[{}]", 422),
        ('found?where=[{"kinds":["nothing"],"meets":[]}]', 404),
        ('found?where=[{"kinds":["swap_select"],"meets":[{"op":"like","value":"x"}]}]', 422),
        ("lines?from=-1", 422),
        ("stretch?from=0&to=9&kinds=../x", 422),
        ("stretch?from=0", 422),
        ("stretch?from=0&to=9&kinds=nothing", 404),
    ],
)
def test_what_is_not_there_or_too_much_is_refused(client: TestClient, path: str, status: int) -> None:
    answer = client.get(f"/api/captures/first/{path}")
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_an_unknown_measure_is_none(client: TestClient) -> None:
    stretch = got(client, "/api/captures/first/stretch", from_=0, to="9" * 19, measure="nothing")
    assert stretch["spread"] is None


def test_answers_that_the_page_is_tested_with_are_those_of_this_server(
    client: TestClient, usual: Settings
) -> None:
    """WRITE=1 writes them anew, for every request that the file names."""
    file = usual.root / "frontend/src/timeline/remote/testing/responses.json.gz"
    vectors = json.loads(gzip.decompress(file.read_bytes()))
    capture = client.post(
        "/api/captures",
        content=vectors["text"].encode(),
        headers={"content-type": "application/octet-stream"},
    ).json()["id"]
    answers: dict[str, Any] = {}
    for path in vectors["answers"]:
        window = path.startswith(("/window", "/found"))
        answer = client.get(f"/api/captures/{capture}{path}")
        assert answer.status_code == 200, path
        answers[path] = base64.b64encode(answer.content).decode() if window else answer.json()
        if path == "":
            reply = answers[path]
            answers[path] = {key: reply[key] for key in ("id", "events", "size", "closed", "kinds", "report")}
    if os.environ.get("WRITE"):
        vectors["answers"] = answers
        file.write_bytes(gzip.compress(json.dumps(vectors).encode(), mtime=0))
    assert answers == vectors["answers"]
