#!/bin/sh
# ntfy 1.15.6 of npm: a notice with a button, as the `X-Actions` header of ntfy's short form.
# Guess: a label or an address with a comma is quoted, as ntfy reads values with commas.
# It is written as it is, so by ntfy's rules the label ends at its comma, and the rest of it is the address. A title
# outside Latin-1 is not encoded either: the call throws a TypeError.
#
# Output seen:
#   actions: view, Open, then close, http://127.0.0.1/lamp?at=1,2
#   title "Lamp on": sent
#   title "Lamp ☀": TypeError
set -eu
expected='actions: view, Open, then close, http://127.0.0.1/lamp?at=1,2
title "Lamp on": sent
title "Lamp ☀": TypeError'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ntfy@1.15.6 >/dev/null
cat >check.mjs <<'JS'
import { createServer } from "node:http";
import { NtfyClient } from "ntfy";

const server = createServer((request, response) => {
  const actions = request.headers["x-actions"];
  if (actions !== undefined) console.log(`actions: ${actions}`);
  response.end("{}");
});
server.listen(0, "127.0.0.1", async () => {
  const client = new NtfyClient({ server: `http://127.0.0.1:${server.address().port}` });
  const url = "http://127.0.0.1/lamp?at=1,2";
  await client.publish({ topic: "home", message: "a", actions: [{ type: "view", label: "Open, then close", url }] });
  for (const title of ["Lamp on", "Lamp ☀"]) {
    const outcome = await client.publish({ topic: "home", message: "a", title }).then(
      () => "sent",
      ({ name }) => name,
    );
    console.log(`title "${title}": ${outcome}`);
  }
  process.exit();
});
setTimeout(() => process.exit(1), 30_000);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
