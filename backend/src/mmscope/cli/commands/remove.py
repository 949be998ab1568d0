"""`mmscope remove`: remove uploads from a data folder, whoever sent them."""

import sys

from mmscope.captures import CaptureError, Library, need_data_folder
from mmscope.cli.commands.uploads import Selection, print_uploads
from mmscope.cli.files import refuse
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

REFUSED = 1  # exit status


def remove(settings: Settings, ids: list[str], selection: Selection, *, sure: bool) -> int:
    """Remove captures while no server uses the folder: those named, or, if `sure`, those selected.

    Returns the exit status. Raises StoreError.
    """
    if bool(ids) == bool(selection):
        return refuse("name captures, or say which with --older-than, --larger-than or --of")
    need_data_folder(settings.data)
    status = 0
    library = Library(settings, CoreModule(settings.core), TraceModule(settings.trace))
    try:
        if selection:
            found = selection.among(library.catalogue, library.catalogue.claims_of_each())
            print_uploads(found)
            if found and not sure:
                print("nothing is removed without --yes", file=sys.stderr)
                return 0
            ids = [entry.id for entry in found]
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
