/** A build as `npm start` runs it, whatever that starts, and the same build on the bare runtime. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../worker/local/port.ts";
import { type Started, start } from "../targets/process.ts";
import { openProduct, startBare, variablesOf } from "../targets/product.ts";
import type { Running } from "../targets/target.ts";

export interface Product {
  running: Running;
  /** The same account over TCP. */
  overTcp: Running;
  processes(): number[];
  stop(): Promise<void>;
}

export interface StateFolder {
  path: string;
  remove(): void;
}

export function newStateFolder(): StateFolder {
  const path = mkdtempSync(join(tmpdir(), "bench-desk-"));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.once("exit", remove);
  return {
    path,
    remove: () => {
      process.off("exit", remove);
      remove();
    },
  };
}

interface StartedDesk {
  started: Started;
  port: number;
  tcpPort: number;
  /** Until the first answer 200. */
  seconds: number;
}

/** `npm start` in the folder of a build. */
export async function startDesk(folder: string, state: StateFolder): Promise<StartedDesk> {
  const [port, tcpPort] = [await freePort(), await freePort()];
  const variables = Object.entries(variablesOf({})).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const began = performance.now();
  const started = await start({
    command: "npm",
    args: ["start", "--", ...variables],
    cwd: folder,
    env: { PORT: String(port), MQTT_TCP_PORT: String(tcpPort), STATE_DIR: state.path },
    ready: async () => (await fetch(`http://127.0.0.1:${port}/v0/health/`)).status === 200,
  });
  return { started, port, tcpPort, seconds: (performance.now() - began) / 1000 };
}

/** With its first account. Stopping it removes its state. */
export async function openDesk(
  { started, port, tcpPort }: StartedDesk,
  state: StateFolder,
): Promise<Product> {
  const stop = () => started.stop().then(state.remove);
  const running = await openProduct(port, started, stop);
  return {
    running,
    overTcp: overTcp(running, tcpPort),
    processes: started.processes,
    stop: running.stop,
  };
}

const overTcp = (running: Running, port: number): Running => ({
  ...running,
  address: { port, path: "", overTcp: true },
});

export async function startBareRuntime(checkout: string): Promise<Product> {
  const tcpPort = await freePort();
  const started = await startBare(variablesOf({}), { BENCH_TCP_PORT: String(tcpPort) }, checkout);
  const running = await openProduct(Number(started.said.port), started, started.stop);
  return { running, overTcp: overTcp(running, tcpPort), processes: started.processes, stop: running.stop };
}
