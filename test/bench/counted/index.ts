/**
 * The product with a counter before its database, for rows that say how often it was called. An entry of the bench's own:
 * here the Worker and its objects share an isolate, so one counter hears both, and no call takes a longer way for it.
 */
import { env } from "cloudflare:workers";
import type { Env } from "../../../worker/env.ts";
import product, { Broker as ProductBroker } from "../../../worker/index.ts";
import { countingTrips } from "../../unit/worker/api/trips.ts";
import { crowd, type Size } from "./crowd.ts";

export { ThrottleLog } from "../../../worker/index.ts";

const counter = countingTrips(env.DB);
const counted: Env = { ...env, DB: counter.db };

export class Broker extends ProductBroker {
  constructor(context: DurableObjectState, _: Env) {
    super(context, counted);
  }
}

export default {
  ...product,
  async fetch(request, _, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/calls") return Response.json({ calls: counter.trips() });
    if (pathname === "/bench/crowd") {
      return Response.json({ members: await crowd(env, await request.json<Size>()) });
    }
    return product.fetch(request, counted, context);
  },
} satisfies ExportedHandler<Env>;
