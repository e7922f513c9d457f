import { expect, it } from "vitest";
import { WRITER_KINDS } from "../../../../broker/contract/writer.ts";
import {
  bytesOf,
  hexLines,
  jsonOf,
  lineOf,
  visibleText,
  writerText,
} from "../../../../web/src/features/topics/content.ts";
import { sizeText } from "../../../../web/src/lib/size-text.ts";

const text = (payload: string) => ({ payload, encoding: "utf-8" as const, bytes: payload.length });
const bytes = (payload: string, length: number) => ({ payload, encoding: "base64" as const, bytes: length });

it("folds objects and lists, and leaves other payloads as text", () => {
  expect(jsonOf(text('{"a":[1]}'))).toEqual({ value: { a: [1] } });
  expect(jsonOf(text("[]"))).toEqual({ value: [] });
  for (const other of ["on", "21.5", "null", '"x"', "{", ""])
    expect([other, jsonOf(text(other))]).toEqual([other, null]);
  expect(jsonOf(bytes("e30=", 2))).toBeNull();
});

it("shows bytes with offsets and ASCII, the last line aligned", () => {
  const shown = hexLines(new Uint8Array([0, 255, ...new TextEncoder().encode("Hello, bytes! 12")]));
  expect(shown).toBe(
    [
      "000000  00 ff 48 65 6c 6c 6f 2c 20 62 79 74 65 73 21 20  ..Hello, bytes! ",
      "000010  31 32                                            12",
    ].join("\n"),
  );
  expect(bytesOf(bytes("//4=", 2))).toEqual(new Uint8Array([255, 254]));
  expect(bytesOf(text("ä"))).toEqual(new Uint8Array([0xc3, 0xa4]));
});

it("shows control characters, which could hide a part of a text", () => {
  expect(visibleText("a\u0000b\u001b[31m\u007f\n")).toBe("a\u2400b\u241b[31m\u2421\n");
  expect(lineOf(text(" a\n\tb\u0007"))).toBe(" a b\u2407");
  expect(lineOf(bytes("//4=", 2))).toBe("2 bytes");
});

it("names each kind of writer, and says that it was deleted", () => {
  const kitchen = { kind: "credential", id: "7", name: "kitchen" } as const;
  expect(writerText({ ...kitchen, exists: true })).toBe("credential kitchen");
  expect(writerText({ ...kitchen, exists: false })).toBe("credential kitchen, deleted");
  expect(writerText({ kind: "api-key", id: "7", name: null, exists: false })).toBe("API key, deleted");
  expect(writerText(null)).toMatch(/^not known/);
  for (const kind of WRITER_KINDS)
    expect(writerText({ kind, id: null, name: null, exists: true })).not.toContain("undefined");
});

it("writes sizes in the unit that a person reads", () => {
  expect([0, 999, 1000, 65_536, 1_048_576].map(sizeText)).toEqual([
    "0 B",
    "999 B",
    "1 kB",
    "65.5 kB",
    "1.05 MB",
  ]);
});
