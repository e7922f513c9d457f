/** The estimate of what a history would cost, beside the rows and bytes of one. */

import { expect, test, vi } from "vitest";
import { CostCounter } from "../../../broker/contract/history-cost.ts";
import { DAY, MINUTE } from "../../../broker/history/levels.ts";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { withHub } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";
import { NOON, settle } from "./support/telemetry.ts";

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_PUBLISH_BYTES: 0, MQTT_FRAME_RATE: 0, READ_RATE: 0 }, NOON);

const use = (account: Account) => withHub(account, ({ modules }) => modules.recorder.use(Date.now()));

async function scene() {
  const account = new Account();
  account.history = [{ filter: "#", days: 7 }];
  const board = await Client.connect(account, account.root());
  let sent = 0;
  const say = async (topic: string, payload: string, qos: 0 | 1 = 0) => {
    board.publish(topic, payload, { messageId: ++sent, qos });
    if (qos === 1) await board.next("puback");
    else await board.all();
  };
  return { account, say };
}

test.each([
  { name: "one a second at QoS 0", count: 600, step: 1000, qos: 0, bytes: 20 },
  { name: "one a second at QoS 1", count: 300, step: 1000, qos: 1, bytes: 20 },
  { name: "one a minute at QoS 0", count: 120, step: MINUTE, qos: 0, bytes: 20 },
  { name: "a hundred a second of 300 bytes at QoS 0", count: 3000, step: 10, qos: 0, bytes: 300 },
] as const)("the estimate is near what $name costs", async ({ count, step, qos, bytes }) => {
  const { account, say } = await scene();
  await say("t", "x");
  await settle(account);
  const before = await use(account);
  const counter = new CostCounter(Date.now());
  const { written } = await countRows(account, async () => {
    for (let n = 0; n < count; n++) {
      vi.setSystemTime(Date.now() + step);
      counter.add({ qos, bytes, at: Date.now() });
      await say(`devices/${n % 10}/state`, `${n}`.padEnd(bytes, "."), qos);
      // the timers of the object do not run with the clock of a test
      if (step >= MINUTE) await settle(account);
    }
    await settle(account);
  });
  // a day fills many tails: what they become counts
  await withHub(account, ({ modules }) => modules.turns.turn(() => modules.store.messageHistory.pack()));
  const after = await use(account);
  const daily = counter.daily(Date.now());
  const times = DAY / (count * step);
  const near = (estimate: number, real: number) => {
    expect(estimate / (times * real)).toBeGreaterThan(0.6);
    expect(estimate / (times * real)).toBeLessThan(1.7);
  };
  expect(daily?.messages).toBeCloseTo(count * times);
  near(daily?.rows ?? 0, written);
  near(daily?.bytes ?? 0, after.bytes - before.bytes);
});
