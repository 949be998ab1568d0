# SPDX-License-Identifier: Apache-2.0
"""Make the two packages importable without installing them."""

from __future__ import annotations

import sys
from pathlib import Path

TRACER = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TRACER), str(TRACER / "lab")]
