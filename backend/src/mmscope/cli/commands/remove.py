"""`mmscope remove`: remove uploads from a data folder, whoever sent them."""

import sys

from mmscope.captures import CaptureError, Library, need_data_folder
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

REFUSED = 1  # exit status


def remove(settings: Settings, ids: list[str]) -> int:
    """Remove captures while no server uses the folder. Returns the exit status. Raises StoreError."""
    need_data_folder(settings.data)
    status = 0
    library = Library(settings, CoreModule(settings.core), TraceModule(settings.trace))
    try:
        for capture_id in ids:
            try:
                library.remove(capture_id)
            except CaptureError as error:
                print(f"mmscope: {error}", file=sys.stderr)
                status = REFUSED
            else:
                print(f"removed {capture_id}")
    finally:
        library.close()
    return status
