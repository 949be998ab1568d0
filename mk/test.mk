# SPDX-License-Identifier: Apache-2.0
# What shows that all is well: the tiers, and each of their parts.

##@ Tests
.PHONY: test
test: setup frontend/dist/index.html ## everything CI checks
	# Rows of about the same length. What builds in wasm-core is in one.
	tools/beside.sh test-core test-kernel-c-short wasm-verify hosts test-tracer asif forgeries-short -- \
		lint gen-check lessons check test-backend test-frontend
	$(MAKE) -s test-e2e lab-short
	@echo "test core=ok kernel-c=ok wasm=ok hosts=ok tracer=ok check=ok asif=ok forgeries=ok backend=ok frontend=ok e2e=ok lab-short=ok"

.PHONY: lint
lint: setup ## linters, type checkers, import rules
	tools/need.sh shellcheck:shellcheck
	cd backend && ruff check . ../tracer && ruff format --check . ../tracer && mypy && lint-imports
	$(VENV)/bin/mypy --strict tracer/mmscope_trace tracer/lab/lab.py tracer/lab/mmlab
	cd frontend && npm run -s lint
	git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck -x --source-path=SCRIPTDIR

.PHONY: check
check: setup ## recompute every decision of every bundled capture, and check that there are enough of each policy and mode, all from the series here; name what it takes on trust
	PYTHONPATH=tracer/lab $(PY) -m mmlab.series
	$(MMSCOPE) check --at-least 1500000 50000 5000 $(CAPTURES)
	@node tools/check_page.mjs --trusted

.PHONY: forgeries forgeries-short
forgeries: ## tell lies in the bundled captures: which does the check notice? ACCEPT=1 keeps the result for docs/check.md
	tools/need.sh gcc:build-essential
	$(MAKE) -s -C wasm-core forgeries
forgeries-short:
	tools/need.sh gcc:build-essential
	$(MAKE) -s -C wasm-core forgeries-short

.PHONY: asif
asif: setup ## as if against real kernels: its own decisions given back; of each pair of captures one under the other's switch
	tools/need.sh gcc:build-essential
	$(PY) tools/asif.py

.PHONY: evidence
evidence: setup ## each published number or direction, beside the captures
	$(MMSCOPE) evidence

.PHONY: lessons
lessons: setup ## build every lesson of datasets/lessons, or FILE=: each view opens, each value and answer is computed
	node tools/lesson.mjs check $(FILE)

.PHONY: published
published: setup ## each row of the published tables beside the model; fails if a direction is wrong
	node tools/published.mjs

.PHONY: wasm-verify
wasm-verify: ## rebuild the modules and compare them with the committed bytes
	tools/need.sh emcc:emscripten
	$(MAKE) -s -C wasm-core verify

.PHONY: hosts
hosts: setup ## run every scenario natively, in Node and in wasmtime, and compare the bytes
	$(MAKE) -s -C wasm-core bench-native
	node tools/hosts.mjs

.PHONY: test-core
test-core: ## test the C core natively under ASan and UBSan, then fuzz it briefly
	tools/need.sh gcc:build-essential $(CLANG)
	$(MAKE) -s -C wasm-core test

.PHONY: fuzz fuzz-server fuzz-keep
fuzz: ## fuzz the core from where the last run stopped, each target for SECONDS: make fuzz SECONDS=600
	tools/need.sh $(CLANG)
	$(MAKE) -s -C wasm-core build-fuzz
	tools/fuzz.py core --seconds $(or $(SECONDS),60)

fuzz-server: $(FUZZ_VENV)/.done ## the same for the server's inputs, and for what Python takes from the modules
	tools/fuzz.py server --seconds $(or $(SECONDS),60)

fuzz-keep: $(FUZZ_VENV)/.done ## minimise what fuzzing found, and put a part of it into the repository
	$(MAKE) -s -C wasm-core build-fuzz
	tools/fuzz.py core server --keep

.PHONY: test-tracer
test-tracer: setup ## test mmscope-trace and the lab, without a guest
	tools/need.sh zstd:zstd
	$(PY) -m pytest -q tracer

.PHONY: test-backend
test-backend: setup frontend/dist/index.html ## test server and command line
	cd backend && $(PY) -m pytest -q

.PHONY: kill-test
kill-test: setup ## 200 kills at random moments of uploads, reading, backup, restore and a full disk: make kill-test SEED=…
	cd backend && $(PY) tests/kills.py $(or $(KILLS),200) $(SEED)

.PHONY: attack
attack: setup ## attack a real server in every way we know, and damage its data folder
	cd backend/tests && $(PY) -m attacks

.PHONY: test-frontend
test-frontend: setup ## unit tests of the app
	cd frontend && npm run -s test

.PHONY: test-e2e
test-e2e: setup frontend/dist/index.html ## drive the app in a real Chromium against the real server
	tools/need.sh chromium:chromium
	tools/e2e.sh
