# The product for one machine. Build: docker build -t switchyard . (or "docker compose up --build", see compose.yaml)
# Run: docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --stop-timeout 15 --init \
#   -p 8787:8787 -p 1883:1883 -v switchyard:/state switchyard --host your.host
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /switchyard
COPY package.json package-lock.json .npmrc ./
COPY worker/local/check-install.mjs worker/local/
RUN npm ci
COPY . .
RUN ["node", "worker/local/run.mjs", "worker/local/build-page.ts"]

FROM node:24.21.0-bookworm-slim
# The certificates verify webhooks; ps finds the processes to stop.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates procps \
  && rm -rf /var/lib/apt/lists/* && install -d -o node -g node /state
WORKDIR /switchyard
COPY --from=build /switchyard ./
USER node
# Data, secrets and configuration: keep this volume, and back it up.
VOLUME /state
ENV STATE_DIR=/state HOME=/tmp NODE_COMPILE_CACHE=/tmp/compiled
EXPOSE 8787 1883
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/v0/health/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "worker/local/run.mjs", "worker/local/start.ts", "--ip", "0.0.0.0"]
