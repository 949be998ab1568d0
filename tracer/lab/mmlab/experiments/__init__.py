# SPDX-License-Identifier: Apache-2.0
"""Experiments from files: what runs in the guest, and what is filed."""
