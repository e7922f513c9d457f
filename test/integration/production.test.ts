/** The product in a production environment. The bundle: `unit/local/bundle.test.ts`. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../worker/contract/version.ts";
import { inRoot } from "../../worker/local/paths.ts";
import { newAccount } from "../support/account.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";
import { rawRequest } from "../support/raw-request.ts";

describe("the deployed product", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    const variables = ["ENVIRONMENT:production", "THROTTLE:on"];
    const args = ["--config", inRoot("wrangler.toml"), "--host", "desk.example"];
    product = await startProductProcess({ variables, args });
  }, 90_000);
  afterAll(() => product.stop());

  it.each(["/dev/mail", "/dev/mail/1"])("answers %s like any unknown path [T50]", async (path) => {
    // an email that a development product would show
    await newAccount(product.url);
    for (const accept of ["application/json", "text/html"]) {
      const answers = [path, "/no/such/path"].map(async (each) => {
        const response = await fetch(product.url + each, { headers: { accept } });
        return [response.status, response.headers.get("content-type"), await response.text()];
      });
      const [given, unknown] = await Promise.all(answers);
      expect(given).toEqual(unknown);
    }
  });

  it("is healthy where its address is configured", async () => {
    const health = await fetch(`${product.url}/v0/health/`);
    expect([health.status, await health.json()]).toEqual([200, { status: "ok", version: VERSION }]);
  });

  it("accepts its configured name and no other", async () => {
    const status = async (Host: string) => (await rawRequest(product.url, "/v0/broker/", { Host })).status;
    expect(await status("desk.example")).toBe(200);
    expect(await status("other.example")).toBe(421);
  });

  it("counts calls by the socket's address, whatever address a client sends [T30]", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 21; at++) {
      const headers = { "CF-Connecting-IP": `192.0.2.${at}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ token: "x".repeat(43) });
      const url = new URL("/v0/validate-reset-token/", product.url);
      statuses.push((await fetch(url, { method: "POST", headers, body })).status);
    }
    expect(statuses.map((status) => status === 429)).toEqual([...Array(20).fill(false), true]);
  });
});
