/** The four chat services on this machine, as a real HTTP server. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatFormat } from "../../../broker/contract/watch.ts";
import { type ChatPost, type Json, SERVICES, type Shown } from "./rules.ts";

interface Taken extends Shown {
  format: ChatFormat;
  body: Json;
}

interface ChatServices {
  url: string;
  /** What a person reads in each chat, oldest first. */
  taken: Taken[];
  /** Every request, with those that were refused. */
  posts: ChatPost[];
  /** From now on every request is one too many, with this wait in seconds; null: no more. */
  limit(seconds: number | null): void;
  close(): Promise<void>;
}

export async function chatServices(): Promise<ChatServices> {
  const taken: Taken[] = [];
  const posts: ChatPost[] = [];
  let limitedFor: number | null = null;
  const server = createServer(async (request, response) => {
    const post = await postOf(request);
    posts.push(post);
    const format = (Object.keys(SERVICES) as ChatFormat[]).find((name) => SERVICES[name].isAt(post.path));
    const service = SERVICES[format ?? "ntfy"];
    const refusal = limitedFor === null ? service.refusal(post) : service.limited(limitedFor);
    if (refusal === null)
      taken.push({ format: format ?? "ntfy", body: post.body, ...service.show(post.body) });
    const { status, body } = refusal ?? service.taken(post);
    // ntfy sends no such header
    const waits = status === 429 && limitedFor !== null && format !== "ntfy";
    response.writeHead(status, {
      "Content-Type": typeof body === "string" ? "text/html" : "application/json",
      ...(waits && { "Retry-After": String(Math.ceil(limitedFor ?? 0)) }),
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    posts,
    limit(seconds) {
      limitedFor = seconds;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function postOf(request: IncomingMessage): Promise<ChatPost> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const { authorization = "", "content-type": type = "", "user-agent": agent = "" } = request.headers;
  return { path: pathname, query: searchParams, type, authorization, agent, text, body: jsonOf(text) };
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
