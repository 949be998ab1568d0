# SPDX-License-Identifier: Apache-2.0
# mmscope. `make run` and `make test` install what they need; `make help` lists the other targets, which are in mk/.

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
SPHINX := $(ROOT)/build/sphinx
PY := $(VENV)/bin/python
MMSCOPE := $(VENV)/bin/mmscope
export PATH := $(TOOLS)/bin:$(VENV)/bin:$(PATH)

# Debian only recommends clang's runtime, and packages.sh installs no recommendations.
CLANG := clang:clang '/usr/lib/llvm-*/lib/clang/*/include/sanitizer/asan_interface.h:libclang-rt-dev'
CAPTURES := $(wildcard datasets/captures/*.mmscope.gz)
PAIRED = $(shell sed -n 's/^experiments = \[\(.*\)\]$$/\1/p' tracer/lab/pairs.toml | tr -d '",')

include mk/use.mk mk/test.mk mk/bench.mk mk/packages.mk mk/kernel.mk mk/gen.mk mk/setup.mk

.PHONY: help
help:
	@awk 'BEGIN {FS = ":.*##"} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-zA-Z0-9_-]+:.*##/ {printf "  make %-20s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
