import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, type EndpointName } from "../../../../worker/contract/endpoints.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, apiWith, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { tokenFrom, verify } from "./letters.ts";
import { countingTrips } from "./trips.ts";

const counter = countingTrips(env.DB);
const counted = apiWith({ DB: counter.db });
let person: Account;
let leaver: Account;
let ids: Record<string, string>;

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  person = await newAccount();
  leaver = await newAccount();
  const make = async (line: string, body?: unknown) => (await person.call(line, body)).body.id as string;
  ids = {
    deleteApiKey: await make("POST /v0/api-keys/"),
    keep: await make("POST /v0/api-keys/"),
    updateChannel: await make("POST /v0/mqtt/channels/", { name: "A", topic: "a" }),
    deleteChannel: await make("POST /v0/mqtt/channels/", { name: "B", topic: "b" }),
    updateCredential: await make("POST /v0/mqtt/credentials/", { name: "A", username: "a", password: "p" }),
    deleteCredential: await make("POST /v0/mqtt/credentials/", { name: "B", username: "b", password: "p" }),
    updateDevice: await make("POST /v0/devices/on-off/", { name: "A" }),
    readDevice: await make("POST /v0/devices/on-off/", { name: "D" }),
    deleteDevice: await make("POST /v0/devices/on-off/", { name: "B" }),
  };
  const { key } = (await person.call("POST /v0/api-keys/")).body;
  await connected(person.id, { clientId: `${key}__trips` });
  ids.disconnectClient = (await person.call("GET /v0/mqtt/clients/")).body[0].connection_id;
  const board = await connected(person.id, { username: "a", password: "p" });
  board.publish(`${person.id}/refused`);
  await board.all();
  ids.fixRefusal = (await person.call("GET /v0/mqtt/log/")).body[0].id;
  ids.listConnections = ids.readDevice ?? "";
  ids.createLink = ids.readDevice ?? "";
  ids.revokeLinks = ids.readDevice ?? "";
  ids.link = (await person.call(`POST /v0/devices/on-off/${ids.readDevice}/link/`)).body.token;
  ids.switchDevice = ids.readDevice ?? "";
  await api("POST /v0/forgot-password/", { email: person.email });
  ids.token = await tokenFrom(person.email, "reset");
  ids.verify = await tokenFrom(leaver.email, "verify");
  const mover = await newAccount();
  await verify(mover.email);
  const moved = { first_name: "A", last_name: "B", email: `to-${mover.email}`, password: PASSWORD };
  await mover.call("PUT /v0/users/", moved);
  ids.undo = await tokenFrom(mover.email, "moved");
  await verify(person.email);
});

const BODIES: Partial<Record<EndpointName, () => unknown>> = {
  register: () => ({ email: "trips@example.com", password: PASSWORD }),
  login: () => ({ email: person.email, password: PASSWORD }),
  forgotPassword: () => ({ email: "nobody@example.com" }),
  validateResetToken: () => ({ token: ids.token }),
  resetPassword: () => ({ token: ids.token, password: "Another-horse-8" }),
  joinWaitlist: () => ({ email: "w@example.com" }),
  updateUser: () => ({ first_name: "A", last_name: "B", email: "trips-2@example.com", password: PASSWORD }),
  deleteUser: () => ({ password: PASSWORD }),
  verifyEmail: () => ({ token: ids.verify }),
  undoEmail: () => ({ token: ids.undo }),
  createChannel: () => ({ name: "C", topic: "c" }),
  updateChannel: () => ({ name: "C", topic: "d" }),
  createCredential: () => ({ name: "C", username: "c", password: "p", channels: [ids.updateChannel] }),
  updateCredential: () => ({ name: "C", username: "d", password: "q", channels: [ids.updateChannel] }),
  createDevice: () => ({ name: "C", channels: [ids.updateChannel] }),
  // Everything at once: the longest way there is.
  switchDevice: () => ({ state: true }),
  openLink: () => ({ token: ids.link }),
  updateDevice: () => ({ name: "C", state: true, channels: [ids.updateChannel] }),
};

/** The two that end the session come last. */
const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).sort((a, b) => order(a) - order(b));
function order(name: EndpointName): number {
  return ["revokeLinks", "logout", "resetPassword"].indexOf(name);
}

describe("calls to the database", () => {
  for (const name of NAMES) {
    const { method, path, status, roundTrips, access } = ENDPOINTS[name];
    test(`${name}: ${roundTrips}`, async () => {
      const before = counter.trips();
      const { token: own } = name === "deleteUser" ? leaver : person;
      const token = access === "user" ? own : undefined;
      const line = `${method} ${path.replace("{id}", ids[name] ?? "")}`;
      const answer = await counted(line, BODIES[name]?.(), { token });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(counter.trips() - before - lettersSent(name)).toBe(roundTrips);
    });
  }

  test("an authenticated list is one", () => {
    const lists = NAMES.filter((name) => name.startsWith("list"));
    expect(lists.map((name) => ENDPOINTS[name].roundTrips)).toEqual(lists.map(() => 1));
  });
});

/** What goes on after the answer: a letter is claimed, sent and ticked off, also one to nobody. */
function lettersSent(name: EndpointName): number {
  const letters: Partial<Record<EndpointName, number>> = {
    register: 1,
    forgotPassword: 1,
    sendVerification: 1,
    updateUser: 2,
  };
  return 3 * (letters[name] ?? 0);
}
