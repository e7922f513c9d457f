import { describe, expect, it } from "vitest";
import { PROGRAMS, type Program } from "../../../../worker/contract/connect/programs.ts";
import { BRIDGED, type Way, wayOf } from "../../../../worker/contract/connect/ways.ts";
import { CREDENTIAL } from "./credential.ts";

const page = new URL("https://yard.example/dashboard/mqtt/credentials");
const SHORTEST_FIELD = 32;

const program = (id: string): Program => {
  const found = PROGRAMS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
};
const shown = (id: string, reach = CREDENTIAL) => {
  const way = wayOf(reach, program(id).speaks, page);
  return (
    way &&
    Object.fromEntries(
      program(id)
        .values(way, reach)
        .map(({ label, value }) => [label, value]),
    )
  );
};

describe("values to type in", () => {
  it.each(PROGRAMS)(
    "match the fields of $name, and are in its lines to paste",
    ({ speaks, values, file }) => {
      const way = wayOf(CREDENTIAL, speaks, page) ?? BRIDGED;
      const typed = values(way, CREDENTIAL);
      expect(typed.filter(({ value }) => value === "" || value.length > SHORTEST_FIELD)).toEqual([]);
      const lines = file?.lines(way, CREDENTIAL).join("\n");
      if (lines === undefined) return;
      for (const part of [CREDENTIAL.username, CREDENTIAL.password, way.host, String(way.port)]) {
        expect(lines).toContain(part);
      }
    },
  );

  it("have the program's own labels", () => {
    const { username, password } = CREDENTIAL;
    const host = "mqtt.yard.example";
    expect(shown("tasmota")).toEqual({ Host: host, Port: "1883", User: username, Password: password });
    expect(shown("esphome")).toEqual({ broker: host, port: "1883", username, password });
    expect(shown("home-assistant")).toEqual({
      Broker: host,
      Port: "1883",
      Username: username,
      Password: password,
    });
    expect(shown("mosquitto")).toEqual({
      address: `${host}:1883`,
      remote_username: username,
      remote_password: password,
      topic: "# both 1",
    });
  });

  it("use a WebSocket without TCP, where the program supports it", () => {
    const reach = { ...CREDENTIAL, host: null, port: null };
    expect(shown("home-assistant", reach)).toMatchObject({
      Broker: "yard.example",
      Port: "443",
      "MQTT transport": "WebSocket",
      "WebSocket path": "/mqtt",
    });
    expect(shown("zigbee2mqtt", reach)).toMatchObject({ "MQTT server": "wss://yard.example/mqtt" });
    expect(shown("node-red", reach)).not.toHaveProperty("Port");
    expect(shown("esp32", reach)).toMatchObject({ uri: "wss://yard.example/mqtt" });
    expect(shown("arduino", reach)).toBeNull();
    expect(shown("tasmota", reach)).toBeNull();
    expect(shown("esphome", reach)).toBeNull();
  });

  it("use TLS for programs on a computer, where available", () => {
    const reach = { ...CREDENTIAL, tls_port: 8883 };
    expect(shown("zigbee2mqtt", reach)).toMatchObject({ "MQTT server": "mqtts://mqtt.yard.example:8883" });
    expect(shown("mosquitto", reach)).toMatchObject({ address: "mqtt.yard.example:8883" });
    expect(shown("tasmota", reach)).toMatchObject({ Port: "1883" });
    expect(shown("tasmota", { ...reach, port: null })).toMatchObject({ Port: "8883" });
  });
});

describe("lines to paste", () => {
  const lines = (id: string, login: { username: string; password: string }) =>
    program(id)
      .file?.lines({ kind: "tcp", host: "h", port: 1 } satisfies Way, login)
      .join("\n");

  it("quote user-given values", () => {
    expect(lines("esphome", { username: "u", password: 'a"b\\c: #' })).toContain('password: "a\\"b\\\\c: #"');
    expect(lines("other", { username: "it's", password: "$x" })).toContain(`-u 'it'\\''s' -P '$x'`);
  });

  it("are left out where a value cannot be written", () => {
    expect(lines("tasmota", { username: "u", password: "a; Reset 1" })).toBe("");
  });
});

describe("the broker's address", () => {
  const at = (address: string) => new URL(address);
  const tcp = { ...CREDENTIAL, host: "localhost", ws_url: "ws://localhost:8787/mqtt" };

  it("is that of the page when the service knows only this machine's own name", () => {
    expect(wayOf(tcp, ["tcp"], at("http://desk.lan:8787/"))).toMatchObject({ host: "desk.lan", port: 1883 });
    expect(wayOf(tcp, ["websocket"], at("http://desk.lan:8787/"))).toEqual({
      kind: "websocket",
      host: "desk.lan",
      port: 8787,
      url: "ws://desk.lan:8787/mqtt",
      path: "/mqtt",
    });
  });

  it("is the service's otherwise, with available transports only", () => {
    expect(wayOf(CREDENTIAL, ["tls", "tcp"], at("https://other.example/"))).toMatchObject({
      kind: "tcp",
      host: "mqtt.yard.example",
    });
    expect(wayOf(CREDENTIAL, ["tls"], page)).toBeNull();
    expect(wayOf({ ...CREDENTIAL, ws_url: null }, ["websocket"], page)).toMatchObject({
      url: "wss://yard.example/mqtt",
    });
  });
});
