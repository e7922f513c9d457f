/** The repository as data: files, their imports, the lengths of their functions. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { type EcmaScriptModule, parseSync } from "oxc-parser";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** All files that are, or will be, under version control. */
export const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(root + file))
  .sort();

export const textOf = (file: string): string => readFileSync(root + file, "utf8");

export interface FunctionSize {
  /** First line. */
  line: number;
  lines: number;
  /** Whether it contains markup. */
  jsx: boolean;
  /** Whether it is the body of a `describe`, which is exempt. */
  suite: boolean;
}

export interface Source {
  file: string;
  lines: number;
  functions: FunctionSize[];
  /** Files of the repository, as paths from the root. */
  imports: string[];
  /** Names of packages and runtime modules. */
  packages: string[];
  /** Imported files and packages at run time, without imports of types. */
  loads: string[];
  /** Texts in quotes, in templates and between tags, with single spaces. */
  said: string[];
  /** Lines with a literal that is spread into a literal, or into a call, of its own kind. */
  squeezed: number[];
}

interface Node extends Record<string, unknown> {
  type: string;
  start: number;
  end: number;
}
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

function saidBy({ type, value }: Node): string | null {
  if (type === "TemplateElement") return String((value as { cooked?: string }).cooked);
  return (type === "Literal" || type === "JSXText") && typeof value === "string" ? value : null;
}

/** The functions passed to `describe` or `describe.each(…)`. */
function suitesOf({ type, callee, arguments: given }: Node): Node[] {
  if (type !== "CallExpression" || !isNode(callee)) return [];
  const name = nodesOf(callee).find((each) => each.type === "Identifier")?.name;
  return name === "describe" && Array.isArray(given) ? given.filter(isNode) : [];
}

/** A node and all nodes inside it, in the order of the source. */
function nodesOf(value: unknown, nodes: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const each of value) nodesOf(each, nodes);
  if (!isNode(value)) return nodes;
  nodes.push(value);
  for (const each of Object.values(value)) nodesOf(each, nodes);
  return nodes;
}

/** Literals with elements of their own that are spread into a node, such as `...[a, b]` in a list. */
function literalsSpreadInto({ type, properties, elements, arguments: given }: Node): Node[] {
  const spreads = [properties, elements, given].find((list) => Array.isArray(list)) ?? [];
  const literal = type === "ObjectExpression" ? "ObjectExpression" : "ArrayExpression";
  return (spreads as unknown[]).flatMap((each) => {
    const spread = isNode(each) && each.type === "SpreadElement" ? each.argument : null;
    const value = isNode(spread) && spread.type === "TSAsExpression" ? spread.expression : spread;
    return isNode(value) && value.type === literal ? [value] : [];
  });
}

/** `@scope/name/path` → `@scope/name` */
const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Returns the number of the line at an offset. */
function lineCounter(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    const after = breaks.findIndex((at) => at >= offset);
    return (after < 0 ? breaks.length : after) + 1;
  };
}

const staticSpecifiers = ({ staticImports, staticExports }: EcmaScriptModule): string[] => [
  ...staticImports.map((each) => each.moduleRequest.value),
  ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
];

function read(file: string): Source {
  const text = textOf(file);
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = staticSpecifiers(module);
  const markup: number[] = [];
  const said: string[] = [];
  const squeezed: Node[] = [];
  const spans: Node[] = [];
  const suites = new Set<Node>();
  const lineAt = lineCounter(text);
  for (const node of nodesOf(program)) {
    if (FUNCTIONS.has(node.type)) spans.push(node);
    for (const suite of suitesOf(node)) suites.add(suite);
    squeezed.push(...literalsSpreadInto(node));
    const words = saidBy(node);
    if (words !== null) said.push(words.replace(/\s+/g, " ").trim());
    if (node.type === "JSXElement") markup.push(node.start);
    // `import("…")` as an expression and as a type.
    const source = /^(ImportExpression|TSImportType)$/.test(node.type) ? node.source : undefined;
    if (isNode(source) && typeof source.value === "string") specifiers.push(source.value);
  }
  const functions = spans.map((span): FunctionSize => {
    const { start, end } = span;
    const line = lineAt(start);
    const jsx = markup.some((at) => at > start && at < end);
    return { line, lines: lineAt(end) - line + 1, jsx, suite: suites.has(span) };
  });
  const typesOnly = new Set(
    module.staticImports
      .filter(({ entries }) => entries.length > 0 && entries.every(({ isType }) => isType))
      .map(({ moduleRequest }) => moduleRequest.value),
  );
  const placeOf = (specifier: string): string =>
    specifier.startsWith(".") ? join(dirname(file), specifier.replace(/\?.*$/, "")) : packageOf(specifier);
  const own = specifiers.filter((specifier) => specifier.startsWith("."));
  return {
    file,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    functions,
    imports: own.map(placeOf),
    said,
    squeezed: squeezed.map(({ start }) => lineAt(start)),
    packages: specifiers.filter((specifier) => !specifier.startsWith(".")).map(packageOf),
    // declarations load nothing
    loads: file.endsWith(".d.ts")
      ? []
      : specifiers.filter((specifier) => !typesOnly.has(specifier)).map(placeOf),
  };
}

export const sources: Source[] = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map(read);
