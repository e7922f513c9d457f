/** What the export of an account needs that fills every limit. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ExportTooLarge, exportFiles, refuseTooLarge } from "../../../worker/export/files.ts";
import { listBytes, readLists } from "../../../worker/export/lists.ts";
import { aclFile } from "../../../worker/export/mosquitto-files.ts";
import { inRoot } from "../../../worker/local/paths.ts";
import { filledAsk, NOW } from "../../support/filled-account.ts";

/** Of the heap, with the lists and their answers. Everything at once needed a gigabyte. MiB. */
const MAX_HEAP = 256;

const filled = readLists(filledAsk);

it("an account with every limit filled is exported in parts, in a small heap", async () => {
  const script = inRoot("test/support/filled-export.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${MAX_HEAP}`,
    script,
  ]);
  const { files, longest } = JSON.parse(stdout) as { files: Record<string, number>; longest: number };
  expect(longest).toBeLessThan(256 * 1024);
  const values = Object.keys(files).filter((name) => name.startsWith("values/"));
  expect(values).toHaveLength(100);
  // 100,000 events
  expect(files["account.json"]).toBeGreaterThan(25_000_000);
  // devices that cannot log in by their id have no lines
  expect(files["mosquitto.acl"]).toBeLessThan(25_000_000);
});

it("other work has its turn between the parts of a file", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const options = { ask: filledAsk, now: NOW, maxBytes: 0 };
  const sizes: number[] = [];
  try {
    for await (const { name, bytes: chunks } of exportFiles(await filled, options)) {
      if (name !== "mosquitto.acl") continue;
      turns = 0;
      for await (const part of chunks) sizes.push(part.length);
      break;
    }
  } finally {
    clearInterval(timer);
  }
  expect(sizes.length).toBeGreaterThan(100);
  expect(turns).toBeGreaterThan(sizes.length / 2);
});

it("MAX_EXPORT_BYTES: an export that is known to be larger is refused before its first byte", async () => {
  const lists = await filled;
  const refuse = (maxBytes: number, events = 0) =>
    refuseTooLarge(lists, events, { ask: filledAsk, now: NOW, maxBytes });
  expect(() => refuse(10_000_000)).toThrow(ExportTooLarge);
  expect(() => refuse(10_000_000)).toThrow("at most 10000000 bytes (MAX_EXPORT_BYTES)");
  expect(() => refuse(100_000_000)).not.toThrow();
  expect(() => refuse(100_000_000, 1_000_000)).toThrow(ExportTooLarge);
  expect(() => refuse(0, 1_000_000)).not.toThrow();
});

it("MAX_EXPORT_BYTES: a file that grows beyond it ends the export", async () => {
  const options = { ask: filledAsk, now: NOW, maxBytes: 200_000 };
  const write = async () => {
    let bytes = 0;
    for await (const { bytes: chunks } of exportFiles(await filled, options)) {
      for await (const part of chunks) bytes += part.length;
      expect(bytes).toBeLessThanOrEqual(options.maxBytes);
    }
  };
  await expect(write()).rejects.toThrow(ExportTooLarge);
});

it("the ACL names a device's logins by its id, but not those of discovered devices", async () => {
  const { user, devices, credentials, ...lists } = await filled;
  const few = { ...lists, user, devices, credentials: credentials.slice(0, 1) };
  let acl = "";
  for await (const part of aclFile(few)) acl += part;
  expect(acl.match(/^user /gm)).toHaveLength(5 + 1 + 10);
  // 100 channels and 50 grants for each name, and the own topics of a device
  expect(acl.match(/^topic /gm)).toHaveLength(5 + 11 * 150 + 10 * 3);
});

it("a channel that many rows share is measured once, so that others do not wait before an export begins", async () => {
  const lists = await filled;
  let measured = 0;
  const counted = new Map<unknown, object>();
  for (const channel of lists.devices[0]?.channels ?? []) {
    counted.set(channel, {
      toJSON: () => {
        measured += 1;
        return channel;
      },
    });
  }
  const withCounted = <Row extends { channels: object[] }>(row: Row): Row => ({
    ...row,
    channels: row.channels.map((channel) => counted.get(channel)),
  });
  const devices = lists.devices.map(withCounted);
  const credentials = lists.credentials.map(withCounted);
  const bytes = listBytes({ ...lists, devices, credentials });
  expect(measured).toBe(100);
  const written = Buffer.byteLength(JSON.stringify(lists));
  expect(bytes).toBeLessThanOrEqual(written);
  expect(bytes).toBeGreaterThan(0.98 * written);
});

it("equal channels of devices and credentials are one object in memory", async () => {
  const { devices, credentials } = await filled;
  expect(devices[0]?.channels[99]).toBe(credentials[49]?.channels[99]);
});
