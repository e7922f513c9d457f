/** The check for silent clients, and how often its alarm rings. */

import { expect, test, vi } from "vitest";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf, at, NOON } from "./support/schedules.ts";

const SECOND = 1000;
const KEEP_ALIVE = 60;
const after = (seconds: number) => NOON + seconds * SECOND;

prepare({ MQTT_CONNECT_RATE: 0 }, NOON);

async function crowd(account: Account, count: number, apart: number, keepalive = KEEP_ALIVE) {
  const clients: Client[] = [];
  for (let n = 0; n < count; n++) {
    vi.setSystemTime(after(n * apart));
    clients.push(await Client.connect(account, account.credential(`c${n}`), 5, { keepalive }));
    // the alarm of the CONNECT deadline
    await at(account, after(n * apart + 10));
  }
  return clients;
}

const alarm = async (account: Account) => ((await alarmOf(account)) ?? Infinity) - NOON;
const closed = (client: Client) => client.received.some(({ cmd }) => cmd === "disconnect");

test("several clients with pings cost one alarm a keep alive", async () => {
  const account = new Account();
  const clients = await crowd(account, 6, 10);
  let alarms = 0;
  for (let seconds = KEEP_ALIVE; seconds < 11 * KEEP_ALIVE; seconds += 10) {
    vi.setSystemTime(after(seconds));
    await clients[(seconds / 10) % 6]?.all();
    if ((await alarm(account)) <= seconds * SECOND) {
      await at(account, after(seconds));
      alarms++;
    }
  }
  expect(alarms).toBeLessThanOrEqual(10);
  expect(clients.some(closed)).toBe(false);
});

test("[MQTT-3.1.2-22] an overdue client is disconnected with the next frame of another client", async () => {
  const account = new Account();
  const [silent, other] = (await crowd(account, 2, 30)) as [Client, Client];
  // due at 90 and 120
  expect(await alarm(account)).toBe(120 * SECOND);
  vi.setSystemTime(after(89));
  await other.all();
  expect(await alarm(account)).toBe(120 * SECOND);
  vi.setSystemTime(after(95));
  await other.all();
  expect(await alarm(account)).toBe(96 * SECOND);
  await at(account, after(96));
  await silent.end();
  expect([closed(silent), closed(other)]).toEqual([true, false]);
});

test("[MQTT-3.1.2-22] a client with a short keep alive is disconnected when due, also beside others", async () => {
  const account = new Account();
  await crowd(account, 2, 10, 20);
  // due at 30 and 40
  expect(await alarm(account)).toBe(30 * SECOND);
});

test("clients that fall silent together are disconnected at most half a keep alive after they are due", async () => {
  const account = new Account();
  const [first, last] = (await crowd(account, 2, 50)) as [Client, Client];
  vi.setSystemTime(after(80));
  await last.all();
  vi.setSystemTime(after(85));
  await first.all();
  // due at 175 and 170
  await at(account, after(90));
  expect(await alarm(account)).toBe(175 * SECOND);
  await at(account, after(175));
  await Promise.all([first.end(), last.end()]);
  expect([closed(first), closed(last)]).toEqual([true, true]);
});
