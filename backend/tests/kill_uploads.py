"""An upload that goes on until its server is killed under it, and what must be there afterwards."""

import hashlib
import threading
import time
from pathlib import Path

import httpx2
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from support import Server, wait_until

CHUNK = 1 << 16  # bytes of a request
KINDS = ("mm_vmscan_kswapd_sleep", "mm_vmscan_kswapd_wake", "mm_page_free")
_FULL = {503, 507}


class BrokenError(AssertionError):
    """What must not be after a kill."""


class LostError(BrokenError):
    """What was given to the server, and acknowledged, is gone."""


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

    def __init__(self, server: Server, content: bytes, *, may_be_full: bool = False) -> None:
        """`may_be_full`: a server without space may refuse; then the thread ends."""
        self.content = content
        self.url: str | None = None
        self.acknowledged = 0
        self.capture: str | None = None
        self.sent: float | None = None  # when all was there, and when it was a capture, by time.monotonic(),
        self.read: float | None = None  # where nothing disturbed it
        self.began = time.monotonic()
        self.fault: BrokenError | None = None
        self._may_be_full = may_be_full
        self._thread = threading.Thread(target=self._run, args=(server,))
        self._thread.start()

    def join(self) -> None:
        """Wait for its end. Raises BrokenError."""
        self._thread.join()
        if self.fault is not None:
            raise self.fault

    def is_sent(self) -> bool:
        """All bytes were acknowledged, or nothing more comes."""
        return self.acknowledged == len(self.content) or not self._thread.is_alive()

    def _run(self, server: Server) -> None:
        try:
            self.go_on(server.http)
            self.read = time.monotonic()
        except BrokenError as error:
            self.fault = error
        except (httpx2.TransportError, RuntimeError, AssertionError):  # killed, and its client closed
            return

    def go_on(self, http: httpx2.Client) -> None:
        """From where it stands to a capture."""
        if self.url is None:
            made = http.post("/api/uploads", headers={"upload-length": str(len(self.content))})
            if self._refused(made):
                return
            self.url = made.headers["location"]
        at = int(http.head(self.url).headers["upload-offset"])
        while at < len(self.content):
            head = {"content-type": "application/offset+octet-stream", "upload-offset": str(at)}
            answer = http.patch(self.url, headers=head, content=self.content[at : at + CHUNK])
            if self._refused(answer):
                return
            at = self.acknowledged = int(answer.headers["upload-offset"])
        self.sent = time.monotonic()
        wait_until(lambda: self._ended(http))

    def _refused(self, answer: httpx2.Response) -> bool:
        if self._may_be_full and answer.status_code in _FULL:
            return True
        if answer.status_code not in {201, 204}:
            raise BrokenError(f"{answer.status_code}: {answer.text}")
        return False

    def _ended(self, http: httpx2.Client) -> bool:
        assert self.url is not None
        answer = http.get(self.url).json()
        if answer["state"] == "failed":
            raise BrokenError(str(answer))
        self.capture = answer.get("id")
        return self.capture is not None

    def after(self, server: Server) -> None:
        """It stands where it was acknowledged, and goes on from there. Raises BrokenError."""
        if self.url is None:
            return
        stands = server.http.head(self.url)
        if stands.status_code != 200:
            raise LostError(f"an acknowledged upload is gone: {stands.status_code}")
        if int(stands.headers["upload-offset"]) < self.acknowledged:
            raise LostError("acknowledged bytes are gone")
        self._may_be_full = False
        self.go_on(server.http)


def check(server: Server, data: Path, known: dict[str, bytes]) -> None:
    """Every finished capture is whole: file, tables and windows. Nothing else is there."""
    wait_until(lambda: server.http.get("/api/health").json()["pending"] == 0)
    listed = {c["id"]: c for c in server.http.get("/api/captures").json()}
    if not set(known) <= set(listed):
        raise LostError(f"captures {sorted(set(known) - set(listed))} are gone")
    if set(listed) != set(known):
        raise BrokenError(f"captures {sorted(listed)}, not {sorted(known)}")
    # What the server itself is working on, such as the rest of a removal, may lie there for a moment.
    try:
        wait_until(lambda: not any((data / "incoming").iterdir()))
    except AssertionError:
        left = sorted(path.name for path in (data / "incoming").iterdir())
        raise BrokenError(f"leftovers lie in incoming/: {left}") from None
    for name, content in known.items():
        given = listed[name]
        file = server.http.get(f"/api/captures/{name}/file")
        if (
            file.status_code != 200
            or hashlib.sha256(file.content).digest() != hashlib.sha256(content).digest()
        ):
            raise LostError(f"{name} is not what was sent")
        if given["state"] != "ready":
            raise BrokenError(f"{name} is {given['state']}: {given.get('error')}")
        folders = [path for path in (data / "captures" / name).iterdir() if path.is_dir()]
        rows = {kind: pq.read_table(folders[0] / parquet_name(kind)).num_rows for kind in given["kinds"]}
        if len(folders) != 1 or rows != given["kinds"]:
            raise BrokenError(f"the tables of {name} are not whole")
        whole = {"t0": "0", "t1": str(2**62), "bins": "1"}
        if server.http.get(f"/api/captures/{name}/window", params=whole).status_code != 200:
            raise BrokenError(f"{name} has no windows")
