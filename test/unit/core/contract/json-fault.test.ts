/** Where a message stops being JSON. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonMistake, utf8Mistake } from "../../../../broker/contract/json-fault.ts";

const NOT_UTF8 = "which is not UTF-8";

describe("a text that is not JSON", () => {
  it.each<[string, string, number | undefined, string?]>([
    [`{"pressure":1013.2}${"\0".repeat(141)}`, "Byte 20 of the message is 0x00", 20],
    ['{"t":nan}', "`nan` is not JSON", 6, "t"],
    ['{"t":-Infinity,"h":1}', "`-Infinity` is not JSON", 6, "t"],
    ["{'t':1}", "Byte 2 of the message is ', and JSON has no single quotes", 2],
    ["{t:1}", "`t` is not JSON", 2],
    ["", "The message is empty", undefined],
    ["  \n", "The message is empty", undefined],
    ["on", "`on` is not JSON", 1],
    ["21.5 C", "Byte 6 of the message is `C`, after the end of its JSON", 6],
    ['{"t":21.5', "ends after byte 9, inside its JSON", 9],
    ['{"t":"ec', "ends after byte 8, inside its JSON", 8, "t"],
    ['{"t":"a\\u00', "inside its JSON", 11, "t"],
    ['{"t":1,}', "Byte 8 of the message is `}`, which JSON does not have there", 8],
    ['{"t":[1,]}', "Byte 9 of the message is `]`", 9, "t"],
    ['{"t":}', "Byte 6 of the message is `}`", 6, "t"],
    ['{"t":1 "h":2}', 'Byte 8 of the message is `"h"`', 8],
    ['{"t":1]', "Byte 7 of the message is `]`", 7],
    ['{"t":01}', "`01` is not a JSON number", 6, "t"],
    ['{"t":.5}', "`.5` is not a JSON number", 6, "t"],
    ['{"t":1.}', "`1.` is not a JSON number", 6, "t"],
    ['{"t":+1}', "`+1` is not a JSON number", 6, "t"],
    ['{"on":True}', "`True` is not JSON", 7, "on"],
    ['{"ä":x}', "`x` is not JSON", 7, "ä"],
    ['{"a":"b\nc"}', "Byte 8 of the message is 0x0a, inside a text", 8, "a"],
    ['{"a":"b\\xc"}', "Byte 8 of the message is a \\", 8, "a"],
    ['{"a":"b\0"}', "Byte 8 of the message is 0x00", 8, "a"],
    ['\ufeff{"t":1}', "Byte 1 of the message begins a byte order mark", 1],
    [`{"t":${"x".repeat(5000)}}`, "…` is not JSON", 6, "t"],
    ["[".repeat(16_000), "ends after byte 16000", 16_000],
  ])("%j", (text, reason, byte, key) => {
    expect(() => JSON.parse(text)).toThrow();
    const mistake = jsonMistake(text);
    expect(mistake.reason).toContain(reason);
    expect([mistake.byte, mistake.key]).toEqual([byte, key]);
    expect(mistake.reason.length).toBeLessThan(200);
    expect(mistake.reason).toMatch(/^[^\n\0]*\.$/);
  });

  it("has its fault where JSON.parse finds it, for any change of one character", () => {
    const change = fc.tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom("", "x", "}", '"', ",", "\0", "é", "1", "\\"),
    );
    fc.assert(
      fc.property(change, ([json, place, put]) => {
        const at = place % json.length;
        const text = json.slice(0, at) + put + json.slice(at + 1);
        let message = "";
        try {
          JSON.parse(text);
          return;
        } catch (error) {
          message = String(error);
        }
        const { reason, byte } = jsonMistake(text);
        expect(reason).toMatch(/\.$/);
        if (text.trim() === "") return;
        expect(byte).toBeGreaterThan(0);
        // everything before the byte may begin a JSON text: V8 finds its fault there or later
        const found = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
        if (Number.isNaN(found)) return;
        expect(byte).toBeLessThanOrEqual(new TextEncoder().encode(text.slice(0, found)).length + 1);
      }),
      { numRuns: 2000 },
    );
  });
});

it.each<[number[], string, number]>([
  [[0x7b, 0xff], `Byte 2 of the message is 0xff, ${NOT_UTF8}`, 2],
  [[0xc3, 0xa4, 0xe4, 0x20], `Byte 3 of the message is 0xe4, ${NOT_UTF8}`, 3],
  [[0x41, 0xe2, 0x82], `Byte 2 of the message is 0xe2, ${NOT_UTF8}`, 2],
  [[0x80], `Byte 1 of the message is 0x80, ${NOT_UTF8}`, 1],
])("bytes %j that are not UTF-8", (bytes, reason, byte) => {
  expect(utf8Mistake(Uint8Array.from(bytes))).toMatchObject({ reason: `${reason}.`, byte });
});
