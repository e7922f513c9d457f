/** Worker and database: rows have the types of their queries, and changes of rights notify the broker. */

import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { files, sources, textOf } from "./sources.ts";

/** Deployed code; local commands use Node's own SQLite. */
const worker = files.filter((file) => /^worker\/(?!local\/|bridge\/).*\.ts$/.test(file));

const found = (pattern: RegExp, within: readonly string[]) =>
  within.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([text]) => `${file}: ${text.trim()}`));

interface Node extends Record<string, unknown> {
  type: string;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Visits a file's nodes. `of` gets the value of the outer node and returns that of the inner ones. */
function walk<T>(file: string, first: T, of: (node: Node, outer: T) => T, text = textOf(file)): void {
  const visit = (value: unknown, outer: T): void => {
    if (!isNode(value)) return;
    const inner = of(value, outer);
    for (const each of Object.values(value)) visit(each, inner);
  };
  visit(parseSync(file, text).program, first);
}

/** `as const` is not a cast. */
function casts(file: string): string[] {
  const text = textOf(file);
  const found: string[] = [];
  walk(file, null, ({ type, start, end }) => {
    const words = type === "TSAsExpression" ? text.slice(Number(start), Number(end)) : "";
    if (words !== "" && !words.endsWith("as const")) found.push(`${file}: ${words}`);
    return null;
  });
  return found;
}

it("infers the type of a row from its query, and casts rows in two files only", () => {
  const others = worker.filter((file) => file !== "worker/db/statement.ts");
  expect(found(/\.(all|first|batch|raw)<.*/g, others)).toEqual([]);
  const rooms = /^worker\/(account|auth|db|mail|ports|present|routes)\/|^worker\/jobs\.ts$/;
  expect(worker.filter((file) => rooms.test(file)).flatMap(casts)).toEqual([
    "worker/account/account.ts: BROKER.getByName(userId) as unknown as AccountObject",
    "worker/account/account.ts: BROKER.getByName(userId) as unknown",
    "worker/db/json-columns.ts: Object.fromEntries(fields) as Fields<Columns>",
    "worker/db/statement.ts: Object.fromEntries(named) as Params<Values>",
    "worker/db/statement.ts: Object.fromEntries(results) as Results<B>",
  ]);
});

it("reads the results of a batch by name", () => {
  expect(found(/\bresults?\b[^\n]*\.(slice|at)\(-?\d.*/g, worker)).toEqual([]);
  expect(
    found(/\[[\w\s,]+\] = await [\w.]*\bDB\.batch\(.*|\[[\w\s,]+\] = await db\.batch\(.*/g, worker),
  ).toEqual([]);
});

it("makes queries and statements in one folder", () => {
  const outside = sources.filter(
    ({ file, imports, packages }) =>
      /^(broker|worker|web)\/(?!db\/)/.test(file) &&
      (packages.some((name) => /^drizzle-/.test(name)) || imports.includes("worker/db/schema.ts")),
  );
  expect(outside.map(({ file }) => file)).toEqual([]);
  expect(
    found(
      /.*\.prepare\(.*/g,
      worker.filter((file) => !file.startsWith("worker/db/")),
    ),
  ).toEqual([]);
});

it("writes no value into the text of a query, and counts no parameter", () => {
  const queries = worker.filter((file) => file.startsWith("worker/db/"));
  expect(found(/\?\d+|\.prepare\(.*/g, queries)).toEqual([
    "worker/db/statement.ts: .prepare(text).bind(...params);",
    "worker/db/statement.ts: .prepare(built.sql)",
  ]);
});

it("names the binding of the accounts' objects in one folder", () => {
  const outside = worker.filter((file) => !/^worker\/(account\/|env\.ts$)/.test(file));
  // the quoted name alone does not call an object: the doctor checks that it is bound
  expect(found(/.*(?<!")(\bBROKER\b|\bCallerCalls\b).*/g, outside)).toEqual([]);
  const beside = worker.filter((file) => file !== "worker/index.ts");
  expect(found(/^import (?!type ).*broker\/(object|calls\/\w+)\.ts.*$/gm, beside)).toEqual([]);
});

it("makes changes of rights, and counts their versions, in one file", () => {
  const outside = worker.filter(
    (file) => !file.startsWith("worker/db/") && file !== "worker/account/change-rights.ts",
  );
  expect(
    found(/.*\b(rightsChange|RightsChange|committed|statementOf|raiseRightsVersion)\b.*/g, outside),
  ).toEqual([]);
  // `write` accepts no query on a table of rights; this function accepts every query
  const unchecked = found(/import [^;]*\bstatementOf\b[^;]*;/g, worker);
  expect(unchecked.map((line) => line.split(":")[0])).toEqual([
    "worker/db/rights-change.ts",
    // what is over, and the same secrets under another key
    "worker/db/upkeep.ts",
  ]);
  expect(found(/.*\brights_version: .*\+.*/g, worker).map((line) => line.split(":")[0])).toEqual([
    "worker/db/rights-change.ts",
  ]);
  // an account ends by a change of its rights; others of its row change no rights
  expect(found(/.*\bdelete\(users\).*/g, worker)).toEqual([
    "worker/db/users.ts: remove: rightsChange(build.delete(users).where(eq(users.id, user.id))),",
  ]);
});

/** Not converted yet: two files of the page, and output that our own programs exchange. */
const NOT_YET = /^worker\/(local|reference)\/|^web\/src\/.*\/(kept-answers|status-message)\.tsx?$/;

interface Place {
  /** The value is assigned or returned as `unknown`. */
  unknown: boolean;
  /** The same for the return type of the enclosing function. */
  returns: boolean;
}

/** `JSON.parse(text)`, and `response.json()` of a request or response: the second has no argument. */
function parsesJson({ type, callee, arguments: given }: Node): boolean {
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return false;
  const [object, property] = [callee.object, callee.property].map((each) => isNode(each) && each.name);
  return (object === "JSON" && property === "parse") || (property === "json" && [given].flat().length === 0);
}

/** Calls that parse JSON to a type without a check. */
function unchecked(file: string, text = textOf(file)): string[] {
  const calls: string[] = [];
  const isUnknown = (annotation: unknown) =>
    isNode(annotation) &&
    isNode(annotation.typeAnnotation) &&
    annotation.typeAnnotation.type === "TSUnknownKeyword";
  const visit = (node: Node, { unknown, returns }: Place): Place => {
    const words = text.slice(Number(node.start), Number(node.end));
    if (parsesJson(node) && !unknown) calls.push(`${file}: ${words}`);
    if (node.type === "AwaitExpression") return { unknown, returns };
    if ("returnType" in node) return { unknown: false, returns: isUnknown(node.returnType) };
    if (node.type === "VariableDeclarator") {
      return { unknown: isUnknown((node.id as { typeAnnotation?: unknown }).typeAnnotation), returns };
    }
    if (node.type === "AssignmentExpression") {
      return { unknown: text.includes(`let ${words.split(" ", 1)[0]}: unknown`), returns };
    }
    return {
      unknown: node.type === "ExpressionStatement" || (node.type === "ReturnStatement" && returns),
      returns,
    };
  };
  walk(file, { unknown: false, returns: false }, visit, text);
  return calls;
}

it("checks every parsed JSON before use", () => {
  const rooms = sources.map(({ file }) => file).filter((file) => /^(broker|worker|web\/src)\//.test(file));
  expect(rooms.filter((file) => !NOT_YET.test(file)).flatMap((file) => unchecked(file))).toEqual([]);
});

it.each([
  ["const a = JSON.parse(text) as A", 1],
  ["const a = (await response.json()) as A", 1],
  ["const a: A = await response.json()", 1],
  ["const read = async (r: Response): Promise<A> => r.json()", 1],
  ["const a: unknown = JSON.parse(text)", 0],
  ["const a: unknown = await response.json()", 0],
  ["return context.json({ a: 1 })", 0],
])("finds in %s %i unchecked calls", (text, count) => {
  expect(unchecked("example.ts", `async function f() { ${text} }`)).toHaveLength(count);
});
