/**
 * The product with a counter before its database and a watch on its turns. An entry of the bench's own: here
 * the Worker and its objects share an isolate, so one counter sees both, without a detour.
 */
import { env } from "cloudflare:workers";
import type { Env } from "../../../worker/env.ts";
import product, { Broker as ProductBroker } from "../../../worker/index.ts";
import { countRoundTrips } from "../../unit/worker/api/trips.ts";
import { insertAccounts, type Size } from "./accounts.ts";
import { bytesASample, insertStoredSamples } from "./stored-samples.ts";
import { takeTurns, timed } from "./turns.ts";

export { ThrottleLog } from "../../../worker/index.ts";

const counter = countRoundTrips(env.DB);
const counted: Env = { ...env, DB: counter.db };

export class Broker extends ProductBroker {
  constructor(context: DurableObjectState, _: Env) {
    super(context, counted);
  }

  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string) {
    return timed("frame", () => super.webSocketMessage(socket, data));
  }

  override alarm(info?: AlarmInvocationInfo) {
    return timed("alarm", () => super.alarm(info));
  }

  past(days: number): void {
    insertStoredSamples(this.ctx.storage, days);
  }

  bytesASample(): number {
    return bytesASample(this.ctx.storage);
  }
}

async function past({ userId, days }: { userId: string; days: number }) {
  const object = env.BROKER.getByName(userId) as unknown as Pick<Broker, "past" | "bytesASample">;
  await object.past(days);
  return { bytesASample: await object.bytesASample() };
}

const ran = (globalThis as { __ran?: Set<string> }).__ran;

/** Where the bundle is instrumented. */
function takeModules(): string[] {
  const modules = [...(ran ?? [])];
  ran?.clear();
  return modules.toSorted();
}

export default {
  ...product,
  async fetch(request, _, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/calls") return Response.json({ calls: counter.trips() });
    if (pathname === "/bench/modules") return Response.json({ modules: takeModules() });
    if (pathname === "/bench/turns") return Response.json(takeTurns());
    if (pathname === "/bench/past") return Response.json(await past(await request.json()));
    if (pathname === "/bench/crowd") {
      return Response.json({ members: await insertAccounts(env, await request.json<Size>()) });
    }
    return product.fetch(request, counted, context);
  },
} satisfies ExportedHandler<Env>;
