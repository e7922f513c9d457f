import { buildPage } from "../worker/local/build-page.ts";
import { ensureLocalSecrets } from "../worker/local/local-secrets.ts";
import { inRoot } from "../worker/local/paths.ts";
import { UserError } from "../worker/local/user-error.ts";
import { type Count, LAYERS, type Layer, runLayer } from "./support/layers.ts";
import { installTestPackages } from "./support/test-packages.ts";

/**
 * Lanes run in parallel, the layers of a lane one after the other: most of a layer's time is waiting. All lanes take
 * about the same time. The crash campaign stands last, when most of the others have ended.
 */
const LANES = [
  ["workerd", "crash"],
  ["types", "lint", "architecture", "web", "core", "integration"],
  ["browser", "firmware"],
] as const satisfies Layer[][];

/** These layers use real clients and a real browser, which are Debian packages. */
const NEED_PACKAGES: readonly Layer[] = ["integration", "browser"];

/** Adds the slow part: more stock programs, more kills. The layers read it from `TEST_ALL`. */
const ALL = "all";

const ALIASES: Record<string, readonly Layer[]> = { unit: ["core", "workerd", "web"] };

function chosenLayers(args: string[]): Set<Layer> {
  if (args.length === 0 || args.includes(ALL)) return new Set(LAYERS);
  const isLayer = (name: string): name is Layer => (LAYERS as readonly string[]).includes(name);
  return new Set(
    args.flatMap((name) => {
      if (isLayer(name)) return [name];
      const layers = ALIASES[name];
      if (layers === undefined) {
        throw new UserError(`There is no layer "${name}": choose from ${ALL}, unit, ${LAYERS.join(", ")}.`);
      }
      return layers;
    }),
  );
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const sum = (counts: Count[], of: "passed" | "failed") =>
  counts.reduce((total, count) => total + count[of], 0);

interface Lane extends Count {
  layer: Layer;
  seconds: number;
  processorSeconds: number;
}

const lengthOf = ({ layer, seconds, processorSeconds }: Lane) =>
  `${layer} ${seconds.toFixed(0)} s (processor ${processorSeconds.toFixed(0)} s)`;

async function runLane(layers: readonly Layer[]): Promise<Lane[]> {
  const counts: Lane[] = [];
  for (const layer of layers) {
    const result = await runLayer(layer);
    // Printed in one piece, so that the output of lanes does not mix.
    print(`\n── ${layer} (${result.seconds.toFixed(1)} s) ${"─".repeat(60)}\n${result.output.trim()}`);
    print(`${layer}: ${result.passed} passed, ${result.failed} failed`);
    counts.push({ ...result, layer, failures: result.failures.map((failure) => `${layer}: ${failure}`) });
  }
  return counts;
}

/**
 * `npm test` runs every layer, also after a failure. `npm run test:all` adds the slow part, `npm test --
 * unit` runs one layer, `npm run test:quick` all that need neither the product nor a browser.
 */
export async function main(args: string[]): Promise<number> {
  const chosen = chosenLayers(args);
  if (args.includes(ALL)) process.env.TEST_ALL = "1";
  const missing = NEED_PACKAGES.some((layer) => chosen.has(layer)) ? await installTestPackages(print) : [];
  ensureLocalSecrets(inRoot(".dev.vars"));
  // A command or a product starts about two hundred times, and would compile the same files each time.
  process.env.NODE_COMPILE_CACHE ??= inRoot(".cache/compile");
  // Built once, before the layers: page routes' types, Worker assets and browser need it.
  const unbuilt = await buildPage().then(
    () => [],
    (error: Error) => [error.message],
  );
  for (const sentence of [...missing, ...unbuilt]) print(sentence);
  const lanes = LANES.map((lane) => lane.filter((layer) => chosen.has(layer)));
  const counts = (await Promise.all(lanes.map(runLane))).flat();
  const failed = sum(counts, "failed") + missing.length + unbuilt.length;
  const failures = [...counts.flatMap((count) => count.failures), ...missing, ...unbuilt];
  print(`\n${counts.map(lengthOf).join(", ")}`);
  // Failures stand last, because a long log is read from its end.
  print(`\n${[...failures, `${sum(counts, "passed")} passed, ${failed} failed`].join("\n")}`);
  return failed > 0 ? 1 : 0;
}
