# SPDX-License-Identifier: Apache-2.0
# The patched kernel: its lab, its documents, its own C.

##@ The kernel lab
.PHONY: guest lab lab-compile lab-run lab-test lab-short lab-all lab-long lab-pairs conformance bench-kernel
lab: ## build the patched kernel and the guest (cached outside the repository)
	python3 tracer/lab/lab.py build
lab-compile: ## apply the series, and compile what it changes without a warning
	python3 tracer/lab/lab.py compile
lab-run: ## run one experiment: make lab-run EXPERIMENT=name
	python3 tracer/lab/lab.py run $(EXPERIMENT)
guest: setup ## build the kernel that boots in a page, and its saved state in datasets/guest (20 minutes from scratch)
	tools/lib/packages.sh gcc:build-essential flex:flex bison:bison bc:bc xz:xz-utils zstd:zstd patch:patch \
		"/usr/lib/gcc/x86_64-linux-gnu/*/32/libgcc.a:gcc-multilib" /usr/share/seabios/bios.bin:seabios \
		/usr/src/linux-source-6.12.tar.xz:linux-source-6.12
	tools/gen/guest.sh
lab-test: ## run the patches' own tests in the guest, then on the debug kernel
	python3 tracer/lab/lab.py test
	python3 tracer/lab/lab.py test --debug
lab-short: setup ## record a small capture for each document, check it and throw it away
	rm -rf build/lab-short
	python3 tracer/lab/lab.py short --output build/lab-short
	$(MMSCOPE) check build/lab-short/*.mmscope.gz
conformance: setup ## does the patched kernel do as Debian's own 6.1, 6.12 and 7.3? AGAIN=1 also measures what has a result
	$(PY) tracer/lab/lab.py conformance $(if $(AGAIN),--again)
bench-kernel: lab ## what the patches cost while all is off, beside the kernel without them: bytes of text and structs, instructions of a fault, an allocation, a page swapped out and in
	kernel-patches/bench/run.sh
lab-all: ## record every bundled capture again
	python3 tracer/lab/lab.py all

lab-long: setup ## record, check and forget experiments drawn at random, until there are DECISIONS= (5,000,000); goes on where it ended: SEED= RUNS=
	python3 tracer/lab/lab.py long $(if $(SEED),--seed $(SEED)) $(if $(DECISIONS),--decisions $(DECISIONS)) $(if $(RUNS),--runs $(RUNS))
lab-pairs: setup ## record each experiment of pairs.toml twice more, check all three, and measure how far they are apart (datasets/repeats.json); goes on where it ended
	python3 tracer/lab/lab.py repeat
	$(MMSCOPE) check $(foreach name,$(PAIRED),datasets/captures/$(name).mmscope.gz) build/repeats/*/*.mmscope.gz
	$(PY) tools/gen/repeats.py

.PHONY: test-kernel-c test-kernel-c-short test-kernel-c-mutants kernel-c-needs
kernel-c-needs:
	tools/lib/packages.sh gcc:build-essential patch:patch xz:xz-utils /usr/src/linux-source-6.12.tar.xz:linux-source-6.12

test-kernel-c: kernel-c-needs ## ask the own C of the kernels 6.12, 6.1 and 7.3 the same as the policy core: CASES= of each function, SEED=, KERNELS=, ONLY=[kernel:]function CASE=0x…
	$(MAKE) -s -C kernel-patches/kernel-c test

test-kernel-c-short: kernel-c-needs
	$(MAKE) -s -C kernel-patches/kernel-c test CASES=1000000 KERNELS=6.12

test-kernel-c-mutants: kernel-c-needs ## change one token of the kernel's at a time: does test-kernel-c notice? KERNEL=6.1 or 7.3 for another one
	$(MAKE) -s -C kernel-patches/kernel-c mutants

.PHONY: kernel-docs
kernel-docs: setup frontend/dist/index.html ## two of the kernel's own documents with figures in them, by its own `make htmldocs`
	tools/lib/packages.sh chromium:chromium perl:perl /usr/src/linux-source-6.12.tar.xz:linux-source-6.12
	$(PY) tools/check/kernel_docs.py build/kernel-docs
