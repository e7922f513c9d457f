/** What is measured of a running product. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "../generator/client.ts";
import { payloadOf, publishPacket } from "../generator/mqtt.ts";
import { devicesOf } from "../targets/product.ts";
import type { Device, Running } from "../targets/target.ts";
import { workloads } from "../workloads/index.ts";
import { closeAll, type Effort, type Measures, type Workload } from "../workloads/workload.ts";
import { memoryOf, memoryRows } from "./memory-by-process.ts";
import type { Product } from "./products.ts";

const SETTLE_MS = 5_000;
const MINUTE_MS = 60_000;
const PATIENCE_MS = 15_000;

const named = (name: string): Workload => {
  const workload = workloads.find((each) => each.name === name);
  if (workload === undefined) throw new Error(`there is no workload ${name}`);
  return workload;
};

const memory = ({ processes }: Product): number => memoryRows(memoryOf(processes())).memory ?? Number.NaN;

/** With one account, whose lamp is connected. */
export async function idle(product: Product): Promise<Measures> {
  const [lamp] = await product.running.devices(1);
  if (lamp === undefined) throw new Error("there is no device");
  const client = await Client.connect(lamp.address, lamp.login);
  await pause(SETTLE_MS);
  const rows = memoryRows(memoryOf(product.processes()));
  client.close();
  return rows;
}

const MESSAGES = ["one-to-one", "qos1", "latency-qos0", "latency-qos1"];
const MEASURES = ["cost", "p50", "p99"];

/** Processor time and latency of messages, by the workloads of the usual run. */
export async function messages({ running, overTcp }: Product, effort: Effort): Promise<Measures> {
  const all: Measures = {};
  for (const [transport, way] of Object.entries({ ws: running, tcp: overTcp })) {
    for (const name of MESSAGES) {
      const measures = await named(name).run(way, effort);
      for (const key of MEASURES.filter((each) => each in measures))
        all[`${transport} ${name} ${key}`] = measures[key] ?? Number.NaN;
    }
  }
  return all;
}

const ACCOUNTS = 100;
const DEVICES = 10;

/** Each account in turn: its devices connect, and each publishes once. They stay connected. */
export async function crowd(product: Product): Promise<Measures> {
  const devices: Device[] = [];
  for (let count = 0; count < ACCOUNTS; count++)
    devices.push(...(await devicesOfNewAccount(product.running)));
  const registered = memory(product);
  const clients: Client[] = [];
  try {
    for (const device of devices) clients.push(await awaken(device));
    const awake = memory(product);
    await pause(MINUTE_MS);
    return { "crowd registered": registered, crowd: awake, "crowd asleep": memory(product) };
  } finally {
    closeAll(clients);
  }
}

async function devicesOfNewAccount({ api }: Running): Promise<Device[]> {
  if (api === undefined) throw new Error("there is no API");
  return devicesOf(await api.register(), api.origin, DEVICES);
}

/** Connects it and resolves when its message is acknowledged. */
async function awaken({ address, login, control }: Device): Promise<Client> {
  const client = await Client.connect(address, login);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no PUBACK")), PATIENCE_MS);
    client.onPuback = () => {
      clearTimeout(timer);
      resolve();
    };
    const topic = control.replace(/control$/, "log");
    client.socket.write(client.frame(publishPacket(topic, payloadOf(0), 1)));
  });
  return client;
}

const MINUTES_LATER = 5;

/** Memory before, right after and five minutes after a minute of load. */
export async function afterLoad(product: Product, effort: Effort): Promise<Measures> {
  const before = memory(product);
  const half = { ...effort, measureMs: MINUTE_MS / 2 };
  for (const name of ["one-to-one", "qos1"]) await named(name).run(product.running, half);
  const loaded = memory(product);
  await pause(MINUTES_LATER * MINUTE_MS);
  return { "loaded before": before, loaded, "loaded later": memory(product) };
}
