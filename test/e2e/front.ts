/** A proxy before the product: it can be down, hang, or serve another release. */

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { freePort } from "../support/product-process.ts";
import { baseUrl, test as journey } from "./journey.ts";

type Change = (text: string) => string;

export class Front {
  readonly url: string;
  readonly changes = new Map<string, Change>();
  hangs = false;
  readonly #port: number;
  readonly #server = createServer((from, to) => this.#pass(from, to));

  constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  async back(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async away(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #pass(from: IncomingMessage, to: ServerResponse): void {
    const path = from.url ?? "/";
    if (this.hangs) return;
    const { host } = new URL(baseUrl());
    const { "if-none-match": _, ...asked } = from.headers;
    const headers = { ...asked, host, origin: baseUrl(), "accept-encoding": "identity" };
    const onward = request(`${baseUrl()}${path}`, { method: from.method, headers }, async (answer) => {
      const change = this.changes.get(path.startsWith("/dashboard") ? "/" : path);
      const { "content-length": __, ...told } = answer.headers;
      const body = Buffer.concat(await answer.toArray());
      to.writeHead(answer.statusCode ?? 502, told).end(change ? change(body.toString()) : body);
    });
    from.pipe(onward);
    onward.on("error", () => to.destroy());
  }
}

/** Journeys with the page's service worker, behind their own proxy. */
export const test = journey.extend<{ front: Front }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
  front: async ({}, use) => {
    const front = new Front(await freePort());
    await front.back();
    await use(front);
    await front.away().catch(() => undefined);
  },
  baseURL: ({ front }, use) => use(front.url),
  serviceWorkers: "allow",
});
