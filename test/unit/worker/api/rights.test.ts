import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Hub } from "../../../../broker/hub.ts";
import { type Account, api, type Call, newAccount } from "./client.ts";
import { receivedBy } from "./received.ts";

async function furnished() {
  const account = await newAccount();
  const make = async (line: string, body?: unknown) => (await account.call(line, body)).body.id as string;
  const key = await make("POST /v0/api-keys/");
  const channel = await make("POST /v0/mqtt/channels/", { name: "C", topic: "a" });
  const credential = await make("POST /v0/mqtt/credentials/", { name: "C", username: "u", password: "p" });
  const device = await make("POST /v0/devices/on-off/", { name: "D" });
  return { account, ids: { key, channel, credential, device } };
}
const as = (account: Account, call: Call) => (line: string, body?: unknown) =>
  call(line, body, { token: account.token });

describe("a change of rights", () => {
  test("is applied again after a lost response; the change stands", async () => {
    const { account, ids } = await furnished();
    const { log, call } = receivedBy("applyRights", 1);
    expect((await as(account, call)(`DELETE /v0/api-keys/${ids.key}/`)).status).toBe(204);
    // four rows were added before
    expect(log).toEqual(["announceChange at 4", "applyRights at 5", "applyRights at 5"]);
  });

  test("that is refused leaves the rights unchanged, and the broker continues", async () => {
    const { account, ids } = await furnished();
    await account.call("POST /v0/mqtt/channels/", { name: "Other", topic: "taken" });
    const { log, call } = receivedBy();
    const answer = await as(account, call)(`PUT /v0/mqtt/channels/${ids.channel}/`, {
      name: "C",
      topic: "taken",
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { topic: ["This field must be unique."] } },
    });
    expect(log).toEqual(["announceChange at 5", "applyRights at 5"]);
  });

  test("that only adds is applied after the commit; one without effect notifies no object", async () => {
    const { account, ids } = await furnished();
    const { log, call } = receivedBy();
    const mine = as(account, call);
    await mine(`PUT /v0/devices/on-off/${ids.device}/`, { name: "D", channels: [] });
    await mine(`DELETE /v0/devices/on-off/${crypto.randomUUID()}/`);
    expect(log).toEqual([]);
    await mine("POST /v0/api-keys/");
    await mine("POST /v0/mqtt/channels/", { name: "New", topic: "new" });
    await mine("POST /v0/mqtt/credentials/", { name: "New", username: "n", password: "p" });
    await mine("POST /v0/devices/on-off/", { name: "New", channels: [ids.channel] });
    await mine(`PUT /v0/devices/on-off/${ids.device}/`, { name: "Renamed", channels: [] });
    expect(log).toEqual([5, 6, 7, 8, 9].map((version) => `applyRights at ${version}`));
  });

  test("that only adds stands even if the broker cannot be notified", async () => {
    const { account } = await furnished();
    const { call } = receivedBy("applyRights");
    const answer = await as(account, call)("POST /v0/mqtt/credentials/", {
      name: "New",
      username: "n",
      password: "p",
    });
    expect(answer.status).toBe(201);
  });
});

describe("a device switched over the API", () => {
  test("is switched by the broker: its state and its event are there with the response", async () => {
    const { account, ids } = await furnished();
    const { log, call } = receivedBy();
    const answer = await as(account, call)(`PUT /v0/devices/on-off/${ids.device}/`, {
      name: "D",
      state: true,
    });
    expect(answer).toMatchObject({ status: 200, body: { id: ids.device, state: true } });
    expect(log).toEqual(["switchDevice at 4"]);
    expect((await account.call("GET /v0/devices/on-off/")).body[0].state).toBe(true);
    const { body } = await account.call("GET /v0/events/devices/on-off/");
    expect(body).toMatchObject([{ device_id: ids.device, device_name: "D", event_type: "turned_on" }]);
  });

  test("reports a switch whose settings could not be saved", async () => {
    const { account, ids } = await furnished();
    const { log, call } = receivedBy("announceChange");
    const body = { name: "D", channels: [ids.channel], state: true };
    const answer = await as(account, call)(`PUT /v0/devices/on-off/${ids.device}/`, body);
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining("command on was accepted") },
    });
    expect(log[0]).toBe("switchDevice at 4");
    const [device] = (await account.call("GET /v0/devices/on-off/")).body;
    expect(device).toMatchObject({ state: true, channels: [] });
  });

  test("the same state again writes no event", async () => {
    const { account, ids } = await furnished();
    const { log, call } = receivedBy();
    await as(account, call)(`PUT /v0/devices/on-off/${ids.device}/`, { name: "D", state: false });
    expect(log).toEqual([]);
  });

  test("is 503 until the next day when the account has no rows left, without effect [F481]", async () => {
    const { account, ids } = await furnished();
    await account.call("GET /v0/devices/on-off/");
    await runInDurableObject(env.BROKER.getByName(account.id), (object) => {
      (object as unknown as { hub: Hub }).hub.modules.limits.MAX_ROWS_A_DAY = 1;
    });
    const on = { name: "X", state: true };
    for (const call of [
      `PUT /v0/devices/on-off/${ids.device}/`,
      `POST /v0/devices/on-off/${ids.device}/switch/`,
    ]) {
      const { status, body, headers } = await account.call(call, on);
      expect([status, body.detail]).toEqual([503, expect.stringContaining("MAX_ROWS_A_DAY")]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await account.call("GET /v0/devices/on-off/")).body).toMatchObject([{ name: "D", state: false }]);
  });

  test("is 503 without any change, the name included, when the broker does not respond", async () => {
    const { account, ids } = await furnished();
    const { call } = receivedBy("switchDevice");
    const answer = await as(account, call)(`PUT /v0/devices/on-off/${ids.device}/`, {
      name: "X",
      state: true,
    });
    expect(answer.status).toBe(503);
    expect(answer.body.detail).toContain("whether the device was switched is not known");
    expect((await account.call("GET /v0/devices/on-off/")).body).toMatchObject([{ name: "D", state: false }]);
  });

  test("is not switched when a channel of the same call is another account's", async () => {
    const { account, ids } = await furnished();
    const { log, call } = receivedBy();
    const answer = await as(account, call)(`PUT /v0/devices/on-off/${ids.device}/`, {
      name: "D",
      state: true,
      channels: [crypto.randomUUID()],
    });
    expect(answer.status).toBe(400);
    expect(log).toEqual([]);
  });
});

test("an account's change never wakes another account's broker", async () => {
  const { account, ids } = await furnished();
  const stranger = await newAccount(api);
  const { log, call } = receivedBy();
  expect((await as(stranger, call)(`DELETE /v0/devices/on-off/${ids.device}/`)).status).toBe(404);
  expect(log).toEqual([]);
  expect((await account.call("GET /v0/devices/on-off/")).body).toHaveLength(1);
});
