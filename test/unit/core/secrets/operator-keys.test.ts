import { expect, test } from "vitest";
import { holderOf, operatorKeys } from "../../../../worker/secrets/operator-keys.ts";

const [ANNA, OTHER] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];

test("each key has the name before it, or the beginning of its digest [T191]", () => {
  const keys = operatorKeys(` anna:${ANNA} ,${OTHER},`) ?? [];
  expect(keys.map(({ key }) => key)).toEqual([ANNA, OTHER]);
  expect(holderOf(keys, ANNA)).toBe("anna");
  expect(holderOf(keys, OTHER)).toMatch(/^[0-9a-f]{8}$/);
  for (const wrong of ["", "anna", `anna:${ANNA}`, ANNA.slice(0, -1), `${ANNA}=`, OTHER.toLowerCase()]) {
    expect(holderOf(keys, wrong), wrong).toBeNull();
  }
});

test("none is none, and what is no key of 32 bytes is a mistake", () => {
  expect(operatorKeys()).toEqual([]);
  expect(operatorKeys(" , ")).toEqual([]);
  for (const wrong of ["short", `a b:${ANNA}`, `:${ANNA}`, `${ANNA};${OTHER}`, `${ANNA},x`]) {
    expect(operatorKeys(wrong), wrong).toBeNull();
  }
});
