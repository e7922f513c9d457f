import type { Credential } from "../credentials.ts";
import { nodeRedFlow } from "./node-red-flow.ts";
import type { Way, WayKind } from "./ways.ts";

type Login = Pick<Credential, "username" | "password">;

export interface ProgramValue {
  /** As the program's settings name it. */
  label: string;
  value: string;
}

export interface Program {
  id: string;
  name: string;
  about: string;
  where: string;
  /** Supported transports, the best first. */
  speaks: readonly WayKind[];
  values(way: Way, login: Login): ProgramValue[];
  file?: { name: string; lines(way: Way, login: Login): string[] };
  advice(way: Way): string[];
}

const named = (names: readonly string[], values: readonly (string | number)[]): ProgramValue[] =>
  names.map((label, at) => ({ label, value: String(values[at]) }));

const four = (names: readonly string[], { host, port }: Way, { username, password }: Login) =>
  named(names, [host, port, username, password]);

/** JSON strings are valid in YAML, C++ and JSON. */
const quoted = (text: string): string => JSON.stringify(text);
const inShell = (text: string): string =>
  /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isSecure = (way: Way): boolean =>
  way.kind === "tls" || (way.kind === "websocket" && way.url.startsWith("wss:"));

const SCHEMES = { tcp: "mqtt", tls: "mqtts" } as const;
const addressOf = (way: Way): string =>
  way.kind === "websocket" ? way.url : `${SCHEMES[way.kind]}://${way.host}:${way.port}`;

/** A semicolon would start another Tasmota command; `0`, `1` and `"` as a value mean clear or reset. */
const isCommandOfTasmota = (value: string): boolean => /[;\s]|^[01"]$/.test(value);

const OFFERED = "What it switches is offered on the devices screen, under Found.";

const tasmota: Program = {
  id: "tasmota",
  name: "Tasmota",
  about: "Plugs, bulbs, relays",
  where: "Configuration → Configure MQTT",
  speaks: ["tcp", "tls"],
  values: (way, login) => four(["Host", "Port", "User", "Password"], way, login),
  file: {
    name: "Tasmota’s console, one line",
    lines: ({ kind, host, port }, { username, password }) =>
      [username, password].some(isCommandOfTasmota)
        ? []
        : [
            `Backlog ${kind === "tls" ? "SetOption103 1; " : ""}MqttHost ${host}; MqttPort ${port}; MqttUser ${username}; MqttPassword ${password}`,
          ],
  },
  advice: ({ kind }) => [
    ...(kind === "tls" ? ["Tick MQTT TLS. Builds for the ESP32 have it, those for the ESP8266 do not."] : []),
    "Leave Client and Full Topic as they are; give each plug a Topic of its own.",
    OFFERED,
  ],
};

const esphome: Program = {
  id: "esphome",
  name: "ESPHome",
  about: "Boards with a YAML file",
  where: "The YAML file of the board",
  speaks: ["tcp"],
  values: (way, login) => four(["broker", "port", "username", "password"], way, login),
  file: {
    name: "The board’s YAML",
    lines: ({ host, port }, { username, password }) => [
      "mqtt:",
      `  broker: ${quoted(host)}`,
      `  port: ${port}`,
      `  username: ${quoted(username)}`,
      `  password: ${quoted(password)}`,
    ],
  },
  advice: () => [
    "If no Home Assistant connects to the board itself, delete its api: lines; otherwise it restarts every 15 minutes.",
    OFFERED,
  ],
};

const homeAssistant: Program = {
  id: "home-assistant",
  name: "Home Assistant",
  about: "The MQTT integration",
  where: "Settings → Devices & services → Add integration → MQTT",
  speaks: ["tls", "tcp", "websocket"],
  values: (way, login) => [
    ...four(["Broker", "Port", "Username", "Password"], way, login),
    ...(way.kind === "websocket" ? named(["MQTT transport", "WebSocket path"], ["WebSocket", way.path]) : []),
  ],
  advice: (way) => [
    ...(way.kind === "websocket" ? ["The last two are shown with Advanced options."] : []),
    ...(isSecure(way) ? ["With Advanced options, set Broker certificate validation to Auto."] : []),
    "It finds your devices once that is set on your profile.",
    "It supports one broker. If it has one already, keep it, and connect that one as a Mosquitto bridge.",
  ],
};

const zigbee2mqtt: Program = {
  id: "zigbee2mqtt",
  name: "Zigbee2MQTT",
  about: "Zigbee without a hub",
  where: "Settings → MQTT",
  speaks: ["tls", "tcp", "websocket"],
  values: (way, { username, password }) =>
    named(["MQTT server", "User", "Password"], [addressOf(way), username, password]),
  file: {
    name: "configuration.yaml",
    lines: (way, { username, password }) => [
      "mqtt:",
      "  base_topic: zigbee2mqtt",
      `  server: ${quoted(addressOf(way))}`,
      `  user: ${quoted(username)}`,
      `  password: ${quoted(password)}`,
      "homeassistant:",
      "  enabled: true",
      "availability:",
      "  enabled: true",
    ],
  },
  advice: () => [
    "Leave the base topic as it is. Start Zigbee2MQTT again afterwards.",
    "With Home Assistant integration and Availability enabled there, its devices are offered on the devices screen, under Found, with their availability.",
  ],
};

const nodeRed: Program = {
  id: "node-red",
  name: "Node-RED",
  about: "Flows with MQTT nodes",
  where: "An MQTT node → Server → Add new mqtt-broker",
  speaks: ["tls", "tcp", "websocket"],
  values: (way, login) =>
    way.kind === "websocket"
      ? named(["Server", "Username", "Password"], [way.url, login.username, login.password])
      : four(["Server", "Port", "Username", "Password"], way, login),
  file: { name: "Node-RED’s menu, Import", lines: (way, login) => nodeRedFlow(way, login, isSecure(way)) },
  advice: (way) => [
    "Username and Password are on its Security tab.",
    ...(way.kind === "tls" ? ["Tick Use TLS, and add a TLS configuration: it verifies the server."] : []),
    ...(way.kind === "websocket" ? ["With such an address, Node-RED ignores Port."] : []),
  ],
};

const mosquitto: Program = {
  id: "mosquitto",
  name: "Mosquitto bridge",
  about: "Another broker joins in",
  where: "/etc/mosquitto/conf.d/switchyard.conf",
  speaks: ["tls", "tcp"],
  values: ({ host, port }, { username, password }) =>
    named(
      ["address", "remote_username", "remote_password", "topic"],
      [`${host}:${port}`, username, password, "# both 1"],
    ),
  file: {
    name: "mosquitto.conf",
    lines: ({ kind, host, port }, { username, password }) => [
      "connection switchyard",
      `address ${host}:${port}`,
      ...(kind === "tls" ? ["bridge_capath /etc/ssl/certs"] : []),
      `remote_username ${username}`,
      `remote_password ${password}`,
      "topic # both 1",
    ],
  },
  advice: () => ["Everything goes both ways. Start Mosquitto again afterwards."],
};

const WHOLE_PROGRAMS = "Whole programs are on the page of examples.";

const esp32: Program = {
  id: "esp32",
  name: "ESP32",
  about: "A program of your own",
  where: "Your sketch or ESP-IDF program, with mqtt_client.h",
  speaks: ["tls", "tcp", "websocket"],
  values: (way, { username, password }) =>
    named(["uri", "username", "password"], [addressOf(way), username, password]),
  file: {
    name: "Your program",
    lines: (way, { username, password }) => [
      `config.broker.address.uri = ${quoted(addressOf(way))};`,
      ...(isSecure(way) ? ["config.broker.verification.crt_bundle_attach = esp_crt_bundle_attach;"] : []),
      `config.credentials.username = ${quoted(username)};`,
      `config.credentials.authentication.password = ${quoted(password)};`,
    ],
  },
  advice: () => ["The Arduino core and ESP-IDF have this library: nothing to install.", WHOLE_PROGRAMS],
};

const arduino: Program = {
  id: "arduino",
  name: "Arduino",
  about: "A sketch of your own",
  where: "Your sketch, with the library MQTT by Joel Gaehwiler",
  speaks: ["tcp"],
  values: (way, login) => four(["hostname", "port", "username", "password"], way, login),
  file: {
    name: "Your sketch",
    lines: ({ host, port }, { username, password }) => [
      `client.begin(${quoted(host)}, ${port}, network);`,
      `client.connect("arduino", ${quoted(username)}, ${quoted(password)});`,
    ],
  },
  advice: () => ["For an ESP32 choose ESP32, which needs no library.", WHOLE_PROGRAMS],
};

const other: Program = {
  id: "other",
  name: "Something else",
  about: "Anything that speaks MQTT",
  where: "Where it asks for an MQTT broker or server",
  speaks: ["tcp", "tls", "websocket"],
  values: (way, login) => [
    ...four(["Host", "Port", "Username", "Password"], way, login),
    ...(way.kind === "websocket" ? named(["WebSocket path"], [way.path]) : []),
  ],
  file: {
    name: "A first message, from a shell",
    lines: (way, { username, password }) =>
      way.kind === "websocket"
        ? [
            `mqtt pub -l ${way.url.split(":")[0]} -h ${way.host} -p ${way.port} --path ${inShell(way.path)} \\`,
          ].concat(`  -u ${inShell(username)} -P ${inShell(password)} -t hello -m world -r`)
        : [
            `mosquitto_pub -h ${way.host} -p ${way.port}${way.kind === "tls" ? " --capath /etc/ssl/certs" : ""} \\`,
            `  -u ${inShell(username)} -P ${inShell(password)} -t hello -m world -r`,
          ],
  },
  advice: ({ kind }) => (kind === "tls" ? ["Switch TLS on."] : []),
};

export const PROGRAMS: readonly Program[] = [
  tasmota,
  esphome,
  homeAssistant,
  zigbee2mqtt,
  nodeRed,
  mosquitto,
  esp32,
  arduino,
  other,
];
export const OTHER = other;
