/** Devices behind one address, some with an old password. */

import { expect, test, vi } from "vitest";
import { FAILED_LOGINS } from "../../../broker/hub/limits/block-list.ts";
import { CONNECTIONS_WITHOUT_LOGIN } from "../../../broker/hub/limits/vain-connections.ts";
import { Account, nap, type Person } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const HERE = "address-1";
const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

prepare({}, START);

const code = async (
  account: Account,
  who: Person & { clientId?: string },
  address: string,
): Promise<number> => Client.answer(account, who, 5, {}, address);

test("[F461] seven clients with an old password do not block a client that logged in from there lately", async () => {
  const account = new Account();
  const person = account.credential("a");
  const device = { ...person, clientId: "good" };
  const login = (n: number) => ({ ...person, clientId: `bad-${n % 7}`, password: "old" });
  expect(await code(account, device, HERE)).toBe(0);
  // far more than a name may fail
  for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN - 1; n++) {
    expect([0x86, 1013]).toContain(await code(account, login(n), HERE));
    if (n % 20 === 0) expect(await code(account, device, HERE)).toBe(0);
  }
  // only the old password is held back
  expect(await code(account, { ...device, clientId: "new" }, HERE)).toBe(0);
  for (let n = 0; n < 10; n++) {
    at(3700 + 60 * n);
    for (let tries = 0; tries < FAILED_LOGINS; tries++) {
      await code(account, { ...login(tries), password: `${n}-${tries}` }, HERE);
    }
  }
  // many passwords failed, and none was right from there within an hour
  expect(await code(account, device, HERE)).toBe(1013);
}, 60_000);

test("[F462] a block that survives hibernation still admits clients that logged in lately", async () => {
  const account = new Account();
  const person = account.credential("a");
  const device = { ...person, clientId: "good" };
  expect(await code(account, device, HERE)).toBe(0);
  const old = { ...person, clientId: "bad", password: "old" };
  for (let n = 0; n < FAILED_LOGINS; n++) expect(await code(account, old, HERE)).toBe(0x86);
  for (let n = 0; n < 2; n++) {
    await nap(account);
    expect(await code(account, old, HERE)).toBe(1013);
    expect(await code(account, device, HERE)).toBe(0);
  }
});
