import { buildPage } from "../worker/local/build-page.ts";
import { ensureLocalSecrets } from "../worker/local/local-secrets.ts";
import { inRoot } from "../worker/local/paths.ts";
import { UserError } from "../worker/local/user-error.ts";
import { type Count, LAYERS, type Layer, runLayer } from "./support/layers.ts";
import {
  type DividedLayer,
  type LeftOut,
  type Part,
  select,
  selectedTests,
  testsThatNeed,
} from "./support/selection.ts";
import { installCommand, installTestPackages } from "./support/test-packages.ts";

export const HELP = `npm test -- [layers]

Runs the main path, or only the named layers, such as: npm test -- types lint. test/README.md lists the layers.
"npm run test:quick" needs no product and no browser, "npm run test:rest" runs what "npm test" leaves out, and
"npm run test:all" runs everything with its slow part.`;

/**
 * Lanes run in parallel, the layers of a lane one after the other: most of a layer's time is waiting. All lanes take
 * about the same time.
 */
const LANES: Record<Part | "all", readonly Layer[][]> = {
  main: [
    ["workerd", "types"],
    ["lint", "architecture", "web", "core", "integration", "browser"],
  ],
  rest: [["browser"], ["integration", "firmware", "crash"]],
  // The crash campaign stands last, when most of the others have ended.
  all: [
    ["workerd", "crash"],
    ["types", "lint", "architecture", "web", "core", "integration"],
    ["browser", "firmware"],
  ],
};

/** These layers use real clients and a real browser, which are Debian packages. */
const DIVIDED: readonly DividedLayer[] = ["integration", "browser"];

/** Adds the slow part: more stock programs, more kills. The layers read it from `TEST_ALL`. */
const ALL = "all";

const ALIASES: Record<string, readonly Layer[]> = { unit: ["core", "workerd", "web"] };

const isLayer = (name: string): name is Layer => (LAYERS as readonly string[]).includes(name);

interface Choice {
  /** Null for whole layers. */
  part: Part | null;
  lanes: Layer[][];
}

/** What the arguments of the command name: nothing, `rest`, `all`, or layers. */
function choiceOf(args: string[]): Choice {
  const whole = (lanes: readonly Layer[][]) => lanes.map((lane) => [...lane]);
  if (args.length === 0) return { part: "main", lanes: whole(LANES.main) };
  if (args.includes("rest")) return { part: "rest", lanes: whole(LANES.rest) };
  if (args.includes(ALL)) return { part: null, lanes: whole(LANES.all) };
  const layers = args.flatMap((name) => {
    const named = isLayer(name) ? [name] : ALIASES[name];
    if (named === undefined) {
      throw new UserError(
        `There is no layer "${name}": choose from rest, ${ALL}, unit, ${LAYERS.join(", ")}.`,
      );
    }
    return named;
  });
  return { part: null, lanes: LANES.all.map((lane) => lane.filter((layer) => layers.includes(layer))) };
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const sum = (counts: Count[], of: "passed" | "failed") =>
  counts.reduce((total, count) => total + count[of], 0);

interface LayerCount extends Count {
  layer: Layer;
  seconds: number;
  processorSeconds: number;
}

const lengthOf = ({ layer, seconds, processorSeconds }: LayerCount) =>
  `${layer} ${seconds.toFixed(0)} s (processor ${processorSeconds.toFixed(0)} s)`;

async function runLane(layers: readonly Layer[]): Promise<LayerCount[]> {
  const counts: LayerCount[] = [];
  for (const layer of layers) {
    const result = await runLayer(layer);
    // Printed in one piece, so that the output of lanes does not mix.
    print(`\n── ${layer} (${result.seconds.toFixed(1)} s) ${"─".repeat(60)}\n${result.output.trim()}`);
    print(`${layer}: ${result.passed} passed, ${result.failed} failed`);
    counts.push({ ...result, layer, failures: result.failures.map((failure) => `${layer}: ${failure}`) });
  }
  return counts;
}

/** Sentences about tests that did not run: those of the other part, and those that need a missing package. */
function notRun({ part }: Choice, leftOut: readonly LeftOut[]): string[] {
  const others = DIVIDED.map((layer) => `${selectedTests(layer, "rest").length} files of ${layer}`);
  return [
    ...(part === "main"
      ? [`Not run: ${others.join(", ")}, firmware, crash. They are in: npm run test:rest`]
      : []),
    ...leftOut.map(({ file, needs }) => `Skipped: ${file}. It needs: ${installCommand(needs)}`),
  ];
}

/**
 * `npm test` runs what a change can break first, `npm run test:rest` the remainder. `npm run test:all` runs every
 * layer with its slow part, `npm test -- unit` the layers that are named, `npm run test:quick` all that need neither
 * the product nor a browser. A layer that fails stops no other.
 */
export async function main(args: string[]): Promise<number> {
  const choice = choiceOf(args);
  if (args.includes(ALL)) process.env.TEST_ALL = "1";
  const divided = DIVIDED.filter((layer) => choice.lanes.flat().includes(layer));
  const missing = divided.length > 0 ? await installTestPackages(print) : [];
  select(choice.part, []);
  const chosen = divided.flatMap((layer) => selectedTests(layer));
  const leftOut = testsThatNeed(missing, divided).filter(({ file }) => chosen.includes(file));
  select(choice.part, leftOut);
  ensureLocalSecrets(inRoot(".dev.vars"));
  // A command or a product starts about two hundred times, and would compile the same files each time.
  process.env.NODE_COMPILE_CACHE ??= inRoot(".cache/compile");
  // Built once, before the layers: page routes' types, Worker assets and browser need it.
  const unbuilt = await buildPage().then(
    () => [],
    (error: Error) => [error.message],
  );
  for (const sentence of unbuilt) print(sentence);
  const counts = (await Promise.all(choice.lanes.map(runLane))).flat();
  const failures = [...counts.flatMap((count) => count.failures), ...unbuilt];
  const failed = sum(counts, "failed") + unbuilt.length;
  print(`\n${counts.map(lengthOf).join(", ")}`);
  print(notRun(choice, leftOut).join("\n"));
  // Failures stand last, because a long log is read from its end.
  print(`\n${[...failures, `${sum(counts, "passed")} passed, ${failed} failed`].join("\n")}`);
  return failed > 0 ? 1 : 0;
}
