# SPDX-License-Identifier: Apache-2.0
# What is derived and kept: files, the modules.

##@ Parts
EVIDENCE := docs/evidence.md datasets/published/derived/evidence.json
MAN := backend/man/mmscope.1
.PHONY: gen
gen: setup frontend/dist/index.html ## derive types, schema and docs from the core, the datasets and the command line
	cd frontend && npm run -s gen
	node tools/gen/docs.mjs
	node tools/gen/published_page.mjs
	node tools/gen/check_page.mjs
	$(PY) tools/gen/coverage.py
	$(PY) tools/gen/room_protocol.py
	$(MMSCOPE) evidence --write $(EVIDENCE)
	$(PY) tracer/lab/lab.py conformance --page docs/conformance.md
	$(PY) -m mmscope.cli.page docs/cli.md
	$(PY) -m mmscope.cli.man $(MAN)
	$(PY) -m mmscope.cli.shares docs/hosting.md
	$(PY) tools/gen/pictures.py
	$(PY) tools/gen/notices.py
	$(PY) tools/check/tiers.py

.PHONY: gen-check
gen-check: setup frontend/dist/index.html ## fail if a derived file is stale
	cd frontend && npm run -s gen:check
	node tools/gen/docs.mjs --check
	node tools/gen/published_page.mjs --check
	node tools/gen/check_page.mjs --check
	$(PY) tools/gen/coverage.py --check
	$(PY) tools/gen/room_protocol.py --check
	$(MMSCOPE) evidence --check $(EVIDENCE)
	$(PY) tracer/lab/lab.py conformance --page docs/conformance.md --check
	$(PY) -m mmscope.cli.page --check docs/cli.md
	$(PY) -m mmscope.cli.man --check $(MAN)
	$(PY) -m mmscope.cli.shares --check docs/hosting.md
	$(PY) tools/gen/pictures.py --check
	$(PY) tools/gen/notices.py --check
	$(PY) tools/check/tiers.py --check

.PHONY: wasm
wasm: ## rebuild the modules in wasm-core/dist (Emscripten 3.1.6)
	tools/lib/packages.sh emcc:emscripten
	$(MAKE) -C wasm-core wasm
