/**
 * Sends the requests of a desk's Worker to other hosts. Inside the runtime a name can only be resolved, checked and then
 * fetched, which resolves it again: its owner could answer differently the second time (DNS rebinding). Here the
 * connection goes to the addresses that were checked, with the name in the Host header and in TLS.
 */

import { lookup as systemLookup } from "node:dns";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { isPublic } from "../notify/host-names.ts";
import { ANSWER_HEADER, firstBytes, MAX_ANSWER, OUTBOUND_HEADER, type Unsent } from "../notify/outbound.ts";

type Lookup = NonNullable<RequestOptions["lookup"]>;

/** Of a whole request. Milliseconds. */
const PATIENCE = 10_000;

/** Headers of one connection, and of the runtime; Node writes its own. */
const NOT_PASSED =
  /^(host|connection|content-length|transfer-encoding|switchyard-(outbound|answer)|(cf|mf)-.*)$/;

interface OutboundOptions {
  /** By default the system's resolver. */
  lookup?: Lookup;
  isAllowed?: (address: string) => boolean;
  patience?: number;
}

class PrivateAddress extends Error {}

/** The status and Retry-After of the response, and as much of its body as the Worker reads. Never rejects. */
export async function outbound(request: Request, options: OutboundOptions = {}): Promise<Response> {
  const { patience = PATIENCE } = options;
  const url = new URL(request.url);
  const isLan = request.headers.get(OUTBOUND_HEADER) === "any";
  const isAllowed = options.isAllowed ?? (isLan ? () => true : isPublic);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // a literal address is not looked up
  if (isIP(host) !== 0 && !isAllowed(host)) return unsent("private");
  const signal = AbortSignal.timeout(patience);
  try {
    const body = Buffer.from(await request.arrayBuffer());
    const lookup = checked(options.lookup ?? systemLookup, isAllowed);
    const headers = { ...passed(request.headers), "content-length": String(body.length) };
    const response = await sent(url, { method: request.method, headers, lookup, signal, agent: false }, body);
    const most = Math.min(Number(request.headers.get(ANSWER_HEADER) ?? 0), MAX_ANSWER);
    const answer = most > 0 ? await firstBytes(response, most) : null;
    response.destroy();
    const { statusCode = 502, headers: answered } = response;
    const after = answered["retry-after"];
    // statuses without a body, such as 204, refuse an empty one
    const passedBody = answer?.length ? answer : null;
    return new Response(passedBody, {
      status: statusCode,
      ...(after && { headers: { "Retry-After": after } }),
    });
  } catch (error) {
    return unsent(signal.aborted ? "late" : reasonOf(error));
  }
}

function sent(url: URL, options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    // also after the response, whose body is cut off
    request.on("error", reject);
    request.end(body);
  });
}

/** Resolves a name once: fails unless all its addresses are allowed, and otherwise returns them for the connection. */
const checked =
  (lookup: Lookup, isAllowed: (address: string) => boolean): Lookup =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      const addresses = Array.isArray(answer) ? answer : [];
      const [first] = addresses;
      if (error !== null || first === undefined) {
        callback(error ?? new Error("No address."), []);
      } else if (!addresses.every(({ address }) => isAllowed(address))) {
        callback(new PrivateAddress(), []);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });

const passed = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !NOT_PASSED.test(name.toLowerCase())));

function reasonOf(error: unknown): Unsent {
  if (error instanceof PrivateAddress) return "private";
  const isNameUnknown = error instanceof Error && "syscall" in error && error.syscall === "getaddrinfo";
  return isNameUnknown ? "unresolved" : "unreachable";
}

const unsent = (why: Unsent): Response =>
  new Response(null, { status: 502, headers: { [OUTBOUND_HEADER]: why } });
