"""The captures that come with the project.

<id>.mmscope.gz with its card <id>.json beside it, and <id>.perf.txt.gz where perf ran too: folded stacks.
"""

import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmscope.captures.library.catalogue import Catalogue, Entry
from mmscope.captures.library.label import when
from mmscope.captures.store import Store, sha256_of

ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
CAPTURE_SUFFIX = ".mmscope.gz"
_PERF = ".perf.txt.gz"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BundledCapture:
    """One of them. `card` is empty where there is none, or it is no JSON object."""

    id: str
    path: Path
    card: dict[str, Any]

    @property
    def title(self) -> str:
        """What to call it."""
        title = self.card.get("title")
        return title if isinstance(title, str) and title else self.id

    @property
    def perf(self) -> Path | None:
        """What perf recorded, if it did."""
        path = self.path.with_name(self.id + _PERF)
        return path if path.is_file() else None

    def sha256(self) -> str:
        """Of the file."""
        return sha256_of(self.path)


def find_bundled(folder: Path) -> dict[str, BundledCapture]:
    """All of them, by id."""
    found = {}
    for path in sorted(folder.glob(f"*{CAPTURE_SUFFIX}")):
        capture_id = path.name.removesuffix(CAPTURE_SUFFIX)
        if ID.fullmatch(capture_id):
            found[capture_id] = BundledCapture(capture_id, path, _card(folder / f"{capture_id}.json"))
        else:
            _log.warning("%s is left out: its name is not a valid id", path.name)
    return found


def _card(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        _log.warning("%s cannot be read", path.name)
        return {}
    return card if isinstance(card, dict) else {}


def drop_bundled(store: Store, catalogue: Catalogue, there: Mapping[str, BundledCapture]) -> None:
    """Forget the bundled captures that are bundled no more."""
    for entry in catalogue.of_origin("bundled"):
        if entry.id not in there:
            catalogue.remove(entry.id)
            if not store.source(entry.id).exists():
                store.discard(store.condemn(entry.id))


def list_bundled(catalogue: Catalogue, there: Mapping[str, BundledCapture]) -> None:
    """List the bundled captures that are new or changed; reads none of them."""
    for bundled in there.values():
        known, sha256 = catalogue.get(bundled.id), bundled.sha256()
        if known is None or known.sha256 != sha256 or known.details.get("card") != bundled.card:
            catalogue.put(_new_entry(bundled, sha256))


def _new_entry(bundled: BundledCapture, sha256: str) -> Entry:
    return Entry(
        id=bundled.id,
        origin="bundled",
        state="pending",
        title=bundled.title,
        filename=bundled.path.name,
        sha256=sha256,
        size=bundled.path.stat().st_size,
        added=when(),
        derived_by=None,
        details={"card": bundled.card},
    )
