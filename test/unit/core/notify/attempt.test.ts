/** One request to a hostile target: slow, endless, redirecting or lying. Nothing of it but the status is kept. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { attempt, type TargetAnswer } from "../../../../worker/notify/attempt.ts";
import { MAX_ANSWER, OUTBOUND_HEADER } from "../../../../worker/notify/outbound.ts";
import { until } from "../../../support/until.ts";

async function host(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (url: string, patience?: number) => attempt(url, { headers: {}, body: "{}" }, { patience });

test("an endless body is cut off unread [T382]", async () => {
  let isCut = false;
  const url = await host((_, response) => {
    response.writeHead(200);
    const more = () => void (isCut || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
    response.on("close", () => {
      isCut = true;
    });
    more();
  });
  expect(await post(url)).toEqual({ outcome: "delivered", detail: "It answered 200." });
  await until("the end of the connection", () => isCut);
});

test("a host that does not answer in time has failed, also after its headers began [T382]", async () => {
  const failed = { outcome: "failed", detail: "It did not answer within 10 seconds." };
  expect(await post(await host(() => {}), 50)).toEqual(failed);
  const drop = await host((_, response) => void response.socket?.write("HTTP/1.1 200 OK\r\nX: "));
  expect(await post(drop, 50)).toEqual(failed);
});

test("neither body, headers nor status text of an answer are kept; a redirect is not followed [T382]", async () => {
  let requests = 0;
  const url = await host((_, response) => {
    requests++;
    response.writeHead(302, "<script>", { Location: url, "X-Secret": "secret" }).end("secret");
  });
  const detail = "It answered 302. Redirects are not followed.";
  expect(await post(url)).toEqual({ outcome: "failed", detail });
  expect(requests).toBe(1);
  const garbage = await host((_, response) => void response.socket?.end("secret\r\n\r\n"));
  expect(await post(garbage)).toEqual({ outcome: "failed", detail: "It could not be reached." });
});

test("who judges by the body gets its first bytes, also of an endless one; a body that stops is late [T382]", async () => {
  let isCut = false;
  const url = await host((_, response) => {
    response.writeHead(200, { "Retry-After": "3" });
    const more = () => void (isCut || response.write("é".repeat(9999), () => setImmediate(more)));
    response.on("close", () => {
      isCut = true;
    });
    more();
  });
  const judged: TargetAnswer[] = [];
  const judge = (answer: TargetAnswer) => {
    judged.push(answer);
    return { outcome: "gone", detail: "judged" } as const;
  };
  const init = { headers: {}, body: "{}" };
  expect(await attempt(url, init, { judge })).toEqual({ outcome: "gone", detail: "judged" });
  await until("the end of the connection", () => isCut);
  expect(judged).toMatchObject([{ status: 200, retryAfterMs: 3000 }]);
  expect(judged[0]?.body).toBe("é".repeat(MAX_ANSWER / 2));
  const stopping = await host((_, response) => void response.writeHead(200).write("ok"));
  expect(await attempt(stopping, init, { judge, patience: 50 })).toMatchObject({
    outcome: "failed",
    detail: expect.stringContaining("10 seconds"),
  });
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [404, "failed"],
  [410, "gone"],
  [429, "failed"],
  [503, "failed"],
])("%i is %s", async (status, outcome) => {
  const url = await host((_, response) => void response.writeHead(status).end());
  expect((await post(url)).outcome).toBe(outcome);
});

test("Retry-After of a failure is read, as seconds or as a date", async () => {
  const headers: Record<string, string>[] = [
    { "Retry-After": "12" },
    { "Retry-After": "soon" },
    { "Retry-After": "Thu, 26 Nov 2026 12:00:30 GMT" },
  ];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  let status = 429;
  const url = await host((_, response) => void response.writeHead(status, headers.shift()).end());
  const failed = { outcome: "failed", detail: "It answered 429." };
  expect(await post(url)).toEqual({ ...failed, retryAfterMs: 12_000 });
  expect(await post(url)).toEqual(failed);
  expect(await post(url)).toEqual({ ...failed, retryAfterMs: 30_000 });
  status = 200;
  headers.push({ "Retry-After": "12" });
  expect(await post(url)).toEqual({ outcome: "delivered", detail: "It answered 200." });
});

test.each([
  ["private", "refused", /WEBHOOK_LAN/],
  ["unresolved", "failed", /could not be resolved/],
  ["unreachable", "failed", /could not be reached/],
  ["late", "failed", /within 10 seconds/],
])(
  "a desk that sent nothing because of %s: %s; the same header of a receiver says nothing",
  async (why, outcome, detail) => {
    const url = await host((_, response) => void response.writeHead(502, { [OUTBOUND_HEADER]: why }).end());
    const guarded = await attempt(url, { headers: { [OUTBOUND_HEADER]: "public" }, body: "{}" });
    expect(guarded).toEqual({ outcome, detail: expect.stringMatching(detail) });
    expect(await post(url)).toEqual({ outcome: "failed", detail: "It answered 502." });
  },
);
