import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { runJobs } from "../../../../worker/jobs.ts";
import { createDirectory } from "../../../../worker/ports/directory.ts";
import { OPERATIONS, type Operation } from "../../../bench/cost/figures.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { countRows } from "../../broker/support/rows.ts";
import { type Account, apiWith, newAccount } from "./client.ts";
import { countRoundTrips } from "./trips.ts";

const DEVICES = 10;
const counter = countRoundTrips(env.DB);
let requests = 0;

/** A namespace whose calls are counted. */
function counted<N extends DurableObjectNamespace<undefined>>(namespace: N): N {
  const stubOf = (name: string) =>
    new Proxy(namespace.getByName(name) as unknown as Record<string, (...args: unknown[]) => unknown>, {
      get:
        (stub, method: string) =>
        (...args: unknown[]) => {
          requests += 1;
          return stub[method]?.(...args);
        },
    });
  return { getByName: stubOf } as unknown as N;
}

const counting = apiWith({
  DB: counter.db,
  BROKER: counted(env.BROKER),
  THROTTLE_LOG: counted(env.THROTTLE_LOG),
  THROTTLE: "on",
});

type Counted = Pick<Operation, "requests" | "d1Reads" | "d1Writes" | "d1RowsRead" | "d1RowsWritten">;

async function cost(work: () => Promise<unknown>): Promise<Counted> {
  const from = counter.metas.length;
  requests = 0;
  await work();
  const metas = counter.metas.slice(from);
  const writes = metas.filter((meta) => meta.rows_written > 0).length;
  return {
    requests,
    d1Reads: metas.length - writes,
    d1Writes: writes,
    d1RowsRead: metas.reduce((sum, meta) => sum + meta.rows_read, 0),
    d1RowsWritten: metas.reduce((sum, meta) => sum + meta.rows_written, 0),
  };
}

/** Neighbours in an index add a few rows read, so the figures are rounded up. */
function isAsked({ d1RowsRead: read, ...asked }: Counted, operation: Operation): void {
  const { requests, d1Reads, d1Writes, d1RowsWritten } = operation;
  expect(asked).toEqual({ requests, d1Reads, d1Writes, d1RowsWritten });
  expect(read).toBeLessThanOrEqual(operation.d1RowsRead);
  expect(read).toBeGreaterThanOrEqual(operation.d1RowsRead * 0.7);
}

let person: Account;
let channel: string;

beforeEach(async () => {
  person = await newAccount();
  await person.call("POST /v0/api-keys/");
  channel = (await person.call("POST /v0/mqtt/channels/", { name: "Door", topic: "door" })).body.id;
  for (let n = 1; n < DEVICES; n++) await person.call("POST /v0/devices/on-off/", lamp(n));
});

const lamp = (n: number) => ({ name: `Lamp ${n}`, channels: [channel], auto_off: 60 });
const call = async (line: string, status: number, body?: unknown) => {
  const answer = await counting(line, body, {
    token: person.token,
    headers: { "CF-Connecting-IP": "192.0.2.1" },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
};

/** A login counts by its address, its e-mail, and both. */
const THROTTLES = 3;

async function throttleRows(): Promise<number> {
  const stub = env.THROTTLE_LOG.getByName(crypto.randomUUID());
  const take = (key: string) => stub.take(key, { limit: 5, windowMs: 60_000 });
  await take("a");
  return (await countRows({ stub }, async () => void (await take("b")))).written;
}

/** A change of rights, and the queries of the account's object that follow it. */
async function followed(change: () => Promise<unknown>): Promise<void> {
  await change();
  await createDirectory({ ...env, DB: counter.db }).read(person.id);
}

describe("queries of D1 and calls of objects", () => {
  test("for a login", async () => {
    const login = () => call("POST /v0/login/", 200, { email: person.email, password: PASSWORD });
    await login();
    isAsked(await cost(() => followed(login)), OPERATIONS.login);
    const { written } = await countRows({ stub: env.BROKER.getByName(person.id) }, login);
    expect(OPERATIONS.login.rows, "rows").toBe(written + (await throttleRows()) * THROTTLES);
  });

  test("for a page with ten devices", async () => {
    await call("POST /v0/devices/on-off/", 201, lamp(DEVICES));
    const look = () => call("GET /v0/devices/on-off/", 200);
    // the first one of an hour notes the session's use, too
    await look();
    isAsked(await cost(look), OPERATIONS.look);
  });

  test("for a new device", async () => {
    const set = () => call("POST /v0/devices/on-off/", 201, lamp(DEVICES));
    isAsked(await cost(() => followed(set)), OPERATIONS.changeRights);
  });

  test("for the number of users on the landing page: a row for each of them", async () => {
    const [found] = (await env.DB.prepare("SELECT count(*) AS n FROM users").all<{ n: number }>()).results;
    const { visitor, countUser } = OPERATIONS;
    const d1RowsRead = (found?.n ?? 0) * countUser.d1RowsRead;
    isAsked(await cost(() => call("GET /v0/count/users/", 200)), { ...visitor, d1RowsRead });
  });

  test("for a file of the page", async () => {
    isAsked(await cost(() => counting("HEAD /icon.svg")), OPERATIONS.file);
  });

  test("for an idle cron", async () => {
    const jobs = () => runJobs({ ...env, DB: counter.db }, Date.now());
    await jobs();
    const { requests, d1Reads, d1Writes } = OPERATIONS.cron;
    expect(await cost(jobs)).toMatchObject({ requests, d1Reads, d1Writes });
  });
});
