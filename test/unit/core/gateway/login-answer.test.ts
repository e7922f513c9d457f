import { expect, test } from "vitest";
import { isLoginRight } from "../../../../worker/gateway/login-answer.ts";
import { bytes, packet, text, u16 } from "../../../support/packet-bytes.ts";

const reasonString = text("x".repeat(200));

test.each([
  ["accepted in 3.1.1", bytes("20020000"), true],
  ["accepted in 5", bytes("2003000000"), true],
  [
    "accepted, with a Remaining Length of two bytes",
    packet(0x20, bytes("0000"), "c801", new Uint8Array(200)),
    true,
  ],
  ["a wrong password in 3.1.1", bytes("20020004"), false],
  [
    "a wrong password in 5, with its reason",
    packet(0x20, bytes("0086"), "cb01", bytes("1f"), reasonString),
    false,
  ],
  ["another refusal", bytes("20020005"), null],
  ["no CONNACK", packet(0x30, text("a"), u16(1)), null],
  ["nothing of a CONNACK but its head", bytes("20"), null],
])("%s", (_, answer, isRight) => {
  expect(isLoginRight(answer)).toBe(isRight);
});
