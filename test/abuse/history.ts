/** An account keeps every message, and sends as many as it may: half of them at QoS 1, where each acknowledgement waits for a row. */

import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "../../worker/contract/settings.ts";
import { Client } from "../bench/generator/client.ts";
import { publishPacket } from "../bench/generator/mqtt.ts";
import type { Account } from "../support/account.ts";
import { type Attack, login } from "./sockets.ts";

export const BUSY_HISTORY = "a history of every message at the allowed rate";

/** Of one connection, half of `MQTT_PUBLISH_RATE`; a little below, so that none is refused. */
const RATE = 480;
const EVERY_MS = 10;
/** Unacknowledged messages of a client, at most 32. */
const WINDOW = 32;
const TOPICS = 20;

/** The length of an attack. Seconds. */
const SECONDS = 15;
/** Of the messages that the account may send: connections begin while the time runs. */
const LEAST = 0.7;
const MOST_ROWS = 0.1;

export const busyHistory: Attack = async (victim, over) => {
  const send = async (qos: 0 | 1): Promise<void> => {
    const client = await Client.connect(victim, login(victim, `qos-${qos}`));
    const begun = performance.now();
    let [sent, acknowledged] = [0, 0];
    client.onPuback = () => acknowledged++;
    for (; !over.aborted && !client.closed; await pause(EVERY_MS)) {
      const late = Math.floor(((performance.now() - begun) / 1000) * RATE) - sent;
      const due = qos === 0 ? late : Math.min(late, WINDOW - (sent - acknowledged));
      for (const end = sent + due; sent < end; sent++) {
        const topic = `${victim.userId}/busy/${sent % TOPICS}`;
        const payload = Buffer.from(`{"value":${sent}}`);
        const packet = publishPacket(topic, payload, qos === 0 ? undefined : (sent % 65_535) + 1);
        client.socket.write(client.frame(packet));
      }
    }
  };
  await Promise.all([send(0), send(1)]);
};

/** `look` returns a sentence for each bound of the history that does not hold. */
export async function keptHistory(account: Account) {
  const history = [{ filter: "#", days: 30 }];
  const body = { profile: "full", history };
  const { history_kept: before } = await account.call<Settings>("PUT", "/v0/mqtt/settings/", body);
  const look = async (): Promise<string[]> => {
    const { history_kept: kept } = await account.call<Settings>("GET", "/v0/mqtt/settings/");
    if (kept === undefined || before === undefined) return ["the history is off"];
    const messages = kept.messages - before.messages;
    const rows = kept.rows_today - before.rows_today;
    const sentences: string[] = [];
    if (messages < LEAST * 2 * RATE * SECONDS) sentences.push(`${messages} messages were kept`);
    if (rows > MOST_ROWS * messages) sentences.push(`${rows} rows for ${messages} messages`);
    if (kept.missed_today > 0) sentences.push(`${kept.missed_today} messages were not kept`);
    process.stdout.write(`         ${messages} messages kept, ${(rows / messages).toFixed(3)} rows each\n`);
    return sentences;
  };
  return { look };
}
