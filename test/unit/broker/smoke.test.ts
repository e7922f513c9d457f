import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";

test("runtime", async () => {
  expect(typeof evictDurableObject).toBe("function");
  expect(await env.DB.prepare("select 1 as a").first()).toEqual({ a: 1 });
});
