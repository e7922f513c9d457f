/** Bodies are read after their caller is known, within a bounded memory and time. */

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { BodyBudget } from "../../../../worker/api/input.ts";
import worker from "../../../../worker/development.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { eventually } from "../../broker/support/client.ts";
import { newAccount } from "./client.ts";

/** A body that never ends. `pulls` counts how often it was read. */
class Stalled {
  pulls = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly stream: ReadableStream<Uint8Array>;

  constructor(first = 1) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: (controller) => {
          this.pulls += 1;
          if (this.pulls === 1) controller.enqueue(new Uint8Array(first));
        },
        cancel: () => {
          this.#controller = null;
        },
      },
      { highWaterMark: 0 },
    );
  }

  end(): void {
    this.#controller?.close();
    this.#controller = null;
  }
}

const open: Stalled[] = [];
afterEach(() => {
  for (const body of open.splice(0)) body.end();
});

interface Post {
  authorization?: string;
  address?: string;
  bytes?: number;
  variables?: Record<string, string>;
}

function post(line: string, { authorization, address = "192.0.2.1", bytes, variables = {} }: Post) {
  const [method = "", path = ""] = line.split(" ");
  const body = new Stalled(bytes);
  open.push(body);
  const headers = {
    "Content-Type": "application/json",
    "CF-Connecting-IP": address,
    ...(authorization !== undefined && { Authorization: authorization }),
  };
  const request = new Request<unknown, IncomingRequestCfProperties>(`http://api.test${path}`, {
    method,
    headers,
    body: body.stream,
  });
  const response = worker.fetch(request, { ...env, ...variables } as never, createExecutionContext());
  return { body, response: Promise.resolve(response) };
}

const ID = "00000000-0000-4000-8000-000000000001";
const WITH_BODY = [
  "POST /v0/messages/a/b?qos=1",
  `POST /v0/devices/on-off/${ID}/switch/`,
  "POST /v0/devices/on-off/",
  "PUT /v0/users/",
  "POST /v0/watches/",
  "POST /v0/tokens/",
  `POST /v0/watches/${ID}/snooze/`,
  "POST /mcp",
  "POST /v0/operator/accounts/",
];

test.each(WITH_BODY)("%s with a forged bearer reads no body [T392]", async (line) => {
  const person = await newAccount();
  const variables = { OPERATOR_KEYS: `k1:${btoa("0123456789abcdef0123456789abcdef")}` };
  for (const authorization of [
    `Token ${newBearer("session", person.id)}`,
    `Bearer ${newBearer("token", person.id)}`,
    `Bearer ${newBearer("token", crypto.randomUUID())}`,
    "Token made-up",
    undefined,
  ]) {
    const { body, response } = post(line, { ...(authorization && { authorization }), variables });
    expect([(await response).status, body.pulls]).toEqual([401, 0]);
  }
});

test("a body that does not arrive within BODY_DEADLINE is 408, also a message's, and says so [T392]", async () => {
  const person = await newAccount();
  const { token } = (await person.call("POST /v0/tokens/", { name: "t", scopes: ["messages:publish:#"] }))
    .body;
  for (const line of ["POST /v0/messages/a", "POST /mcp"]) {
    const variables = { BODY_DEADLINE: "1" };
    const answer = await post(line, { authorization: `Bearer ${token}`, variables }).response;
    expect([answer.status, await answer.text()]).toEqual([408, expect.stringContaining("BODY_DEADLINE")]);
  }
  const answer = await post("POST /v0/login/", { variables: { BODY_DEADLINE: "1" } }).response;
  expect(answer.status).toBe(408);
});

test("bodies beyond MAX_BODIES are 503 with Retry-After until others have ended [T392]", async () => {
  const variables = { MAX_BODIES: "131072" };
  const send = (address: string) => post("POST /v0/login/", { address, bytes: 40_000, variables });
  const first = ["192.0.2.11", "192.0.2.12", "192.0.2.13"].map(send);
  // read for the second time: the first bytes are counted
  await eventually(
    async () => first.every(({ body }) => body.pulls > 1),
    (all) => all,
  );
  const over = await send("192.0.2.14").response;
  expect([over.status, over.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await over.text()).toContain("MAX_BODIES");
  first[0]?.body.end();
  expect((await first[0]?.response)?.status).toBe(400);
  const next = send("192.0.2.14");
  next.body.end();
  expect((await next.response).status).toBe(400);
});

test("one holder has a quarter of the memory, and one body fits always", () => {
  const budget = new BodyBudget();
  const room = { all: 100, body: 10 };
  expect(budget.take("a", 25, room)).toBe(true);
  expect(budget.take("a", 1, room)).toBe(false);
  expect(["b", "c", "d"].map((holder) => budget.take(holder, 25, room))).toEqual([true, true, true]);
  expect(budget.take("e", 1, room)).toBe(false);
  budget.giveBack("a", 25);
  expect(budget.take("e", 25, room)).toBe(true);
  const small = new BodyBudget();
  expect(small.take("a", 60, { all: 100, body: 60 })).toBe(true);
  expect(small.take("a", 1, { all: 100, body: 60 })).toBe(false);
  expect(small.take("b", 1000, { all: 0, body: 60 })).toBe(true);
});
