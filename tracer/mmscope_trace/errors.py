# SPDX-License-Identifier: Apache-2.0
"""What can keep a capture from being made."""

from __future__ import annotations


class TraceError(Exception):
    """A condition the user can mend; its text says how."""
