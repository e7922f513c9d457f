/** An account keeps every message, and sends as many as it may: half of them at QoS 1, where each acknowledgement waits for a row. */

import { setTimeout as pause } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import type { Settings } from "../../worker/contract/settings.ts";
import type { Account } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import type { Attack, Victim } from "./sockets.ts";

export const BUSY_HISTORY = "a history of every message at the allowed rate";

/** Of one connection, half of `MQTT_PUBLISH_RATE`; a little below, so that none is refused. */
const RATE = 480;
const EVERY_MS = 10;
/** At QoS 1: a client has at most 32 unacknowledged messages. */
const AT_ONCE = 30;
/** Of the messages that the abuser means to send: it starts while the time runs. */
const LEAST = 0.7;
const MOST_ROWS = 0.1;
const SECONDS = 15;

const join = ({ port, userId, key }: Pick<Victim, "port" | "userId" | "key">, name: string) =>
  mqtt.connectAsync(
    brokerUrl(`http://127.0.0.1:${port}`, userId),
    { clientId: `${key}__${name}`, protocolVersion: 5, reconnectPeriod: 0 },
    false,
  );

export const busyHistory: Attack = async (victim, over) => {
  const send = async (qos: 0 | 1): Promise<void> => {
    const client: MqttClient = await join(victim, `qos-${qos}`);
    const begun = performance.now();
    for (let sent = 0; !over.aborted; await pause(EVERY_MS)) {
      const late = Math.floor(((performance.now() - begun) / 1000) * RATE) - sent;
      const due = qos === 0 ? late : Math.min(AT_ONCE, late);
      const messages = Array.from({ length: due }, (_, n) =>
        client.publishAsync(`${victim.userId}/busy/${(sent + n) % 20}`, `{"value":${sent + n}}`, { qos }),
      );
      sent += due;
      await Promise.all(messages);
    }
  };
  await Promise.all([send(0), send(1)]);
};

/** `look` returns a sentence for each bound of the history that does not hold. */
export async function keptHistory(account: Account) {
  const history = [{ filter: "#", days: 30 }];
  const { history_kept: before } = await account.call<Settings>("PUT", "/v0/mqtt/settings/", {
    profile: "full",
    history,
  });
  const look = async (): Promise<string[]> => {
    const { history_kept: kept } = await account.call<Settings>("GET", "/v0/mqtt/settings/");
    if (kept === undefined || before === undefined) return ["the history is off"];
    const messages = kept.messages - before.messages;
    const rows = kept.rows_today - before.rows_today;
    const sentences: string[] = [];
    if (messages < LEAST * 2 * RATE * SECONDS) sentences.push(`${messages} messages were kept`);
    if (rows > MOST_ROWS * messages) sentences.push(`${rows} rows for ${messages} messages`);
    if (kept.missed_today > 0) sentences.push(`${kept.missed_today} messages were not kept`);
    return sentences;
  };
  return { look };
}
