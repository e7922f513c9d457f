import { DurableObject } from "cloudflare:workers";
import type { Env } from "./env.ts";
export class Broker extends DurableObject<Env> {}
export class ThrottleLog extends DurableObject<Env> {}
export default { fetch: () => new Response("ok") };
