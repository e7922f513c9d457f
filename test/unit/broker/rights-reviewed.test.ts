/** A change of rights reads the principals that it concerns, and no others. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { type PrincipalRef, refKey } from "../../../broker/routing/access.ts";
import { Account } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const SESSIONS = 1000;

/** Stores a session of each login. */
const storeSessions = ({ rights, store }: Hub["modules"], { logins }: Account) =>
  store.transaction(() => {
    for (const [at, { principal }] of logins.entries()) {
      const ref = refKey(principal);
      rights.store(structuredClone(principal));
      const session = { id: at + 1, key: `${ref}\nc`, ref, deviceId: null, connection: null };
      store.sessions.create({ ...session, expiry: 3600, expiresAt: null }, null);
    }
  }, Date.now());

test("of a thousand sessions a change reviews the one that it concerns", async () => {
  const account = new Account();
  const device = account.device();
  const people = Array.from({ length: SESSIONS - 1 }, () => account.credential("a"));
  await account.change(() => {});
  await runInDurableObject(account.stub as never, async (object: unknown) => {
    const { modules } = (object as { hub: Hub }).hub;
    const { principals, sessions, meta } = modules.store;
    storeSessions(modules, account);
    const concerned = vi.spyOn(principals, "of");
    const all = vi.spyOn(principals, "all");
    const reviewed = async (commit: () => void): Promise<string[]> => {
      concerned.mockClear();
      commit();
      account.version++;
      await modules.changes.apply();
      return concerned.mock.results.flatMap(({ value }) => (value as PrincipalRef[]).map(refKey));
    };
    const [first, second] = people.map(({ login }) => login);
    if (first === undefined || second === undefined) throw new Error("No logins.");

    expect(await reviewed(() => account.credential())).toEqual([]);
    const narrowed = await reviewed(() => Object.assign(first.principal, { topics: [account.topic("b")] }));
    expect(narrowed).toEqual([refKey(first.principal)]);
    expect(principals.get(refKey(first.principal))).toMatchObject({ topics: [account.topic("b")] });
    const ofChannel = await reviewed(() =>
      Object.assign(device.login.principal, { deviceTopics: [account.topic("b")] }),
    );
    expect(ofChannel).toEqual([refKey(device.login.principal)]);
    expect(await reviewed(() => account.remove({ login: second }))).toEqual([refKey(second.principal)]);
    expect(sessions.ofPrincipal(refKey(second.principal))).toEqual([]);
    expect(sessions.all()).toHaveLength(SESSIONS - 1);
    expect(all).not.toHaveBeenCalled();

    // after a change that was put in force by half
    meta.set("rightsVersion", -1);
    await reviewed(() => {});
    expect(all).toHaveBeenCalledOnce();
    expect(meta.get("rightsVersion")).toBe(account.version);
  });
});
