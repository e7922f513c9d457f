/** A message's columns return every property that was written. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageProperties } from "../../../../broker/session/packet.ts";
import { propertiesFrom, propertiesText } from "../../../../broker/storage/message-columns.ts";

/** One row a property: a new property without a row does not compile. */
const EVERY: { [K in keyof MessageProperties]-?: fc.Arbitrary<Required<MessageProperties>[K]> } = {
  payloadFormatIndicator: fc.constantFrom(0, 1),
  messageExpiryInterval: fc.nat(0xffff_ffff),
  contentType: fc.string({ unit: "binary" }),
  responseTopic: fc.string({ unit: "binary" }),
  correlationData: fc.uint8Array(),
  userProperties: fc.array(fc.tuple(fc.string(), fc.string({ unit: "binary" }))),
};

test.each(Object.entries(EVERY))("%s, alone", (name, values) => {
  fc.assert(
    fc.property(values as fc.Arbitrary<unknown>, (value) => {
      expect(propertiesFrom(propertiesText({ [name]: value }))).toEqual({ [name]: value });
    }),
  );
});

test("any of them together, and none", () => {
  fc.assert(
    fc.property(fc.record(EVERY, { requiredKeys: [] }), (properties) => {
      expect(propertiesFrom(propertiesText(properties as MessageProperties))).toEqual(properties);
    }),
  );
  expect(propertiesText({})).toBe("");
});

test("correlation data is stored as base64", () => {
  const properties = { contentType: "text/plain", correlationData: Uint8Array.of(0, 200, 255) };
  const text = '{"version":1,"value":{"contentType":"text/plain","correlation":"AMj/"}}';
  expect(JSON.parse(propertiesText(properties))).toEqual(JSON.parse(text));
  expect(propertiesFrom(text)).toEqual(properties);
});

test("the maximum of correlation data", () => {
  const correlationData = new Uint8Array(65_535).fill(255);
  expect(propertiesFrom(propertiesText({ correlationData }))).toEqual({ correlationData });
});
