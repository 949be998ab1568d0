# SPDX-License-Identifier: Apache-2.0
# How fast, how large.

##@ Measures
.PHONY: bench
bench: setup frontend/dist/index.html ## decisions per second in wasm and native; bytes before the first drawing; script time per frame in each scene
	tools/lib/packages.sh chromium:chromium
	$(MAKE) -s -C wasm-core bench-native
	node tools/bench/decisions.mjs
	cd frontend && npm run -s bench-load && npm run -s bench

.PHONY: bench-read
bench-read: setup ## read a trace from file to columns, beside Perfetto, DuckDB, Polars and Python, and in two threads beside one; WRITE=1 keeps the table
	tools/lib/packages.sh chromium:chromium gcc:build-essential
	$(MAKE) -s -C wasm-core build/mms-bench-trace
	node tools/bench/reader.mjs $(if $(WRITE),--write)

.PHONY: bench-memory
bench-memory: setup frontend/dist/index.html ## the memory of a browser tab with 141 MB and 2 GB of text on the timeline, and how soon it shows something
	tools/lib/packages.sh chromium:chromium
	node tools/bench/memory.mjs

.PHONY: bench-windows bench-ingest bench-replay bench-catalogue bench-room
bench-windows: setup ## how fast a server answers for windows of 1, 10 and 100 million events
	$(PY) tools/bench/windows.py
bench-ingest: setup ## how fast a server reads 2 GB of text, and its memory
	$(PY) tools/bench/intake.py
bench-replay: setup ## how many pages can step through one capture of the server's
	$(PY) tools/bench/remote.py
bench-room: setup ## live rooms of 500 and of 20 times 25 students: a teacher's step on every phone, and a kill in the middle
	$(PY) tools/bench/rooms.py
bench-catalogue: setup ## how fast a server with 10,000 captures lists, admits and says how it is
	$(PY) tools/bench/catalogue.py

.PHONY: bench-side
bench-side: setup frontend/dist/index.html ## frames of six small scenes that play together, and values scrubbed, on Compare
	tools/lib/packages.sh chromium:chromium
	cd frontend && npm run -s bench-side

.PHONY: bench-sweep
bench-sweep: setup frontend/dist/index.html ## 200 runs of a sweep in the page, beside one worker alone; the largest captures as if; runs without events, beside those that keep them
	tools/lib/packages.sh chromium:chromium gcc:build-essential
	$(MAKE) -s -C wasm-core bench-native
	cd frontend && npm run -s bench-sweep

.PHONY: bench-embed
bench-embed: setup frontend/dist/index.html ## bytes before the first picture of a figure on a plain page; five of them, beside five frames of Perfetto's UI
	tools/lib/packages.sh chromium:chromium
	cd frontend && npm run -s bench-embed

.PHONY: bench-guest
bench-guest: setup frontend/dist/index.html ## the kernel in a page: seconds to its first decision, bytes, events a second, the longest frame
	tools/lib/packages.sh chromium:chromium
	cd frontend && npm run -s bench-guest

.PHONY: bench-timeline
bench-timeline: setup frontend/dist/index.html ## two captures of 10 million events on the timeline, beside Perfetto's UI; one of 100 million on a server
	tools/lib/packages.sh chromium:chromium
	cd frontend && npm run -s bench-timeline
	$(PY) tools/bench/windows.py --timeline
