// A program as its maker writes it with MQTT.js: default options, the library reconnects by itself.

import mqtt from "mqtt";

const [host, port, clientId, username, password, transport, version] = process.argv.slice(2);
const address = transport === "ws" ? `ws://${host}:${port}/mqtt` : `mqtt://${host}:${port}`;
mqtt
  .connect(address, { clientId, username, password, protocolVersion: Number(version) })
  .on("error", () => {});
