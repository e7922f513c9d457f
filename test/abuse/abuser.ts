/**
 * The abuser runs in its own process, so that its CPU is not counted as the broker's. `abuser.ts <attack>
 * <victim as JSON>` prints when it is ready, waits for a line, and attacks until it is killed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
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

if (process.argv[1] === self) {
  const [, , attack = "", victim = "{}"] = process.argv;
  process.stdout.write("ready");
  await once(process.stdin, "data");
  await ATTACKS[attack]?.(JSON.parse(victim) as Victim, new AbortController().signal);
}
