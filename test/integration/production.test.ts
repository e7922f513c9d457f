/** The deployed bundle of `wrangler deploy`, and the product in a production environment. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../worker/contract/version.ts";
import { inRoot, root } from "../../worker/local/paths.ts";
import { newAccount } from "../support/account.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";

const WORDS_OF_DEVELOPMENT = ["/dev/mail", "dev-mail", "exists in development only"];

it("a plain wrangler deploy uploads production, without development routes [T50]", {
  timeout: 90_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-bundle-"));
  try {
    const wrangler = inRoot("node_modules/wrangler/wrangler-dist/cli.js");
    const said = execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", folder], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(said).toMatch(/env\.ENVIRONMENT \("production"\)/);
    const bundle = readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("");
    // production paths are found by the same search
    expect(bundle).toContain("/v0/openapi.json");
    expect(WORDS_OF_DEVELOPMENT.filter((words) => bundle.includes(words))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("the deployed product", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    const variables = ["ENVIRONMENT:production", "THROTTLE:on"];
    product = await startProductProcess({ variables, args: ["--config", inRoot("wrangler.toml")] });
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
});
