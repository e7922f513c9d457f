# The product for one machine. Build: docker build -t switchyard . (or "docker compose up --build", see compose.yaml)
# Run: docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --stop-timeout 15 --init \
#   -p 8787:8787 -p 1883:1883 -v switchyard:/state switchyard --host your.host
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /switchyard
COPY package.json package-lock.json .npmrc ./
COPY worker/local/check-install.mjs worker/local/
RUN npm ci
COPY . .
RUN ["node", "worker/local/run.mjs", "worker/local/pack-image.ts"]

FROM node:24.21.0-bookworm-slim
RUN install -d -o node -g node /state
WORKDIR /switchyard
COPY --from=build /switchyard/.cache/image ./
USER node
# Data, secrets and configuration: keep this volume, and back it up.
VOLUME /state
ENV STATE_DIR=/state HOME=/tmp NODE_COMPILE_CACHE=/tmp/compiled
EXPOSE 8787 1883
STOPSIGNAL SIGTERM
# Node would start anew each time.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8787 && printf 'GET /v0/health/ HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["node", "worker/local/run.mjs", "worker/packed/start.mjs", "--ip", "0.0.0.0"]
