/** Points in the platform's Analytics Engine, asked by its SQL: a point stands for as many as its sample says. */

import { z } from "zod";
import { COLUMNS, type Kind } from "./point.ts";
import { MetricsUnavailable, type Question, type Totals } from "./question.ts";

export interface AnalyticsEnv {
  /** Left out where the deployment has no metrics. */
  METRICS?: AnalyticsEngineDataset;
  /** The account whose dataset it is, and a token that may read its analytics. */
  METRICS_ACCOUNT?: string;
  METRICS_TOKEN?: string;
}

const DATASET = "switchyard";
/** What is asked must not keep its caller. Milliseconds. */
const PATIENCE = 10_000;
const MOST = 10_000;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const Answer = z.object({ data: z.array(Row) });

export function analyticsOver(
  { METRICS, METRICS_ACCOUNT: account, METRICS_TOKEN: token }: AnalyticsEnv,
  request: typeof fetch = fetch,
) {
  if (METRICS === undefined)
    throw new MetricsUnavailable('Nothing is counted: "npm run deploy -- --metrics".');
  if (!account || !token) {
    throw new MetricsUnavailable(
      'What was counted cannot be read: "npx wrangler secret put METRICS_ACCOUNT" (the account\'s id) and METRICS_TOKEN (an API token with Account Analytics: Read).',
    );
  }
  return {
    async sums(question: Question): Promise<Totals[]> {
      const address = `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/analytics_engine/sql`;
      const response = await request(address, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: statementOf(question),
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (!response.ok) throw new MetricsUnavailable(`Analytics Engine answers ${response.status}: ${HINT}`);
      const answer: unknown = await response.json();
      const { data } = Answer.parse(answer);
      return data.map((row) => totalsOf(question.kind, row));
    },
  };
}

const HINT = "look at METRICS_ACCOUNT and at what METRICS_TOKEN may do (Account Analytics: Read).";

/** Nothing in it was said by anybody. */
export function statementOf({ kind, since, together }: Question): string {
  const sums = COLUMNS[kind].map((_, at) => `sum(_sample_interval * double${at + 1}) AS v${at + 1}`);
  const names = together ? [] : ["blob2 AS subject", "blob3 AS method"];
  const seconds = Math.floor(since / 1000);
  return [
    `SELECT ${[...names, ...sums].join(", ")}`,
    `FROM ${DATASET}`,
    `WHERE blob1 = '${kind}' AND timestamp >= toDateTime(${seconds})`,
    ...(together ? [] : ["GROUP BY subject, method", `LIMIT ${MOST}`]),
    "FORMAT JSON",
  ].join("\n");
}

const totalsOf = (kind: Kind, row: z.infer<typeof Row>): Totals => ({
  subject: String(row.subject ?? ""),
  method: String(row.method ?? ""),
  // large numbers come as text
  values: COLUMNS[kind].map((_, at) => Number(row[`v${at + 1}`] ?? 0)),
});
