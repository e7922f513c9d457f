/**
 * Every way in which a client of the account is cut, refused or ignored, for every kind of login and every protocol
 * version: the owner's log has a row with the reason and a remedy.
 */

import { describe, expect, test, vi } from "vitest";
import type { StoredRefusal } from "../../../broker/contract/account.ts";
import { adviceOf } from "../../../broker/contract/account.ts";
import { bytes, connect } from "../../support/packet-bytes.ts";
import {
  ALLOWED,
  casesOf,
  LOGIN_WAYS,
  type PrincipalKind,
  SMALL_LIMITS,
  SPOKEN_WAYS,
  type Speaker,
} from "../../support/refused-ways.ts";
import { Account, type Person, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare(SMALL_LIMITS);

interface Known {
  who: { username: string; password: string };
  /** Ends the login in the database. */
  revoke(): void;
}

const removing = (account: Account, who: Person): Known => ({ who, revoke: () => account.remove(who) });

const LOGINS: Record<PrincipalKind, (account: Account) => Known> = {
  credential: (account) => removing(account, account.credential(ALLOWED)),
  device: (account) => removing(account, account.device([ALLOWED])),
  token: (account) =>
    removing(account, account.token([`messages:publish:${ALLOWED}`, `messages:read:${ALLOWED}`])),
  "api-key": (account) => ({
    who: { username: "anyone", password: account.apiKey().key },
    revoke: () => void account.logins.splice(0),
  }),
};

/** A credential and a device have account view; a password that is a token or an API key has root view. */
const speakerOf = (account: Account, kind: PrincipalKind, version: Speaker["version"]): Speaker => ({
  version,
  topic: (name) => (kind === "api-key" || kind === "token" ? name : account.topic(name)),
});

const rowsOf = async (account: Account) =>
  (await account.ask((calls) => calls.account.refusals())) as StoredRefusal[];

async function expectRow(account: Account, kind: PrincipalKind | null): Promise<StoredRefusal> {
  const [row] = await eventually(
    () => rowsOf(account),
    (rows) => rows.length > 0,
  );
  if (row === undefined) throw new Error("There is no row.");
  expect(row.clientKind).toBe(kind);
  expect(row.rule).toMatch(/\w.*[.)]$/);
  expect(row.advice ?? (row.remedy ? adviceOf(row.remedy) : row.nearest), row.rule).toMatch(/\w/);
  return row;
}

async function connected(kind: PrincipalKind, version: Speaker["version"]) {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const account = new Account();
  const { who, revoke } = LOGINS[kind](account);
  const client = await Client.open(account, version);
  client.bytes(connect(version, who));
  await client.next("connack");
  return { account, client, revoke, speaker: speakerOf(account, kind, version) };
}

const EVERY = casesOf({ "": {} });

describe.each(casesOf(SPOKEN_WAYS))("$name, $kind, level $version", ({ way, kind, version }) => {
  test("is a row with its reason and a remedy", async () => {
    const { account, client, speaker } = await connected(kind, version);
    for (const sent of way.send(speaker)) {
      if (typeof sent === "string") client.text(sent);
      else client.bytes(sent);
    }
    await expectRow(account, kind);
  });
});

describe.each(EVERY)("a client of kind $kind, level $version", ({ kind, version }) => {
  test("whose frame is larger than any packet is a row with its reason and a remedy", async () => {
    const { account, client } = await connected(kind, version);
    client.bytes(bytes(new Uint8Array(5_000_000)));
    await expectRow(account, kind);
  });

  test("whose login is deleted is a row with its reason and a remedy", async () => {
    const { account, revoke } = await connected(kind, version);
    await account.change(revoke);
    await expectRow(account, kind);
  });

  test("whose account is full is a row with its reason and a remedy", async () => {
    useLimits({ ...SMALL_LIMITS, MQTT_MAX_CONNECTIONS: 1 });
    const { account } = await connected(kind, version);
    const { who } = LOGINS[kind](account);
    const late = await Client.open(account, version);
    late.bytes(connect(version, { ...who, clientId: "late" }));
    expect(await late.end()).toBe(1013);
    await expectRow(account, kind);
  });

  test("that connects too often is a row with its reason and a remedy", async () => {
    useLimits({ ...SMALL_LIMITS, MQTT_CONNECT_RATE: 1 });
    const account = new Account();
    const { who } = LOGINS[kind](account);
    const clients = await Promise.all([0, 1].map(() => Client.open(account, version)));
    for (const client of clients) client.bytes(connect(version, who));
    await expectRow(account, kind);
  });

  test("of a suspended account is a row with its reason and a remedy", async () => {
    const account = new Account();
    const { who } = LOGINS[kind](account);
    await account.change(() => {
      account.suspended = true;
    });
    expect(await Client.answer(account, who, version, version === 3 ? { protocolId: "MQIsdp" } : {})).toBe(
      version === 5 ? 0x8a : 5,
    );
    await expectRow(account, kind);
  });
});

describe.each(casesOf(LOGIN_WAYS))("a login with $name, $kind, level $version", ({ way, kind, version }) => {
  test("is a row with its reason and a remedy", async () => {
    const account = new Account();
    const { who } = LOGINS[kind](account);
    const client = await Client.open(account, version);
    const { username, password } = who;
    const changed = way.connect(who, speakerOf(account, kind, version));
    // without a password it is no claim, but a name
    const isWithout = changed.flags !== undefined;
    client.bytes(connect(version, { username, ...(!isWithout && { password }), ...changed }));
    const row = await expectRow(account, isWithout ? null : kind);
    if (kind === "credential" || kind === "device") {
      expect(row.clientName).toBe(changed.username ?? username);
    }
  });
});

describe.each([3, 4, 5] as const)("level %i: a login that has ended", (version) => {
  const PAST = Date.now() - 1000;
  const ENDED: Record<string, [PrincipalKind, (account: Account) => Person]> = {
    "a token": ["token", (account) => account.token([], { until: PAST })],
    "a guest's token": ["token", (account) => account.token([], { guest: true })],
    "a link to a device": [
      "device",
      (account) => {
        const person = account.device();
        const { principal } = person.login;
        if (principal.kind === "device") person.login.principal = { ...principal, until: PAST };
        return person;
      },
    ],
    "a password before the present one": [
      "credential",
      (account) => {
        const person = account.credential();
        person.login.row = { earlier: { secret: "rotated", until: PAST } };
        return { ...person, password: "rotated" };
      },
    ],
  };
  test.each(Object.entries(ENDED))("%s is a row with its reason and a remedy", async (_, [kind, make]) => {
    const account = new Account();
    await Client.answer(account, make(account), version, version === 3 ? { protocolId: "MQIsdp" } : {});
    await expectRow(account, kind);
  });
});
