/** `/v0/metrics` for Prometheus: counts since midnight UTC. Prometheus handles counters that restart. */

import { operatorOf } from "../auth/guard.ts";
import { VERSION } from "../contract/version.ts";
import { lastRun, serviceFacts } from "../db/service.ts";
import { batch } from "../db/statement.ts";
import { type Env, settings } from "../env.ts";
import { methodNotAllowed, noMetrics } from "../errors.ts";
import { CONTENT_TYPE, exposition } from "../observability/exposition.ts";
import { families, type ServiceGauges } from "../observability/families.ts";
import { MetricsUnavailable } from "../observability/point.ts";
import { queryTotals } from "../observability/store.ts";

const DAY = 86_400_000;

export async function metrics(request: Request, env: Env): Promise<Response> {
  await operatorOf(env, request);
  if (!["GET", "HEAD"].includes(request.method)) throw methodNotAllowed(request.method, "GET, HEAD");
  try {
    return new Response(await textOf(env, Date.now()), { headers: { "Content-Type": CONTENT_TYPE } });
  } catch (error) {
    throw error instanceof MetricsUnavailable ? noMetrics(error.message) : error;
  }
}

async function textOf(env: Env, now: number): Promise<string> {
  const since = now - (now % DAY);
  const [brokers, notices, calls, facts] = await Promise.all([
    queryTotals(env, { kind: "broker", since, ungrouped: true }),
    queryTotals(env, { kind: "notices", since, ungrouped: true }),
    queryTotals(env, { kind: "http", since }),
    factsOf(env),
  ]);
  return exposition(families(brokers[0]?.values ?? [], notices[0]?.values ?? [], calls, facts));
}

async function factsOf(env: Env): Promise<ServiceGauges> {
  const { facts, run } = await batch(env.DB, { facts: serviceFacts(env.DB), run: lastRun(env.DB) });
  const [known] = facts.results;
  return {
    version: VERSION,
    accounts: known?.accounts ?? 0,
    maxAccounts: settings(env).limits.MAX_USERS,
    waiting: known?.waiting ?? 0,
    emailsQueued: known?.letters_waiting ?? 0,
    jobsRanAt: run.results[0]?.at ?? null,
  };
}
