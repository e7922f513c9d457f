/** Random values of the fields and properties that a client sends, and the bytes of the properties. */

import fc from "fast-check";
import type { MessageProperties, UserProperty } from "../../../../broker/session/packet.ts";
import { type Part, text, u16, u32, varint } from "../../../support/packet-bytes.ts";

export const word = fc.oneof(
  fc.constantFrom("", "a", "\ufeff", "x".repeat(100), "ü€😀"),
  fc.string({ unit: "binary", maxLength: 12 }).map((each) => each.replaceAll("\0", "0")),
);
export const name = word.map((each) => each.replaceAll(/[+#]/g, "_") || "t");
export const filter = fc
  .array(fc.constantFrom("a", "+", "", "ü", "$x"), { minLength: 1, maxLength: 4 })
  .chain((all) =>
    fc.constantFrom(all.join("/") || "/", [...all, "#"].join("/"), `$share/g/${all.join("/") || "/"}`),
  );
export const data = fc.uint8Array({ maxLength: 40 });
export const short = fc.integer({ min: 0, max: 0xffff });
export const positive = fc.integer({ min: 1, max: 0xffff });
export const long = fc.oneof(fc.constantFrom(0, 0xffffffff), fc.nat({ max: 0xffffffff }));
export const bit = fc.constantFrom(0 as const, 1 as const);
export const pairs = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 });
export const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);
export const version = fc.constantFrom(4 as const, 5 as const);

export const messageProperties: fc.Arbitrary<MessageProperties> = fc.record(
  {
    messageExpiryInterval: long,
    contentType: word,
    responseTopic: name,
    correlationData: data,
    userProperties: pairs,
  },
  { requiredKeys: [] },
);

/** Bytes of properties: identifier and type after the standard's table 2-4. */
const WRITE: Record<string, (value: never) => Part[]> = {
  payloadFormatIndicator: (value: number) => [0x01, value],
  messageExpiryInterval: (value: number) => [0x02, u32(value)],
  contentType: (value: string) => [0x03, text(value)],
  responseTopic: (value: string) => [0x08, text(value)],
  correlationData: (value: Uint8Array) => [0x09, text(value)],
  subscriptionIdentifier: (value: number) => [0x0b, varint(value)],
  sessionExpiryInterval: (value: number) => [0x11, u32(value)],
  authenticationMethod: (value: string) => [0x15, text(value)],
  requestProblemInformation: (value: number) => [0x17, value],
  delay: (value: number) => [0x18, u32(value)],
  requestResponseInformation: (value: number) => [0x19, value],
  reasonString: (value: string) => [0x1f, text(value)],
  receiveMaximum: (value: number) => [0x21, u16(value)],
  topicAliasMaximum: (value: number) => [0x22, u16(value)],
  topicAlias: (value: number) => [0x23, u16(value)],
  maximumPacketSize: (value: number) => [0x27, u32(value)],
  userProperties: (value: UserProperty[]) => value.flatMap(([key, each]) => [0x26, text(key), text(each)]),
};

export function written(values: object): Part[] {
  return Object.entries(values).flatMap(([key, value]) => WRITE[key]?.(value as never) ?? []);
}
