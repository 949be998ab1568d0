# SPDX-License-Identifier: Apache-2.0
"""Recordings of other tools."""
