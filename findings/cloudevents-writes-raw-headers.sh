#!/bin/sh
# cloudevents 10.0.0, `HTTP.binary` and `HTTP.toEvent`.
# Guess: attributes are percent-encoded in headers, and decoded again, as CloudEvents' HTTP binding asks for (3.1.3.2:
# all but printable ASCII, and space, quote and percent, too).
# Neither happens. A subject with a character above 255 cannot be sent by `fetch`; one such as "Küche" goes out in
# Latin-1. A subject that another SDK encoded arrives with its percent signs. The structured mode has no such fault.
#
# Output seen:
#   header: Lamp € 5
#   fetch: TypeError
#   from another SDK: Lamp%20%E2%82%AC%205
#   structured: Lamp € 5
set -eu
expected='header: Lamp € 5
fetch: TypeError
from another SDK: Lamp%20%E2%82%AC%205
structured: Lamp € 5'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund cloudevents@10.0.0 >/dev/null
cat >check.mjs <<'JS'
import { CloudEvent, HTTP } from "cloudevents";

const event = new CloudEvent({ type: "shown", source: "/kitchen", subject: "Lamp € 5", data: { on: true } });
const { headers } = HTTP.binary(event);
console.log(`header: ${headers["ce-subject"]}`);
try {
  new Request("http://127.0.0.1/", { method: "POST", headers, body: "{}" });
  console.log("fetch: sent");
} catch (error) {
  console.log(`fetch: ${error.name}`);
}
const others = { ...headers, "ce-subject": "Lamp%20%E2%82%AC%205" };
console.log(`from another SDK: ${HTTP.toEvent({ headers: others, body: '{"on":true}' }).subject}`);
console.log(`structured: ${JSON.parse(HTTP.structured(event).body).subject}`);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
