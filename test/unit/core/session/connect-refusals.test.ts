/** Every refusal of a CONNECT: one that passes by itself has no CONNACK, one that stays has it. */

import { describe, expect, test } from "vitest";
import { utf8Length } from "../../../../broker/contract/utf8.ts";
import { CONNECT_REFUSALS } from "../../../../broker/session/connect-refusals.ts";
import type { ProtocolVersion } from "../../../../broker/session/packet.ts";
import { closeWords, REASONS } from "../../../../broker/session/reason.ts";
import { AWAITING_CONNECT } from "../../../../broker/session/session.ts";
import { step } from "../../../../broker/session/step.ts";
import { connectPacket, contextOf, send } from "./scene.ts";

const ROWS = Object.entries(CONNECT_REFUSALS).flatMap(([name, row]) =>
  ([3, 4, 5] as const).map((version) => ({ name, version, ...row })),
);

const refuse = (version: ProtocolVersion, reason: (typeof ROWS)[number]["reason"]) => {
  const { session } = send(AWAITING_CONNECT, connectPacket(version, { clientId: "c" }));
  return step(session, { type: "rejected", reason }, contextOf());
};

describe.each(ROWS.filter(({ passes }) => passes))("$name, level $version, passes", ({ version, reason }) => {
  const { effects, refused } = refuse(version, reason);

  test("ends without a CONNACK; the close frame and the owner's log have the sentence", () => {
    expect(effects).toEqual([{ type: "close", code: 1013, words: reason.words }]);
    expect(utf8Length(reason.words)).toBeLessThanOrEqual(123);
    expect(refused).toMatchObject({ kind: "connect", words: reason.words });
  });
});

describe.each(ROWS.filter(({ passes }) => !passes))("$name, level $version, stays", ({ version, reason }) => {
  const { effects, refused } = refuse(version, reason);
  const connack = effects.find((each) => each.type === "send")?.packet;

  test("has a CONNACK where the standard has one, another close code, and a row of the log", () => {
    if (version === 5) expect(connack).toMatchObject({ code: reason.code });
    else if (reason.connack === null) expect(connack).toBeUndefined();
    else expect(connack).toMatchObject({ code: reason.connack });
    expect(effects.at(-1)).toEqual({ type: "close", code: reason.close });
    expect(refused).toMatchObject({ kind: "connect", words: reason.words });
  });
});

test("no reason that passes is missing in the table", () => {
  const codes = (passing: boolean) => (each: { close: number }) => (each.close === 1013) === passing;
  const inTable = Object.values(CONNECT_REFUSALS).filter(({ passes }) => passes);
  const closes = new Set(inTable.map(({ reason }) => `${reason.code} ${reason.close}`));
  const all = Object.values(REASONS).filter(codes(true));
  expect(all.filter(({ code, close }) => !closes.has(`${code} ${close}`))).toEqual([]);
});

test("a sentence too long for a close frame is cut at a word", () => {
  const words = closeWords("über ".repeat(60));
  expect(words).toMatch(/^(über )+über…$/);
  expect(utf8Length(words)).toBeLessThanOrEqual(123);
  expect(closeWords("short")).toBe("short");
});
