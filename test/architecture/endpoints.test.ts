/** Every API call has a row of the golden table, and no call is listed twice. */

import { expect, it } from "vitest";
import { ROUTES } from "../../worker/cli/routes.ts";
import { API, type ApiCall, CALLS } from "../../worker/contract/api.ts";
import { OPERATOR_CALLS } from "../../worker/contract/operator.ts";
import { operatorRows } from "../support/golden/rows-operator.ts";
import { GOLDEN_TABLE } from "../support/golden/table.ts";
import { sources, textOf } from "./sources.ts";

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

/** The calls that a test file makes. */
const callsIn = (file: string): string[] =>
  [CALL, REQUEST]
    .flatMap((form) => [...textOf(file).matchAll(form)])
    .map(
      ({ groups: { method = "GET", path = "" } = {} }) =>
        `${method} ${path.split("?")[0]?.replaceAll(AN_ID, "{id}")}`,
    );

const MAILED = "its token is in an e-mail";
const SIGNED = "an authenticator signs its body";
const UNMADE = "the golden world has none of its noun";
const ENDS = "it ends what other rows use";
const FILE = "its answer is no JSON, or a document of its own";

/** Calls without a golden success: why, and the test that makes them, below `test/`. */
const NOT_GOLDEN: Partial<Record<ApiCall, [string, string]>> = {
  validateResetToken: [MAILED, "unit/worker/api/password-reset.test.ts"],
  resetPassword: [MAILED, "unit/worker/api/password-reset.test.ts"],
  verifyEmail: [MAILED, "unit/worker/api/addresses-proven.test.ts"],
  undoEmail: [MAILED, "unit/worker/api/addresses-proven.test.ts"],
  loginWithPasskey: [SIGNED, "unit/worker/api/passkeys.test.ts"],
  createPasskey: [SIGNED, "unit/worker/api/passkeys.test.ts"],
  deletePasskey: [UNMADE, "unit/worker/api/passkeys.test.ts"],
  changePassword: [ENDS, "unit/worker/api/sessions.test.ts"],
  deleteSession: [UNMADE, "unit/worker/api/sessions.test.ts"],
  deleteUser: [ENDS, "unit/worker/faults/account-end.test.ts"],
  exportAccount: [FILE, "unit/worker/api/export.test.ts"],
  exportWithPassword: [FILE, "unit/worker/api/export.test.ts"],
  readAsyncapi: [FILE, "unit/worker/api/asyncapi.test.ts"],
  readStream: [FILE, "unit/worker/api/stream.test.ts"],
  updateGuest: [UNMADE, "unit/worker/api/guests.test.ts"],
  deleteGuest: [UNMADE, "unit/worker/api/guests.test.ts"],
  deleteApp: [UNMADE, "unit/worker/api/oauth.test.ts"],
  checkAuthorization: [UNMADE, "unit/worker/api/oauth-clients.test.ts"],
  answerAuthorization: [UNMADE, "unit/worker/api/oauth-app.ts"],
  adoptFound: [UNMADE, "unit/worker/api/discovered.test.ts"],
  openLink: [UNMADE, "unit/worker/api/device-links.test.ts"],
  updateWatch: [UNMADE, "unit/worker/api/watches.test.ts"],
  deleteWatch: [UNMADE, "unit/worker/api/watches.test.ts"],
  snoozeWatch: [UNMADE, "unit/worker/api/watches.test.ts"],
  listWatchNotices: [UNMADE, "unit/worker/api/watches.test.ts"],
  sendNotice: [UNMADE, "unit/worker/api/watches.test.ts"],
  actOnNotice: [UNMADE, "unit/worker/api/notice-answers.test.ts"],
  answerApproval: [UNMADE, "unit/worker/api/ask-first.test.ts"],
  deleteTarget: [UNMADE, "unit/worker/api/watches.test.ts"],
  testTarget: [UNMADE, "unit/worker/api/watches.test.ts"],
  rotateTarget: [UNMADE, "unit/worker/api/watches.test.ts"],
  disconnectClient: [UNMADE, "unit/worker/api/clients.test.ts"],
  fixRefusal: [UNMADE, "unit/worker/api/refusals.test.ts"],
  readOperatorDocument: [FILE, "unit/worker/api/operator-golden.test.ts"],
};

const operatorCalls = Object.entries(OPERATOR_CALLS);
const goldenSuccesses = new Set(
  [...GOLDEN_TABLE, ...operatorRows].map(({ call, status }) => `${shapeOf(call)} ${status}`),
);

it("has a golden success, or a reason here, for every call", () => {
  const without = [...endpoints, ...operatorCalls].filter(
    ([, { method, path, status }]) => !goldenSuccesses.has(`${method} ${plain(path)} ${status}`),
  );
  expect(without.map(([name]) => name).sort()).toEqual(Object.keys(NOT_GOLDEN).sort());
});

it("makes every call without a golden success in the named test", () => {
  const unmade = Object.entries(NOT_GOLDEN).filter(([name, [, file]]) => {
    const { method, path } = API[name as ApiCall];
    return !callsIn(`test/${file}`).includes(`${method} ${plain(path)}`);
  });
  expect(unmade.map(([name]) => name)).toEqual([]);
});

it("has a golden 401 for every operator call", () => {
  const refused = new Set(
    operatorRows.filter(({ status }) => status === 401).map(({ call }) => shapeOf(call)),
  );
  const open = operatorCalls.filter(([, { method, path }]) => !refused.has(`${method} ${plain(path)}`));
  expect(open.map(([name]) => name)).toEqual([]);
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
