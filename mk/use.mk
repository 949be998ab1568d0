# SPDX-License-Identifier: Apache-2.0
# The app as it is used, and its pictures.

##@ Use
.PHONY: run
run: setup frontend/dist/index.html ## serve the app on 127.0.0.1:8000 (PORT, MMSCOPE_DATA)
	$(MMSCOPE) serve

.PHONY: pictures
pictures: setup frontend/dist/index.html ## draw the pictures of README and docs anew, sweeps too, from the real server
	tools/lib/packages.sh chromium:chromium
	tools/check/e2e.sh shots -- docs
