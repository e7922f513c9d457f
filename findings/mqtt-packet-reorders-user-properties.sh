#!/bin/sh
# mqtt-packet 9.0.2, the codec of MQTT.js and aedes: a PUBLISH of MQTT 5 that is read and written again.
# Guess: the bytes are the same.
# User properties are an object of lists, so two of one name move together: a=1 b=2 a=3 becomes a=1 a=3 b=2. A broker
# must keep their order [MQTT-3.3.2-18], and a bridge or broker on this codec cannot.
#
# Output seen:
#   read: a=1 b=2 a=3
#   written: a=1 a=3 b=2
set -eu
expected='read: a=1 b=2 a=3
written: a=1 a=3 b=2'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mqtt-packet@9.0.2 >/dev/null
cat >check.mjs <<'JS'
import packets from "mqtt-packet";

const USER_PROPERTY = 0x26;
const text = (value) => [0, value.length, ...Buffer.from(value)];
const properties = ["a=1", "b=2", "a=3"].flatMap((pair) => [USER_PROPERTY, ...pair.split("=").flatMap(text)]);
const body = [...text("t"), properties.length, ...properties, ...Buffer.from("x")];
const bytes = Buffer.from([0x30, body.length, ...body]);

/** The pairs in their order. */
function pairsIn(publish) {
  const pairs = [];
  for (let at = 6; publish[at] === USER_PROPERTY; at += 7) {
    pairs.push(`${String.fromCharCode(publish[at + 3])}=${String.fromCharCode(publish[at + 6])}`);
  }
  return pairs.join(" ");
}
console.log(`read: ${pairsIn(bytes)}`);
const parser = packets.parser({ protocolVersion: 5 });
parser.on("packet", (packet) => {
  console.log(`written: ${pairsIn(packets.generate(packet, { protocolVersion: 5 }))}`);
});
parser.parse(bytes);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
