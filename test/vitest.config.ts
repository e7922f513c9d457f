import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { snippetTokens } from "../web/build/snippet-tokens.ts";
import { MAIL_KEY } from "./support/mail-key.ts";

const root = new URL("..", import.meta.url).pathname;
const migrations = await readD1Migrations(`${root}migrations`);

const seedOf = (name: string): string =>
  process.env[`${name}_SEED`] ?? (process.env[`${name}_RUNS`] === undefined ? "1" : "");

export default defineConfig({
  test: {
    // logs of the product stand with the test that fails
    silent: "passed-only",
    // of the broker's pure core, in the layer `core`
    coverage: {
      provider: "v8",
      include: ["broker/{session,routing,codec}/**/*.ts"],
      reporter: [["text", { skipFull: true }]],
      reportsDirectory: `${root}.cache/coverage`,
      thresholds: {
        "broker/session/**": { branches: 95 },
        "broker/routing/**": { branches: 95 },
        "broker/codec/**": { branches: 95 },
      },
    },
    projects: [
      {
        // Functions of values: the pure core, the codec, tables, and the commands' output.
        test: {
          name: "core",
          root,
          include: ["test/unit/{core,local,support}/**/*.test.ts"],
          environment: "node",
          // functions of values can share one process
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        // Tests of D1, Durable Objects and the runtime, inside workerd.
        plugins: [
          cloudflareTest({
            main: `${root}worker/development.ts`,
            wrangler: { configPath: `${root}wrangler.toml` },
            miniflare: {
              // as in worker/local/configuration.ts
              durableObjects: { METER_TABLE: { className: "MeterTable", useSQLite: true } },
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
                // one in this many calls of the broker fails
                FAULT_STRIDE: process.env.FAULT_STRIDE ?? "",
                ENVIRONMENT: "development",
                DEV_MAIL_KEY: MAIL_KEY,
                // independent of the machine's .dev.vars
                OPERATOR_KEYS: "",
                VAPID_KEYS: "k1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
                THROTTLE: "off",
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
          // starting a runtime for each file takes longer than its tests; each test has its own account
          isolate: false,
          // a package for Node, bundled so that it runs in workerd
          deps: { optimizer: { ssr: { enabled: true, include: ["mqtt-packet"] } } },
        },
      },
      {
        plugins: [snippetTokens()],
        test: {
          name: "web",
          root,
          include: ["test/unit/web/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          // a jsdom for each file without a process for each: a fifth of the time
          pool: "vmThreads",
          setupFiles: ["test/unit/web/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "architecture",
          root,
          include: ["test/architecture/**/*.test.ts"],
          environment: "node",
          // each file of the project is read and parsed once
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Real clients against the product started by `npm start`.
        test: {
          name: "integration",
          root,
          include: ["test/integration/**/*.test.ts"],
          environment: "node",
          globalSetup: ["test/support/running-product.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        // Stock programs from their packages against the product started by `npm start`.
        test: {
          name: "firmware",
          root,
          include: ["test/firmware/**/*.test.ts"],
          environment: "node",
          globalSetup: ["test/firmware/install.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxConcurrency: 6,
          fileParallelism: false,
        },
      },
    ],
  },
});
