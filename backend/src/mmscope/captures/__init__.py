"""Captures: read in, kept, looked up. See README.md of the backend."""

from mmscope.captures.backups.archive import CATALOGUE, BackupError
from mmscope.captures.backups.backup import backup
from mmscope.captures.backups.restore import DamagedBackupError, restore
from mmscope.captures.derivation import VERDICTS, derive, describe
from mmscope.captures.doctor import examine, forbidden
from mmscope.captures.errors import CaptureError, DamagedError, NotFoundError, StoreError, TornError
from mmscope.captures.inventory import torn
from mmscope.captures.library.allowance import Sharer
from mmscope.captures.library.arrival import Arrival
from mmscope.captures.library.bundle import CAPTURE_SUFFIX, BundledCapture, find_bundled
from mmscope.captures.library.catalogue import Catalogue, Entry, Origin, Place, State
from mmscope.captures.library.catalogue_copy import copy_database, copy_files
from mmscope.captures.library.intake import OWN, take_in, trace_bounds
from mmscope.captures.library.label import clean_name
from mmscope.captures.library.library import Library
from mmscope.captures.library.owners import holder_of, holder_of_name, is_secret, new_secret
from mmscope.captures.library.recovery import Finding, open_catalogue, recount, survey
from mmscope.captures.preflight import preflight
from mmscope.captures.progress import CANCELLED, STOPPED, Progress
from mmscope.captures.reader import Capture, bounds, is_own, kinds_of, read_capture, read_decisions, read_own
from mmscope.captures.remote.image import LARGE, read_image, read_index
from mmscope.captures.remote.index import EventIndex
from mmscope.captures.remote.lines import fields_of, lines_at, lines_of
from mmscope.captures.remote.search import Condition, Matches, Op, find
from mmscope.captures.remote.stream import window
from mmscope.captures.remote.windows import MAX_BINS, Windows
from mmscope.captures.store import Store, need_data_folder, passes
from mmscope.captures.text import PlainText
from mmscope.captures.uploads import CHECKSUMS, Appending, Upload, Uploads

__all__ = [
    "CANCELLED",
    "CAPTURE_SUFFIX",
    "CATALOGUE",
    "CHECKSUMS",
    "LARGE",
    "MAX_BINS",
    "OWN",
    "STOPPED",
    "VERDICTS",
    "Appending",
    "Arrival",
    "BackupError",
    "BundledCapture",
    "Capture",
    "CaptureError",
    "Catalogue",
    "Condition",
    "DamagedBackupError",
    "DamagedError",
    "Entry",
    "EventIndex",
    "Finding",
    "Library",
    "Matches",
    "NotFoundError",
    "Op",
    "Origin",
    "Place",
    "PlainText",
    "Progress",
    "Sharer",
    "State",
    "Store",
    "StoreError",
    "TornError",
    "Upload",
    "Uploads",
    "Windows",
    "backup",
    "bounds",
    "clean_name",
    "copy_database",
    "copy_files",
    "derive",
    "describe",
    "examine",
    "fields_of",
    "find",
    "find_bundled",
    "forbidden",
    "holder_of",
    "holder_of_name",
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
    "read_decisions",
    "read_image",
    "read_index",
    "read_own",
    "recount",
    "restore",
    "survey",
    "take_in",
    "torn",
    "trace_bounds",
    "window",
]
