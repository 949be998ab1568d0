"""Captures: read in, kept, looked up. See README.md of the backend."""

from mmscope.captures.backups import BackupError, DamagedBackupError, backup, restore
from mmscope.captures.bundled import CAPTURE_SUFFIX, Bundled, find_bundled
from mmscope.captures.catalogue import Catalogue, Entry, Origin, Place, State
from mmscope.captures.checkup import checkup, forbidden
from mmscope.captures.claims import holder_of, is_secret, new_secret
from mmscope.captures.derive import VERDICTS, derive, describe
from mmscope.captures.errors import CaptureError, DamagedError, NotFoundError, StoreError, TornError
from mmscope.captures.found import Condition, Found, Op, find
from mmscope.captures.image import LARGE, read_image, read_track
from mmscope.captures.incoming import Incoming
from mmscope.captures.inventory import torn
from mmscope.captures.label import clean_name
from mmscope.captures.library import Library
from mmscope.captures.lines import fields_of, lines_at, lines_of
from mmscope.captures.preflight import preflight
from mmscope.captures.progress import CANCELLED, STOPPED, Progress
from mmscope.captures.query import window
from mmscope.captures.reading import Capture, bounds, is_own, kinds_of, read_capture, read_own
from mmscope.captures.recovery import Finding, open_catalogue, recount, survey
from mmscope.captures.snapshot import copy_files
from mmscope.captures.source import PlainText
from mmscope.captures.store import Store, need_data_folder, passes
from mmscope.captures.taking import OWN, take_in, trace_bounds
from mmscope.captures.track import Track
from mmscope.captures.uploads import CHECKSUMS, Appending, Upload, Uploads
from mmscope.captures.windows import MAX_BINS, Windows

__all__ = [
    "CANCELLED",
    "CAPTURE_SUFFIX",
    "CHECKSUMS",
    "LARGE",
    "MAX_BINS",
    "OWN",
    "STOPPED",
    "VERDICTS",
    "Appending",
    "BackupError",
    "Bundled",
    "Capture",
    "CaptureError",
    "Catalogue",
    "Condition",
    "DamagedBackupError",
    "DamagedError",
    "Entry",
    "Finding",
    "Found",
    "Incoming",
    "Library",
    "NotFoundError",
    "Op",
    "Origin",
    "Place",
    "PlainText",
    "Progress",
    "State",
    "Store",
    "StoreError",
    "TornError",
    "Track",
    "Upload",
    "Uploads",
    "Windows",
    "backup",
    "bounds",
    "checkup",
    "clean_name",
    "copy_files",
    "derive",
    "describe",
    "fields_of",
    "find",
    "find_bundled",
    "forbidden",
    "holder_of",
    "is_own",
    "is_secret",
    "kinds_of",
    "lines_at",
    "lines_of",
    "need_data_folder",
    "new_secret",
    "open_catalogue",
    "passes",
    "preflight",
    "read_capture",
    "read_image",
    "read_own",
    "read_track",
    "recount",
    "restore",
    "survey",
    "take_in",
    "torn",
    "trace_bounds",
    "window",
]
