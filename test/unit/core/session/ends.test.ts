/** Every close happens in the step that decides it, and no later step follows. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Effect, Input } from "../../../../broker/session/effect.ts";
import { REASONS } from "../../../../broker/session/reason.ts";
import { AWAITING_CONNECT, type Session } from "../../../../broker/session/session.ts";
import { step } from "../../../../broker/session/step.ts";
import { anySample } from "../codec/client-packets.ts";
import { arrive, connectPacket, contextOf, FULL, messageOf, send } from "./scene.ts";

const version = fc.constantFrom(4, 5);
const reason = fc.constantFrom(...Object.values(REASONS));
const allowance = fc.constantFrom("pass", "over", "flood");

const identity = {
  sessionId: 7,
  principal: "p",
  kind: "device",
  id: "i",
  shownClientId: "c",
  stored: null,
} as const;

const delivery = fc
  .constantFrom(0, 1, 2)
  .map((qos) => ({ message: messageOf({ qos }), qos, retain: false, identifiers: [] }));

const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 5, arbitrary: anySample.map(({ packet }): Input => ({ type: "packet", packet })) },
  fc.record({ type: fc.constant("malformed"), reason, version: fc.constantFrom(null, 4, 5) }),
  fc.constant<Input>({ type: "accepted", identity }),
  fc.record({ type: fc.constant("rejected"), reason }),
  fc.record({ type: fc.constant("deliver"), delivery, size: fc.nat(99) }),
  fc.constant<Input>({ type: "refill", stored: [], more: false }),
  fc.record({ type: fc.constant("dropped"), reason, endSession: fc.boolean() }),
  fc.constant<Input>({ type: "transport-closed" }),
);

const begun: fc.Arbitrary<Session> = fc.oneof(
  fc.constant(AWAITING_CONNECT),
  version.map((spoken) => send(AWAITING_CONNECT, connectPacket(spoken)).session),
  version.map((spoken) => arrive(connectPacket(spoken), contextOf(FULL)).session),
);

const closes = ({ type }: Effect): boolean => type === "close";

test("for any input in any state", () => {
  const scene = fc.tuple(begun, fc.array(input, { maxLength: 12 }), allowance, fc.boolean());
  fc.assert(
    fc.property(scene, ([first, inputs, answer, may]) => {
      const context = contextOf(FULL, {
        readable: () => may,
        limitPublish: () => answer,
        limitFilter: () => answer,
      });
      let session = first;
      for (const each of inputs) {
        const before = session;
        const { session: next, effects } = step(before, each, context);
        const ends = before.state !== "closed" && next.state === "closed";
        expect(effects.some(closes)).toBe(ends && each.type !== "transport-closed");
        if (effects.some(closes)) expect(effects.findIndex(closes)).toBe(effects.length - 1);
        if (before.state === "closed") expect(effects).toEqual([]);
        session = next;
      }
    }),
    { numRuns: 500 },
  );
});
