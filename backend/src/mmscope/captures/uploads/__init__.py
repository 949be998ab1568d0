"""Uploads that can be resumed: where their bytes stand, and the work on those that are complete."""

from mmscope.captures.uploads.register import Uploads
from mmscope.captures.uploads.upload import CHECKSUMS, Appending, Upload

__all__ = ["CHECKSUMS", "Appending", "Upload", "Uploads"]
