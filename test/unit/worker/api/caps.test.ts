import { describe, expect, test } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Answer, api, apiWith, newAccount, rows } from "./client.ts";

const RACERS = 50;
/** Of a race in which each has a password hashed, one after the other. */
const RUNNERS = 12;
const race = (one: (index: number) => Promise<Answer>, racers = RACERS) =>
  Promise.all(Array.from({ length: racers }, (_, index) => one(index)));
const admitted = (answers: Answer[], status = 201) =>
  answers.filter((answer) => answer.status === status).length;
const refusals = (answers: Answer[], status = 201) => [
  ...new Set(
    answers.filter((answer) => answer.status !== status).map((answer) => JSON.stringify(answer.body)),
  ),
];

describe("caps hold under fifty calls at once", () => {
  test("devices: nine and fifty more leave ten [T36]", async () => {
    const { call } = await newAccount();
    await call("POST /v0/api-keys/");
    for (let n = 0; n < 9; n++) await call("POST /v0/devices/on-off/", { name: `Lamp ${n}` });
    const answers = await race((n) => call("POST /v0/devices/on-off/", { name: `Racer ${n}` }));
    expect(admitted(answers)).toBe(1);
    expect(refusals(answers)).toEqual([
      '{"errors":{"non_field_errors":["You can have 10 devices registered max."]}}',
    ]);
    expect((await call("GET /v0/devices/on-off/")).body).toHaveLength(10);
  });

  test("API keys: five", async () => {
    const { call } = await newAccount();
    const answers = await race(() => call("POST /v0/api-keys/"));
    expect(admitted(answers)).toBe(5);
    expect(refusals(answers)).toEqual(['{"errors":{"non_field_errors":["You can have 5 API keys max."]}}']);
  });

  test("channels and credentials, as their variables say", async () => {
    const small = apiWith({ MAX_CHANNELS: "3", MAX_CREDENTIALS: "2" });
    const { call } = await newAccount(small);
    const channels = await race((n) => call("POST /v0/mqtt/channels/", { name: "C", topic: `t/${n}` }));
    const credentials = await race((n) =>
      call("POST /v0/mqtt/credentials/", { name: "C", username: `u${n}`, password: "p" }),
    );
    expect([admitted(channels), admitted(credentials)]).toEqual([3, 2]);
    expect(refusals(channels)).toEqual(['{"errors":{"non_field_errors":["You can have 3 channels max."]}}']);
    expect(refusals(credentials)).toEqual([
      '{"errors":{"non_field_errors":["You can have 2 credentials max."]}}',
    ]);
  });

  test("whoever is signed in is told what is used of them; a stale token is told what anybody is", async () => {
    const { call } = await newAccount();
    await call("POST /v0/api-keys/");
    const lamp = (await call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
    await call("POST /v0/mqtt/channels/", { name: "C", topic: "c" });
    await call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
    const { limits, used } = (await call("GET /v0/broker/")).body;
    expect(used).toEqual({
      devices: 1,
      channels: 1,
      events: 1,
      // what the device's status topic says
      retained: 1,
      series: 0,
      storage: expect.any(Number),
    });
    expect(used.storage).toBeGreaterThan(4096);
    expect(Object.keys(limits)).toEqual(Object.keys(used));
    expect(limits).toMatchObject({
      devices: 10,
      channels: 100,
      events: 100_000,
      retained: 10_000,
      series: 100,
    });
    for (const token of [undefined, "stale"]) {
      const { status, body } = await api("GET /v0/broker/", undefined, { token });
      expect([status, body.used]).toEqual([200, undefined]);
    }
  });

  test("a topic and a username are given once", async () => {
    const { call } = await newAccount();
    const channels = await race(() => call("POST /v0/mqtt/channels/", { name: "C", topic: "same" }));
    const credentials = await race(() =>
      call("POST /v0/mqtt/credentials/", { name: "C", username: "same", password: "p" }),
    );
    expect([admitted(channels), admitted(credentials)]).toEqual([1, 1]);
  });

  test("people: one place left, one is admitted [T35]", { timeout: 60_000 }, async () => {
    const [{ total = 0 } = {}] = await rows<{ total: number }>("SELECT count(*) AS total FROM users");
    const almostFull = apiWith({ MAX_USERS: String(total + 1) });
    const answers = await race(
      (n) => almostFull("POST /v0/register/", { email: `racer-${n}@example.com`, password: PASSWORD }),
      RUNNERS,
    );
    expect(admitted(answers)).toBe(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 403]));
    expect((await almostFull("GET /v0/count/users/")).body).toEqual({ total: total + 1, max: total + 1 });
    const late = await almostFull("POST /v0/register/", { email: "late@example.com", password: PASSWORD });
    expect(late.status).toBe(403);
    expect(late.body.detail).toMatch(/beta program is full/);
  });

  test("one address, many registrations: one account, and 409 for the others [T2]", {
    timeout: 60_000,
  }, async () => {
    const answers = await race(
      () => api("POST /v0/register/", { email: "Twin@example.com", password: PASSWORD }),
      RUNNERS,
    );
    expect(admitted(answers)).toBe(1);
    expect(admitted(answers, 409)).toBe(RUNNERS - 1);
    expect(await rows("SELECT 1 FROM users WHERE email = 'twin@example.com'")).toHaveLength(1);
    expect(await rows("SELECT 1 FROM sessions WHERE user_id NOT IN (SELECT id FROM users)")).toEqual([]);
  });

  test("sessions: the oldest of eleven ends", async () => {
    const { email, token } = await newAccount();
    for (let n = 0; n < 10; n++) {
      expect((await api("POST /v0/login/", { email, password: PASSWORD })).status).toBe(200);
    }
    expect((await api("GET /v0/users/", undefined, { token })).status).toBe(401);
  });
});
