# SPDX-License-Identifier: Apache-2.0
# Tools and packages, each pinned; the built front end.

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

$(SPHINX)/.done: backend/requirements-sphinx.txt $(VENV)/.done
	$(UV) pip install -q --require-hashes --python $(PY) --target $(SPHINX) -r $<
	touch $@

frontend/node_modules/.done: frontend/package-lock.json $(TOOLS)/.done
	cd frontend && npm ci --no-audit --no-fund --loglevel=error
	touch $@

FRONTEND_SOURCES := $(shell find frontend/src frontend/scripts frontend/public frontend/embed frontend/index.html frontend/*.config.ts \
	datasets THIRD-PARTY-NOTICES.txt -type f 2>/dev/null) $(wildcard wasm-core/dist/*.wasm)
frontend/dist/index.html: $(FRONTEND_SOURCES) frontend/node_modules/.done
	cd frontend && npm run -s build

.PHONY: clean
clean: ## remove what make built (tools and packages stay)
	rm -rf frontend/dist wasm-core/build build
