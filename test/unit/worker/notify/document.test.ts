/** A document at an address that a stranger named: what is slow, long or elsewhere ends in a word, and never in an error. */

import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { fetchDocument } from "../../../../worker/notify/document.ts";

const ADDRESS = "https://claude.example.com/client.json";
const PUBLIC = ["9.9.9.9"];
const DEPLOYED = { ...env, ENVIRONMENT: "production" } as never;

afterEach(() => vi.unstubAllGlobals());

const never = <T>() => new Promise<T>(() => {});
const chunk = new Uint8Array(65_536);

test.each([
  ["an answer that never comes", () => never<Response>()],
  ["a body that never begins", async () => new Response(new ReadableStream())],
  [
    "a body that stops",
    async () => new Response(new ReadableStream({ start: (c) => c.enqueue(chunk.slice(0, 9)) })),
  ],
  ["a connection that breaks", () => Promise.reject(new Error("reset"))],
])("%s is given up after its time", async (_, answer) => {
  vi.stubGlobal("fetch", answer);
  expect(await fetchDocument(DEPLOYED, ADDRESS, 20, async () => PUBLIC)).toEqual({ problem: "unreachable" });
});

test("a name that is never resolved is given up after its time, and nothing is fetched", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  expect(await fetchDocument(DEPLOYED, ADDRESS, 20, () => never())).toEqual({ problem: "unreachable" });
  expect(fetched).not.toHaveBeenCalled();
});

test("of a body without an end no more than its bound is read", async () => {
  let pulls = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    pulls += 1;
    controller.enqueue(chunk);
  };
  vi.stubGlobal("fetch", async () => new Response(new ReadableStream({ pull })));
  expect(await fetchDocument(DEPLOYED, ADDRESS, 5000, async () => PUBLIC)).toEqual({ problem: "large" });
  expect(pulls).toBeLessThan(5);
});

test("one private address among those of the name is enough to fetch nothing", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  const answer = await fetchDocument(DEPLOYED, ADDRESS, 5000, async () => [...PUBLIC, "10.0.0.1"]);
  expect([answer, fetched.mock.calls]).toEqual([{ problem: "address" }, []]);
});
