/**
 * `npm run bench:bridge -- [--clients 10000] [--groups X25519] [--plain] [--wss]`: the memory of an idle
 * client of the bridge. Measures `npm run bridge` itself, by its metrics.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { parseArgs } from "node:util";
import { freePort } from "../../../worker/local/port.ts";
import { type CertificateFiles, makeCertificate } from "../../support/bridge-process.ts";
import { connectPacket } from "../generator/mqtt.ts";
import { type Started, start } from "../targets/process.ts";

const OPTIONS = {
  clients: { type: "string", default: "10000" },
  groups: { type: "string" },
  plain: { type: "boolean", default: false },
  wss: { type: "boolean", default: false },
} as const;

/** Files a process has open beside its connections. */
const OTHER_FILES = 64;
/** Simultaneous connects: as many as a bridge with a key lets wait. */
const AT_ONCE = 128;
/** Silence before the measurement. Milliseconds. */
const QUIET_MS = 15_000;
const MIB = 1024 * 1024;
const KEY = Buffer.alloc(32, 7).toString("base64");

interface ListenerOptions {
  port: number;
  /** Undefined for plain TCP; OpenSSL's default where it is empty. */
  groups: string | undefined;
}

/** A client costs the bridge two open files. */
function mostClients(): number {
  const [, soft = ""] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return Math.floor((Number(soft) - OTHER_FILES) / 2);
}

/** Connects and stays silent; each hundred has its own network. */
function arrive({ port, groups }: ListenerOptions, at: number): Promise<Socket> {
  const place = { port, host: "127.0.0.1", localAddress: `127.0.${1 + Math.floor(at / 100)}.1` };
  const tls = { rejectUnauthorized: false, ...(groups !== "" && { ecdhCurve: groups }) };
  return new Promise((resolve, reject) => {
    const raw = connect(place);
    const socket = groups === undefined ? raw : connectTls({ socket: raw, ...tls });
    socket.once("error", reject).once("close", () => reject(new Error("the bridge ended a client")));
    socket.once("data", () => resolve(socket));
    socket.write(connectPacket({ clientId: `c${at}` }));
  });
}

async function arriveAll(door: ListenerOptions, count: number): Promise<Socket[]> {
  const here: Socket[] = [];
  let next = 0;
  const come = async () => {
    while (next < count) here.push(await arrive(door, next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  return here;
}

interface Bridge {
  process: Started;
  port: number;
  weight(): Promise<number>;
}

async function startBridge(
  to: string,
  files: CertificateFiles,
  options: { plain: boolean },
): Promise<Bridge> {
  const [port, health] = [await freePort(), await freePort()];
  const door = options.plain
    ? ["--listen", `127.0.0.1:${port}`]
    : [
        "--listen",
        "off",
        "--tls-listen",
        `127.0.0.1:${port}`,
        "--cert",
        files.certificate,
        "--key",
        files.key,
      ];
  const about = async () => (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
  const process = await start({
    command: "npm",
    args: ["run", "bridge", "--", "--to", to, ...door, "--health", `127.0.0.1:${health}`, "--drain", "0"],
    env: { BRIDGE_KEYS: KEY, NODE_EXTRA_CA_CERTS: files.certificate },
    ready: async () => (await about()).length > 0,
  });
  const weight = async () => Number(/^process_resident_memory_bytes (\d+)$/m.exec(await about())?.[1]);
  return { process, port, weight };
}

export async function main(args: string[]): Promise<number> {
  const { values: options } = parseArgs({ args, options: OPTIONS });
  const count = Math.min(Number(options.clients), mostClients());
  const folder = mkdtempSync(join(tmpdir(), "switchyard-weigh-"));
  const files = makeCertificate(folder);
  const started: Started[] = [];
  try {
    const own = options.wss ? [files.certificate, files.key] : [];
    const node = ["worker/local/run.mjs", "test/bench/bridge/broker.ts", ...own];
    const broker = await start({ command: process.execPath, args: node });
    started.push(broker);
    const to = `${options.wss ? "wss" : "ws"}://localhost:${broker.said.port}/mqtt`;
    const bridge = await startBridge(to, files, options);
    started.push(bridge.process);
    await weigh(
      bridge,
      { port: bridge.port, groups: options.plain ? undefined : (options.groups ?? "") },
      count,
    );
    return 0;
  } finally {
    for (const one of started.reverse()) await one.stop();
    rmSync(folder, { recursive: true });
  }
}

async function weigh(bridge: Bridge, door: ListenerOptions, count: number): Promise<void> {
  const empty = await bridge.weight();
  const clients = await arriveAll(door, count);
  const full = await bridge.weight();
  await pause(QUIET_MS);
  const idle = await bridge.weight();
  const each = (idle - empty) / count;
  console.log(`${count} clients, as many as there may be open files: ${mostClients()}`);
  console.log(
    `empty ${mib(empty)}, all just in ${mib(full)}, idle ${mib(idle)}: ${(each / 1024).toFixed(1)} KiB each`,
  );
  console.log(`ten thousand: ${mib(empty + each * 10_000)}`);
  for (const client of clients) client.removeAllListeners("close").destroy();
}

const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
