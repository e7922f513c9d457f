import { describe, expect, test } from "vitest";
import { newSealKey } from "../../../../worker/secrets/new-secrets.ts";
import { retired, rotated, withSealKeys } from "../../../../worker/secrets/rotation.ts";
import { loadKeys } from "../../../../worker/secrets/seal.ts";

describe("rotation", () => {
  test("puts the new key first and keeps the old ones", async () => {
    const [first, second] = [newSealKey(), newSealKey()];
    const keys = await loadKeys({ SEAL_KEYS: rotated(first, second) });
    expect([...keys.byId.keys()]).toEqual([second, first].map((key) => key.split(":")[0]));
    expect(keys.current).toBe(second.split(":")[0]);
    expect(retired(rotated(first, second))).toBe(second);
  });

  test("changes one line of the file and no other", () => {
    const file = '# local\nLOOKUP_KEY="abc="\nSEAL_KEYS="a:1=,b:2="\nSEAL_KEYS_NOTE=x\n';
    expect(withSealKeys(file, (keys) => `n:0=,${keys}`)).toBe(
      '# local\nLOOKUP_KEY="abc="\nSEAL_KEYS="n:0=,a:1=,b:2="\nSEAL_KEYS_NOTE=x\n',
    );
    expect(withSealKeys("SEAL_KEYS=a:1=", (keys) => `n:0=,${keys}`)).toBe("SEAL_KEYS=n:0=,a:1=");
  });

  test("refuses a file or a list without keys", () => {
    expect(() => withSealKeys("LOOKUP_KEY=x\n", (keys) => keys)).toThrow("SEAL_KEYS");
    expect(() => rotated(" ", newSealKey())).toThrow("nothing to rotate");
    expect(() => retired("")).toThrow("nothing to rotate");
  });
});
