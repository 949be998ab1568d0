# SPDX-License-Identifier: Apache-2.0
"""Parts of the kernel lab. Standard library only, Python 3.11 or later."""
