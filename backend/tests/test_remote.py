"""A capture that a page steps through without holding it: steps, rows, and where others part."""

import asyncio
import gzip
import json
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from conftest import ModelRun
from mmscope.captures import EventIndex, TornError, read_image, read_index
from mmscope.captures.remote import image
from mmscope.captures.remote.image import write_image
from mmscope.captures.remote.pool import FullError, Pool
from mmscope.captures.remote.rows import Rows, RowsRequest
from mmscope.captures.remote.steps import Scene, steps_of
from mmscope.core import OTHERS, CoreError, CoreModule, Session
from mmscope.settings import Limits

URL = "/api/captures/first"


class Kept:
    """A capture for a shelf."""

    def __init__(self, session: Session, *, at_once: bool = True) -> None:
        self.session, self.at_once, self.reads = session, at_once, 0

    def track(self) -> EventIndex | None:
        return EventIndex.of(self.session) if self.at_once else None

    def rows(self, track: EventIndex | None) -> Rows:
        self.reads += 1
        return Rows(self.session, track or EventIndex.of(self.session))


def read_rows(session: Session, content: bytes, tables: int) -> list[dict[str, Any]]:
    """Rows taken apart."""
    content = gzip.decompress(content)
    at, rows, structs = 0, [], session.tables.structs
    sizes = (session.tables.event_size, structs["verdict"].size, OTHERS * structs["alternative"].size)

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        assert at <= len(content)
        return content[at - size : at]

    while at < len(content):
        index, records, states = struct.unpack("<IHH", take(8))
        found = [(struct.unpack("<I", take(4))[0], *(take(size) for size in sizes)) for _ in range(records)]
        given = [[take(struct.unpack("<I", take(4))[0]) for _ in range(tables)] for _ in range(states)]
        rows.append({"index": index, "records": found, "states": given})
    return rows


def table_of(session: Session, count: int, name: str) -> bytes:
    table = session.tables.state[name]
    return session.snapshot(count)[table.offset : table.offset + table.rows * table.size]


def test_rows_are_what_the_core_holds(model: Session) -> None:
    rows = Rows(model, EventIndex.of(model))
    tables = ("swap", "dev")
    places = [int(k) for k in model.decisions()[[0, 1, -1]]]
    asked = RowsRequest(tuple(places), frozenset({"swap_free"}), tables, ())
    found = read_rows(model, rows.packed(asked), len(tables))
    assert [row["index"] for row in found] == places
    verdicts = model.verdicts()
    for row in found:
        index = row["index"]
        behind = [e["index"] for e in model.events(index + 1, index + 65) if e["kind"] == "swap_free"]
        assert [record[0] for record in row["records"]] == [index, *behind]
        for place, record, verdict, others in row["records"]:
            assert record == model.records(place, place + 1).tobytes()
            assert verdict == verdicts[place : place + 1].tobytes()
            assert others == model.others(place)
        for count, state in zip((index, index + 1), row["states"], strict=True):
            for name, given in zip(tables, state, strict=True):
                whole = table_of(model, count, name)
                assert given == whole.rstrip(b"\0")


def test_names_are_sent_where_they_change(model: Session) -> None:
    rows = Rows(model, EventIndex.of(model))
    kinds = ("node", "swap_list")
    places = tuple(int(k) for k in model.decisions()[:150])
    found = read_rows(model, rows.packed(RowsRequest(places, frozenset(), ("dev",), kinds)), 1)
    named, before = [], None
    for row in found:
        changes = [e["index"] + 1 for e in model.events(0, row["index"] + 1) if e["kind"] in kinds]
        place = changes[-1] if changes else 0
        named.append([] if place == before else [[table_of(model, place, "dev").rstrip(b"\0")]])
        before = place
    assert [row["states"] for row in found] == named
    assert named[0]
    assert [] in named


def test_steps_say_when_and_where(model: Session) -> None:
    track = EventIndex.of(model)
    content = gzip.decompress(
        steps_of(track, model.tables, Scene(("swap_select",), (), ("swap_free",)), {"x": 1})
    )
    length = int.from_bytes(content[:4], "little")
    head = json.loads(content[4 : 4 + length])
    assert (4 + length) % 8 == 0
    decisions, count = model.decisions(), len(model.decisions())
    assert (head["x"], head["events"], head["steps"]) == (1, model.event_count, count)
    assert head["kinds"] == {"swap_select": count}
    numbers = np.frombuffer(content, head["times"], count, 4 + length)
    ts = model.head(model.records())["ts"].astype(np.int64)
    assert (np.cumsum(numbers, dtype=np.int64) + head["start"] == ts[decisions]).all()
    places = np.frombuffer(content, "<u4", count, 4 + length + numbers.nbytes)
    assert (np.cumsum(places) == decisions).all()
    marks = np.frombuffer(content, "<u4", head["marks"], 4 + length + numbers.nbytes + places.nbytes)
    seen = {"swap_free", "swap_select"}
    others = [e for e in model.events(0, model.event_count) if e["kind"] not in seen]
    loud = [e["index"] for e in others if e.get("reason") != "select"]
    assert len(loud) > 0
    assert marks.tolist() == loud


def test_missing_numbers_are_gaps_and_times_may_go_back(model: Session) -> None:
    track = EventIndex.of(model)
    seq, ts = track.seq.copy(), track.ts.copy()
    numbered = np.flatnonzero(seq)
    seq[numbered[5:]] += 7
    ts[track.decisions[3]] = 1
    content = gzip.decompress(steps_of(replace(track, seq=seq, ts=ts), model.tables, Scene(None, (), ()), {}))
    head = json.loads(content[4 : 4 + int.from_bytes(content[:4], "little")])
    assert head["gaps"] == [[int(numbered[5]), 7]]
    assert head["times"] == "f8"


def test_what_is_observed_stands_in_for_decisions(model: Session) -> None:
    content = gzip.decompress(
        steps_of(EventIndex.of(model), model.tables, Scene(("zone_select",), ("mark", "swap_free"), ()), {})
    )
    head = json.loads(content[4 : 4 + int.from_bytes(content[:4], "little")])
    assert head["instead"] is True
    assert head["steps"] == head["observed"]["swap_free"]


def test_an_image_goes_on_where_the_capture_was(
    run_model: ModelRun, core: CoreModule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = run_model("two-nodes", stop_decisions=300)
    write_image(session, tmp_path)
    assert list(tmp_path.iterdir()) == []  # read in no time
    monkeypatch.setattr(image, "LARGE", 1)
    write_image(session, tmp_path)
    other, track = read_image(core, tmp_path, Limits()), read_index(tmp_path)
    assert other is not None
    assert track is not None
    assert other.snapshot(300) == session.snapshot(300)
    assert other.verdicts().tobytes() == session.verdicts().tobytes()
    assert other.check() == session.check()
    for mine, theirs in zip(track.arrays(), EventIndex.of(session).arrays(), strict=True):
        assert (mine == theirs).all()
    for name in (image.SESSION, image.TRACK):
        path = tmp_path / name
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0xFF
        path.write_bytes(content)
    with pytest.raises(TornError):
        read_image(core, tmp_path, Limits())
    with pytest.raises(TornError):
        read_index(tmp_path)


def test_a_capture_is_opened_once_and_kept_for_a_while(model: Session) -> None:
    async def use(keep: float) -> int:
        source = Kept(model, at_once=False)
        shelf = Pool(replace(Limits(), replay_keep=keep))
        async with shelf.use("x", 1, source) as one, shelf.use("x", 1, source) as two:
            assert one is two
            assert await one.ready() is await two.ready()
            assert len(await one.track) == model.event_count
        if not keep:
            for _ in iter(lambda: len(shelf), 0):
                await asyncio.sleep(0)
        async with shelf.use("x", 1, source) as three:
            await three.ready()
        shelf.close()
        assert len(shelf) == 0
        return source.reads

    assert asyncio.run(use(keep=1000)) == 1
    assert asyncio.run(use(keep=0)) == 2


def test_no_more_are_open_than_may_be(model: Session) -> None:
    async def use() -> None:
        shelf = Pool(replace(Limits(), replays=1))
        async with shelf.use("x", 1, Kept(model)) as one:
            await one.ready()
            with pytest.raises(FullError):
                async with shelf.use("y", 1, Kept(model)):
                    pass
        async with shelf.use("y", 1, Kept(model)) as other:
            await other.ready()
        assert len(shelf) == 1
        shelf.close()

    asyncio.run(use())


def test_what_cannot_be_opened_is_tried_again_for_the_next(model: Session) -> None:
    class Broken(Kept):
        def rows(self, track: EventIndex | None) -> Rows:
            raise OSError(track is None)

    async def use() -> None:
        shelf = Pool(Limits())
        async with shelf.use("x", 1, Broken(model, at_once=False)) as one:
            for awaited in (one.ready(), one.track):
                with pytest.raises(OSError, match="True"):
                    await awaited
        async with shelf.use("x", 1, Kept(model)) as other:
            assert isinstance(await other.ready(), Rows)
        shelf.close()

    asyncio.run(use())


def test_one_question_is_answered_once_for_all(model: Session) -> None:
    async def ask() -> int:
        shelf = Pool(Limits())
        async with shelf.use("x", 1, Kept(model)) as opened:
            rows = await opened.ready()
            asked = RowsRequest((0,), frozenset(), ("dev",), ())
            found = await asyncio.gather(
                *(opened.answers.get("a", lambda: rows.packed(asked)) for _ in range(20))
            )
            assert len(set(found)) == 1
            made = opened.answers.made
        shelf.close()
        return made

    assert asyncio.run(ask()) == 1


def test_an_engine_out_of_time_is_not_used_again(run_model: ModelRun) -> None:
    broken = run_model("two-nodes", stop_decisions=50)

    async def use() -> None:
        shelf = Pool(Limits())
        async with shelf.use("x", 1, Kept(broken)) as opened:
            await opened.ready()
            broken.allow(0)
            with pytest.raises(CoreError):
                await opened.answers.get("s", lambda: broken.snapshot(1))
            assert opened.failed
        assert len(shelf) == 0

    asyncio.run(use())


def test_the_questions_over_http(client: TestClient, model: Session) -> None:
    place = int(model.decisions()[7])
    plain = client.get(f"{URL}/rows?at={place}&tables=dev", headers={"accept-encoding": "identity"})
    packed = client.get(f"{URL}/rows?at={place}&tables=dev")
    assert plain.status_code == packed.status_code == 200
    assert plain.content == packed.content
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    steps = client.get(f"{URL}/steps?kinds=swap_select")
    head = json.loads(steps.content[4 : 4 + int.from_bytes(steps.content[:4], "little")])
    assert head["steps"] == len(model.decisions())
    assert head["totals"]["same"] == len(model.decisions())
    assert {"manifest", "end", "report", "modes"} <= set(head)
    parted = client.get(f"{URL}/parted").content
    length = int.from_bytes(parted[:4], "little")
    assert np.frombuffer(parted, "<u4", offset=4 + length).tolist() == model.parted().tolist()
    assert json.loads(parted[4 : 4 + length])["modes"] == model.alternatives_totals()
    assert len(model.parted())
    assert len(client.get(f"{URL}/parted?kinds=zone_select").content) == 4 + length


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("rows?at=x", 422),
        ("rows", 422),
        ("rows?at=" + ",".join(["1"] * 161), 422),
        ("rows?at=1&tables=nothing", 404),
        ("rows?at=4294967295", 404),
        ("rows?at=9999999999", 404),
        ("steps?kinds=", 422),
        ("parted?kinds=A", 422),
    ],
)
def test_what_cannot_be_answered_is_refused(client: TestClient, path: str, status: int) -> None:
    answer = client.get(f"{URL}/{path}")
    assert (answer.status_code, "message" in answer.json()["error"]) == (status, True)


def test_a_capture_of_another_tool_has_no_steps(client: TestClient) -> None:
    event = b"  sh-1 [000] .... 1.000000: mm_page_alloc: page=0 pfn=0x1 order=0 migratetype=0 gfp_flags=0"
    text = b"# tracer: nop\n#\n" + event + b"\n"
    sent = client.post("/api/captures?filename=x.txt", content=text).json()["id"]
    answer = client.get(f"/api/captures/{sent}/steps")
    assert answer.status_code == 404
    assert "another tool" in answer.json()["error"]["message"]
