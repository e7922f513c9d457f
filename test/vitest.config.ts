import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { selectedTests } from "./support/selection.ts";

const root = new URL("..", import.meta.url).pathname;

/** Loaded unless the command line names other projects only: the plugins take seconds. */
const project = async (name: string, load: () => Promise<TestProjectInlineConfiguration>) =>
  process.argv.some((arg) => arg.startsWith("--project")) && !process.argv.some((arg) => arg.includes(name))
    ? []
    : [await load()];

/** What the page's modules need beside Vite itself. */
const pagePlugins = async () => [
  (await import("../web/build/snippet-tokens.ts")).snippetTokens(),
  (await import("../web/build/light-calls.ts")).lightCalls(),
];

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
          setupFiles: ["test/support/compile-cache.ts"],
          // functions of values can share one process
          isolate: false,
          testTimeout: 60_000,
        },
      },
      ...(await project("workerd", async () => (await import("./vitest.workerd.ts")).WORKERD)),
      ...(await project("web", async () => ({
        plugins: await pagePlugins(),
        test: {
          name: "web",
          root,
          include: ["test/unit/web/**/*.test.tsx"],
          environment: "jsdom",
          // a jsdom for each file without a process for each: a fifth of the time
          pool: "vmThreads",
          setupFiles: ["test/unit/web/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      }))),
      ...(await project("web", async () => ({
        plugins: await pagePlugins(),
        test: {
          // functions of values of the page
          name: "web-values",
          root,
          include: ["test/unit/web/**/*.test.ts"],
          environment: "node",
          isolate: false,
          testTimeout: 60_000,
        },
      }))),
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
          include: selectedTests("integration"),
          environment: "node",
          globalSetup: ["test/support/running-product.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // a process and its imports for each file take longer than many of its tests
          isolate: false,
          sequence: { groupOrder: 1 },
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
