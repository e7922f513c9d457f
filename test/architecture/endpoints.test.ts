/** Every API call has a row of the golden table, and no call is listed twice. */

import { expect, it } from "vitest";
import { ROUTES } from "../../worker/cli/routes.ts";
import { API, CALLS } from "../../worker/contract/api.ts";
import { OPERATOR_CALLS } from "../../worker/contract/operator.ts";
import { operatorRows } from "../support/golden/rows-operator.ts";
import { GOLDEN_TABLE } from "../support/golden/table.ts";
import { files, sources, textOf } from "./sources.ts";

/** The names of ids in a path do not matter. */
const plain = (path: string) => path.replace(/\{\w+\}/g, "{id}");
const endpoints = Object.entries(CALLS).map(
  ([name, endpoint]) => [name, { ...endpoint, path: plain(endpoint.path) }] as const,
);

/** `/v0/devices/on-off/{lamp}/?size=4` is a call of `/v0/devices/on-off/{id}/`. */
const shapeOf = (call: string) => {
  const [method = "", path = ""] = call.split(" ");
  const plainPath = path.split("?")[0]?.replace(/\{\w+\}|[0-9a-f-]{36}/g, "{id}");
  // a topic is the rest of the path
  return `${method} ${plainPath?.replace(/^(\/v0\/messages\/).+/, "$1{id}")}`;
};

/** `GET /v0/devices/on-off/${id}/?size=4`, in the tests of the API, clients and journeys. */
const CALL = /["'`](?<method>GET|POST|PUT|DELETE) (?<path>\/v0\/[^"'`\s]*)/g;
/** The address of a request, whose method may follow. */
const REQUEST =
  /["'`](?:http:\/\/[\w.]+)?(?<path>\/v0\/[^"'`\s]*)["'`](?:[^;]{0,80}?method: "(?<method>\w+)")?/g;
/** Literal values in tests for the ids of a path. */
const AN_ID = /\$\{[^}]*\}|[0-9a-f]{8}-[0-9a-f-]{27}|:id/g;

/** The calls that tests make, beside the golden table: those whose answers no fixed row can hold. */
const madeByTests = new Set(
  files
    .filter((file) => /^test\/(unit\/worker|integration|e2e)\/.*\.tsx?$/.test(file))
    .flatMap((file) => [CALL, REQUEST].flatMap((form) => [...textOf(file).matchAll(form)]))
    .map(
      ({ groups: { method = "GET", path = "" } = {} }) =>
        `${method} ${path.split("?")[0]?.replaceAll(AN_ID, "{id}")}`,
    ),
);

it("has a golden success, or a call in a test, for every call", () => {
  const tested = new Set(GOLDEN_TABLE.map((row) => `${shapeOf(row.call)} ${row.status}`));
  const untested = endpoints.filter(
    ([, { method, path, status }]) =>
      !tested.has(`${method} ${path} ${status}`) && !madeByTests.has(`${method} ${path}`),
  );
  expect(untested.map(([name]) => name)).toEqual([]);
});

it("has a golden success, or a call in a test, and a golden 401 for every operator call", () => {
  const tested = new Set(operatorRows.map((row) => `${shapeOf(row.call)} ${row.status}`));
  const calls = Object.entries(OPERATOR_CALLS);
  const untested = calls.filter(
    ([, { method, path, status }]) =>
      !tested.has(`${method} ${path} ${status}`) && !madeByTests.has(`${method} ${path}`),
  );
  const open = calls.filter(([, { method, path }]) => !tested.has(`${method} ${path} 401`));
  expect([...untested, ...open].map(([name]) => name)).toEqual([]);
});

it("has a golden 401 for every call that needs a login", () => {
  const refused = new Set(
    GOLDEN_TABLE.filter(({ status }) => status === 401).map(({ call }) => shapeOf(call)),
  );
  const open = endpoints.filter(
    ([, { access, method, path }]) =>
      (access === "user" || access === "token") && !refused.has(`${method} ${path}`),
  );
  expect(open.map(([name]) => name)).toEqual([]);
});

it("lists every call once, under /v0, with a final slash unless it ends in a topic or a file", () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
  const withoutSlash = /^\w+ \/v0\/(messages\/\{id\}|\w+\.json)$/;
  expect(calls.filter((call) => !/^\w+ \/v0\/.*\/$/.test(call) && !withoutSlash.test(call))).toEqual([]);
});

it("describes every call in one row, in the file of its noun", () => {
  const rows = Object.entries(API).map(([name, { method, path }]) => ({
    name,
    row: new RegExp(
      `^  ${name}: \\{\n    method: "${method}",\n    path: "${path.replaceAll(/[{}.]/g, "\\$&")}",$`,
      "m",
    ),
  }));
  const contract = sources.filter(({ file }) => file.startsWith("worker/contract/"));
  const elsewhere = rows.filter(
    ({ row }) => contract.filter(({ file }) => row.test(textOf(file))).length !== 1,
  );
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});

/** Commands that start the product call it as any program would. */
const isCommand = (file: string) => file.startsWith("worker/local/");
/** A copy that loads no schema. The compiler and the next test compare it with the rows. */
const ROUTES_OF_CLI = "worker/cli/routes.ts";

it("writes the path of a call in its row only", () => {
  const paths = new Set<string>(Object.values(API).map(({ path }) => path));
  const product = sources.filter(
    ({ file }) => !/^(test|worker\/contract)\//.test(file) && !isCommand(file) && file !== ROUTES_OF_CLI,
  );
  const repeated = product.flatMap(({ file, said }) =>
    said.filter((text) => paths.has(text)).map((text) => `${file}: ${text}`),
  );
  expect(repeated).toEqual([]);
});

it("has each call of the command line as in its row", () => {
  const rows = Object.keys(ROUTES).map((name) => {
    const { method, path } = CALLS[name as keyof typeof ROUTES];
    return [name, [method, path]];
  });
  expect(Object.entries(ROUTES)).toEqual(rows);
});

it("keeps API paths out of the page, which calls by name", () => {
  const named = sources.filter(
    ({ file, said }) => file.startsWith("web/src/") && said.some((text) => /^\/?v0\//.test(text)),
  );
  expect(named.map(({ file }) => file)).toEqual([]);
});
