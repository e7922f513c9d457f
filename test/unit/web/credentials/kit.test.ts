/**
 * The lines to paste, parsed as the programs parse them, with every name checked against their documentation.
 */

import { describe, expect, it } from "vitest";
// Installed with the build tools.
import { parse } from "yaml";
import { PROGRAMS } from "../../../../worker/contract/connect/programs.ts";
import type { Way } from "../../../../worker/contract/connect/ways.ts";

const LOGIN = { username: "k7b2mxqz3a", password: "hJ4kq8WmZr2TbnVyXc9D" };
const { username, password } = LOGIN;
const HOST = "mqtt.yard.example";
const WAYS = {
  tcp: { kind: "tcp", host: HOST, port: 1883 },
  tls: { kind: "tls", host: HOST, port: 8883 },
  websocket: { kind: "websocket", host: HOST, port: 443, url: `wss://${HOST}/mqtt`, path: "/mqtt" },
} as const satisfies Record<string, Way>;

function pasted(id: string, way: Way, login = LOGIN): string {
  const program = PROGRAMS.find((each) => each.id === id);
  if (program?.speaks.includes(way.kind) !== true) throw new Error(`${id} does not speak ${way.kind}.`);
  return program.file?.lines(way, login).join("\n") ?? "";
}

/** "Commands" of Tasmota's documentation, under Control, MQTT and SetOption. */
const TASMOTA = ["SetOption103", "MqttHost", "MqttPort", "MqttUser", "MqttPassword"];

/** Of ESPHome's "MQTT Client Component". */
const ESPHOME = ["broker", "port", "username", "password", "client_id", "discovery", "topic_prefix"];

/** Of Zigbee2MQTT's settings, by section. */
const ZIGBEE2MQTT: Record<string, string[]> = {
  mqtt: ["base_topic", "server", "user", "password", "ca", "reject_unauthorized", "version", "keepalive"],
  homeassistant: ["enabled", "discovery_topic", "status_topic"],
  availability: ["enabled", "active", "passive"],
};

/** Of mosquitto.conf(5), "Configuring Bridges". */
const MOSQUITTO = ["connection", "address", "bridge_capath", "remote_username", "remote_password", "topic"];

/** Labels of "Connecting to a broker" in Home Assistant's MQTT integration. */
const HOME_ASSISTANT = ["Broker", "Port", "Username", "Password", "MQTT transport", "WebSocket path"];

/** The fields of each Node-RED node, and the common ones. */
const EVERY_NODE = ["id", "type", "name", "x", "y", "wires"];
const NODE_RED: Record<string, string[]> = {
  "mqtt-broker": [
    "broker",
    "port",
    "clientid",
    "usetls",
    "verifyservercert",
    "keepalive",
    "cleansession",
    "credentials",
  ],
  "mqtt in": ["topic", "qos", "datatype", "broker"],
  debug: ["active", "complete"],
};

const unknown = (names: Iterable<string>, known: readonly string[]) =>
  [...names].filter((name) => !known.includes(name));

describe("Tasmota's line", () => {
  const read = (line: string) => {
    const [, commands = ""] = /^Backlog (.+)$/.exec(line) ?? [];
    return new Map(commands.split(";").map((each) => each.trim().split(/ (.*)/) as [string, string]));
  };

  it("is one Backlog of documented commands", () => {
    const commands = read(pasted("tasmota", WAYS.tcp));
    expect(unknown(commands.keys(), TASMOTA)).toEqual([]);
    expect([...commands.values()]).toEqual([HOST, "1883", username, password]);
  });

  it("switches TLS on where the broker has nothing else", () => {
    const commands = read(pasted("tasmota", WAYS.tls));
    expect(unknown(commands.keys(), TASMOTA)).toEqual([]);
    expect(Object.fromEntries(commands)).toMatchObject({ SetOption103: "1", MqttPort: "8883" });
  });

  it.each(["0", "1", '"', "a; Reset 1", "a b"])(
    "is left out for %j, which Tasmota takes for a command [F330]",
    (word) => {
      expect(pasted("tasmota", WAYS.tcp, { username: "u", password: word })).toBe("");
      expect(pasted("tasmota", WAYS.tcp, { username: word, password: "p" })).toBe("");
    },
  );
});

it("ESPHome's lines are YAML of documented keys", () => {
  const { mqtt } = parse(pasted("esphome", WAYS.tcp));
  expect(unknown(Object.keys(mqtt), ESPHOME)).toEqual([]);
  expect(mqtt).toEqual({ broker: HOST, port: 1883, username, password });
});

describe("Zigbee2MQTT's lines", () => {
  it.each([
    [WAYS.tcp, `mqtt://${HOST}:1883`],
    [WAYS.tls, `mqtts://${HOST}:8883`],
    [WAYS.websocket, `wss://${HOST}/mqtt`],
  ])("are YAML of documented keys over $kind", (way, server) => {
    const sections = parse(pasted("zigbee2mqtt", way)) as Record<string, object>;
    expect(unknown(Object.keys(sections), Object.keys(ZIGBEE2MQTT))).toEqual([]);
    for (const [name, keys] of Object.entries(sections)) {
      expect(unknown(Object.keys(keys), ZIGBEE2MQTT[name] ?? [])).toEqual([]);
    }
    expect(sections.mqtt).toEqual({ base_topic: "zigbee2mqtt", server, user: username, password });
  });

  it("announce its devices and their availability, so that they are discovered here [F331]", () => {
    expect(parse(pasted("zigbee2mqtt", WAYS.tcp))).toMatchObject({
      homeassistant: { enabled: true },
      availability: { enabled: true },
    });
  });
});

it.each(["esphome", "zigbee2mqtt"])("the YAML of %s contains any user-given value unchanged [F330]", (id) => {
  for (const word of ['a"b\\c: #', "- ~", "{{ x }}", "null", "0x10", "é 🔑"]) {
    const { mqtt } = parse(pasted(id, WAYS.tcp, { username: word, password: word }));
    expect([mqtt.username ?? mqtt.user, mqtt.password]).toEqual([word, word]);
  }
});

describe("Mosquitto's lines", () => {
  const read = (text: string) => text.split("\n").map((line) => line.split(/ (.*)/).slice(0, 2));

  it.each([WAYS.tcp, WAYS.tls])("are documented options over $kind, the bridge's name first", (way) => {
    const lines = read(pasted("mosquitto", way));
    expect(
      unknown(
        lines.map(([word = ""]) => word),
        MOSQUITTO,
      ),
    ).toEqual([]);
    expect(lines[0]).toEqual(["connection", "switchyard"]);
    expect(Object.fromEntries(lines)).toMatchObject({
      address: `${HOST}:${way.port}`,
      remote_username: username,
      remote_password: password,
      topic: "# both 1",
    });
  });

  it("use TLS with the system's authorities", () => {
    expect(read(pasted("mosquitto", WAYS.tls))).toContainEqual(["bridge_capath", "/etc/ssl/certs"]);
    expect(pasted("mosquitto", WAYS.tcp)).not.toContain("bridge_ca");
  });
});

describe("Node-RED's flow", () => {
  type Node = Record<string, unknown> & { id: string; type: string };
  const read = (way: Way) => JSON.parse(pasted("node-red", way)) as Node[];

  it.each(Object.values(WAYS))("is nodes with documented settings over $kind", (way) => {
    for (const { type, ...rest } of read(way)) {
      expect(unknown(Object.keys({ type, ...rest }), [...EVERY_NODE, ...(NODE_RED[type] ?? [])])).toEqual([]);
    }
  });

  it("subscribes to everything on its own server node", () => {
    const [broker, hears, shows] = read(WAYS.tcp);
    expect(broker).toMatchObject({ broker: HOST, port: "1883", credentials: { user: username, password } });
    expect(hears).toMatchObject({ topic: "#", broker: broker?.id, wires: [[shows?.id]] });
    expect(shows?.type).toBe("debug");
  });

  it.each([
    [WAYS.tcp, { usetls: false, verifyservercert: false }],
    [WAYS.tls, { usetls: true, verifyservercert: true }],
    [WAYS.websocket, { broker: `wss://${HOST}/mqtt`, verifyservercert: true }],
  ])("verifies the server wherever possible: $0.kind [F332]", (way, settings) => {
    expect(read(way)[0]).toMatchObject(settings);
  });

  it("does not replace the flow of another credential", () => {
    const ids = ["k7b2mxqz3a", "r4c9tzvw2e"].map((name) =>
      pasted("node-red", WAYS.tcp, { username: name, password }).match(/"id":"[^"]+"/g),
    );
    expect(ids[0]).toHaveLength(3);
    expect(ids[0]?.filter((id) => ids[1]?.includes(id))).toEqual([]);
  });
});

it.each(Object.values(WAYS))("Home Assistant's fields have its form's labels, over $kind", (way) => {
  const program = PROGRAMS.find(({ id }) => id === "home-assistant");
  const labels = program?.values(way, LOGIN).map(({ label }) => label) ?? [];
  expect(labels.length).toBeGreaterThanOrEqual(4);
  expect(unknown(labels, HOME_ASSISTANT)).toEqual([]);
});
