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
    // what the product logs is read where a test fails
    silent: "passed-only",
    // the broker's pure core, by its own tests: the layer `core` asks for it
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
        // Values in, values out: the pure core, the codec, the tables; and what the commands say and count.
        test: {
          name: "core",
          root,
          include: ["test/unit/{core,local,support}/**/*.test.ts"],
          environment: "node",
          // values in, values out: one process is as good as one for each file
          isolate: false,
        },
      },
      {
        // Everything that needs D1, Durable Objects or the runtime: inside workerd.
        plugins: [
          cloudflareTest({
            main: `${root}worker/development.ts`,
            wrangler: { configPath: `${root}wrangler.toml` },
            miniflare: {
              // as worker/local/configuration.ts has it
              durableObjects: { METER_TABLE: { className: "MeterTable", useSQLite: true } },
              bindings: {
                TEST_MIGRATIONS: migrations,
                // how many random lives the model test of the broker tries, and where it starts: the suite with the same
                // ones each time, a long night (RUNS) with others
                MODEL_RUNS: process.env.MODEL_RUNS ?? "",
                MODEL_SEED: seedOf("MODEL"),
                VIEW: process.env.VIEW ?? "",
                // the same for the swarm
                SWARM_RUNS: process.env.SWARM_RUNS ?? "",
                SWARM_SEED: seedOf("SWARM"),
                // how many of the broker's calls are made to fail: one in so many
                FAULT_STRIDE: process.env.FAULT_STRIDE ?? "",
                ENVIRONMENT: "development",
                DEV_MAIL_KEY: MAIL_KEY,
                // whatever a desk has
                OPERATOR_KEYS: "",
                THROTTLE: "off",
                APP_URL: "http://api.test",
                // also where a test says another APP_URL
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
          // what takes a second alone takes many beside a browser and a crash campaign
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // a runtime for each file takes longer than its tests; each test has an account of its own
          isolate: false,
          // a package for Node: bundled, so that it runs in workerd
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
          // a browser for each file, but not a process for each browser: a fifth of the time
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
          // all files of the project are read and parsed once
          isolate: false,
        },
      },
      {
        // Real clients against the product as `npm start` runs it.
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
        // Programs that other people wrote, from their packages, against the product as `npm start` runs it.
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
