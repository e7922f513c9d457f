import fc from "fast-check";
import { expect, it } from "vitest";
import { BROKER_WRITER, WRITER_KINDS, writerIn, writerText } from "../../../../broker/contract/writer.ts";

it("reads each writer as it was stored, whatever its name contains", () => {
  const writers = fc.record({
    kind: fc.constantFrom(...WRITER_KINDS),
    id: fc.oneof(fc.constant(""), fc.uuid()),
    name: fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", ":", "a:b", "kitchen\n<b>")),
  });
  fc.assert(
    fc.property(writers, (writer) => {
      expect(writerIn(writerText(writer))).toEqual(writer);
    }),
  );
});

it("keeps the letters of kinds, because stored rows have them", () => {
  const letters = WRITER_KINDS.map((kind) => [kind, writerText({ kind, id: "", name: "" }).slice(0, 1)]);
  expect(Object.fromEntries(letters)).toEqual({
    credential: "c",
    device: "d",
    token: "t",
    app: "a",
    "api-key": "k",
    session: "s",
    guest: "g",
    watch: "w",
    schedule: "p",
    notice: "n",
    broker: "b",
  });
  expect(writerText({ kind: "credential", id: "7", name: "kitchen" })).toBe("c7:kitchen");
  expect(writerText(BROKER_WRITER)).toBe("b:");
});

it("names nobody for rows without a writer, or of a kind that it does not have", () => {
  for (const text of [null, "", "c", "c7", "?7:kitchen", ":"]) expect(writerIn(text)).toBeNull();
});
