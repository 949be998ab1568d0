# SPDX-License-Identifier: Apache-2.0
"""What can go wrong in the lab."""

from __future__ import annotations


class LabError(Exception):
    """Something the user can read and act upon."""
