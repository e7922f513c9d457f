import { describe, expect, test } from "vitest";
import { type KeyListName, matchingKeyId, parseKeys } from "../../../../worker/keys/keys.ts";

const [ANNA, OTHER] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];

test("each operator's key has the name before it, or the start of its digest [T191]", () => {
  const keys = parseKeys("OPERATOR_KEYS", ` anna:${ANNA} ,${OTHER},`);
  expect(keys.map(({ key }) => key)).toEqual([ANNA, OTHER]);
  expect(matchingKeyId(keys, ANNA)).toBe("anna");
  expect(matchingKeyId(keys, OTHER)).toMatch(/^[0-9a-f]{8}$/);
  for (const wrong of ["", "anna", `anna:${ANNA}`, ANNA.slice(0, -1), `${ANNA}=`, OTHER.toLowerCase()]) {
    expect(matchingKeyId(keys, wrong), wrong).toBeNull();
  }
});

describe.each<KeyListName>(["SEAL_KEYS", "LOOKUP_KEY", "BRIDGE_KEYS", "OPERATOR_KEYS"])("%s", (name) => {
  test("may be empty, and keeps the order of several keys", () => {
    expect([parseKeys(name), parseKeys(name, " , ")]).toEqual([[], []]);
    const keys = parseKeys(name, `b:${OTHER}, a:${ANNA}`);
    expect(keys.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(keys.map(({ bytes }) => Buffer.from(bytes).toString("base64"))).toEqual([OTHER, ANNA]);
  });

  test("is refused unless each entry is base64 of 32 bytes, in a sentence that does not repeat it", () => {
    for (const wrong of ["short", "c2hvcnQ=", `a b:${ANNA}`, `:${ANNA}`, `${ANNA};${OTHER}`, `a:${ANNA},x`]) {
      expect(() => parseKeys(name, wrong), wrong).toThrow(new RegExp(`^Entry [12] of ${name} is not`));
      expect(() => parseKeys(name, wrong)).not.toThrow(wrong);
    }
  });
});
