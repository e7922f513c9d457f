import { expect, it } from "vitest";
import type { Ask } from "../../../worker/export/ask.ts";
import { valueFiles } from "../../../worker/export/value-files.ts";

const NOW = Date.parse("2026-11-22T13:30:00.000Z");
const asked: string[] = [];

/** A service with one value an hour of November 2026. */
const ask: Ask = async (name, { id = "", query = {}, accept = "" } = {}) => {
  asked.push(`${name} ${id}`);
  if (name.endsWith("Values")) {
    const values = name.includes("Device")
      ? [
          { key: "temperature", value: 21 },
          { key: "door", value: "open" },
        ]
      : [{ key: "../level", value: 4 }];
    return Response.json(values);
  }
  expect(accept).toBe("text/csv");
  const [from, to] = [Date.parse(query.from ?? ""), Date.parse(query.to ?? "")];
  expect(to - from).toBeLessThanOrEqual(2_000 * 3_600_000);
  expect(from % 3_600_000).toBe(0);
  const first = Date.parse("2026-11-01T00:00:00.000Z");
  const second = first + 3_600_000;
  const points = [first, second].filter((at) => at >= from && at < to);
  const rows = points.map((at) => `${new Date(at).toISOString()},${at === first ? "21.5" : ""}\r\n`);
  return new Response(`at,value\r\n${rows.join("")}`);
};

it("are files of hours with one header, without rows for gaps", async () => {
  const files = valueFiles(
    {
      devices: [{ id: "lamp" }],
      channels: [
        { id: "tank", series: {} },
        { id: "climate", series: [{}, {}] },
        { id: "door", series: null },
      ],
    },
    ask,
    NOW,
  );
  const kept = "at,value\r\n2026-11-01T00:00:00.000Z,21.5\r\n";
  const written: [string, string][] = [];
  for await (const [name, parts] of files) {
    let csv = "";
    for await (const part of parts) csv += part;
    written.push([name, csv]);
  }
  expect(written).toEqual([
    ["lamp.temperature.csv", kept],
    ["tank.csv", kept],
    ["climate...%2Flevel.csv", kept],
  ]);
  expect(asked.some((path) => path.includes("door"))).toBe(false);
});
