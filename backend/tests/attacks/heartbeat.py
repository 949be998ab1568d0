"""How long a server goes without an answer: a process of its own, so that nobody else's work counts.

`python -m attacks.heartbeat PORT` asks for its health until standard input ends, then prints the longest time
in ms from one answer to the next, less the pause between them.
"""

import http.client
import selectors
import sys
import time

PATH = "/api/health/live"
PAUSE = 0.01  # seconds between an answer and the next request
_WAIT = 10.0  # seconds for one answer


def main() -> int:
    """Ask until told to stop."""
    port = int(sys.argv[1])
    longest = 0.0
    with selectors.DefaultSelector() as ended:
        ended.register(sys.stdin, selectors.EVENT_READ)
        last = time.monotonic()
        while not ended.select(PAUSE):
            if _answers(port):
                now = time.monotonic()
                longest, last = max(longest, now - last - PAUSE), now
        longest = max(longest, time.monotonic() - last - PAUSE)
    print(f"{longest * 1000:.0f}")
    return 0


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_WAIT)
    try:
        connection.request("GET", PATH)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
