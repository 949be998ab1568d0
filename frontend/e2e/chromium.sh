#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Chromium as it is, without the pages that its address bar keeps ready in each window: half of what an empty window costs.
# Of two --disable-features the last one counts, so these are put into the one that is there.
set -euo pipefail
exec "${CHROMIUM:-/usr/bin/chromium}" "${@/#--disable-features=/--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,}"
