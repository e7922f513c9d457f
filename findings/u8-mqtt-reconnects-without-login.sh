#!/bin/sh
# u8-mqtt 0.6.7 with `with_autoreconnect()`: the CONNECT after a lost connection has no user name and no password.
# The first CONNECT has what `connect({username, password, …})` was given; the hook `on_live` then calls `connect()`
# without options, so a broker that asks for a login refuses the client from then on. A program repeats its login in
# `on_live` of its own.
#
# Output seen:
#   first: user name and password
#   again: none
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund u8-mqtt@0.6.7 >/dev/null
cat >check.mjs <<'JS'
import { createServer } from "node:net";
import mqtt from "u8-mqtt";

console.info = console.log = () => {};
const seen = [];
const say = (text) => process.stdout.write(`${text}\n`);
const LOGIN_FLAGS = 0xc0;
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    if (bytes[0] >> 4 !== 1) return;
    // the connect flags of 3.1.1 stand behind length, protocol name and level
    seen.push((bytes[9] & LOGIN_FLAGS) === LOGIN_FLAGS);
    socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
    if (seen.length === 1) return socket.end();
    say(`first: ${seen[0] ? "user name and password" : "none"}`);
    say(`again: ${seen[1] ? "user name and password" : "none"}`);
    process.exit(seen[0] && !seen[1] ? 0 : 1);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = `tcp://127.0.0.1:${server.address().port}`;
  const client = mqtt().with_tcp(address).with_autoreconnect();
  client.connect({ client_id: "c", username: "u", password: "p" }).catch(() => {});
});
setTimeout(() => process.exit(1), 30_000);
JS
node check.mjs
