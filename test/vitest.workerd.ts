import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { MAIL_KEY } from "./support/mail-key.ts";

const root = new URL("..", import.meta.url).pathname;
const migrations = await readD1Migrations(`${root}migrations`);

const seedOf = (name: string): string =>
  process.env[`${name}_SEED`] ?? (process.env[`${name}_RUNS`] === undefined ? "1" : "");

const isAll = process.env.TEST_ALL !== undefined;

/** Tests of D1, Durable Objects and the runtime, inside workerd. */
export const WORKERD: TestProjectInlineConfiguration = {
  plugins: [
    cloudflareTest({
      main: `${root}worker/development.ts`,
      wrangler: { configPath: `${root}wrangler.toml` },
      miniflare: {
        // as in worker/local/configuration.ts
        durableObjects: { METER_TABLE: { className: "MeterTable", useSQLite: true } },
        // a test that forgets to replace `fetch` looks nothing up outside
        outboundService: () => new Response("Tests make no requests out.", { status: 502 }),
        bindings: {
          TEST_MIGRATIONS: migrations,
          // number and seed of the random lives of the model test: fixed in the suite, others for a
          // long run
          MODEL_RUNS: process.env.MODEL_RUNS ?? "",
          MODEL_SEED: seedOf("MODEL"),
          VIEW: process.env.VIEW ?? "",
          // the same for the swarm
          SWARM_RUNS: process.env.SWARM_RUNS ?? "",
          SWARM_SEED: seedOf("SWARM"),
          // of the races: seconds, and the first seed; this one once found an error in a few races
          RACES_SECONDS: process.env.RACES_SECONDS ?? (isAll ? "600" : ""),
          RACES_SEED:
            process.env.RACES_SEED ?? (isAll || process.env.RACES_SECONDS !== undefined ? "" : "2015"),
          // one in this many calls of the broker fails
          FAULT_STRIDE: process.env.FAULT_STRIDE ?? "",
          ENVIRONMENT: "development",
          DEV_MAIL_KEY: MAIL_KEY,
          // independent of the machine's .dev.vars
          OPERATOR_KEYS: "",
          VAPID_KEYS: "k1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
          THROTTLE: "off",
          // all files register in one database
          MAX_USERS: "10000",
          APP_URL: "http://api.test",
          // also for tests with another APP_URL
          HOSTS: "api.test,switchyard.test",
          SEAL_KEYS: "k1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
          LOOKUP_KEY: "k1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
        },
      },
    }),
  ],
  test: {
    name: "workerd",
    root,
    include: ["test/unit/{broker,worker}/**/*.test.ts"],
    setupFiles: ["test/unit/worker/test-env.ts"],
    // a second alone becomes many beside a browser and a crash campaign
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // starting a runtime for each file takes longer than its tests; each test has its own account
    isolate: false,
    // mqtt-packet is for Node, and runs in workerd when it is bundled; the others have hundreds of files
    deps: { optimizer: { ssr: { enabled: true, include: ["mqtt-packet", "fast-check", "zod"] } } },
  },
};
