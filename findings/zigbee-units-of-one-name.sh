#!/bin/sh
# zigbee-herdsman-converters 26.112.0: the `unit` of an exposed value is not one name for one unit. `m` is metres for a
# distance and minutes for a countdown, and seconds have seven names. Zigbee2MQTT announces `unit` as it is, so Home
# Assistant shows a countdown in metres. A reader has to look at the key, too.
#
# Output seen:
#   m: alarm_time cooling_delay countdown detection_distance
#   seconds: S Sec Seconds s sec sec. seconds
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zigbee-herdsman-converters@26.112.0 >/dev/null
cat >check.cjs <<'JS'
const { readdirSync } = require("node:fs");
const { dirname, join } = require("node:path");
const converters = require("zigbee-herdsman-converters");

const folder = join(dirname(require.resolve("zigbee-herdsman-converters")), "devices");
const keysOf = new Map();
const add = ({ property, features, unit }) => {
  if (features !== undefined) return features.forEach(add);
  if (unit === undefined) return;
  if (!keysOf.has(unit)) keysOf.set(unit, new Set());
  keysOf.get(unit).add(property);
};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  for (const definition of require(join(folder, file)).definitions ?? []) {
    const { exposes } = converters.prepareDefinition(definition);
    (typeof exposes === "function" ? exposes({ isDummyDevice: true }, {}) : exposes).forEach(add);
  }
}
const ofM = ["alarm_time", "cooling_delay", "countdown", "detection_distance"].filter((key) =>
  keysOf.get("m")?.has(key),
);
const seconds = [...keysOf.keys()].filter((unit) => /^(s|sec\.?|seconds)$/i.test(unit)).sort();
console.log(`m: ${ofM.join(" ")}`);
console.log(`seconds: ${seconds.join(" ")}`);
process.exit(ofM.length === 4 && seconds.length === 7 ? 0 : 1);
JS
node check.cjs
