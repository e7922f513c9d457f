#!/bin/sh
# @influxdata/influxdb-client 1.35.0: fields of a Point from texts, as MQTT payloads are. The setters take any value,
# and `floatField` parses a text.
# Guess: the others parse a text, too: "false" is false, and "1e3" is 1000.
# `booleanField` writes true for each text that is not empty, and `intField` stops at the first letter.
#
# Output seen:
#   floatField "1e3": 1000
#   intField "1e3": 1i
#   booleanField "false": T
#   booleanField "0": T
set -eu
expected='floatField "1e3": 1000
intField "1e3": 1i
booleanField "false": T
booleanField "0": T'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @influxdata/influxdb-client@1.35.0 >/dev/null
cat >check.mjs <<'JS'
import { Point } from "@influxdata/influxdb-client";

for (const [setter, text] of [
  ["floatField", "1e3"],
  ["intField", "1e3"],
  ["booleanField", "false"],
  ["booleanField", "0"],
]) {
  const line = new Point("m")[setter]("value", text).timestamp(0).toLineProtocol();
  console.log(`${setter} "${text}": ${/value=(\S+)/.exec(line)[1]}`);
}
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
