/** Worker and database: rows have the schema's types, and changes of rights notify the broker. */

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

it("types a row beside its SQL, and casts rows in one file only", () => {
  const others = worker.filter((file) => file !== "worker/db/statement.ts");
  expect(found(/\.(all|first|batch|raw)<.*/g, others)).toEqual([]);
  const rooms = /^worker\/(account|auth|db|mail|ports|present|routes)\/|^worker\/jobs\.ts$/;
  expect(worker.filter((file) => rooms.test(file)).flatMap(casts)).toEqual([
    "worker/account/account.ts: BROKER.getByName(userId) as unknown as AccountObject",
    "worker/account/account.ts: BROKER.getByName(userId) as unknown",
    "worker/db/statement.ts: Object.fromEntries(named) as Results<B>",
  ]);
});

it("reads the results of a batch by name", () => {
  expect(found(/\bresults?\b[^\n]*\.(slice|at)\(-?\d.*/g, worker)).toEqual([]);
  expect(
    found(/\[[\w\s,]+\] = await [\w.]*\bDB\.batch\(.*|\[[\w\s,]+\] = await db\.batch\(.*/g, worker),
  ).toEqual([]);
});

it("imports from drizzle only types and the schema for migrations", () => {
  const users = sources.filter(
    ({ file, packages }) => file.startsWith("worker/") && packages.some((name) => /^drizzle-/.test(name)),
  );
  const named = users.map(({ file }) => file);
  expect(named).toEqual(["worker/db/drizzle.config.ts", "worker/db/schema.ts", "worker/db/tables.ts"]);
  expect(found(/^import (?!type ).*(drizzle|schema).*$/gm, ["worker/db/tables.ts"])).toEqual([]);
  const readers = sources.filter(
    ({ file, imports }) => imports.includes("worker/db/schema.ts") && !/^test\//.test(file),
  );
  expect(readers.map(({ file }) => file)).toEqual(["worker/db/tables.ts"]);
});

it("names the binding of the accounts' objects in one folder", () => {
  const outside = worker.filter((file) => !/^worker\/(account\/|env\.ts$)/.test(file));
  // the quoted name alone does not call an object: the doctor checks that it is bound
  expect(found(/.*(?<!")(\bBROKER\b|\bCallerCalls\b).*/g, outside)).toEqual([]);
  const beside = worker.filter((file) => file !== "worker/index.ts");
  expect(found(/^import (?!type ).*broker\/(object|calls\/\w+)\.ts.*$/gm, beside)).toEqual([]);
});

it("makes changes of rights, and counts their versions, in one file", () => {
  const may = (file: string) => file.startsWith("worker/db/") || file === "worker/account/change-rights.ts";
  const users = sources.filter(
    ({ file, imports }) => !may(file) && imports.includes("worker/db/rights-change.ts"),
  );
  expect(users.map(({ file }) => file)).toEqual([]);
  expect(
    found(
      /.*\braiseRightsVersion\b.*/g,
      worker.filter((file) => !may(file)),
    ),
  ).toEqual([]);
  expect(
    found(
      /.*\brights_version = .*/g,
      worker.filter((file) => file !== "worker/db/users.ts"),
    ),
  ).toEqual([]);
});

/** Tables and columns that hold rights. Inserting a row alone grants none; choosing a channel does. */
const RIGHTS =
  /^\s*(?:(?:UPDATE|DELETE FROM) (?:api_keys|channels|credentials|devices|device_links|tokens|schedules|\w+_channels|$)|DELETE FROM users\b|INSERT INTO (?:schedules|\w+_channels|$))/;

/** Writes to these tables that change no rights, and why. */
const HARMLESS: Record<string, string> = {
  "worker/db/chosen-channels.ts INSERT INTO": "of a row that is being made; else by `chooseAnew`",
  "worker/db/email-links.ts DELETE FROM": "sessions, links of letters and known browsers",
  "worker/db/password-resets.ts DELETE FROM": "sessions and known browsers; else by `rightsChange`",
  "worker/db/password-resets.ts UPDATE": "of a cleared account, by `rightsChange`",
  "worker/keys/rekey.ts UPDATE": "the same secret or API key under another key",
  "worker/db/waitlist.ts DELETE FROM": "a waitlist entry and its invitation",
  "worker/jobs.ts UPDATE":
    "a password whose time is over: the account's object knows until when it is as good",
  "worker/jobs.ts DELETE FROM": "what is over: the account's object knows until when a link holds",
};

/** SQL that writes these tables without going through `rightsChange`, directly or by a constant. */
function untold(file: string): string[] {
  const given = new Set([...textOf(file).matchAll(/rightsChange\((\w+),/g)].map(([, name]) => name));
  const named = (value: unknown) => String((isNode(value) && value.name) || "");
  const texts: string[] = [];
  walk(file, false, (node, outer) => {
    const isGiven = node.type === "VariableDeclarator" && given.has(named(node.id));
    const told = outer || isGiven || named(node.callee) === "rightsChange";
    const { value } = node;
    const said = node.type === "TemplateElement" && isNode(value) ? value.cooked : value;
    if (!told && typeof said === "string" && RIGHTS.test(said)) texts.push(`${file} ${said.trim()}`);
    return told;
  });
  return texts;
}

it("writes rights only through a change of rights", () => {
  const writes = worker.flatMap(untold);
  const excuse = (write: string) => Object.keys(HARMLESS).find((known) => write.startsWith(known));
  expect(writes.filter((write) => excuse(write) === undefined)).toEqual([]);
  expect(Object.keys(HARMLESS).filter((known) => !writes.some((write) => excuse(write) === known))).toEqual(
    [],
  );
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
