/** Processor time of each way in that can switch a device, where the device asks its owner about nobody. */
import { Agent } from "node:http";
import { Client } from "../generator/client.ts";
import { pubackFrame } from "../generator/mqtt.ts";
import { type Account, freshId, type Running } from "../targets/target.ts";
import { type Call, send } from "./rest.ts";
import { costOf, frameOf } from "./telemetry.ts";
import { closeAll, type Effort, isProduct, type Measures, type Workload } from "./workload.ts";

/** Callers side by side. */
const AT_ONCE = 4;
/** The ways in turn, so that a slow moment of the machine affects all. */
const TURNS = 5;

/** Works for a time in milliseconds. Returns the processor microseconds of one switch. */
type Cost = (forMs: number) => Promise<number>;

const stateOf = (count: number) => ({ state: count % 2 === 0 ? "on" : "off" });

async function tokenOf(origin: string, { headers }: Account): Promise<Call["headers"]> {
  const scopes = ["devices:switch", "messages:publish:#"];
  const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
  const response = await fetch(`${origin}/v0/tokens/`, {
    ...init,
    body: JSON.stringify({ name: "Bench", scopes }),
  });
  if (response.status !== 201) throw new Error(`A token was answered ${response.status}.`);
  const { token } = (await response.json()) as { token: string };
  return { authorization: `Token ${token}` };
}

/** A client that acknowledges each command. */
async function connectBoard({ address, login }: Account, topic: string): Promise<Client> {
  const client = await Client.connect(address, login(freshId()));
  client.onPublish = (_first, bytes, start) =>
    client.socket.write(pubackFrame(bytes, start + 2 + bytes.readUInt16BE(start)));
  await client.subscribe([topic], 1);
  return client;
}

function httpCost(running: Running, agent: Agent, url: string, headers: Call["headers"]): Cost {
  const processor = running.processor ?? (() => Number.NaN);
  let count = 0;
  return async (forMs) => {
    const [began, until, before] = [processor(), performance.now() + forMs, count];
    const caller = async () => {
      while (performance.now() < until) {
        const body = JSON.stringify(stateOf(count++));
        const status = await send(agent, { url, headers, body });
        if (status !== 200 && status !== 202) throw new Error(`${url} was answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    return ((processor() - began) * 1e6) / (count - before);
  };
}

async function switchingCost(running: Running, { warmUpMs, measureMs }: Effort): Promise<Measures> {
  const { api } = running;
  if (api === undefined) throw new Error("there is no API");
  const account = await api.register();
  const [id = ""] = await account.addDevices(1);
  const topic = `${account.userId}/devices/${id}/control`;
  const clients = [
    await connectBoard(account, topic),
    await Client.connect(account.address, account.login(freshId())),
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const token = await tokenOf(api.origin, account);
  const by = (path: string, headers: Call["headers"]) =>
    httpCost(running, agent, api.origin + path, { ...headers, "content-type": "application/json" });
  const commands = () => {
    let count = 0;
    return (forMs: number) =>
      costOf(running, clients.slice(1), () => frameOf(topic, stateOf(count++)), forMs);
  };
  const ways: Record<string, Cost> = {
    session: by(`/v0/devices/on-off/${id}/switch/`, account.headers),
    token: by(`/v0/devices/on-off/${id}/switch/`, token),
    control: by(`/v0/messages/devices/${id}/control`, token),
    other: by("/v0/messages/bench/other", token),
    mqtt: commands(),
  };
  const measures: Measures = {};
  try {
    for (const cost of Object.values(ways)) await cost(warmUpMs);
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [way, cost] of Object.entries(ways))
        measures[way] = (measures[way] ?? 0) + (await cost(measureMs)) / TURNS;
    }
  } finally {
    agent.destroy();
    closeAll(clients);
  }
  return measures;
}

const shared = { better: "lower", digits: 0 } as const;

export const switching: Workload = {
  name: "switch-cost",
  title: "a switch by each way in, of a device that asks about nobody: processor µs",
  metrics: [
    { key: "session", label: "by a session", ...shared },
    { key: "token", label: "by a token", ...shared },
    { key: "control", label: "a token's message to its control topic", ...shared },
    { key: "other", label: "a token's message to another topic", ...shared },
    { key: "mqtt", label: "a control message over MQTT", ...shared },
  ],
  suits: isProduct,
  run: switchingCost,
};
