/** Delayed wills that are due by the hundred; single wills are in `conformance/will.test.ts`. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { DueSessions } from "../../../broker/hub/sessions/due-sessions.ts";
import { Sessions } from "../../../broker/storage/sessions.ts";
import { nap, useLimits } from "./support/account.ts";
import { Client, SOON } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

describe("will delay", () => {
  /** Seconds, longer than a busy machine needs to connect all clients. */
  const DELAY = 600;
  const DELAYED = { properties: { willDelayInterval: DELAY } };
  const KEPT = { clean: false, properties: { sessionExpiryInterval: 10 * DELAY } };
  const DUE = 120;

  /** Many disconnected clients whose wills are due. */
  async function storm() {
    const { account, key, reads } = newHome();
    const reader = await reads("will", 0);
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
    await expect.poll(() => account.ask((calls) => calls.clients.clients()), SOON).toHaveLength(1);
    later((DELAY + 1) * 1000);
    return { account, reader, dying };
  }

  const ALL = Array.from({ length: DUE }, (_, n) => n);

  test("of very many at once: some in each turn, in order, each once, with a nap between [F66]", async () => {
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

  test("a due will is published before its session resumes [F66]", async () => {
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

  test("of a link is published only while the link holds [T15]", async () => {
    const CASES: [number, string[]][] = [
      [(DELAY - 60) * 1000, []],
      [(DELAY + 60) * 1000, ["gone"]],
    ];
    for (const [lifeMs, expected] of CASES) expect(await willOfLink(lifeMs)).toEqual(expected);
  });

  /** What is heard of the will of a device whose link is over after this time. */
  async function willOfLink(lifeMs: number): Promise<string[]> {
    const { account, reads } = newHome();
    const device = account.device();
    Object.assign(device.login.principal, { until: Date.now() + lifeMs });
    const name = `devices/${device.deviceId}/telemetry`;
    const reader = await reads(name, 0);
    const will = { topic: account.topic(name), payload: "gone" as never, qos: 0, retain: false } as const;
    const lost = await Client.connect(account, device, 5, { will: { ...will, ...DELAYED }, ...KEPT });
    expect(lost.connack.reasonCode).toBe(0);
    await lost.lose();
    await expect.poll(() => account.ask((calls) => calls.clients.clients()), SOON).toHaveLength(1);
    later((DELAY + 1) * 1000);
    await runDurableObjectAlarm(account.stub as never);
    return reader.messages();
  }
});
