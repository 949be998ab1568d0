"""Uploads that can be resumed: where their bytes stand, and the work on those that are complete."""

from mmscope.captures.uploads.record import CHECKSUMS, Appending, Upload
from mmscope.captures.uploads.register import Uploads

__all__ = ["CHECKSUMS", "Appending", "Upload", "Uploads"]
