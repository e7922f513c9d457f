/** Debian's mosquitto_pub and mosquitto_sub, as typed in a shell. They support TCP only. */

import { spawn } from "node:child_process";
import type { Login } from "./account.ts";
import type { Version } from "./packet-bytes.ts";

export interface Typed {
  port: number;
  version: Version;
  login: Login;
  topic: string;
  more?: readonly string[];
}

export interface Answer {
  code: number | null;
  said: string;
}

export const mosquittoPub = (typed: Typed, message: string): Promise<Answer> =>
  run("mosquitto_pub", [...argumentsOf(typed), "-m", message]).answer;

export interface RunningSub {
  /** Resolves when the broker has acknowledged the subscription. */
  subscribed: Promise<void>;
  /** Resolves after `-C` messages, or after a refusal. */
  answer: Promise<Answer>;
  kill(): void;
}

export function mosquittoSub(typed: Typed): RunningSub {
  // Only -d prints the SUBACK. Unbuffered, because a pipe would hold the output back.
  const { answer, heard, child } = run("stdbuf", [
    "-oL",
    "mosquitto_sub",
    "-d",
    "-q",
    "1",
    ...argumentsOf(typed),
  ]);
  const subscribed = new Promise<void>((resolve, reject) => {
    heard((said) => said.includes("Subscribed (mid") && resolve());
    void answer.then(({ said }) => reject(new Error(`It was not subscribed:\n${said}`)));
  });
  // Prevents an unhandled rejection in tests that do not wait for it.
  subscribed.catch(() => {});
  return { subscribed, answer, kill: () => void child.kill("SIGKILL") };
}

const VERSIONS = { 3: "mqttv31", 4: "mqttv311", 5: "mqttv5" };

function argumentsOf({ port, version, login, topic, more = [] }: Typed): string[] {
  const { clientId, username, password } = login;
  return [
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-V",
    VERSIONS[version],
    "-i",
    clientId,
    "-t",
    topic,
    ...more,
    ...(username === undefined ? [] : ["-u", username]),
    ...(password === undefined ? [] : ["-P", password]),
  ];
}

function run(command: string, args: string[]) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let tell: (said: string) => void = () => {};
  const take = (chunk: Buffer) => {
    said += chunk.toString("utf8");
    tell(said);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const answer = new Promise<Answer>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said }));
  });
  const heard = (listener: (said: string) => void) => {
    tell = listener;
  };
  return { answer, heard, child };
}
