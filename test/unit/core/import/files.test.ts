/** Files that are no export, or that were changed to do harm: one sentence each. */

import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { ImportError, readAccountFile } from "../../../../worker/import/account-file.ts";
import { readArchive } from "../../../../worker/import/archive.ts";
import { exported, HALL, LAMP } from "./account.ts";

const MEBIBYTE = 1_048_576;
const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [name, typeof data === "string" ? strToU8(data) : data]),
    ),
    { level: 1 },
  );
const account = JSON.stringify(exported());

/** The sentence of an error for the person; any other error fails the test. */
function sentenceOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  return "";
}

describe("an archive", () => {
  it("gives the account and its values by id and key", () => {
    const csv = "at,value\r\n";
    const read = readArchive(
      zip({
        "README.txt": "notes",
        "account.json": account,
        [`values/${LAMP}.a%2Fb.csv`]: csv,
        [`values/${HALL}.csv`]: csv,
        "values/other.txt": "x",
      }),
      MEBIBYTE,
    );
    expect(read).toEqual({
      account,
      values: [
        { id: LAMP, key: "a/b", csv },
        { id: HALL, key: null, csv },
      ],
      unknown: ["values/other.txt"],
    });
  });

  const whole = zip({ "account.json": account });
  it.each<[string, Uint8Array, string]>([
    ["is plain text", strToU8("hello"), "This file is not a whole zip archive: export the account again."],
    ["is empty", new Uint8Array(), "This file is not a whole zip archive: export the account again."],
    [
      "broke off",
      whole.subarray(0, whole.length / 2),
      "This file is not a whole zip archive: export the account again.",
    ],
    [
      "is of another program",
      zip({ "a.txt": "x" }),
      "This is no export of Switchyard: it has no account.json with an account.",
    ],
    [
      "leaves its folder",
      zip({ "../account.json": account }),
      'This archive has a file named "../account.json", which no export has: another program changed it.',
    ],
    [
      "has absolute paths",
      zip({ "/etc/x": "x" }),
      'This archive has a file named "/etc/x", which no export has: another program changed it.',
    ],
    [
      "has Windows paths",
      zip({ "C:\\x": "x" }),
      'This archive has a file named "C:\\\\x", which no export has: another program changed it.',
    ],
    [
      "is no text",
      zip({ "account.json": new Uint8Array([0xff, 0xfe]) }),
      "account.json is damaged: it is no text in UTF-8.",
    ],
    [
      "has a gigabyte unpacked",
      zip({ "account.json": new Uint8Array(2 * MEBIBYTE) }),
      "The files of this archive have more than 1048576 bytes: it is no export of this size.",
    ],
  ])("that %s is refused", (_, bytes, sentence) => {
    expect(sentenceOf(() => readArchive(bytes, MEBIBYTE))).toBe(sentence);
  });

  it("that declares fewer bytes than it has gets no more memory than it declares", () => {
    const bytes = zip({ "account.json": new Uint8Array(2 * MEBIBYTE) });
    const view = new DataView(bytes.buffer);
    // the uncompressed size in the central directory (APPNOTE.TXT, 4.3.12)
    const directory = view.getUint32(bytes.length - 6, true);
    view.setUint32(directory + 24, 16, true);
    expect(readArchive(bytes, MEBIBYTE).account).toHaveLength(16);
  });

  it("with more files than an export has is refused", () => {
    const files = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}`, ""]));
    const sentence = sentenceOf(() => readArchive(zip(files), MEBIBYTE));
    expect(sentence).toBe("This archive has more than 10000 files: it is no export of Switchyard.");
  });
});

describe("account.json", () => {
  const changed = (fields: object) => JSON.stringify({ ...exported(), ...fields });
  it.each([
    ["{", "account.json is damaged: it is no JSON object. Export the account again."],
    ["[]", "account.json is damaged: it is no JSON object. Export the account again."],
    ["{}", "This is no export of Switchyard: its account.json has no account."],
    [
      changed({ format: 3 }),
      "This export has format 3, and this release reads up to 2: use a newer release.",
    ],
    [changed({ format: "2" }), "account.json is damaged (format): export the account again."],
    [
      changed({ devices: Array.from({ length: 100_000 }, () => ({})) }),
      "This export has 100000 rows of devices: an import takes up to 10000.",
    ],
    [changed({ devices: {} }), "account.json is damaged (devices): export the account again."],
    [changed({ devices: [null] }), "account.json is damaged (devices): export the account again."],
    [
      changed({ devices: [{ id: "a", name: 5 }] }),
      "account.json is damaged (devices, name): export the account again.",
    ],
    [
      changed({ watches: [{ id: "a", name: "b", targets: [1] }] }),
      "account.json is damaged (watches, targets): export the account again.",
    ],
  ])("%.40s", (text, sentence) => {
    expect(sentenceOf(() => readAccountFile(text))).toBe(sentence);
  });
});
