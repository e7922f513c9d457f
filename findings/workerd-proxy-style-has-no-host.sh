#!/bin/sh
# workerd 1.20261117.1, Node's http server (24).
# An external service of workerd with `style = proxy` is meant for a proxy: the first line has the whole address.
# Guess: the request also has a Host header, which RFC 9112 (3.2.2) asks of every client.
# Seen: it has none. A server of Node answers 400 before any handler runs; with `requireHostHeader: false` it serves.
# A scheme of https arrives in clear text with its address in the first line, and not as CONNECT.
#
# Output seen:
#   strict: 400
#   lenient: 200 https://hooks.example.com/a?b=1 without Host
set -eu
work=$(mktemp -d)
trap 'kill $server $runtime 2>/dev/null || true; rm -rf "$work"' EXIT
server=0
runtime=0
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund workerd@1.20261117.1
cat >server.mjs <<'JS'
import { createServer } from "node:http";
const answer = (request, response) => response.end(`${request.url} ${request.headers.host ?? "without Host"}`);
const ports = [];
for (const requireHostHeader of [true, false]) {
  const server = createServer({ requireHostHeader }, answer).listen(0, "127.0.0.1", () => {
    ports.push(server.address().port);
    if (ports.length === 2) console.log(ports.join(" "));
  });
  await new Promise((resolve) => server.once("listening", resolve));
}
JS
node server.mjs >ports &
server=$!
while ! [ -s ports ]; do sleep 0.1; done
read -r strict lenient <ports
cat >worker.mjs <<'JS'
export default {
  async fetch(_, env) {
    const seen = [];
    for (const [name, service] of Object.entries({ strict: env.STRICT, lenient: env.LENIENT })) {
      const response = await service.fetch("https://hooks.example.com/a?b=1", { method: "POST", body: "hi" });
      seen.push(`${name}: ${response.status} ${await response.text()}`.trim());
    }
    return new Response(`${seen.join("\n")}\n`);
  },
};
JS
cat >config.capnp <<CAPNP
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "2026-11-01",
      bindings = [(name = "STRICT", service = "strict"), (name = "LENIENT", service = "lenient")])),
    (name = "strict", external = (address = "127.0.0.1:$strict", http = (style = proxy))),
    (name = "lenient", external = (address = "127.0.0.1:$lenient", http = (style = proxy))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
CAPNP
node_modules/.bin/workerd serve --control-fd=3 config.capnp 3>control &
runtime=$!
while ! grep -q '"port"' control 2>/dev/null; do sleep 0.1; done
port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' control)
cat >get.mjs <<'JS'
console.log((await (await fetch(process.argv[2])).text()).trim());
JS
seen=$(node get.mjs "http://127.0.0.1:$port/")
echo "$seen"
expected="strict: 400
lenient: 200 https://hooks.example.com/a?b=1 without Host"
[ "$seen" = "$expected" ]
