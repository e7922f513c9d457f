/** A client that leaves and is back at once, while its last packets still wait: they count before its CONNECT. */

import { expect, test } from "vitest";
import type { StoredRefusal } from "../../../broker/contract/account.ts";
import { Account } from "./support/account.ts";
import { Client, SOON } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_CONNECT_RATE: 0 });

/** More than a round of the queue processes at once. */
const MESSAGES = 40;
const RETURNS = 5;

test.each([4, 5] as const)(
  "its messages are passed on, its will is not, and nobody calls it two programs, level %i",
  async (version) => {
    const account = new Account();
    const sensor = account.credential("values");
    const topic = account.topic("values");
    const reader = await Client.connect(account, account.credential("values"), 5);
    await reader.subscribe(topic);
    const will = { topic, payload: Buffer.from("lost"), qos: 0 as const, retain: false };
    for (let n = 0; n < RETURNS; n++) {
      const client = await Client.connect(account, sensor, version, { clientId: "sensor", will });
      for (let m = 0; m < MESSAGES; m++) client.publish(topic, `${n}-${m}`, { retain: true });
      client.send({ cmd: "disconnect" });
    }
    const texts = () =>
      reader.received.flatMap((packet) => (packet.cmd === "publish" ? [String(packet.payload)] : []));
    await expect.poll(() => texts().length, SOON).toBe(RETURNS * MESSAGES);
    expect(texts()).not.toContain("lost");
    const rows = (await account.ask((calls) => calls.account.refusals())) as StoredRefusal[];
    expect(rows).toEqual([]);
  },
);
