/** The UTF-8 decoder and its length function, compared with the platform's. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeUtf8, utf8Length } from "../../../../broker/contract/utf8.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** On both sides of the length from which the platform's decoder is used. */
const long = fc
  .tuple(fc.string({ unit: "binary" }), fc.nat(200))
  .map(([text, more]) => text + "a".repeat(more));

describe("[MQTT-1.5.4-1] UTF-8 is read", () => {
  /** Node's decoder replaces invalid bytes by U+FFFD, so re-encoding differs. */
  const platform = (given: Uint8Array): string | null => {
    const text = Buffer.from(given).toString("utf8");
    return Buffer.from(text).equals(given) ? text : null;
  };
  test("equals the platform's, short or long, at any offset", () => {
    fc.assert(
      fc.property(long, fc.nat(9), (text, before) => {
        const read = bytes(text);
        const around = new Uint8Array(before + read.length + 3);
        around.set(read, before);
        expect(decodeUtf8(around, before, before + read.length)).toBe(platform(read));
      }),
    );
  });
  test("refuses what the platform refuses: every sequence of the boundary bytes", () => {
    const edges = [
      0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xee, 0xef,
      0xf0, 0xf1, 0xf4, 0xf5, 0xff,
    ];
    let all: number[][] = [[]];
    for (let length = 1; length <= 4; length++) {
      all = all.flatMap((head) => edges.map((next) => [...head, next]));
      if (length === 4) all = all.filter(([lead]) => lead !== undefined && lead >= 0xe0);
      for (const sequence of all) {
        const given = Uint8Array.from(sequence);
        if (decodeUtf8(given) !== platform(given)) expect.fail(sequence.join(" "));
      }
    }
    // a hundred thousand exceptions of the platform take time
  }, 30_000);
});

describe("UTF-8 is measured", () => {
  test.each(["", "a", "é", "漢", "🚦", "a🚦é漢", "\ud800", "\ud800é"])(
    "of %j equals the encoded length",
    (text) => expect(utf8Length(text)).toBe(bytes(text).length),
  );
  test("of any text equals the encoded length, also with unpaired surrogates", () => {
    const unit = fc.constantFrom("a", "é", "漢", "🚦", "\ud83d", "\udea6");
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join("");
        expect(utf8Length(text)).toBe(bytes(text).length);
      }),
    );
  });
});
