import { buildPage } from "../worker/local/build-page.ts";
import { ensureLocalSecrets } from "../worker/local/local-secrets.ts";
import { inRoot } from "../worker/local/paths.ts";
import { UserError } from "../worker/local/user-error.ts";
import { type Count, LAYERS, type Layer, runLayer } from "./support/layers.ts";
import { installTestPackages } from "./support/test-packages.ts";

/** Layers of one lane run one after the other, the lanes at the same time: most of a layer is waiting, not work. */
const LANES = [
  ["workerd", "firmware", "core"],
  ["types", "lint", "architecture", "integration"],
  ["browser", "web", "crash"],
] as const satisfies Layer[][];

/** They meet real clients and a real browser, which are Debian packages. */
const NEED_PACKAGES: readonly Layer[] = ["integration", "browser"];

/** What is slow beside them: more stock programs, more kills. `TEST_ALL` says so to the layers. */
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
}

async function runLane(layers: readonly Layer[]): Promise<Lane[]> {
  const counts: Lane[] = [];
  for (const layer of layers) {
    const result = await runLayer(layer);
    // All at once, so that lanes do not talk across each other.
    print(`\n── ${layer} (${result.seconds.toFixed(1)} s) ${"─".repeat(60)}\n${result.output.trim()}`);
    print(`${layer}: ${result.passed} passed, ${result.failed} failed`);
    counts.push({ ...result, layer, failures: result.failures.map((failure) => `${layer}: ${failure}`) });
  }
  return counts;
}

/** `npm test`: every layer, also after one has failed; `npm run test:all` with what is slow; `npm test -- unit` for one of them, `npm run test:quick` for all that need neither the product nor a browser. */
export async function main(args: string[]): Promise<number> {
  const chosen = chosenLayers(args);
  if (args.includes(ALL)) process.env.TEST_ALL = "1";
  const missing = NEED_PACKAGES.some((layer) => chosen.has(layer)) ? await installTestPackages(print) : [];
  ensureLocalSecrets(inRoot(".dev.vars"));
  // Once and first: the types of the page's routes, the Worker's assets and the browser all need it.
  const unbuilt = await buildPage().then(
    () => [],
    (error: Error) => [error.message],
  );
  for (const sentence of [...missing, ...unbuilt]) print(sentence);
  const lanes = LANES.map((lane) => lane.filter((layer) => chosen.has(layer)));
  const counts = (await Promise.all(lanes.map(runLane))).flat();
  const failed = sum(counts, "failed") + missing.length + unbuilt.length;
  const failures = [...counts.flatMap((count) => count.failures), ...missing, ...unbuilt];
  print(`\n${counts.map(({ layer, seconds }) => `${layer} ${seconds.toFixed(0)} s`).join(", ")}`);
  // Last: whoever reads the end of a long log reads what is wrong.
  print(`\n${[...failures, `${sum(counts, "passed")} passed, ${failed} failed`].join("\n")}`);
  return failed > 0 ? 1 : 0;
}
