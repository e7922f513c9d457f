/**
 * The measures of the grain. `npm run grain` prints them, to compare before and after a change of structure.
 */

import { arrowsBack, forbiddenImports, unusedPermissions } from "./rooms.ts";
import { files, type Source, sources, textOf } from "./sources.ts";

/** A file this short needs a reason: a route, an entry point, lazy loading, a test of its own. */
const SHORT = 25;
/** Routes are one file each, whatever their length. */
const isRoute = ({ file }: Source) => /^(web\/src|worker)\/routes\//.test(file);

/**
 * Literals that are spread into a literal or a call of their own kind: `{ ...{ a, b }, c }` says the same as
 * `{ a, b, c }`, and only keeps fields on one line.
 */
const squeezedIn = ({ file, squeezed }: Source): string[] => squeezed.map((line) => `${file}:${line}`);

/** `?1` in a statement: which value it stands for is found by counting. */
const positionalIn = ({ file }: Source): string[] =>
  file.startsWith("worker/db/") ? (textOf(file).match(/\?\d+/g) ?? []) : [];

/** What a file is does not change with the moment at which a page loads it. */
const BY_LOAD_TIME =
  /^web\/src\/(?:[^/]+\/)*(apart|page|form|signal|chunks?|early|eager|first|initial|late|later|lazy|start)\//;

/** Also style sheets, which are no sources. */
export const foldedByLoadTime: string[] = files.filter((file) => BY_LOAD_TIME.test(file));

const isOfProduct = ({ file }: Source): boolean => !file.startsWith("test/");

export const squeezedLiterals: string[] = sources.flatMap(squeezedIn);

export async function main(): Promise<number> {
  const product = sources.filter(isOfProduct);
  const linesOf = (group: Source[]) => group.reduce((sum, { lines }) => sum + lines, 0);
  const squeezedOfProduct = product.flatMap(squeezedIn).length;
  const rows: [measure: string, value: number][] = [
    ["product files", product.length],
    [
      `of at most ${SHORT} lines, beside routes`,
      product.filter((each) => each.lines <= SHORT && !isRoute(each)).length,
    ],
    ["lines of the product", linesOf(product)],
    ["lines of the tests", linesOf(sources) - linesOf(product)],
    ["squeezed literals in the product", squeezedOfProduct],
    ["squeezed literals in the tests", squeezedLiterals.length - squeezedOfProduct],
    ["files in a folder named by load time", foldedByLoadTime.length],
    ["imports that no rule allows", forbiddenImports().length],
    ["permissions that no import uses", unusedPermissions().length],
    ["rooms that import each other", arrowsBack().length],
    ["positional parameters in worker/db", product.flatMap(positionalIn).length],
  ];
  const width = Math.max(...rows.map(([measure]) => measure.length));
  for (const [measure, value] of rows) process.stdout.write(`${measure.padEnd(width)}  ${value}\n`);
  return 0;
}
