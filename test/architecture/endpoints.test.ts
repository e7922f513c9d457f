/** Every API call has a row of the golden table, and no call is listed twice. */

import { expect, it } from "vitest";
import { API, CALLS } from "../../worker/contract/api.ts";
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

/** Responses that no fixed row can hold: a running count, an address, the token of an email. */
const ELSEWHERE: Record<string, string> = {
  brokerInfo: "test/integration/transports.test.ts",
  countUsers: "test/unit/worker/api/caps.test.ts",
  changePassword: "test/unit/worker/api/sessions.test.ts",
  deleteSession: "test/unit/worker/api/sessions.test.ts",
  deleteUser: "test/unit/worker/faults/account-end.test.ts",
  disconnectClient: "test/unit/worker/api/clients.test.ts",
  exportAccount: "test/unit/worker/api/export.test.ts",
  exportWithPassword: "test/unit/worker/api/export.test.ts",
  fixRefusal: "test/unit/worker/api/refusals.test.ts",
  loginWithPasskey: "test/unit/worker/api/passkeys.test.ts",
  createPasskey: "test/unit/worker/api/passkeys.test.ts",
  deletePasskey: "test/unit/worker/api/passkeys.test.ts",
  readAsyncapi: "test/unit/worker/api/asyncapi.test.ts",
  readStream: "test/unit/worker/api/stream.test.ts",
  adoptFound: "test/unit/worker/api/discovered.test.ts",
  createLink: "test/unit/worker/api/device-links.test.ts",
  openLink: "test/unit/worker/api/device-links.test.ts",
  updateGuest: "test/unit/worker/api/guests.test.ts",
  deleteGuest: "test/unit/worker/api/guests.test.ts",
  updateWatch: "test/unit/worker/api/watches.test.ts",
  deleteWatch: "test/unit/worker/api/watches.test.ts",
  snoozeWatch: "test/unit/worker/api/watches.test.ts",
  listWatchNotices: "test/unit/worker/api/watches.test.ts",
  sendNotice: "test/unit/worker/api/watches.test.ts",
  deleteTarget: "test/unit/worker/api/watches.test.ts",
  testTarget: "test/unit/worker/api/watches.test.ts",
  rotateTarget: "test/unit/worker/api/watches.test.ts",
  validateResetToken: "test/unit/worker/api/password-reset.test.ts",
  resetPassword: "test/unit/worker/api/password-reset.test.ts",
  verifyEmail: "test/unit/worker/api/addresses-proven.test.ts",
  undoEmail: "test/unit/worker/api/addresses-proven.test.ts",
};

it("has a golden success, or a test of its own, for every call", () => {
  const tested = new Set(GOLDEN_TABLE.map((row) => `${shapeOf(row.call)} ${row.status}`));
  const untested = endpoints.filter(([name, { method, path, status }]) => {
    const place = ELSEWHERE[name];
    return place === undefined ? !tested.has(`${method} ${path} ${status}`) : !textOf(place).includes(path);
  });
  expect(untested.map(([name]) => name)).toEqual([]);
});

/** A document is compared with its table, a log with the calls before it. */
const OPERATOR_ELSEWHERE: Record<string, string> = {
  readOperatorDocument: "test/unit/worker/api/operator-golden.test.ts",
  listActions: "test/unit/worker/api/operator.test.ts",
};

it("has a golden success, or a test of its own, and a golden 401 for every operator call", () => {
  const tested = new Set(operatorRows.map((row) => `${shapeOf(row.call)} ${row.status}`));
  const calls = Object.entries(OPERATOR_CALLS);
  const untested = calls.filter(([name, { method, path, status }]) => {
    const place = OPERATOR_ELSEWHERE[name];
    return place === undefined ? !tested.has(`${method} ${path} ${status}`) : !textOf(place).includes(path);
  });
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

it("writes the path of a call in its row only", () => {
  const paths = new Set<string>(Object.values(API).map(({ path }) => path));
  const product = sources.filter(({ file }) => !/^(test|worker\/contract)\//.test(file) && !isCommand(file));
  const repeated = product.flatMap(({ file, said }) =>
    said.filter((text) => paths.has(text)).map((text) => `${file}: ${text}`),
  );
  expect(repeated).toEqual([]);
});

it("keeps API paths out of the page, which calls by name", () => {
  const named = sources.filter(
    ({ file, said }) => file.startsWith("web/src/") && said.some((text) => /^\/?v0\//.test(text)),
  );
  expect(named.map(({ file }) => file)).toEqual([]);
});
