/**
 * The abuser is a process of its own, so that its work is not mistaken for the broker's.
 * Run as one it does what it is told, `abuser.ts <attack> <victim as JSON>`, until it is killed.
 */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ATTACKS, type Victim } from "./attacks.ts";

const self = fileURLToPath(import.meta.url);

export function startAbuser(attack: string, victim: Victim): { stop(): Promise<void> } {
  const child = spawn(process.execPath, ["--no-warnings", self, attack, JSON.stringify(victim)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lastWord = () => child.kill("SIGKILL");
  process.once("exit", lastWord);
  return {
    stop: async () => {
      lastWord();
      await ended;
      process.off("exit", lastWord);
    },
  };
}

if (process.argv[1] === self) {
  const [, , attack = "", victim = "{}"] = process.argv;
  await ATTACKS[attack]?.(JSON.parse(victim) as Victim, new AbortController().signal);
}
