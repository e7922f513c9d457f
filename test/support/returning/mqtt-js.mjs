// A program as its maker writes it with MQTT.js: default options, the library reconnects by itself.

import mqtt from "mqtt";

const [host, port, clientId, username, password, path, version] = process.argv.slice(2);
const address = path === "" ? `mqtt://${host}:${port}` : `ws://${host}:${port}${path}`;
mqtt
  .connect(address, { clientId, username, password, protocolVersion: Number(version) })
  .on("error", () => {});
