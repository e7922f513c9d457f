/** Debian's mosquitto_pub, mosquitto_sub and mosquitto_rr, as typed in a shell. */

import type { ConnectionSettings } from "../connection-settings.ts";
import { start } from "../process.ts";
import type { Program } from "../program.ts";
import type { Watcher } from "../watcher.ts";
import { debianVersion } from "./versions.ts";

/** The output of one of them, after its exit. */
async function typed(command: string, place: ConnectionSettings, ...more: string[]): Promise<string> {
  const { host, port, username, password } = place;
  const tool = start(command, ["-h", host, "-p", String(port), "-u", username, "-P", password, ...more]);
  const patience = setTimeout(() => void tool.kill(), 30_000);
  const code = await tool.ended;
  clearTimeout(patience);
  if (code !== 0 || /denied|not authori[sz]ed|error/i.test(tool.said())) {
    throw new Error(`${command} ${more.join(" ")} ended with ${code}: ${tool.said()}`);
  }
  return tool.said();
}

/** Requests with mosquitto_rr, answered by the watcher. */
async function ask(place: ConnectionSettings, watcher: Watcher, round: number): Promise<void> {
  const from = watcher.heard.length;
  const asked = typed("mosquitto_rr", place, "-t", "ask", "-e", "answer", "-m", `how are you ${round}`);
  await watcher.untilHeard({ topic: "ask", payload: `how are you ${round}` }, from);
  await watcher.say({ topic: "answer", payload: `fine ${round}` });
  if ((await asked).trim() !== `fine ${round}`) throw new Error(`mosquitto_rr heard ${await asked}`);
}

export const MOSQUITTO_CLIENTS: Program = {
  name: "mosquitto_pub, mosquitto_sub, mosquitto_rr",
  version: () => debianVersion("mosquitto-clients"),
  does: "pub at QoS 0, 1 and 2, retained and not, with a leading `/`; sub with a will, for as long as it is; rr with an answer",
  ways: ["TCP"],
  needs: ["mosquitto-clients"],
  will: { topic: "sub/gone", payload: "gone" },
  start: async (place) => {
    const { host, port, username, password } = place;
    const login = ["-h", host, "-p", String(port), "-u", username, "-P", password];
    const will = ["--will-topic", "sub/gone", "--will-payload", "gone", "--will-qos", "1"];
    const sub = start("stdbuf", [
      "-oL",
      "mosquitto_sub",
      "-d",
      "-v",
      "-q",
      "2",
      "-t",
      "#",
      ...login,
      ...will,
    ]);
    await sub.untilSaid("Subscribed (mid");
    return {
      said: sub.said,
      stop: sub.kill,
      work: async (watcher, round) => {
        const topics = ["test", "/front/door", "garden/%c/$x"];
        for (const [qos, topic] of topics.entries()) {
          const message = `at ${qos}, round ${round}`;
          await typed("mosquitto_pub", place, "-t", topic, "-q", String(qos), "-m", message, "-r");
          await sub.untilSaid(`${topic} ${message}`);
          await watcher.kept(topic, new RegExp(`^${message}$`));
          const late = await typed("mosquitto_sub", place, "-t", topic, "-C", "1", "-W", "20");
          if (late.trim() !== message) throw new Error(`mosquitto_sub heard ${late}`);
        }
        await ask(place, watcher, round);
      },
    };
  },
};
