#!/bin/sh
# workerd 1.20261117.1, with the compatibility flag `enable_request_signal`.
# Guess: a client that closes its connection while it waits for a response aborts `request.signal`.
# Seen: a reset does within milliseconds. An ordinary close (FIN), as of a program that ends, does not within three
# seconds, as long as nothing is written to the connection. The first write after it does: its answer is a reset.
#
# Output seen:
#   aborted: /reset /written/closed
set -eu
work=$(mktemp -d)
trap 'kill $runtime 2>/dev/null || true; rm -rf "$work"' EXIT
runtime=0
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund workerd@1.20261117.1
cat >worker.mjs <<'JS'
const aborted = [];
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/aborted") return Response.json(aborted);
    const gone = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    gone.then(() => aborted.push(pathname));
    if (!pathname.startsWith("/written")) {
      await Promise.race([gone, scheduler.wait(5000)]);
      return new Response("late");
    }
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    const write = async () => {
      for (let n = 0; n < 5; n++) {
        await writer.write(new TextEncoder().encode("."));
        await scheduler.wait(500);
      }
    };
    write().catch(() => {});
    return new Response(readable);
  },
};
JS
cat >config.capnp <<'CAPNP'
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-11-01", compatibilityFlags = ["enable_request_signal"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
CAPNP
node_modules/.bin/workerd serve --control-fd=3 config.capnp 3>control &
runtime=$!
while ! grep -q '"port"' control 2>/dev/null; do sleep 0.1; done
port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' control)
cat >clients.mjs <<'JS'
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
const port = Number(process.argv[2]);
for (const [path, leave] of [["/reset", "resetAndDestroy"], ["/closed", "destroy"], ["/written/closed", "destroy"]]) {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
  if (path.startsWith("/written")) await once(socket, "data");
  else await pause(500);
  socket[leave]();
}
await pause(3000);
console.log((await (await fetch(`http://127.0.0.1:${port}/aborted`)).json()).toSorted().join(" "));
JS
seen=$(node clients.mjs "$port")
echo "aborted: $seen"
[ "$seen" = "/reset /written/closed" ]
