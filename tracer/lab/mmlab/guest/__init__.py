# SPDX-License-Identifier: Apache-2.0
"""The guest of a run: its kernel, its image, its machine, and what QEMU starts."""
