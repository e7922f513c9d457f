/**
 * Prints the values of all definitions of zigbee-herdsman-converters as JSON: `[[key, unit], …]`, one for each model.
 * A composite's key stands before a point, as telemetry is named.
 */

const { readdirSync } = require("node:fs");
const { dirname, join } = require("node:path");
const converters = require("zigbee-exposes");

const folder = join(dirname(require.resolve("zigbee-exposes")), "devices");
const values = [];

function add({ type, property, features, unit }, prefix = "") {
  const key = property ? `${prefix}${property}` : null;
  if (features === undefined) {
    if (key !== null) values.push([key, unit ?? ""]);
    return;
  }
  const below = type === "composite" && key !== null ? `${key}.` : prefix;
  for (const feature of features) add(feature, below);
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  for (const definition of require(join(folder, file)).definitions ?? []) {
    const { exposes } = converters.prepareDefinition(definition);
    const list = typeof exposes === "function" ? exposes({ isDummyDevice: true }, {}) : exposes;
    for (const each of list) add(each);
  }
}
process.stdout.write(JSON.stringify(values));
