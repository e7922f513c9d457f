/** A bundle in which each module records when one of its functions runs. */

import { parseSync } from "oxc-parser";

/** The global set of modules that ran: `counted/index.ts` returns and clears it. */
const RAN = "__ran";

interface Node {
  type: string;
  start: number;
  end: number;
  body?: Node;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function functionsIn(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) for (const each of value) functionsIn(each, into);
  if (!isNode(value)) return;
  const isFunction = /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(value.type);
  if (isFunction && isNode(value.body)) into.push(value.body);
  for (const each of Object.values(value)) functionsIn(each, into);
}

/** The bundler writes the path of each module above its code. */
function modulesIn(bundle: string): { name: string; at: number }[] {
  return [...bundle.matchAll(/^\/\/ (\S+\.[jt]sx?)$/gm)].map((found) => ({
    name: String(found[1]),
    at: found.index,
  }));
}

export function instrumented(bundle: string): string {
  const bodies: Node[] = [];
  functionsIn(parseSync("bundle.js", bundle).program, bodies);
  const modules = modulesIn(bundle);
  const inserts = bodies.flatMap(({ type, start, end }): { at: number; text: string }[] => {
    const name = modules.findLast(({ at }) => at < start)?.name ?? "";
    if (!/^(broker|worker)\//.test(name)) return [];
    const note = `globalThis.${RAN}.add(${JSON.stringify(name)})`;
    if (type === "BlockStatement") return [{ at: start + 1, text: `${note};` }];
    // the expression of an arrow function
    return [
      { at: start, text: `(${note},` },
      { at: end, text: ")" },
    ];
  });
  let written = `globalThis.${RAN} = new Set();\n`;
  let from = 0;
  for (const { at, text } of inserts.toSorted((a, b) => a.at - b.at)) {
    written += bundle.slice(from, at) + text;
    from = at;
  }
  return written + bundle.slice(from);
}
