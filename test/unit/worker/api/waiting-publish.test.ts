/** A publisher waits for readers that can still acknowledge, and for no others. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Hub } from "../../../../broker/hub.ts";
import type { AccountObject } from "../../../../worker/account/account.ts";
import { digest } from "../../../../worker/keys/digest.ts";
import { newAccount } from "./client.ts";
import { connected } from "./connected.ts";

/** Longer than the test may take: only the departure of the readers ends it. Seconds. */
const FOR_EVER = 600;
/** Messages that a reader without acknowledgements gets. */
const IN_FLIGHT = 32;

async function house() {
  const { id, call } = await newAccount();
  await call("POST /v0/api-keys/");
  const scopes = ["messages:publish:#", "messages:read:#"];
  const { token } = (await call("POST /v0/tokens/", { name: "t", scopes })).body;
  const join = async (clientId: string, kept = false) =>
    connected(id, { clientId, username: "x", password: token, ...(kept && { kept: true }) });
  const publish = async (topic: string, wait: number, payload = new Uint8Array(1)) => {
    const message = { topic: `${id}/${topic}`, payload, qos: 1 as const, retain: false };
    const publishing = { ...message, contentType: null, traceparent: null, actor: "api" as const, wait };
    const object = env.BROKER.getByName(id) as unknown as AccountObject;
    using calls = object.asVerified({ kind: "token", digest: digest(token) });
    const result = await calls.messages.publishMessage(publishing);
    return result.isAllowed ? result.answer : result;
  };
  /** A reader that has as much in flight as it may have: it is sent nothing more. */
  const joinFull = async (kept = false) => {
    const full = await join("full", kept);
    await full.subscribe("a");
    for (let n = 0; n < IN_FLIGHT; n++) await publish("a", 0);
    return full;
  };
  /** As a device's session that resumes drops commands that are too old. */
  const dropWaiting = (topic: string) =>
    runInDurableObject(env.BROKER.getByName(id) as never, (object: unknown) => {
      const { turns, queues, connections } = (object as { hub: Hub }).hub.modules;
      const sessions = [...connections.holders()].map(({ client }) => client?.sessionId ?? 0);
      turns.turn((plan) => {
        for (const session of sessions) queues.dropWaiting(plan, session, `${id}/${topic}`);
      });
    });
  return { join, joinFull, publish, dropWaiting };
}

test("it ends when its last reader disconnects, whatever its session", async () => {
  const { join, publish } = await house();
  for (const kept of [false, true]) {
    const [silent, leaving] = [await join(`silent ${kept}`, kept), await join(`leaving ${kept}`, kept)];
    for (const each of [silent, leaving]) await each.subscribe(`a${kept}`);
    const answer = publish(`a${kept}`, FOR_EVER);
    for (const each of [silent, leaving]) await each.next("publish");
    silent.cut();
    leaving.send({ cmd: "disconnect", reasonCode: 0 });
    expect(await answer).toEqual({ answer: { readers: 2, acknowledged: 0, waiting: 0 } });
  }
});

test("it ends when a reader leaves that has not been sent the message yet", async () => {
  const { joinFull, publish } = await house();
  const full = await joinFull();
  const answer = publish("a", FOR_EVER);
  for (let n = 0; n < IN_FLIGHT; n++) await full.next("publish");
  full.cut();
  expect(await answer).toMatchObject({ answer: { readers: 1, acknowledged: 0 } });
});

test.each([false, true])("it ends when a full queue drops its message (kept session: %s)", async (kept) => {
  const { joinFull, publish } = await house();
  await joinFull(kept);
  const answer = publish("a", FOR_EVER);
  // a session's queue holds a mebibyte
  for (let n = 0; n < 10; n++) await publish("a", 0, new Uint8Array(120_000));
  expect(await answer).toMatchObject({ answer: { readers: 1, acknowledged: 0 } });
});

test("it ends when its waiting message is dropped because it is too old", async () => {
  const { joinFull, publish, dropWaiting } = await house();
  const full = await joinFull(true);
  const answer = publish("a", FOR_EVER);
  for (let n = 0; n < IN_FLIGHT; n++) await full.next("publish");
  await dropWaiting("a");
  expect(await answer).toMatchObject({ answer: { readers: 1, acknowledged: 0, waiting: 0 } });
});
