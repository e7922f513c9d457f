/** The requests of a desk: resolved once, checked, and sent to the address that was checked. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { outbound } from "../../../worker/local/outbound.ts";
import { ANSWER_HEADER, MAX_ANSWER, OUTBOUND_HEADER } from "../../../worker/notify/outbound.ts";
import { until } from "../../support/until.ts";

/** A DNS server that gives the next answer to each question, then the last one. */
function resolver(...answers: string[][]) {
  const questions: string[] = [];
  const lookup: LookupFunction = (name, _, callback) => {
    questions.push(name);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    if (answer.length === 0) callback(Object.assign(new Error("unknown"), { syscall: "getaddrinfo" }), []);
    else
      callback(
        null,
        answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
  };
  return { questions, lookup };
}

/** A host at an address of this machine, and the requests that reach it. */
async function hostAt(address: string, port = 0, answer?: RequestListener) {
  const requests: { host: string; body: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers } = request;
    requests.push({ host: headers.host ?? "", body: Buffer.concat(chunks).toString(), headers });
    if (answer) answer(request, response);
    else response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

const post = (url: string, headers: Record<string, string> = {}) =>
  new Request(url, { method: "POST", body: "{}", headers, redirect: "manual" });
const why = (response: Response) => response.headers.get(OUTBOUND_HEADER);
/** Stands for "public" here: every address of this machine is private. */
const isFirst = (address: string) => address === "127.0.0.1";

test("a name whose answer changes after the check is fetched where it was checked, with one resolution [T383]", async () => {
  const checked = await hostAt("127.0.0.1");
  const other = await hostAt("127.0.0.2", checked.port);
  const { questions, lookup } = resolver(["127.0.0.1"], ["127.0.0.2"]);
  const url = `http://hooks.example.com:${checked.port}/a`;
  const response = await outbound(post(url), { lookup, isAllowed: isFirst });
  expect([response.status, why(response)]).toEqual([200, null]);
  expect(questions).toEqual(["hooks.example.com"]);
  expect(checked.requests).toMatchObject([{ host: `hooks.example.com:${checked.port}`, body: "{}" }]);
  expect(why(await outbound(post(url), { lookup, isAllowed: isFirst }))).toBe("private");
  expect(questions).toHaveLength(2);
  expect(checked.requests).toHaveLength(1);
  expect(other.requests).toEqual([]);
});

test("one private address among public ones is enough to send nothing [T383]", async () => {
  const { port, requests } = await hostAt("127.0.0.1");
  for (const addresses of [
    ["127.0.0.1", "127.0.0.2"],
    ["127.0.0.2", "127.0.0.1"],
    ["127.0.0.1", "::1"],
  ]) {
    const { lookup } = resolver(addresses);
    const options = { lookup, isAllowed: isFirst };
    expect(why(await outbound(post(`http://a.example.com:${port}/`), options))).toBe("private");
  }
  expect(requests).toEqual([]);
});

test.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"])(
  "without WEBHOOK_LAN nothing is sent to %s, as a literal or behind a name [T380] [T383]",
  async (address) => {
    const { questions, lookup } = resolver([address]);
    const literal = address.includes(":") ? `[${address}]` : address;
    expect(why(await outbound(post(`https://${literal}/`), { lookup }))).toBe("private");
    expect(questions).toEqual([]);
    expect(why(await outbound(post("https://a.example.com/"), { lookup }))).toBe("private");
    const forged = post("https://a.example.com/", { [OUTBOUND_HEADER]: "everything" });
    expect(why(await outbound(forged, { lookup }))).toBe("private");
  },
);

test("with WEBHOOK_LAN this machine is reached, and gets none of the headers between Worker and desk", async () => {
  const { port, requests } = await hostAt("127.0.0.1");
  const headers = { [OUTBOUND_HEADER]: "any", "webhook-id": "1", "cf-ray": "1", "mf-original-url": "1" };
  expect((await outbound(post(`http://127.0.0.1:${port}/`, headers))).status).toBe(200);
  const names = Object.keys(requests[0]?.headers ?? {});
  expect(names).toContain("webhook-id");
  expect(names).not.toContain(OUTBOUND_HEADER);
  expect(names.filter((name) => /^(cf|mf)-/.test(name))).toEqual([]);
});

test("TLS asks for the name, not for the address", async () => {
  const names: string[] = [];
  const server = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error("no certificate"));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { lookup } = resolver(["127.0.0.1"]);
  const options = { lookup, isAllowed: isFirst };
  expect(why(await outbound(post(`https://hooks.example.com:${port}/`), options))).toBe("unreachable");
  expect(names).toEqual(["hooks.example.com"]);
});

test("of a response only status and Retry-After pass, no redirect is followed, and an endless body is cut off", async () => {
  let isCut = false;
  const { port, requests } = await hostAt("127.0.0.1", 0, (_, response) => {
    response.writeHead(302, {
      Location: "/again",
      "Retry-After": "12",
      [OUTBOUND_HEADER]: "private",
      "X-Secret": "1",
    });
    const more = () => void (isCut || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
    response.on("close", () => {
      isCut = true;
    });
    more();
  });
  const response = await outbound(post(`http://127.0.0.1:${port}/`), { isAllowed: isFirst });
  expect([response.status, [...response.headers], await response.text()]).toEqual([
    302,
    [["retry-after", "12"]],
    "",
  ]);
  expect(requests).toHaveLength(1);
  await until("the end of the connection", () => isCut);
});

test("as many bytes of the body pass as the Worker reads, and never more than its bound", async () => {
  let isCut = false;
  const { port, requests } = await hostAt("127.0.0.1", 0, (_, response) => {
    response.writeHead(200);
    const more = () => void (isCut || response.write(Buffer.alloc(65_536, "a"), () => setImmediate(more)));
    response.on("close", () => {
      isCut = true;
    });
    more();
  });
  const bytesFor = async (most: string) => {
    isCut = false;
    const request = post(`http://127.0.0.1:${port}/`, { [ANSWER_HEADER]: most });
    const length = (await (await outbound(request, { isAllowed: isFirst })).text()).length;
    await until("the end of the connection", () => isCut);
    return length;
  };
  expect(await bytesFor("10")).toBe(10);
  expect(await bytesFor("1e9")).toBe(MAX_ANSWER);
  expect(await bytesFor("all")).toBe(0);
  expect(requests[0]?.headers).not.toHaveProperty(ANSWER_HEADER);
  const empty = await hostAt("127.0.0.1", 0, (_, response) => void response.writeHead(204).end());
  const request = post(`http://127.0.0.1:${empty.port}/`, { [ANSWER_HEADER]: "10" });
  expect((await outbound(request, { isAllowed: isFirst })).status).toBe(204);
});

test("an unknown name, a closed port and a host that hangs each have their reason", async () => {
  const { lookup } = resolver([]);
  expect(why(await outbound(post("https://a.example.com/"), { lookup }))).toBe("unresolved");
  expect(why(await outbound(post("http://127.0.0.1:1/"), { isAllowed: isFirst }))).toBe("unreachable");
  const { port } = await hostAt("127.0.0.1", 0, () => {});
  const hanging = outbound(post(`http://127.0.0.1:${port}/`), { isAllowed: isFirst, patience: 50 });
  expect(why(await hanging)).toBe("late");
});
