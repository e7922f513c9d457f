/** The guide and its index as text, for programs, from the running product. */

import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { inRoot } from "../../worker/local/paths.ts";

const baseUrl = inject("baseUrl");

async function read(path: string) {
  const response = await fetch(baseUrl + path);
  expect(response.status).toBe(200);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  return { text: await response.text(), type: response.headers.get("Content-Type") };
}

it("serves every section and program of /docs as Markdown", async () => {
  const { text, type } = await read("/docs.md");
  expect(type).toBe("text/markdown; charset=utf-8");
  const guide = ["connecting", "messages", "using"].map((name) =>
    readFileSync(inRoot(`web/guide/${name}.md`), "utf8"),
  );
  const titles = [...guide.join("\n").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(titles.length).toBeGreaterThan(10);
  const programs = text.match(/^```(?:ino|py|js|sh)$/gm) ?? [];
  expect(programs.length).toBeGreaterThan(10);
  const headings = text.match(/^## .+$/gm);
  expect(headings).toEqual(titles.map((title) => `## ${title}`));
  expect(text).toMatch(/^# MQTT integration guide\n\n> `your-host` /);
  expect(text).toContain("`wss://your-host/mqtt/{userId}`");
  expect(text).not.toMatch(/Loading|Asking|…\*\*|<\w+ class=/);
});

it("links the machine-readable documents in llms.txt, each of which exists", async () => {
  const { text, type } = await read("/llms.txt");
  expect(type).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^# Switchyard\n\n> \S/);
  const paths = [...text.matchAll(/^- \[[^\]]+\]\((\/[^)]+)\)/gm)].map(([, path = ""]) => path);
  expect(paths).toEqual(["/docs.md", "/v0/reference", "/v0/openapi.json", "/v0/asyncapi.json", "/mcp"]);
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(baseUrl + path)).status));
  expect(statuses).toEqual([200, 200, 200, 401, 405]);
});
