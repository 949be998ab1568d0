# SPDX-License-Identifier: Apache-2.0
# mmscope. `make run` and `make test` install what they need; `make help` lists the other targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:

export PORT ?= 8000
# Where it is set, each start of Python compiles all that it imports: half of the start of a server.
unexport PYTHONDONTWRITEBYTECODE
ROOT := $(CURDIR)
TOOLS := $(ROOT)/.tools
UV := $(TOOLS)/bin/uv
VENV := $(ROOT)/backend/.venv
FUZZ_VENV := $(ROOT)/backend/.venv-fuzz
NOTEBOOK_VENV := $(ROOT)/build/notebook/venv
PY := $(VENV)/bin/python
MMSCOPE := $(VENV)/bin/mmscope
export PATH := $(TOOLS)/bin:$(VENV)/bin:$(PATH)

# Debian only recommends clang's runtime, and need.sh installs no recommendations.
CLANG := clang:clang '/usr/lib/llvm-*/lib/clang/*/include/sanitizer/asan_interface.h:libclang-rt-dev'
CAPTURES := $(wildcard datasets/captures/*.mmscope.gz)
PAIRED = $(shell sed -n 's/^experiments = \[\(.*\)\]$$/\1/p' tracer/lab/pairs.toml | tr -d '",')

##@ Use
.PHONY: run
run: setup frontend/dist/index.html ## serve the app on 127.0.0.1:8000 (PORT, MMSCOPE_DATA)
	$(MMSCOPE) serve

.PHONY: test
test: setup frontend/dist/index.html ## everything CI checks
	# Rows of about the same length. What builds in wasm-core is in one.
	tools/beside.sh test-core test-kernel-c-short wasm-verify hosts test-tracer asif forgeries-short -- \
		lint gen-check lessons check test-backend test-frontend
	$(MAKE) -s test-e2e lab-short
	@echo "test core=ok kernel-c=ok wasm=ok hosts=ok tracer=ok check=ok asif=ok forgeries=ok backend=ok frontend=ok e2e=ok lab-short=ok"

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

.PHONY: bench
bench: setup frontend/dist/index.html ## decisions per second in wasm and native; bytes before the first drawing; script time per frame in each scene
	tools/need.sh chromium:chromium
	$(MAKE) -s -C wasm-core bench-native
	node tools/bench.mjs
	cd frontend && npm run -s bench-load && npm run -s bench

.PHONY: bench-read
bench-read: setup ## read a trace from file to columns, beside Perfetto, DuckDB, Polars and Python, and in two threads beside one; WRITE=1 keeps the table
	tools/need.sh chromium:chromium gcc:build-essential
	$(MAKE) -s -C wasm-core build/mms-bench-trace
	node tools/bench_read.mjs $(if $(WRITE),--write)

.PHONY: bench-memory
bench-memory: setup frontend/dist/index.html ## the memory of a browser tab with 141 MB and 2 GB of text on the timeline, and how soon it shows something
	tools/need.sh chromium:chromium
	node tools/bench_memory.mjs

.PHONY: bench-windows bench-ingest bench-replay bench-catalogue bench-room
bench-windows: setup ## how fast a server answers for windows of 1, 10 and 100 million events
	$(PY) tools/bench_windows.py
bench-ingest: setup ## how fast a server reads 2 GB of text, and its memory
	$(PY) tools/bench_ingest.py
bench-replay: setup ## how many pages can step through one capture of the server's
	$(PY) tools/bench_replay.py
bench-room: setup ## live rooms of 500 and of 20 times 25 students: a teacher's step on every phone, and a kill in the middle
	$(PY) tools/bench_room.py
bench-catalogue: setup ## how fast a server with 10,000 captures lists, admits and says how it is
	$(PY) tools/bench_catalogue.py

.PHONY: bench-sweep
bench-sweep: setup frontend/dist/index.html ## 200 runs of a sweep in the page, beside one worker alone; the largest captures as if
	tools/need.sh chromium:chromium
	cd frontend && npm run -s bench-sweep

.PHONY: bench-embed
bench-embed: setup frontend/dist/index.html ## bytes before the first picture of a figure on a plain page; five of them, beside five frames of Perfetto's UI
	tools/need.sh chromium:chromium
	cd frontend && npm run -s bench-embed

.PHONY: bench-timeline
bench-timeline: setup frontend/dist/index.html ## two captures of 10 million events on the timeline, beside Perfetto's UI; one of 100 million on a server
	tools/need.sh chromium:chromium
	cd frontend && npm run -s bench-timeline
	$(PY) tools/bench_windows.py --timeline

.PHONY: kernel-docs hosts
kernel-docs: setup frontend/dist/index.html ## two of the kernel's own documents with figures in them, by its own `make htmldocs`
	tools/need.sh chromium:chromium perl:perl /usr/src/linux-source-6.12.tar.xz:linux-source-6.12
	$(PY) tools/kernel_docs.py build/kernel-docs
hosts: setup ## run every scenario natively, in Node and in wasmtime, and compare the bytes
	$(MAKE) -s -C wasm-core bench-native
	node tools/hosts.mjs

.PHONY: lessons
lessons: setup ## build every lesson of datasets/lessons, or FILE=: each view opens, each value and answer is computed
	node tools/lesson.mjs check $(FILE)

.PHONY: published
published: setup ## each row of the published tables beside the model; fails if a direction is wrong
	node tools/published.mjs

.PHONY: wasm
wasm: ## rebuild the modules in wasm-core/dist (Emscripten 3.1.6)
	tools/need.sh emcc:emscripten
	$(MAKE) -C wasm-core wasm

.PHONY: wasm-verify
wasm-verify: ## rebuild the modules and compare them with the committed bytes
	tools/need.sh emcc:emscripten
	$(MAKE) -s -C wasm-core verify

##@ Packages
PACKING = PYTHONPATH=tools $(PY) -m packing
.PHONY: wheel test-bare
wheel: setup frontend/dist/index.html ## the Python package with the app, the modules and the captures, in build/packages
	$(PACKING).wheel

.PHONY: static test-static
static: setup frontend/dist/index.html ## the app as a folder for any web server, below any path: build/packages/static
	$(PACKING).static

test-static: static ## serve it below a path, take the network away, use it
	tools/need.sh chromium:chromium
	cd frontend && node --test --test-timeout=120000 --test-reporter=spec e2e/static/offline.test.mjs

.PHONY: npm test-npm
npm: setup frontend/dist/index.html ## the npm package mm-scope, in build/packages
	$(PACKING).npm

test-npm: npm ## install it, put a figure into a page of plain HTML and into a site of Vite, check its types
	tools/need.sh chromium:chromium
	cd frontend && node --test --test-timeout=120000 --test-reporter=spec e2e/npm/npm.test.mjs

.PHONY: release test-release
release: setup frontend/dist/index.html ## every package, a manual page, a CycloneDX bill of what they are made from, sums: build/packages
	$(PACKING).release

PROOF := build/proof-packages
$(PROOF)/.done: tools/packing/proof.txt $(TOOLS)/.done $(VENV)/.done
	$(UV) pip install -q --require-hashes --python $(PY) --target $(PROOF) -r $<
	touch $@

test-release: setup $(PROOF)/.done ## make it twice from the sources, in two folders: the same bytes, sums, every dependency in the bill
	PYTHONPATH=tools:$(PROOF) $(PY) -m packing.proof

.PHONY: test-embed
test-embed: wheel npm notebook-place ## build docs/examples, each with its own tool and the packed packages, and open them, and the notebook in JupyterLab: HOSTS= some of them
	tools/need.sh chromium:chromium
	node frontend/e2e/hosts/run.mjs $(HOSTS)

.PHONY: test-render
test-render: wheel ## 40 figures, three times here and in a bare Debian: the same bytes; each beside the app's own pixels (root)
	tools/need.sh chromium:chromium debootstrap:debootstrap pdftoppm:poppler-utils
	tools/render/run.sh

.PHONY: notebook-place test-notebook
notebook-place: wheel $(NOTEBOOK_VENV)/.done
	$(UV) pip install -q --python $(NOTEBOOK_VENV) --no-deps --reinstall build/packages/mmscope-*.whl

test-notebook: notebook-place ## docs/notebook.ipynb in a real JupyterLab: run, stepped in the page and from Python, saved, read without a kernel
	tools/need.sh chromium:chromium
	cd frontend && node e2e/notebook/run.mjs

test-bare: wheel ## install the wheel in a bare Debian 12 and 13, serve the app and draw there (root; SUITES=)
	tools/need.sh debootstrap:debootstrap
	tools/packing/bare.sh $(or $(SUITES),bookworm trixie)

##@ The kernel lab
.PHONY: lab lab-run lab-test lab-short lab-all lab-long lab-pairs conformance
lab: ## build the patched kernel and the guest (cached outside the repository)
	python3 tracer/lab/lab.py build
lab-run: ## run one experiment: make lab-run EXPERIMENT=name
	python3 tracer/lab/lab.py run $(EXPERIMENT)
lab-test: ## run the patches' own tests in the guest, then on the debug kernel
	python3 tracer/lab/lab.py test
	python3 tracer/lab/lab.py test --debug
lab-short: setup ## record a small capture for each document, check it and throw it away
	rm -rf build/lab-short
	python3 tracer/lab/lab.py short --output build/lab-short
	$(MMSCOPE) check build/lab-short/*.mmscope.gz
conformance: setup ## does the patched kernel do as Debian's own 6.1, 6.12 and 7.3? AGAIN=1 also measures what has a result
	$(PY) tracer/lab/lab.py conformance $(if $(AGAIN),--again)
lab-all: ## record every bundled capture again
	python3 tracer/lab/lab.py all

lab-long: setup ## record, check and forget experiments drawn at random, until there are DECISIONS= (5,000,000); goes on where it ended: SEED= RUNS=
	python3 tracer/lab/lab.py long $(if $(SEED),--seed $(SEED)) $(if $(DECISIONS),--decisions $(DECISIONS)) $(if $(RUNS),--runs $(RUNS))
lab-pairs: setup ## record each experiment of pairs.toml twice more, check all three, and measure how far they are apart (datasets/repeats.json); goes on where it ended
	python3 tracer/lab/lab.py repeat
	$(MMSCOPE) check $(foreach name,$(PAIRED),datasets/captures/$(name).mmscope.gz) build/repeats/*/*.mmscope.gz
	$(PY) tools/repeats.py

##@ Parts
.PHONY: setup
setup: $(TOOLS)/.done $(VENV)/.done frontend/node_modules/.done ## fetch the pinned tools and packages

$(TOOLS)/.done: tools/requirements.txt
	python3 -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r tools/requirements.txt
	touch $@

$(VENV)/.done: backend/requirements-dev.txt backend/pyproject.toml $(TOOLS)/.done
	$(UV) venv -q --allow-existing --python python3 $(VENV)
	VIRTUAL_ENV=$(VENV) $(UV) pip sync -q --require-hashes backend/requirements-dev.txt
	VIRTUAL_ENV=$(VENV) $(UV) pip install -q --no-deps --no-build-isolation -e backend
	touch $@

$(FUZZ_VENV)/.done: backend/requirements-fuzz.txt backend/requirements-dev.txt $(TOOLS)/.done
	$(UV) venv -q --allow-existing --python python3 $(FUZZ_VENV)
	VIRTUAL_ENV=$(FUZZ_VENV) $(UV) pip sync -q --require-hashes backend/requirements-dev.txt backend/requirements-fuzz.txt
	VIRTUAL_ENV=$(FUZZ_VENV) $(UV) pip install -q --no-deps --no-build-isolation -e backend
	touch $@

$(NOTEBOOK_VENV)/.done: backend/requirements-notebook.txt backend/requirements-dev.txt $(TOOLS)/.done
	mkdir -p $(@D)
	$(UV) venv -q --allow-existing --python python3 $(NOTEBOOK_VENV)
	VIRTUAL_ENV=$(NOTEBOOK_VENV) $(UV) pip sync -q --require-hashes backend/requirements-dev.txt backend/requirements-notebook.txt
	touch $@

frontend/node_modules/.done: frontend/package-lock.json $(TOOLS)/.done
	cd frontend && npm ci --no-audit --no-fund --loglevel=error
	touch $@

FRONTEND_SOURCES := $(shell find frontend/src frontend/scripts frontend/public frontend/index.html frontend/vite.config.ts \
	datasets THIRD-PARTY-NOTICES.txt -type f 2>/dev/null) $(wildcard wasm-core/dist/*.wasm)
frontend/dist/index.html: $(FRONTEND_SOURCES) frontend/node_modules/.done
	cd frontend && npm run -s build

EVIDENCE := docs/evidence.md datasets/published/derived/evidence.json
MAN := backend/man/mmscope.1
.PHONY: gen
gen: setup ## derive types, schema and docs from the core, the datasets and the command line
	cd frontend && npm run -s gen
	node tools/gen_docs.mjs
	node tools/published_page.mjs
	node tools/check_page.mjs
	$(PY) tools/seen.py
	$(PY) tools/room_protocol.py
	$(MMSCOPE) evidence --write $(EVIDENCE)
	$(PY) tracer/lab/lab.py conformance --page docs/conformance.md
	$(PY) -m mmscope.cli.page docs/cli.md
	$(PY) -m mmscope.cli.man $(MAN)
	$(PY) tools/notices.py

.PHONY: gen-check
gen-check: setup ## fail if a derived file is stale
	cd frontend && npm run -s gen:check
	node tools/gen_docs.mjs --check
	node tools/published_page.mjs --check
	node tools/check_page.mjs --check
	$(PY) tools/seen.py --check
	$(PY) tools/room_protocol.py --check
	$(MMSCOPE) evidence --check $(EVIDENCE)
	$(PY) tracer/lab/lab.py conformance --page docs/conformance.md --check
	$(PY) -m mmscope.cli.page --check docs/cli.md
	$(PY) -m mmscope.cli.man --check $(MAN)
	$(PY) tools/notices.py --check

.PHONY: lint
lint: setup ## linters, type checkers, import rules
	tools/need.sh shellcheck:shellcheck
	cd backend && ruff check . ../tracer && ruff format --check . ../tracer && mypy && lint-imports
	$(VENV)/bin/mypy --strict tracer/mmscope_trace tracer/lab/lab.py tracer/lab/mmlab
	cd frontend && npm run -s lint
	git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck -x --source-path=SCRIPTDIR

.PHONY: test-core
test-core: ## test the C core natively under ASan and UBSan, then fuzz it briefly
	tools/need.sh gcc:build-essential $(CLANG)
	$(MAKE) -s -C wasm-core test

.PHONY: test-kernel-c test-kernel-c-short test-kernel-c-mutants kernel-c-needs
kernel-c-needs:
	tools/need.sh gcc:build-essential patch:patch xz:xz-utils /usr/src/linux-source-6.12.tar.xz:linux-source-6.12

test-kernel-c: kernel-c-needs ## ask the own C of the kernels 6.12, 6.1 and 7.3 the same as the policy core: CASES= of each function, SEED=, KERNELS=, ONLY=[kernel:]function CASE=0x…
	$(MAKE) -s -C kernel-patches/kernel-c test

test-kernel-c-short: kernel-c-needs
	$(MAKE) -s -C kernel-patches/kernel-c test CASES=1000000 KERNELS=6.12

test-kernel-c-mutants: kernel-c-needs ## change one token of the kernel's at a time: does test-kernel-c notice? KERNEL=6.1 or 7.3 for another one
	$(MAKE) -s -C kernel-patches/kernel-c mutants

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

.PHONY: pictures
pictures: setup frontend/dist/index.html ## draw the pictures of README and docs anew, sweeps too, from the real server
	tools/need.sh chromium:chromium
	tools/e2e.sh shots -- docs

.PHONY: clean
clean: ## remove what make built (tools and packages stay)
	rm -rf frontend/dist wasm-core/build build

.PHONY: help
help:
	@awk 'BEGIN {FS = ":.*##"} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-zA-Z_-]+:.*##/ {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
