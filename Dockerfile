# SPDX-License-Identifier: Apache-2.0
# The same app as `make run`, as a container: one stage builds, the other only runs.

FROM debian:bookworm-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src

# Tools and packages first: these layers change only with the lock files.
COPY tools/requirements.txt tools/
RUN python3 -m venv .tools \
    && .tools/bin/python -m pip install -q --no-cache-dir --disable-pip-version-check \
       --require-hashes -r tools/requirements.txt
ENV PATH=/src/.tools/bin:$PATH
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc frontend/
RUN cd frontend && npm ci --no-audit --no-fund --loglevel=error
COPY backend/requirements.txt backend/
RUN uv venv -q --python python3 /opt/mmscope \
    && VIRTUAL_ENV=/opt/mmscope uv pip sync -q --no-cache --require-hashes backend/requirements.txt

COPY wasm-core/dist wasm-core/dist
COPY datasets datasets
COPY frontend frontend
RUN cd frontend && npm run -s build
COPY backend/src/mmscope /opt/mmscope-package/mmscope

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin mmscope \
    && mkdir /data && chown mmscope: /data
COPY --from=build /opt/mmscope /opt/mmscope
COPY --from=build /opt/mmscope-package /opt/mmscope-package
COPY --from=build /src/wasm-core/dist /app/wasm-core/dist
COPY --from=build /src/datasets /app/datasets
COPY --from=build /src/frontend/dist /app/frontend/dist
ENV PYTHONPATH=/opt/mmscope-package PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    MMSCOPE_ROOT=/app MMSCOPE_DATA=/data MMSCOPE_HOST=0.0.0.0 PORT=8000
USER mmscope
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["/opt/mmscope/bin/python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/api/health', timeout=4)"]
ENTRYPOINT ["/opt/mmscope/bin/python", "-m", "mmscope.cli"]
CMD ["serve"]
