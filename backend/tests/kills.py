"""The server killed (SIGKILL) at random moments of uploads and of their reading; what is there afterwards.

`python tests/kills.py KILLS [SEED]` prints `kill-test kills=… uploading=… reading=… after=… whole=… resumed=…
gone=… broken=…`: first how many kills came while bytes were sent, while they were read, and when the capture
was there; then what became of the uploads: captures already, gone on with and become one, of which nothing
was left because the server had not acknowledged them. Broken: whatever else.
"""

import hashlib
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import httpx2
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.settings import Settings, load
from support import Server, wait_until

CHUNK = 1 << 16  # bytes of a request
PHASES = ("uploading", "reading", "after")  # in which a kill comes,
ENDS = ("whole", "resumed", "gone", "broken")  # and what becomes of the upload
KINDS = ("mm_vmscan_kswapd_sleep", "mm_vmscan_kswapd_wake", "mm_page_free")


class BrokenError(AssertionError):
    """What must not be after a kill."""


def text(number: int, events: int) -> bytes:
    """A trace of its own."""
    fields = ("nid=0", "nid=0 order=0", "page=0000000011111111 pfn=0x{:x} order=0")
    lines = (
        f"         kswapd0-60      [000] ..... {number + 1}{i:06}.000001: {KINDS[i % 3]}: "
        f"{fields[i % 3].format(i)}\n"
        for i in range(events)
    )
    return ("# tracer: nop\n#\n" + "".join(lines)).encode()


class Upload:
    """One upload, made by a thread until the server is killed under it."""

    def __init__(self, server: Server, content: bytes) -> None:
        self.content = content
        self.url: str | None = None
        self.acknowledged = 0
        self.capture: str | None = None
        self.sent: float | None = None  # when all was there, and when it was a capture, by time.monotonic(),
        self.read: float | None = None  # where nothing disturbed it
        self.began = time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(server,))
        self._thread.start()

    def join(self) -> None:
        self._thread.join()

    @property
    def phase(self) -> str:
        """Where it stands, or stood when the server was killed."""
        if self.capture is not None:
            return "after"
        return "reading" if self.is_sent() else "uploading"

    def is_sent(self) -> bool:
        """All bytes were acknowledged."""
        return self.acknowledged == len(self.content)

    def _run(self, server: Server) -> None:
        try:
            self.go_on(server.http)
            self.read = time.monotonic()
        except (httpx2.TransportError, RuntimeError):  # killed, and its client closed
            return

    def go_on(self, http: httpx2.Client) -> None:
        """From where it stands to a capture."""
        if self.url is None:
            made = http.post("/api/uploads", headers={"upload-length": str(len(self.content))})
            self.url = made.headers["location"]
        at = int(http.head(self.url).headers["upload-offset"])
        while at < len(self.content):
            head = {"content-type": "application/offset+octet-stream", "upload-offset": str(at)}
            answer = http.patch(self.url, headers=head, content=self.content[at : at + CHUNK])
            if answer.status_code != 204:
                raise BrokenError(answer.text)
            at = self.acknowledged = int(answer.headers["upload-offset"])
        self.sent = time.monotonic()
        wait_until(lambda: self._ended(http))

    def _ended(self, http: httpx2.Client) -> bool:
        assert self.url is not None
        told = http.get(self.url).json()
        if told["state"] == "failed":
            raise BrokenError(str(told))
        self.capture = told.get("id")
        return self.capture is not None


def after(server: Server, upload: Upload) -> str:
    """What became of an upload over which the server was killed; raises BrokenError."""
    if upload.url is None:
        return "gone"
    was = upload.capture
    stands = server.http.head(upload.url)
    if stands.status_code != 200:
        raise BrokenError(f"an acknowledged upload is gone: {stands.status_code}")
    if int(stands.headers["upload-offset"]) < upload.acknowledged:
        raise BrokenError("acknowledged bytes are gone")
    upload.go_on(server.http)
    return "resumed" if was is None else "whole"


def check(server: Server, settings: Settings, known: dict[str, bytes]) -> None:
    """Every finished capture is whole: file, tables and windows. Nothing else is there."""
    wait_until(lambda: server.http.get("/api/health").json()["pending"] == 0)
    listed = {c["id"]: c for c in server.http.get("/api/captures").json()}
    if set(listed) != set(known):
        raise BrokenError(f"captures {sorted(listed)}, not {sorted(known)}")
    if list((settings.data / "incoming").iterdir()):
        raise BrokenError("rests lie in incoming/")
    for name, content in known.items():
        told = listed[name]
        file = server.http.get(f"/api/captures/{name}/file").content
        if (told["state"], hashlib.sha256(file).hexdigest()) != ("ready", told["sha256"]) or file != content:
            raise BrokenError(f"{name} is not what was sent")
        folders = [path for path in (settings.data / "captures" / name).iterdir() if path.is_dir()]
        rows = {kind: pq.read_table(folders[0] / parquet_name(kind)).num_rows for kind in told["kinds"]}
        if len(folders) != 1 or rows != told["kinds"]:
            raise BrokenError(f"the tables of {name} are not whole")
        whole = {"t0": "0", "t1": str(2**62), "bins": "1"}
        if server.http.get(f"/api/captures/{name}/window", params=whole).status_code != 200:
            raise BrokenError(f"{name} has no windows")


def run(settings: Settings, kills: int, seed: int, events: int) -> Counter[str]:
    """Kill so often; the counts of what became of the uploads."""
    chance = random.Random(seed)  # noqa: S311
    found: Counter[str] = Counter()
    server = Server(settings)
    try:
        first = Upload(server, text(0, events))
        first.join()
        assert first.capture is not None
        assert first.sent is not None
        assert first.read is not None
        sending, reading = first.sent - first.began, first.read - first.sent
        known = {first.capture: first.content}
        for number in range(1, kills + 1):
            upload = Upload(server, text(number, events))
            if number % 2:  # while it is sent, and then while it is read: each takes its own time
                threading.Event().wait(chance.uniform(0, 1.1 * sending))
            else:
                wait_until(upload.is_sent)
                threading.Event().wait(chance.uniform(0, 1.1 * reading))
            server.kill()
            upload.join()
            found[upload.phase] += 1
            server = Server(settings)
            found[_one(server, settings, upload, known)] += 1
    finally:
        server.kill()
    return found


def _one(server: Server, settings: Settings, upload: Upload, known: dict[str, bytes]) -> str:
    try:
        what = after(server, upload)
        if upload.capture is not None:
            known = {**known, upload.capture: upload.content}
        check(server, settings, known)
        if upload.capture is not None:
            server.http.delete(f"/api/captures/{upload.capture}")
    except AssertionError as error:
        print(f"broken: {error}", file=sys.stderr)  # noqa: T201
        return "broken"
    return what


def main() -> int:
    """Kill so often as the command line says."""
    kills, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    usual = load({})
    with tempfile.TemporaryDirectory(prefix="mmscope-kills-") as folder:
        root = Path(folder) / "root"
        # a copy: the core that is rebuilt meanwhile would make every capture be read again
        shutil.copytree(usual.core.parent, root / "wasm-core" / "dist")
        settings = replace(usual, root=root, data=Path(folder) / "data")
        found = run(settings, kills, seed, events=10_000)
    told = " ".join(f"{key}={found[key]}" for key in (*PHASES, *ENDS))
    print(f"kill-test kills={kills} {told}")  # noqa: T201
    return 1 if found["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
