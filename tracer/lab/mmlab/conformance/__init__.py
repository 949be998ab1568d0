# SPDX-License-Identifier: Apache-2.0
"""Stock kernels beside the patched one."""
