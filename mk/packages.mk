# SPDX-License-Identifier: Apache-2.0
# What is given to others.

##@ Packages
PACK = PYTHONPATH=tools $(PY) -m pack
.PHONY: wheel test-bare
wheel: setup frontend/dist/index.html ## the Python package with the app, the modules and the captures, in build/packages
	$(PACK).wheel

.PHONY: static test-static
static: setup frontend/dist/index.html ## the app as a folder for any web server, below any path: build/packages/static
	$(PACK).static

test-static: static ## serve it below a path, take the network away, use it
	tools/lib/packages.sh chromium:chromium
	cd frontend && node --test --test-timeout=120000 --test-reporter=spec e2e/static/offline.test.mjs

.PHONY: npm test-npm
npm: setup frontend/dist/index.html ## the npm package mm-scope, in build/packages
	$(PACK).npm

test-npm: npm ## install it, put a figure into a page of plain HTML and into a site of Vite, check its types
	tools/lib/packages.sh chromium:chromium
	cd frontend && node --test --test-timeout=120000 --test-reporter=spec e2e/npm/npm.test.mjs

.PHONY: release test-release
release: setup frontend/dist/index.html ## every package, a manual page, a CycloneDX bill of what they are made from, sums: build/packages
	$(PACK).release

PROOF := build/proof-packages
$(PROOF)/.done: tools/pack/proof.txt $(TOOLS)/.done $(VENV)/.done
	$(UV) pip install -q --require-hashes --python $(PY) --target $(PROOF) -r $<
	touch $@

test-release: setup $(PROOF)/.done ## make it twice from the sources, in two folders: the same bytes, sums, every dependency in the bill
	PYTHONPATH=tools:$(PROOF) $(PY) -m pack.proof

.PHONY: test-embed
test-embed: wheel npm notebook-place ## build docs/examples, each with its own tool and the packed packages, and open them, and the notebook in JupyterLab: HOSTS= some of them
	tools/lib/packages.sh chromium:chromium
	node frontend/e2e/sites/run.mjs $(HOSTS)

.PHONY: test-render
test-render: wheel ## 40 figures, three times here and in a bare Debian: the same bytes; each beside the app's own pixels (root)
	tools/lib/packages.sh chromium:chromium debootstrap:debootstrap pdftoppm:poppler-utils
	tools/check/render/run.sh

.PHONY: notebook-place test-notebook
notebook-place: wheel $(NOTEBOOK_VENV)/.done
	$(UV) pip install -q --python $(NOTEBOOK_VENV) --no-deps --reinstall build/packages/mmscope-*.whl

test-notebook: notebook-place ## docs/notebook.ipynb in a real JupyterLab: run, stepped in the page and from Python, saved, read without a kernel
	tools/lib/packages.sh chromium:chromium
	cd frontend && node e2e/notebook/run.mjs

test-bare: wheel ## install the wheel in a bare Debian 12 and 13, serve the app and draw there (root; SUITES=)
	tools/lib/packages.sh debootstrap:debootstrap
	tools/pack/debian.sh $(or $(SUITES),bookworm trixie)
