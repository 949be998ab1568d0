# SPDX-License-Identifier: Apache-2.0
"""mmscope-trace: run the probe, write a capture. Standard library only, Python 3.9 or later."""

VERSION = "1.0"
