/**
 * The abuser runs in its own process, so that its CPU is not counted as the broker's. `abuser.ts <attack>
 * <victim as JSON>` prints when it is ready, waits for a line, and attacks until it is killed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { ATTACKS } from "./attacks.ts";
import type { Victim } from "./sockets.ts";

const self = fileURLToPath(import.meta.url);

export interface Abuser {
  begin(): void;
  /** Whether it still attacks: one that failed by itself attacked nothing. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Started and idle: the cost of starting is not part of the attack. */
export async function readyAbuser(attack: string, victim: Victim): Promise<Abuser> {
  const child = spawn(process.execPath, ["--no-warnings", self, attack, JSON.stringify(victim)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lastWord = () => child.kill("SIGKILL");
  process.once("exit", lastWord);
  await once(child.stdout, "data");
  return {
    begin: () => void child.stdin.write("go"),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      lastWord();
      await ended;
      process.off("exit", lastWord);
    },
  };
}

const WARM_CALLS = 300;
const WARM_AT_ONCE = 20;

/**
 * An attacker has a machine of its own. Here it shares the cores with the product: what its HTTP client compiles in
 * its first calls would delay others like an attack. So it makes them before, to a server of its own.
 */
async function warmUp(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(429, { "Content-Type": "application/json" }).end("{}"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const call = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    await response.arrayBuffer();
  };
  for (let made = 0; made < WARM_CALLS; made += WARM_AT_ONCE) {
    await Promise.all(Array.from({ length: WARM_AT_ONCE }, call));
  }
  server.closeAllConnections();
  server.close();
}

if (process.argv[1] === self) {
  const [, , attack = "", victim = "{}"] = process.argv;
  await warmUp();
  process.stdout.write("ready");
  await once(process.stdin, "data");
  await ATTACKS[attack]?.(JSON.parse(victim) as Victim, new AbortController().signal);
}
