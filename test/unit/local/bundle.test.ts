/** The uploaded bundle: built by wrangler as in `npm run deploy`, and started in the runtime. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../worker/local/deploy.ts";
import { bundledWorker } from "../../../worker/local/runtime/bundle.ts";
import {
  quietEnvironment,
  runWrangler,
  spawnWrangler,
  type Wrangler,
  waitForExit,
} from "../../../worker/local/wrangler.ts";
import { Account } from "../../support/wrangler-account.ts";

/** The platform allows 3 MB compressed on the free plan; more than a tenth above today's needs a decision. */
const MAX_BYTES = 2_500_000;
const MAX_COMPRESSED = 660_000;
const MAX_MODULES = 700;
const WORDS_OF_DEVELOPMENT = ["/dev/mail", "dev-mail", "exists in development only", "PASSWORD_COST"];

interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

const folder = mkdtempSync(join(tmpdir(), "switchyard-bundle-"));
let said = "";

/** A dry run: wrangler reads options and configuration, and bundles. */
const upToTheUpload =
  (account: Account): Wrangler =>
  async (args) => {
    if (args[0] === "deploy") {
      const { code, output } = await runWrangler([...args, "--dry-run", "--outdir", folder, "--metafile"]);
      said = output;
      if (code !== 0) return { code, output };
    }
    return account.wrangler(args);
  };

beforeAll(async () => {
  const account = new Account();
  await main(["--url", "https://switchyard.your.host", "--domain", "switchyard.your.host"], {
    wrangler: upToTheUpload(account),
    environment: {},
    buildPage: async () => {},
    secretFiles: Object.fromEntries(
      ["SEAL_KEYS", "LOOKUP_KEY", "VAPID_KEYS", "BRIDGE_KEYS", "OPERATOR_KEYS"].map((name) => [
        name,
        join(folder, "keys.env"),
      ]),
    ),
    print: () => {},
  });
}, 90_000);
afterAll(() => rmSync(folder, { recursive: true }));

test("has the bindings that the product needs, in production, too", () => {
  const bindings = Object.fromEntries(
    [...said.matchAll(/^env\.(\w+) ?(?:\((.*)\))? {2,}(\S.*?)\s*$/gm)].map(([, name = "", value, kind]) => [
      name,
      [kind, value],
    ]),
  );
  expect(bindings).toMatchObject({
    BROKER: ["Durable Object", "Broker"],
    THROTTLE_LOG: ["Durable Object", "ThrottleLog"],
    DB: ["D1 Database", "switchyard"],
    ASSETS: ["Assets", undefined],
    MAIL: ["Send Email", "unrestricted"],
    SHIELD: ["Rate Limit", "300 requests/60s"],
    ENVIRONMENT: ["Environment Variable", '"production"'],
    APP_URL: ["Environment Variable", '"https://switchyard.your.host"'],
    SEAL_KEYS: ["Environment Variable", '"(hidden)"'],
    LOOKUP_KEY: ["Environment Variable", '"(hidden)"'],
  });
});

test("has no development routes [T50]", () => {
  const text = readFileSync(join(folder, "index.js"), "utf8");
  // production paths are found by the same search
  expect(text).toContain("/v0/openapi.json");
  expect(WORDS_OF_DEVELOPMENT.filter((words) => text.includes(words))).toEqual([]);
});

test("is one file of limited size and a known number of modules", () => {
  const bundle = join(folder, "index.js");
  const { outputs } = JSON.parse(readFileSync(join(folder, "bundle-meta.json"), "utf8")) as Metafile;
  const written = Object.values(outputs).flatMap(({ inputs }) => Object.values(inputs));
  expect(statSync(bundle).size).toBeLessThan(MAX_BYTES);
  expect(gzipSync(readFileSync(bundle)).length).toBeLessThan(MAX_COMPRESSED);
  // modules of which nothing is used are left out
  expect(written.filter(({ bytesInOutput }) => bytesInOutput > 0).length).toBeLessThan(MAX_MODULES);
});

test("is production in a plain deploy, too, and starts in the runtime [T50]", {
  timeout: 90_000,
}, async () => {
  const bundle = join(folder, "worker.bundle");
  const made = await runWrangler(["deploy", "--dry-run", "--outfile", bundle]);
  expect(made.code, made.output).toBe(0);
  expect(made.output).toMatch(/env\.ENVIRONMENT \("production"\)/);
  const profile = join(folder, "startup.cpuprofile");
  const { code, output } = await runWrangler(["check", "startup", "--worker", bundle, "--outfile", profile]);
  expect(code, output).toBe(0);
  // printed, not compared: the time depends on this machine
  console.info(stripVTControlCharacters(output).match(/Active: .*/)?.[0]);
  expect(JSON.parse(readFileSync(profile, "utf8"))).toMatchObject({ nodes: expect.anything() });
});

test("the Worker of npm start is what wrangler makes of it", async () => {
  const page = join(folder, "page");
  mkdirSync(page);
  const args = ["deploy", "worker/development.ts", "--dry-run", "--outdir", folder, "--assets", page];
  const environment = { ...quietEnvironment(folder), NODE_ENV: "production" };
  const { code, output } = await waitForExit(spawnWrangler(args, environment));
  expect(code, output).toBe(0);
  const made = readFileSync(join(folder, "development.js"), "utf8");
  const own = await bundledWorker();
  expect(own.length).toBeGreaterThan(1_000_000);
  // not compared by the runner: a difference would be printed whole
  expect(own === made.replace(/^\/\/# sourceMappingURL=.*\n/m, "")).toBe(true);
}, 90_000);
