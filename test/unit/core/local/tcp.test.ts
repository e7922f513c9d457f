import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { tcpListener, wantedPort } from "../../../../worker/local/port.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

function occupied(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
    open.push(server);
  });
}

async function listen(environment: NodeJS.ProcessEnv, args: string[] = []) {
  const printed: string[] = [];
  return { listener: await tcpListener(environment, args, (line) => printed.push(line)), printed };
}

describe("the TCP port", () => {
  test("is 1883 unless MQTT_TCP_PORT says otherwise", () => {
    expect(wantedPort("MQTT_TCP_PORT", {})).toBe(1883);
    expect(wantedPort("MQTT_TCP_PORT", { MQTT_TCP_PORT: "1884" })).toBe(1884);
    expect(() => wantedPort("MQTT_TCP_PORT", { MQTT_TCP_PORT: "mqtt" })).toThrow(
      /MQTT_TCP_PORT must be a number/,
    );
    expect(() => wantedPort("MQTT_TCP_PORT", { MQTT_TCP_PORT: "65536" })).toThrow(
      /MQTT_TCP_PORT must be a number/,
    );
  });

  test("reports a taken port in one sentence, and the product still starts", async () => {
    const port = await occupied();
    const { listener, printed } = await listen({ MQTT_TCP_PORT: String(port) });
    expect(listener).toBeNull();
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(`Port ${port} is in use`);
    expect(printed[0]).toContain(`MQTT_TCP_PORT=${port + 1} npm start`);
  });

  test("is closed with 0, without output", async () => {
    expect(await listen({ MQTT_TCP_PORT: "0" })).toEqual({ listener: null, printed: [] });
  });

  test("uses the host of the HTTP port", async () => {
    const port = await occupied();
    open.splice(0)[0]?.close();
    const free = { MQTT_TCP_PORT: String(port) };
    expect((await listen(free)).listener).toEqual({ port, address: "127.0.0.1" });
    expect((await listen(free, ["--ip", "0.0.0.0"])).listener).toEqual({ port, address: "0.0.0.0" });
    expect((await listen(free, ["--ip=localhost"])).listener).toEqual({ port, address: "127.0.0.1" });
  });
});
