/** The bridge as a service: client addresses, health, limits and shutdown. */

import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyClientHeader } from "../../worker/gateway/client-header.ts";
import { parseKeys } from "../../worker/keys/keys.ts";
import { makeCertificate, startBridge } from "../support/bridge-process.ts";
import { type EchoBroker, startEchoBroker } from "../support/echo-broker.ts";
import { waitForClose, waitForText } from "../support/socket-text.ts";
import { until } from "../support/until.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const keys = parseKeys("BRIDGE_KEYS", KEY).map(({ bytes }) => bytes);

const stops: (() => Promise<unknown>)[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

type Started = Awaited<ReturnType<typeof start>>;

async function start(options: string[] = [], env: NodeJS.ProcessEnv = { BRIDGE_KEYS: KEY }) {
  const broker = await startEchoBroker();
  stops.push(broker.close);
  const always = ["--to", `${broker.url}/mqtt?a=b`, "--listen", "127.0.0.1:any", "--health", "127.0.0.1:any"];
  const bridge = await startBridge([...always, ...options], env);
  stops.push(bridge.stop);
  const come = (first: string | Buffer, localAddress = "127.0.0.1") => {
    const socket = connect({ port: bridge.ports[0] as number, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    socket.write(first);
    clients.push(socket);
    return socket;
  };
  return { broker, bridge, come };
}

/** Client addresses that the broker received since the last call, in order. */
const told = (broker: EchoBroker) =>
  broker.headers
    .splice(0)
    .map((header) => verifyClientHeader(keys, header, { path: "/mqtt", now: Date.now() }));

describe("sends the broker", () => {
  it("no address without a key", async () => {
    const { broker, come } = await start([], {});
    await waitForText(come("one"), "one");
    expect(broker.headers).toEqual([null]);
  });

  it("no address with an invalid key, and logs it", async () => {
    await expect(start([], { BRIDGE_KEYS: "secret" })).rejects.toThrow(
      /Entry 1 of BRIDGE_KEYS is not "id:base64/,
    );
  });
});

describe("PROXY protocol", () => {
  const believed = ["--proxy-protocol", "--trust", "127.0.0.0/31"];
  const V1 = "PROXY TCP4 192.0.2.7 198.51.100.1 49152 1883\r\n";
  const V2 = Buffer.from("0d0a0d0a000d0a515549540a2111000cc0000208c6336401c000075b", "hex");

  let started: Started;
  beforeAll(async () => {
    started = await start(believed);
  });

  it("is accepted from a balancer, version 1 and 2, in any pieces", async () => {
    const { broker, bridge, come } = started;
    await waitForText(come(`${V1}one`), "one");
    await waitForText(come(Buffer.concat([V2, Buffer.from("two")])), "two");
    const slow = come(V2.subarray(0, 5));
    await until("its connection", async () => (await bridge.metric("connections_total")) === 3);
    slow.write(V2.subarray(5));
    slow.write("three");
    await waitForText(slow, "three");
    await until("the log", () => broker.headers.length === 3);
    expect(told(broker)).toEqual(["192.0.2.7", "192.0.2.8", "192.0.2.8"]);
  });

  it("comes before TLS", async () => {
    const folder = mkdtempSync(join(tmpdir(), "switchyard-bridge-proxy-"));
    const { certificate, key } = makeCertificate(folder);
    const tls = ["--cert", certificate, "--key", key, "--tls-listen", "127.0.0.1:any"];
    const { broker, bridge } = await start([...believed, ...tls]);
    rmSync(folder, { recursive: true });
    const raw = connect(bridge.ports[1] as number, "127.0.0.1");
    clients.push(raw);
    raw.write(V1);
    const secure = connectTls({ socket: raw, rejectUnauthorized: false });
    secure.write("hidden");
    await waitForText(secure, "hidden");
    expect(told(broker)).toEqual(["192.0.2.7"]);
  });

  it("ends a client with a missing or malformed header, and no other [T180]", async () => {
    const { broker, bridge, come } = started;
    await waitForClose(come("\x10\x0d\x00\x04MQTT"));
    expect(await bridge.metric('connections_refused_total{reason="proxy"}')).toBe(1);
    await waitForText(come(`${V1}one`), "one");
    expect(told(broker)).toEqual(["192.0.2.7"]);
  });

  it("of other clients is ordinary bytes [T180]", async () => {
    const { broker, come } = started;
    await waitForText(come(V1, "127.0.0.2"), V1);
    expect(told(broker)).toEqual(["127.0.0.2"]);
  });
});

it("limits the connections of one address, apart from the next address's, and all connections [T181]", async () => {
  const { bridge, come } = await start(["--per-address", "2", "--connections", "3"]);
  const isRefused = async (reason: string, socket: Socket) => {
    await waitForClose(socket);
    expect(await bridge.metric(`connections_refused_total{reason="${reason}"}`)).toBe(1);
  };
  for (const name of ["one", "two"]) await waitForText(come(name), name);
  await isRefused("address", come("three"));
  await waitForText(come("four", "127.0.0.2"), "four");
  await isRefused("full", come("five", "127.0.0.3"));
  clients[0]?.destroy();
  await until("a place", async () => (await bridge.metric("connections_open")) === 2);
  await waitForText(come("six"), "six");
});

describe("one bridge", () => {
  const frame = Buffer.alloc(256 * 1024);
  let started: Started;
  beforeAll(async () => {
    started = await start();
  });

  it("reports its state and counts", async () => {
    const { bridge, come } = started;
    await waitForText(come("one"), "one");
    expect(await bridge.ask("/health")).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    expect((await bridge.ask("/else")).status).toBe(404);
    const names = ['bytes_total{direction="up"}', 'bytes_total{direction="down"}', "connections_open"];
    expect(await Promise.all([...names, "first_byte_seconds_count"].map(bridge.metric))).toEqual([
      3, 3, 1, 1,
    ]);
  });

  it("reports metrics in Prometheus' format: each with its help and type, each line with a number", async () => {
    const lines = (await started.bridge.ask("/metrics")).text.trimEnd().split("\n");
    const line =
      /^(# HELP [a-z_]+ .+\.|# TYPE [a-z_]+ (counter|gauge|histogram)|[a-z_]+(\{[a-z]+="[^"]+"\})? [\d.e+]+)$/;
    expect(lines.filter((each) => !line.test(each))).toEqual([]);
    expect(lines.filter((each) => each.startsWith("# HELP")).length).toBeGreaterThan(8);
  });

  it("sends the broker its clients' addresses, signed", async () => {
    const { broker, come } = started;
    told(broker);
    await waitForText(come("one"), "one");
    await waitForText(come("two", "127.0.0.2"), "two");
    expect(told(broker)).toEqual(["127.0.0.1", "127.0.0.2"]);
  });

  it("buffers at most a window for a client that reads no data [T182]", async () => {
    const { broker, bridge, come } = started;
    const before = await bridge.metric('bytes_total{direction="down"}');
    const from = broker.sockets.length;
    const [slow, other] = [come("slow"), come("other", "127.0.0.2")];
    await waitForText(other, "other");
    await until("both", () => broker.sockets.length === from + 2);
    for (const socket of broker.sockets.slice(from)) for (let at = 0; at < 256; at++) socket.send(frame);
    other.resume();
    await until("the other one's bytes", () => other.bytesRead >= 256 * frame.length);
    const held = (await bridge.metric('bytes_total{direction="down"}')) - before - other.bytesRead;
    expect(held).toBeLessThan(16 * 1024 * 1024);
    slow.resume();
    await until("its own", () => slow.bytesRead >= 256 * frame.length);
  });

  it("buffers at most a window for a client whose broker reads no data [T182]", async () => {
    const { broker, bridge, come } = started;
    const before = await bridge.metric('bytes_total{direction="up"}');
    const from = broker.sockets.length;
    const held = come("held");
    const stuck = await until("its broker", () => broker.sockets[from]);
    stuck.pause();
    const other = come("other", "127.0.0.2");
    for (const socket of [held, other]) for (let at = 0; at < 256; at++) socket.write(frame);
    other.resume();
    await until("the other one's bytes", () => other.bytesRead >= 256 * frame.length);
    const sent = (await bridge.metric('bytes_total{direction="up"}')) - before - other.bytesRead;
    expect(sent).toBeLessThan(16 * 1024 * 1024);
    held.resume();
    stuck.resume();
    await until("its own", () => held.bytesRead >= 256 * frame.length);
  });

  it("reconnects all clients after a broker's failure [F132]", async () => {
    const { broker, bridge, come } = started;
    broker.failNext(5);
    const back = Array.from({ length: 20 }, async (_, at) => {
      const name = `client ${at} `;
      for (;;) {
        const socket = come(name);
        const answered = waitForText(socket, name).then(() => true);
        answered.catch(() => {});
        if (await Promise.race([answered, waitForClose(socket).then(() => false)])) return;
      }
    });
    await Promise.all(back);
    expect(await bridge.metric("upgrades_failed_total")).toBe(5);
  });
});

describe("ends", () => {
  it("on a signal: reports it, admits no client, and disconnects one after the other [F133]", async () => {
    const { bridge, come } = await start(["--drain", "2"]);
    const held = ["one", "two", "three"].map((name) => come(name));
    const ended: number[] = [];
    for (const [at, socket] of held.entries()) {
      await waitForText(socket, ["one", "two", "three"][at] as string);
      socket.once("end", () => ended.push(at));
    }
    bridge.signal();
    await until("the first one's end", () => ended.length === 1);
    expect(await bridge.ask("/health")).toEqual({ status: 503, text: '{"status":"draining"}\n' });
    await waitForClose(come("late"));
    const last = held[2] as Socket;
    last.write("still here");
    await waitForText(last, "still here");
    expect(await bridge.ended).toBe(0);
    expect(ended).toEqual([0, 1, 2]);
  });

  it("at once on a second signal [F133]", async () => {
    const { bridge, come } = await start(["--drain", "3600"]);
    const held = ["one", "two", "three"].map((name) => come(name));
    for (const [at, socket] of held.entries())
      await waitForText(socket, ["one", "two", "three"][at] as string);
    bridge.signal();
    await until("that it heard", async () => (await bridge.ask("/health")).status === 503);
    bridge.signal();
    expect(await bridge.ended).toBe(0);
  });
});
