/** Returns the counts of each account since a time (ms), busiest first. */

import type { BusyAccount } from "../contract/operator.ts";
import { COLUMNS } from "./point.ts";
import { type MetricsEnv, queryTotals } from "./store.ts";

export async function busyAccounts(env: MetricsEnv, since: number): Promise<BusyAccount[]> {
  const [rows, deliveries] = await Promise.all([
    queryTotals(env, { kind: "broker", since }),
    queryTotals(env, { kind: "notices", since }),
  ]);
  const notices = new Map(
    deliveries.map(({ subject, values }) => [subject, values.reduce((sum, each) => sum + each, 0)]),
  );
  const messages = ({ messages_in, messages_out }: BusyAccount) => messages_in + messages_out;
  return rows
    .map(({ subject, values }) => ({
      ...accountOf(subject, values),
      notices: Math.round(notices.get(subject) ?? 0),
    }))
    .sort((a, b) => messages(b) - messages(a) || b.refusals - a.refusals || b.connections - a.connections);
}

function accountOf(subject: string, values: readonly number[]): Omit<BusyAccount, "notices"> {
  const column = (name: (typeof COLUMNS.broker)[number]): number =>
    Math.round(values[COLUMNS.broker.indexOf(name)] ?? 0);
  return {
    log_name: subject,
    connections: column("begun"),
    disconnections: column("ended"),
    messages_in: column("messages in"),
    messages_out: column("messages out"),
    bytes_in: column("bytes in"),
    bytes_out: column("bytes out"),
    refusals:
      column("refused connect") +
      column("refused publish") +
      column("refused subscribe") +
      column("refused limit"),
    failures: column("failures"),
  };
}
