/**
 * Plays the MQTT client of ESPHome with a configuration: what `mqtt_client.cpp` and its automations do, with the actions
 * that the guide's configurations use. Lambdas are C++ and, with three words replaced, JavaScript. Argument: the file.
 */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import mqtt, { type MqttClient } from "mqtt";
import { parse } from "yaml";

type Action = Record<string, unknown>;
interface Trigger {
  topic: string;
  qos: 0 | 1;
  then: Action[];
}
interface Configuration {
  mqtt: {
    broker: string;
    port: number;
    client_id: string;
    username: string;
    password: string;
    keepalive: string;
    clean_session: boolean;
    topic_prefix: null;
    discovery: false;
    on_json_message?: Trigger;
    on_connect?: { then: Action[] };
  };
  switch?: { restore_mode: string }[];
  sensor?: { lambda: string; update_interval: string; on_value: { then: Action[] } }[];
}

const file = process.argv[2] ?? "";
const lambdaTag = { tag: "!lambda", resolve: (text: string) => text };
const board: Configuration = parse(readFileSync(file, "utf8"), { customTags: [lambdaTag] });
const flash = `${file}.flash`;
const isRestored = board.switch?.[0]?.restore_mode === "RESTORE_DEFAULT_OFF";

const lamp = { state: isRestored && existsSync(flash), level: 1 };
const id = () => ({ state: lamp.state, remote_values: { get_brightness: () => lamp.level } });

const run = (lambda: string, x: unknown, root: object = {}): unknown => {
  const code = lambda
    .replaceAll(/\bfloat\(/g, "Number(")
    .replaceAll(/\bint\(/g, "Math.floor(")
    .replaceAll(/!(\S+)\.isNull\(\)/g, "$1 !== undefined");
  return new Function("x", "root", "id", "lamp", code)(x, root, id, undefined);
};
const print = (text: string) => console.log(text);

function show(): void {
  const state = lamp.state ? "on" : "off";
  print(board.switch ? `Pin 13 is ${state}` : `Lamp ${state} ${Math.round(lamp.level * 100)}`);
  if (lamp.state) writeFileSync(flash, "");
  else rmSync(flash, { force: true });
}
const turn = (state: boolean) => {
  lamp.state = state;
  show();
};

interface Condition {
  condition: { lambda: string };
  then: Action[];
  else?: Action[];
}
interface Publication {
  topic: string;
  qos: 0 | 1;
  payload: string;
}

/** A publication without a connection is lost, as there. */
const ACTIONS: Record<string, (options: never, x: unknown, client: MqttClient) => void> = {
  if: (options: Condition, x, client) =>
    act(run(options.condition.lambda, x) ? options.then : (options.else ?? []), x, client),
  "switch.turn_on": () => turn(true),
  "switch.turn_off": () => turn(false),
  "light.turn_on": () => turn(true),
  "light.turn_off": () => turn(false),
  "light.control": (options: { brightness: string }, x) => {
    lamp.level = Number(run(options.brightness, x));
    show();
  },
  "mqtt.publish_json": ({ topic, qos, payload }: Publication, x, client) => {
    const root = {};
    run(payload, x, root);
    if (client.connected) client.publish(topic, JSON.stringify(root), { qos });
  },
};

function act(actions: Action[], x: unknown, client: MqttClient): void {
  for (const action of actions) {
    for (const [name, options] of Object.entries(action)) {
      const play = ACTIONS[name];
      if (play === undefined) throw new Error(`${name} is not played here.`);
      play(options as never, x, client);
    }
  }
}

function start({ mqtt: options, sensor }: Configuration): void {
  const { on_json_message: onMessage, on_connect: onConnect } = options;
  if (options.topic_prefix !== null || options.discovery)
    throw new Error("Topics of its own are not played here.");
  const client = mqtt.connect(`mqtt://${options.broker}:${options.port}`, {
    clientId: options.client_id,
    username: options.username,
    password: options.password,
    keepalive: Number.parseInt(options.keepalive, 10),
    clean: options.clean_session,
    protocolVersion: 4,
    reconnectPeriod: 200,
    resubscribe: false,
  });
  client.on("error", ({ message }) => print(message));
  client.on("connect", () => {
    act(onConnect?.then ?? [], undefined, client);
    if (onMessage) client.subscribe(onMessage.topic, { qos: onMessage.qos });
  });
  client.on("message", (topic, payload) => {
    if (onMessage === undefined || topic !== onMessage.topic) return;
    try {
      act(onMessage.then, JSON.parse(payload.toString()), client);
    } catch (error) {
      // ESPHome ignores what is no JSON
      if (!(error instanceof SyntaxError)) throw error;
    }
  });
  for (const { lambda, update_interval: interval, on_value: onValue } of sensor ?? [])
    setInterval(
      () => act(onValue.then, run(lambda, undefined), client),
      Number.parseInt(interval, 10) * 1000,
    );
}

if (isRestored) show();
start(board);
