import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ProfileName } from "../../../broker/contract/grants.ts";
import { DueSessions } from "../../../broker/hub/sessions/due-sessions.ts";
import { Sessions } from "../../../broker/storage/sessions.ts";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";

beforeAll(useAccounts);
beforeEach(() => useLimits({}));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  useAccounts();
});

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

async function scene(version: 4 | 5, profile?: ProfileName) {
  const account = new Account();
  account.profile = profile;
  const key = account.apiKey();
  const reader = await Client.connect(account, { clientId: key.clientId() }, version);
  await reader.subscribe(account.topic("will"));
  const who = { clientId: key.clientId() };
  const dying = (will: object = {}, options: object = {}) =>
    Client.connect(account, who, version, {
      will: { topic: account.topic("will"), payload: "gone" as never, qos: 1, retain: false, ...will },
      ...options,
    });
  return { account, reader, dying };
}

describe.each([4, 5] as const)("wills, level %i", (version) => {
  test("[MQTT-3.1.2-8] published when the transport is lost, also after a nap", async () => {
    const { account, reader, dying } = await scene(version);
    const client = await dying();
    await nap(account);
    client.cut();
    expect(String((await reader.next("publish")).payload)).toBe("gone");
    expect(await reader.messages()).toEqual([]);
  });

  test("[MQTT-3.1.2-10] [MQTT-3.14.4-3] discarded by a normal DISCONNECT", async () => {
    const { reader, dying } = await scene(version);
    const client = await dying();
    client.disconnect();
    expect(await client.end()).toBe(1000);
    expect(await reader.messages()).toEqual([]);
  });

  test("published when the client breaks the protocol", async () => {
    const { reader, dying } = await scene(version);
    const client = await dying();
    client.bytes(new Uint8Array([0xf0 - 0xf0, 0]));
    await client.end();
    expect(String((await reader.next("publish")).payload)).toBe("gone");
  });

  test("[MQTT-3.1.2-22] published when nothing is heard for one and a half times the keep alive [F19]", async () => {
    const { account, reader, dying } = await scene(version);
    const client = await dying({}, { keepalive: 2 });
    later(2900);
    await runDurableObjectAlarm(account.stub as never);
    expect(await client.all()).toEqual([]); // heard: the time starts again
    later(2900);
    await runDurableObjectAlarm(account.stub as never);
    expect(await reader.messages()).toEqual([]);
    later(1200);
    await runDurableObjectAlarm(account.stub as never);
    await client.end();
    if (version === 5) expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: 0x8d }]);
    expect(await reader.messages()).toEqual(["gone"]);
  });

  test("a will on a topic that may not be written refuses the CONNECT [T15]", async () => {
    const account = new Account();
    const { connack } = await Client.connect(account, account.credential("mine"), version, {
      will: { topic: account.topic("other"), payload: "x" as never, qos: 0, retain: false },
    });
    expect(version === 4 ? connack.returnCode : connack.reasonCode).toBe(version === 4 ? 5 : 0x87);
  });

  test("the classic profile: a will at QoS 2 or retained is refused in 5, lowered in 3.1.1", async () => {
    const { reader, dying } = await scene(version, "classic");
    const two = await dying({ qos: 2 });
    const retained = await dying({ retain: true });
    if (version === 5) {
      expect([two.connack.reasonCode, retained.connack.reasonCode]).toEqual([0x9b, 0x9a]);
      return;
    }
    expect([two.connack.returnCode, retained.connack.returnCode]).toEqual([0, 0]);
    await two.end();
    retained.cut();
    expect((await reader.next("publish")).qos).toBe(1);
    const second = await reader.next("publish");
    expect([second.qos, second.retain]).toEqual([1, false]);
  });

  test("a will is not published when its writer lost the right to it [T15]", async () => {
    const account = new Account();
    const person = account.credential("a");
    const reader = await Client.connect(account, { clientId: account.apiKey().clientId() }, version);
    await reader.subscribe(account.topic("#"));
    const client = await Client.connect(account, person, version, {
      will: { topic: account.topic("a"), payload: "x" as never, qos: 0, retain: false },
    });
    await account.change(() => Object.assign(person.login.principal, { topics: [account.topic("b")] }));
    client.cut();
    await account.stub.clients();
    expect(await reader.messages()).toEqual([]);
  });
});

describe("will delay", () => {
  const DELAYED = { properties: { willDelayInterval: 5 } };
  const KEPT = { clean: false, properties: { sessionExpiryInterval: 60 } };
  const DUE = 120;

  /** So many clients that are gone, with wills that are due in five seconds. */
  async function storm() {
    const account = new Account();
    const key = account.apiKey();
    const reader = await Client.connect(account, { clientId: key.clientId() });
    await reader.subscribe(account.topic("will"), 0);
    const who = Array.from({ length: DUE }, () => ({ clientId: key.clientId() }));
    const dying = (n: number) =>
      Client.connect(account, who[n] as { clientId: string }, 5, {
        will: {
          topic: account.topic("will"),
          payload: String(n) as never,
          qos: 0,
          retain: false,
          ...DELAYED,
        },
        ...KEPT,
      });
    for (let n = 0; n < DUE; n++) (await dying(n)).cut();
    await eventually(
      () => account.stub.clients(),
      (clients) => clients.length === 1,
    );
    later(6000);
    return { account, reader, dying };
  }

  const ALL = Array.from({ length: DUE }, (_, n) => n);

  test("of very many at once: some in each turn, in their order, each once, with a nap between [F66]", async () => {
    useLimits({ MQTT_MAX_SESSIONS: 0 });
    const { account, reader } = await storm();
    const sent = vi.spyOn(Sessions.prototype, "dropWill");
    const { expire } = DueSessions.prototype;
    const turns: number[] = [];
    vi.spyOn(DueSessions.prototype, "expire").mockImplementation(function (this: DueSessions) {
      const before = sent.mock.calls.length;
      const done = expire.call(this);
      turns.push(sent.mock.calls.length - before);
      return done;
    });
    const heard: string[] = [];
    for (let turn = 0; turn < DUE && heard.length < DUE; turn++) {
      await runDurableObjectAlarm(account.stub as never);
      heard.push(...(await reader.messages()));
      await nap(account);
    }
    expect(heard.map(Number)).toEqual(ALL);
    expect(Math.max(...turns)).toBeLessThanOrEqual(50);
    await runDurableObjectAlarm(account.stub as never);
    expect(await reader.messages()).toEqual([]);
  });

  test("one whose time has come is published before its session goes on [F66]", async () => {
    useLimits({ MQTT_MAX_SESSIONS: 0 });
    const { account, reader, dying } = await storm();
    const held = vi.spyOn(DueSessions.prototype, "expire").mockReturnValue(true);
    const last = await dying(DUE - 1);
    expect(last.connack.sessionPresent).toBe(true);
    expect(await reader.messages()).toEqual([String(DUE - 1)]);
    held.mockRestore();
    const heard: string[] = [];
    for (let turn = 0; turn < DUE && heard.length < DUE - 1; turn++) {
      await runDurableObjectAlarm(account.stub as never);
      heard.push(...(await reader.messages()));
    }
    expect(heard.map(Number)).toEqual(ALL.slice(0, -1));
  });

  test("[MQTT-3.1.3-9] not before its delay, and never when the session goes on", async () => {
    const { account, reader, dying } = await scene(5);
    const client = await dying(DELAYED, KEPT);
    client.cut();
    expect(await reader.messages()).toEqual([]);
    const again = await dying(DELAYED, KEPT);
    expect(again.connack.sessionPresent).toBe(true);
    later(6000);
    await runDurableObjectAlarm(account.stub as never);
    expect(await reader.messages()).toEqual([]);
    again.cut();
    await nap(account);
    later(4000);
    await runDurableObjectAlarm(account.stub as never);
    expect(await reader.messages()).toEqual([]);
    later(1500);
    await runDurableObjectAlarm(account.stub as never);
    expect(await reader.messages()).toEqual(["gone"]);
  });

  test("[MQTT-3.1.3-9] at the end of the session when that comes first; a clean start ends it at once", async () => {
    const { account, reader, dying } = await scene(5);
    const short = { clean: false, properties: { sessionExpiryInterval: 2 } };
    (await dying(DELAYED, short)).cut();
    await account.stub.clients();
    later(2500);
    await runDurableObjectAlarm(account.stub as never);
    expect(await reader.messages()).toEqual(["gone"]);
    (await dying(DELAYED, KEPT)).cut();
    const clean = await dying({ payload: "second" }, { clean: true });
    expect(await reader.messages()).toEqual(["gone"]);
    clean.disconnect(0x04);
    await clean.end();
    expect(await reader.messages()).toEqual(["second"]);
  });
});
