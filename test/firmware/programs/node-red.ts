/** Node-RED with its own MQTT nodes, deployed as its editor does it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/product-process.ts";
import { start } from "../process.ts";
import type { Program } from "../program.ts";
import { inPackages, npmVersion } from "./versions.ts";

/** The editor's format of a birth, a close and a will message. */
const message = (kind: string, payload: string) => ({
  [`${kind}Topic`]: "node-red/status",
  [`${kind}Qos`]: "2",
  [`${kind}Retain`]: "true",
  [`${kind}Payload`]: payload,
  [`${kind}Msg`]: {},
});

const node = (id: string, type: string, rest: object, ...wires: string[]) => ({
  id,
  type,
  z: "tab",
  name: "",
  x: 100,
  y: 100,
  wires: wires.length === 0 ? [] : [wires],
  ...rest,
});

/** Commands of any room get a response; a dynamic node subscribes on request. */
const flow = (address: { broker: string; port: string }, version: string, login: object) => [
  { id: "tab", type: "tab", label: "House" },
  {
    id: "broker",
    type: "mqtt-broker",
    name: "",
    ...address,
    clientid: "",
    autoConnect: true,
    usetls: false,
    protocolVersion: version,
    keepalive: "60",
    cleansession: true,
    autoUnsubscribe: true,
    ...message("birth", "online"),
    ...message("close", "closed"),
    ...message("will", "offline"),
    userProps: "",
    sessionExpiry: "",
    credentials: login,
  },
  node(
    "in",
    "mqtt in",
    { topic: "house/+/set", qos: "2", datatype: "auto-detect", broker: "broker" },
    "turn",
  ),
  node(
    "turn",
    "function",
    { func: 'msg.topic = msg.topic.replace("/set", "/state");\nmsg.retain = true;\nreturn msg;', outputs: 1 },
    "out",
  ),
  node("out", "mqtt out", { topic: "", qos: "2", retain: "", broker: "broker" }),
];

async function deploy(port: number, flows: object[]): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/flows`, {
    method: "POST",
    headers: { "content-type": "application/json", "Node-RED-Deployment-Type": "full" },
    body: JSON.stringify(flows),
  });
  if (!answer.ok) throw new Error(`Node-RED answered ${answer.status}: ${await answer.text()}`);
}

export const NODE_RED: Program = {
  name: "Node-RED",
  version: () => npmVersion("node-red"),
  does: "a flow deployed through its admin API: birth and will at QoS 2, retained; commands in and states out at QoS 2; 3.1.1 over TCP, 5 over WebSocket",
  ways: ["TCP", "WebSocket"],
  needs: ["npm"],
  will: { topic: "node-red/status", payload: "offline" },
  start: async ({ host, port, username, password }, way, folder) => {
    const admin = await freePort();
    // shorter than its default of fifteen seconds, also by its settings
    const settings = {
      uiHost: "127.0.0.1",
      uiPort: admin,
      mqttReconnectTime: 1000,
      telemetry: { enabled: false },
    };
    const file = join(folder, "settings.js");
    writeFileSync(file, `module.exports = ${JSON.stringify(settings)};\n`);
    const script = inPackages("node-red/red.js");
    const program = start(process.execPath, [script, "--userDir", folder, "--settings", file]);
    // in any order
    await program.untilSaid("Server now running");
    await program.untilSaid("Started flows");
    // over WebSocket its field "Server" has a whole address
    const address =
      way === "TCP"
        ? { broker: host, port: String(port) }
        : { broker: `ws://${host}:${port}`, port: String(port) };
    await deploy(admin, flow(address, way === "TCP" ? "4" : "5", { user: username, password }));
    await program.untilSaid("Connected to broker");
    return {
      said: program.said,
      stop: program.kill,
      work: async (watcher, round) => {
        await watcher.kept("node-red/status", /^online$/);
        const payload = JSON.stringify({ on: round % 2 === 0, round });
        await watcher.answered(
          { topic: "house/kitchen/set", payload, qos: 2 },
          { topic: "house/kitchen/state", payload },
        );
        await watcher.kept("house/kitchen/state", new RegExp(`"round":${round}`));
      },
    };
  },
};
