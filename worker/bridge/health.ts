/** `/health` for a load balancer and `/metrics` for Prometheus, on a port of their own. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";
import type { Address } from "./options.ts";

const MAX_CONNECTIONS = 32;

export async function openHealth({ host, port }: Address, metrics: Metrics): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*/, "");
    if (path === "/health") {
      response.writeHead(metrics.isDraining ? 503 : 200, { "Content-Type": "application/json" });
      response.end(`{"status":"${metrics.isDraining ? "draining" : "ok"}"}\n`);
    } else if (path === "/metrics") {
      response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4" });
      response.end(metrics.text());
    } else {
      response.writeHead(404).end();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
  return server;
}
