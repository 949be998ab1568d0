# SPDX-License-Identifier: Apache-2.0
# The app in one image: the front end built with the pinned Node, the backend in a venv of hashed
# packages, the committed core and captures. Build it from the project's folder. To build behind a
# registry of your own, mount your pip.conf and npmrc, or pass PIP_… and NPM_CONFIG_… (backend/README.md).

# Debian as it was on one day: the image by its digest, packages from the archive's snapshot of that day. To update,
# change both. SNAPSHOT= (empty) takes the packages of today instead.
FROM debian:bookworm-20260918-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251 AS base
ARG SNAPSHOT=20260918T000000Z
RUN if [ -n "$SNAPSHOT" ]; then \
		sed -i -E "s#^URIs: .*/(debian|debian-security)/?\$#URIs: http://snapshot.debian.org/archive/\1/$SNAPSHOT#" \
			/etc/apt/sources.list.d/debian.sources \
		&& echo 'Acquire::Check-Valid-Until "false";' >/etc/apt/apt.conf.d/99snapshot; \
	fi
RUN apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates python3 \
	&& rm -rf /var/lib/apt/lists/*

FROM base AS tools
RUN apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv \
	&& rm -rf /var/lib/apt/lists/*
COPY tools/requirements.txt /src/tools/requirements.txt
RUN python3 -m venv /tools \
	&& /tools/bin/pip install -q --no-cache-dir --disable-pip-version-check --require-hashes \
		-r /src/tools/requirements.txt
ENV PATH=/tools/bin:$PATH

FROM tools AS frontend
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY wasm-core/dist /src/wasm-core/dist
COPY datasets /src/datasets
COPY tracer/stock /src/tracer/stock
COPY THIRD-PARTY-NOTICES.txt /src/
COPY frontend ./
RUN npm run -s build && node scripts/compression.mjs dist --brotli

# The venv is made where it will live: its scripts name that place.
FROM tools AS backend
WORKDIR /src/backend
COPY backend/requirements.txt backend/requirements-build.txt backend/requirements-dev.txt ./
# With what `mmscope render` needs for PNG and PDF.
RUN awk '/^[a-z]/ { wanted = /^typst==/ } wanted' requirements-dev.txt >requirements-render.txt \
	&& uv venv -q --python /usr/bin/python3 /app/venv \
	&& VIRTUAL_ENV=/app/venv uv pip sync -q --no-cache --compile-bytecode --require-hashes requirements.txt requirements-render.txt \
	&& uv venv -q --python /usr/bin/python3 /build \
	&& VIRTUAL_ENV=/build uv pip sync -q --no-cache --require-hashes requirements-build.txt
COPY backend ./
RUN /build/bin/python -m hatchling build -t wheel -d /wheel \
	&& VIRTUAL_ENV=/app/venv uv pip install -q --no-cache --compile-bytecode --no-deps /wheel/*.whl

FROM base
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /data mmscope \
	&& install -d -o mmscope -g mmscope /data
COPY --from=backend /app/venv /app/venv
COPY --from=frontend /src/frontend/dist /app/frontend/dist
COPY wasm-core/dist /app/wasm-core/dist
COPY datasets /app/datasets
COPY LICENSE THIRD-PARTY-NOTICES.txt /app/
# Inside its container the app listens on all addresses; which names it answers to stays bounded.
ENV PATH=/app/venv/bin:$PATH \
	MMSCOPE_ROOT=/app \
	MMSCOPE_DATA=/data \
	MMSCOPE_HOST=0.0.0.0 \
	PORT=8000 \
	PYTHONDONTWRITEBYTECODE=1
LABEL org.opencontainers.image.title="mmscope" \
	org.opencontainers.image.description="Watch Linux memory-management policies decide, in a model and in captures of a kernel" \
	org.opencontainers.image.source="https://github.com/mmscope/mmscope" \
	org.opencontainers.image.documentation="https://github.com/mmscope/mmscope/blob/main/docs/hosting.md" \
	org.opencontainers.image.licenses="Apache-2.0"
USER mmscope
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
	CMD ["python3", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/api/health/live', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["mmscope", "serve"]
