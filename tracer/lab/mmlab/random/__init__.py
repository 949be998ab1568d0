# SPDX-License-Identifier: Apache-2.0
"""Experiments drawn at random, and runs of them."""
