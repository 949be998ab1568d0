# SPDX-License-Identifier: Apache-2.0
# What shows that all is well: the tiers, and each of their parts.

##@ Tests
# In each tier a row beside another of about the same length, then what needs the machine to itself. What builds in
# wasm-core is in one row. docs/testing.md has the table; mk/inputs.toml says when a target is made again.
quick_beside := types test-core-quick lint-changed
quick_row := test-frontend-quick test-backend-quick
quick_then := test-e2e-quick
test_beside := gen-check test-core-short forgeries-short test-frontend-short
test_row := test-tools lint lessons test-guest-short check check-stock-short test-texts-short test-tracer test-backend-short
test_then := test-e2e-short
rest_beside := test-fuzz test-kernel-c-short hosts asif
rest_row := test-backend-slow wasm-verify lab-compile
rest_then := test-e2e-rest
long_beside := test-frontend-long test-core-long test-kernel-c test-texts forgeries evidence published
long_row := kill-test
long_then := lab-short check-stock test-guest test-machine attack test-e2e-long test-static test-npm test-release test-embed test-sphinx
in_rows = tools/lib/pool.sh $($(1)_beside) -- $($(1)_row) && tools/lib/pool.sh -- $($(1)_then)
passed = @echo "$@ $(patsubst %,%=ok,$($(1)_beside) $($(1)_row) $($(1)_then))"

.PHONY: quick test test-rest test-all
quick: setup frontend/dist/index.html ## within 5 minutes: types, linters of what changed, the tests that are soon done
	tools/lib/packages.sh gcc:build-essential shellcheck:shellcheck chromium:chromium
	$(call in_rows,quick)
	$(call passed,quick)
test: test-needs setup frontend/dist/index.html ## within 25 minutes: every part of the project, the long tests in a short form
	$(call in_rows,test)
	$(call passed,test)
test-rest: setup frontend/dist/index.html ## what CI runs after `make test`: what that leaves out, the modules made again, the series compiled
	$(call in_rows,rest)
	$(call passed,rest)
test-all: test ## everything: those two, every forgery, 10 million cases, kills, attacks, packages
	$(MAKE) -s test-rest
	$(call in_rows,long)
	$(call passed,long)

.PHONY: test-guest test-guest-short
test-guest: setup ## the kernel that boots in a page, from its saved state in Node: every switch turned, each decision recomputed
	node tools/check/guest.mjs datasets/guest
test-guest-short: setup ## the same with its first switch
	node tools/check/guest.mjs --short datasets/guest

.PHONY: test-machine
test-machine: setup ## Debian's own 6.1, 6.12 and 7.3 under known settings: each mark, each distance and each OOM beside what `mmscope machine` says (40 minutes; goes on where it ended: build/pastes)
	tools/lib/packages.sh gcc:build-essential
	$(PY) tracer/lab/lab.py pastes
	cd backend && $(PY) tests/stock_texts.py ../build/pastes

# At once, not after ten minutes: what is missing is installed, or named.
.PHONY: test-needs
test-needs:
	tools/lib/packages.sh gcc:build-essential shellcheck:shellcheck zstd:zstd chromium:chromium

.PHONY: tiers
tiers:
	@printf '%s\n' 'quick: $(quick_beside) $(quick_row) $(quick_then)' 'test: $(test_beside) $(test_row) $(test_then)' \
		'rest: $(rest_beside) $(rest_row) $(rest_then)' 'long: $(long_beside) $(long_row) $(long_then)'

.PHONY: types lint-changed test-tools
types: setup ## type checkers
	cd backend && mypy
	$(VENV)/bin/mypy --strict tracer/mmscope_trace tracer/lab/lab.py tracer/lab/mmlab
	$(VENV)/bin/mypy --strict tools/lib tools/check
	$(VENV)/bin/mypy --strict tools/oracle
	cd frontend && npm run -s types
lint-changed: setup ## linters, on the files that differ from main
	$(PY) tools/check/linters.py
	$(PY) tools/check/names.py
test-tools: setup frontend/dist/index.html ## that the tiers and mk/inputs.toml fit each other and docs/testing.md, and that the static copy can be made
	$(PY) -m pytest -q tools/check

LINTED := . ../tracer ../tools
.PHONY: lint
lint: setup ## linters, type checkers, import rules, names of files
	tools/lib/packages.sh shellcheck:shellcheck
	$(MAKE) -s types
	cd backend && ruff check $(LINTED) && ruff format --check $(LINTED) && lint-imports
	cd frontend && npm run -s lint
	$(PY) tools/check/names.py
	git ls-files -z '*.sh' .ci/run | xargs -0 shellcheck -x --source-path=SCRIPTDIR

.PHONY: check
check: setup ## recompute every decision of every bundled capture, and check that there are enough of each policy and mode, all from the series here or one that stands; name what it takes on trust
	PYTHONPATH=tracer/lab $(PY) -m mmlab.series
	$(MMSCOPE) check --at-least 1450000 50000 5000 $(CAPTURES)
	@node tools/gen/check_page.mjs --trusted

.PHONY: check-stock check-stock-short
check-stock: setup ## boot Debian's own 6.1, 6.12 and 7.3, record decisions of theirs with bpftrace, recompute each
	PYTHONPATH=tracer/lab $(PY) tracer/lab/lab.py foreign --output build/stock tracer/lab/stock/decisions.toml@debian-6.1-trixie tracer/lab/stock/decisions.toml@debian-6.12 tracer/lab/stock/decisions.toml@debian-7.3
	$(PY) tools/check/stock.py build/stock/decisions
check-stock-short: setup ## the same of texts that are kept
	$(PY) tools/check/stock.py

.PHONY: forgeries forgeries-short
forgeries: ## forge lies in the bundled captures: which does the check notice? ACCEPT=1 keeps the result for docs/check.md
	tools/lib/packages.sh gcc:build-essential
	$(MAKE) -s -C wasm-core forgeries
forgeries-short:
	tools/lib/packages.sh gcc:build-essential
	$(MAKE) -s -C wasm-core forgeries-short

.PHONY: asif
asif: setup ## as if against real kernels: its own decisions given back; of each pair of captures one under the other's switch
	tools/lib/packages.sh gcc:build-essential
	$(PY) tools/check/asif.py

.PHONY: evidence
evidence: setup ## each published number or direction, beside the captures
	$(MMSCOPE) evidence

.PHONY: lessons
lessons: setup ## build every lesson of datasets/lessons, or FILE=: each view opens, each value and answer is computed
	node tools/check/lesson.mjs check $(FILE)

.PHONY: published
published: setup ## each row of the published tables beside the model; fails if a direction is wrong
	node tools/check/published.mjs

.PHONY: wasm-verify
wasm-verify: ## rebuild the modules and compare them with the committed bytes
	tools/lib/packages.sh emcc:emscripten
	$(MAKE) -s -C wasm-core verify

.PHONY: hosts
hosts: setup ## run every scenario natively, in Node and in wasmtime, and compare the bytes
	$(MAKE) -s -C wasm-core bench-native
	node tools/check/hosts.mjs

.PHONY: test-core test-core-long test-core-short test-core-quick test-fuzz
test-core: ## test the C core natively under ASan and UBSan, then fuzz it briefly
	tools/lib/packages.sh gcc:build-essential $(CLANG)
	$(MAKE) -s -C wasm-core test
test-core-long: ## what `make test` leaves out of it: all drawn scenarios, all captures
	tools/lib/packages.sh gcc:build-essential
	$(MAKE) -s -C wasm-core test-core
test-fuzz: ## fuzz it briefly
	tools/lib/packages.sh $(CLANG)
	$(MAKE) -s -C wasm-core test-fuzz
test-core-short: ## its tests, a tenth of the drawn scenarios, a few captures, no fuzz
	tools/lib/packages.sh gcc:build-essential
	MMS_TEST_SHARE=10 $(MAKE) -s -C wasm-core test-core test-trace test-zstd
test-core-quick: ## a hundredth of them
	tools/lib/packages.sh gcc:build-essential
	MMS_TEST_SHARE=1 $(MAKE) -s -C wasm-core test-core

.PHONY: fuzz fuzz-server fuzz-keep
fuzz: ## fuzz the core from where the last run stopped, each target for SECONDS: make fuzz SECONDS=600
	tools/lib/packages.sh $(CLANG)
	$(MAKE) -s -C wasm-core build-fuzz
	tools/check/fuzz.py core --seconds $(or $(SECONDS),60)

fuzz-server: $(FUZZ_VENV)/.done ## the same for the server's inputs, and for what Python takes from the modules
	tools/check/fuzz.py server --seconds $(or $(SECONDS),60)

fuzz-keep: $(FUZZ_VENV)/.done ## minimise what fuzzing found, and put a part of it into the repository
	$(MAKE) -s -C wasm-core build-fuzz
	tools/check/fuzz.py core server --keep

# Its cases are part of test-frontend; here its last line counts them.
.PHONY: test-texts test-texts-short
test-texts: setup ## each sample of another tool behind a mail, a journal, a terminal, a page: the same events, or refused, or counted
	$(PY) tools/check/texts.py $(LINES)
test-texts-short: setup ## the same, with more than half of the alterations on one sample in six
	$(PY) tools/check/texts.py $(LINES) short

.PHONY: test-oracle
test-oracle: setup ## each number of the samples, beside what tools/oracle makes of their texts from docs/numbers.md alone
	@mkdir -p build && rm -f build/oracle.txt
	cd frontend && ORACLE_LINE=$(CURDIR)/build/oracle.txt npx vitest run --reporter=dot src/timeline/model/oracle.test.ts; \
		status=$$?; cat $(CURDIR)/build/oracle.txt; exit $$status

.PHONY: test-tracer
test-tracer: setup ## test mmscope-trace and the lab, without a guest
	tools/lib/packages.sh zstd:zstd
	$(PY) -m pytest -q tracer

# Files that start no server, and whose tests take no time.
QUICK_BACKEND := api core fuzz library measures owners rooms_protocol rooms_rules settings slots text windows wrong_input
.PHONY: test-backend test-backend-quick test-backend-short test-backend-slow
test-backend: setup frontend/dist/index.html ## test server and command line
	cd backend && $(PY) -m pytest -q
test-backend-quick: setup frontend/dist/index.html ## the tests that are done in a moment
	cd backend && $(PY) -m pytest -q -m 'not slow' $(QUICK_BACKEND:%=tests/test_%.py)
test-backend-short: setup frontend/dist/index.html ## all but the slow ones
	cd backend && $(PY) -m pytest -q -m 'not slow'
test-backend-slow: setup frontend/dist/index.html ## the slow ones
	tools/lib/packages.sh nginx:nginx caddy:caddy ip:iproute2 prometheus:prometheus systemd-analyze:systemd
	cd backend && $(PY) -m pytest -q -m slow

.PHONY: test-sphinx
test-sphinx: setup frontend/dist/index.html $(SPHINX)/.done ## the directive, with the oldest Sphinx that may be installed
	cd backend && PYTHONPATH=$(SPHINX) $(PY) -m pytest -q tests/test_sphinx.py

.PHONY: kill-test
kill-test: setup ## 200 kills at random moments of uploads, reading, backup, restore and a full disk: make kill-test SEED=…
	cd backend && $(PY) tests/kills.py $(or $(KILLS),200) $(SEED)

.PHONY: attack
attack: setup ## attack a real server in every way we know, and damage its data folder
	cd backend/tests && $(PY) -m attacks

.PHONY: attack-hosted
attack-hosted: setup ## for five minutes one who is signed in takes all they can; nine others are refused nothing (SECONDS=300)
	cd backend/tests && $(PY) -m attacks.shares $(or $(SECONDS),300)

.PHONY: test-frontend test-frontend-quick test-frontend-short test-frontend-long
test-frontend: setup ## unit tests of the app
	cd frontend && npm run -s test
test-frontend-quick: setup ## without the files that take long
	cd frontend && MMS_TEST_QUICK=1 npm run -s test
test-frontend-short: setup ## a part of each test that takes long
	cd frontend && MMS_TEST_SHORT=1 npm run -s test
test-frontend-long: setup ## those tests whole
	cd frontend && npm run -s test $$(grep -rl testing/trials src --include='*.test.ts*')

.PHONY: test-e2e test-e2e-quick test-e2e-short test-e2e-rest test-e2e-long
test-e2e: setup frontend/dist/index.html ## drive the app in a real Chromium against the real server
	tools/lib/packages.sh chromium:chromium
	tools/check/e2e.sh
test-e2e-quick test-e2e-short test-e2e-rest test-e2e-long: setup frontend/dist/index.html
	tools/lib/packages.sh chromium:chromium
	tools/check/e2e.sh e2e -- --tier $(@:test-e2e-%=%)
