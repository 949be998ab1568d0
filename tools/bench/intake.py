"""2 GB of text sent to a real server and read in: how long each takes, and the most memory the server had.

The text (text.mjs) is sent by tus in pieces of 8 MiB, as the page does, and is a capture when the server
says so. Memory is that of the server and all processes it started.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from server import ROOT, Server, peak, surroundings

CHUNK = 8 << 20  # bytes of a request
BAR = 1000  # MB


def main() -> int:
    """Fails from BAR on."""
    path = long_text()
    with surroundings("bench-ingest") as settings:
        server = Server(settings)
        try:
            idle, began = peak(server.process.pid), time.monotonic()
            url = send(server, path)
            sent = time.monotonic()
            upload = followed(server, url)
            seconds, most = time.monotonic() - sent, peak(server.process.pid)
        finally:
            server.kill()
    size = path.stat().st_size
    print(f"sent at {size / 1e6 / (sent - began):.0f} MB/s; {upload['events']} events; {idle} MB before")
    speed = f"mb_s={size / 1e6 / seconds:.1f} events_s={upload['events'] / seconds:.0f}"
    print(f"bench-ingest bytes={size} seconds={seconds:.1f} {speed} rss_mb={most}")
    return 0 if upload["state"] == "done" and most < BAR else 1


def long_text() -> Path:
    """The text; made where it is not there yet."""
    printed = subprocess.run(["node", "tools/bench/text.mjs"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return Path(printed.stdout.decode().strip())


def send(server: Server, path: Path) -> str:
    """The upload's address, once the server has all bytes."""
    made = server.http.post("/api/uploads", headers={"upload-length": str(path.stat().st_size)})
    url, at = made.headers["location"], 0
    with path.open("rb") as file:
        while content := file.read(CHUNK):
            head = {"content-type": "application/offset+octet-stream", "upload-offset": str(at)}
            server.http.patch(url, headers=head, content=content).raise_for_status()
            at += len(content)
    return str(url)


def followed(server: Server, url: str) -> dict[str, Any]:
    """What became of it, as soon as it is known."""
    with server.http.stream("GET", f"{url}/events") as answer:
        for _ in answer.iter_lines():
            pass
    upload: dict[str, Any] = json.loads(server.http.get(url).content)
    return upload


if __name__ == "__main__":
    sys.exit(main())
