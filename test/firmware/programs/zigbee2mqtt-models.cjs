// All models that Zigbee2MQTT knows, announced by its own extension for Home Assistant: the extension, its settings, its
// model of a device and the definitions are the program as npm has it. Only the radio and the connection are stubs.
// Writes the topics and payloads as JSON to the file that it is given.

const { readdirSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const settings = require("zigbee2mqtt/dist/util/settings.js");
const logger = require("zigbee2mqtt/dist/util/logger.js").default;
const HomeAssistant = require("zigbee2mqtt/dist/extension/homeassistant.js").default;
const Device = require("zigbee2mqtt/dist/model/device.js").default;
const { setLogger } = require("zigbee-herdsman");
const { Device: RadioDevice } = require("zigbee-herdsman/dist/controller/model");
const converters = require("zigbee-herdsman-converters");

const MODULES = join(dirname(require.resolve("zigbee-herdsman-converters")), "devices");
const CLUSTERS = [0, 1, 3, 4, 5, 6, 8, 258, 513, 768, 1026, 1794, 2820];
const ENDPOINTS = [1, 2, 3, 4, 5, 6, 7, 8, 11, 242];

const nothing = () => {};
const ignored = new Proxy({}, { get: () => nothing });
const published = [];
const mqtt = { publish: async (topic, payload) => void published.push([topic, payload]) };
const radio = {
  devicesIterator: () => [],
  groupsIterator: () => [],
  resolveEntity: nothing,
  firstCoordinatorEndpoint: () => ({ deviceIeeeAddress: COORDINATOR.ieeeAddr }),
};
const state = { exists: () => false, get: () => ({}) };

const endpointOf = (epId) => ({
  epId,
  profId: 260,
  devId: 256,
  inClusterList: CLUSTERS,
  outClusterList: CLUSTERS,
  clusters: {},
});

const COORDINATOR = {
  id: 100_000,
  type: "Coordinator",
  ieeeAddr: "0x00124b0014d9aaaa",
  nwkAddr: 0,
  manufId: 0,
  endpoints: { 1: endpointOf(1) },
  interviewState: "SUCCESSFUL",
};

const addressOf = (id) => `0x${id.toString(16).padStart(16, "0")}`;

const entryOf = ({ zigbeeModel = [], fingerprint = [] }, id) => ({
  id,
  type: "Router",
  ieeeAddr: addressOf(id),
  nwkAddr: id,
  modelId: zigbeeModel[0] ?? fingerprint[0]?.modelID,
  manufName: fingerprint[0]?.manufacturerName,
  endpoints: Object.fromEntries(ENDPOINTS.map((each) => [each, endpointOf(each)])),
  interviewState: "SUCCESSFUL",
});

const definitions = readdirSync(MODULES)
  .filter((each) => each.endsWith(".js"))
  .toSorted()
  .flatMap((name) => require(join(MODULES, name)).definitions ?? []);
/** A model that the stub has too little of, with its message. */
const failed = [];

async function announceAll(file) {
  settings.reRead();
  logger.init();
  const silent = { debug: nothing, info: nothing, warning: nothing, error: nothing };
  converters.setLogger(silent);
  setLogger(silent);
  const entries = [COORDINATOR, ...definitions.map(entryOf)];
  RadioDevice.injectDatabase({ getEntriesIterator: () => entries });
  const extension = new HomeAssistant(radio, mqtt, state, nothing, ignored, nothing, nothing, nothing);
  extension.discoveryOrigin = { name: "Zigbee2MQTT" };
  extension.bridge = extension.getBridgeEntity({ type: "stub", meta: { revision: 1 } });
  extension.bridgeIdentifier = extension.getDevicePayload(extension.bridge).identifiers[0];
  for (const [id, definition] of definitions.entries()) {
    const device = new Device(RadioDevice.byIeeeAddr(addressOf(id)));
    device.definition = converters.prepareDefinition(definition);
    try {
      await extension.discover(device);
    } catch (error) {
      failed.push(`${definition.vendor} ${definition.model}: ${error.message}`);
    }
  }
  writeFileSync(file, JSON.stringify({ models: definitions.length, published, failed }));
}

// the logger of the program keeps its process running
announceAll(process.argv[2]).then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
