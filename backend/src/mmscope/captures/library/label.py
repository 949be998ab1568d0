"""What an uploaded file's bytes do not say: its name, when it came, and who may remove it.

captures/<id>/label.json, beside the file, so that the catalogue can be made again from the folders.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from mmscope.captures.library.catalogue import Entry
from mmscope.captures.library.owners import HOLDER
from mmscope.captures.store import LABEL, SOURCE, read_json, sha256_of, write_whole

# Digits of a checksum in an id: those of new ones, and of any that ever were.
NEW_DIGITS, LEAST_DIGITS, MOST_DIGITS = 32, 16, 61
_FILLERS = "\u115f\u1160"  # letters without a shape
_FIRST, _LAST = -62_135_596_800, 253_402_300_799  # seconds since 1970 that a date can have
_SHA256 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Label:
    """Of one uploaded file."""

    filename: str
    sha256: str
    size: int  # bytes
    added: str  # ISO 8601, UTC
    claims: Sequence[str] = ()  # hashes of the secrets that remove it (owners.py)

    @classmethod
    def of(cls, entry: Entry, claims: Sequence[str]) -> "Label":
        """What the catalogue says of it."""
        return cls(entry.filename, entry.sha256, entry.size, entry.added, claims)

    @classmethod
    def read(cls, folder: Path) -> "Label | None":
        """The label in a capture's folder; None where there is none, or it cannot be read."""
        try:
            fields = read_json(folder / LABEL)
            filename, sha256, added = str(fields["filename"]), str(fields["sha256"]), str(fields["added"])
            size = (folder / SOURCE).stat().st_size
            if fields["size"] != size or not _SHA256.fullmatch(sha256):
                return None
            at = when(datetime.fromisoformat(added).timestamp())
            return cls(clean_name(filename), sha256, size, at, _claims(fields.get("claims")))
        except (OSError, ValueError, KeyError, OverflowError):
            return None

    @classmethod
    def made_from(cls, folder: Path) -> "Label":
        """As much as the file itself says; its name is lost. Reads all of it."""
        source = folder / SOURCE
        sha256, stat = sha256_of(source), source.stat()
        return cls(folder.name, sha256, stat.st_size, when(stat.st_mtime))

    def write(self, folder: Path) -> None:
        """Put it into a capture's folder."""
        write_whole(folder / LABEL, json.dumps(asdict(self)).encode())

    def entry(self, capture_id: str) -> Entry:
        """The catalogue's entry, still to be read in."""
        return Entry(
            id=capture_id,
            origin="upload",
            state="pending",
            title=self.filename,
            filename=self.filename,
            sha256=self.sha256,
            size=self.size,
            added=self.added,
            derived_by=None,
            details={},
        )


def _claims(claims: object) -> list[str]:
    """Those of a label, if they all make sense; else only the administrator removes the capture."""
    found = claims if isinstance(claims, list) else []
    sound = all(isinstance(holder, str) and HOLDER.fullmatch(holder) for holder in found)
    return list(dict.fromkeys(found)) if sound else []


def clean_name(filename: str) -> str:
    """A file's name without folders, control characters and more than 120 characters."""
    return _shown(re.split(r"[/\\]", filename)[-1])[:120] or "capture"


def clean_title(title: str) -> str:
    """A capture's title without control characters and more than 200 characters."""
    return _shown(title)[:200]


def looks(text: str) -> str:
    """The same for texts that people may take for one another."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in plain if c.isalnum() and c not in _FILLERS)


def _shown(text: str) -> str:
    """Without characters that are not shown, or change the direction of others."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text).strip()


def upload_ids(sha256: str) -> Iterator[str]:
    """The ids that a new file with this checksum may get: the longer ones where others have the shorter."""
    return (f"u-{sha256[:digits]}" for digits in range(NEW_DIGITS, MOST_DIGITS + 1))


def is_upload_id(capture_id: str, sha256: str) -> bool:
    """A file with this checksum may have this id."""
    digits = len(capture_id) - len("u-")
    return LEAST_DIGITS <= digits <= MOST_DIGITS and capture_id == f"u-{sha256[:digits]}"


def when(seconds: float | None = None) -> str:
    """A time, by default now, as the catalogue has it; of one before year 1 or after 9999, the nearest."""
    if seconds is None:
        at = datetime.now(UTC)
    else:
        at = datetime.fromtimestamp(min(max(seconds, _FIRST), _LAST), UTC)
    return at.isoformat(timespec="seconds")
