#!/bin/sh
# eventsource-client 1.2.0 with eventsource-parser, beside eventsource 5.1.5.
# Guess: an event that has an `id` and no `data` moves the id that the client sends when it connects again. The
# HTML standard says so ("dispatch the event" stores the id before it looks at the data), and servers send such events
# as marks of progress.
# eventsource does so. eventsource-client only learns ids from events with data: its parser passes no others on, so
# events after the older id come twice.
#
# Output seen:
#   eventsource: 2
#   eventsource-client: 1
set -eu
expected='eventsource: 2
eventsource-client: 1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund eventsource@5.1.5 eventsource-client@1.2.0 eventsource-parser@4.1.3 >/dev/null
cat >check.mjs <<'JS'
import { createServer } from "node:http";
import { EventSource } from "eventsource";
import { createEventSource } from "eventsource-client";

const lastIds = new Map();
const server = createServer((request, response) => {
  const id = request.headers["last-event-id"];
  if (id !== undefined) lastIds.set(request.url, id);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end("retry: 50\n\nid: 1\ndata: a\n\nid: 2\n\n");
  if (lastIds.size < 2) return;
  console.log(`eventsource: ${lastIds.get("/first")}`);
  console.log(`eventsource-client: ${lastIds.get("/second")}`);
  process.exit();
});
server.listen(0, "127.0.0.1", () => {
  const address = `http://127.0.0.1:${server.address().port}`;
  new EventSource(`${address}/first`);
  createEventSource({ url: `${address}/second` });
});
setTimeout(() => process.exit(1), 30_000);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
