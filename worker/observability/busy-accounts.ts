/** What accounts' brokers counted since a moment, the busiest first: whoever looks for a noisy neighbour begins here. */

import type { BusyAccount } from "../contract/operator.ts";
import { COLUMNS } from "./point.ts";
import { ask, type MetricsEnv } from "./store.ts";

export async function busyAccounts(env: MetricsEnv, since: number): Promise<BusyAccount[]> {
  const rows = await ask(env, { kind: "broker", since });
  const messages = ({ messages_in, messages_out }: BusyAccount) => messages_in + messages_out;
  return rows
    .map(({ subject, values }) => accountOf(subject, values))
    .sort((a, b) => messages(b) - messages(a) || b.refusals - a.refusals || b.connections - a.connections);
}

function accountOf(subject: string, values: readonly number[]): BusyAccount {
  const of = (name: (typeof COLUMNS.broker)[number]): number =>
    Math.round(values[COLUMNS.broker.indexOf(name)] ?? 0);
  return {
    log_name: subject,
    connections: of("begun"),
    disconnections: of("ended"),
    messages_in: of("messages in"),
    messages_out: of("messages out"),
    bytes_in: of("bytes in"),
    bytes_out: of("bytes out"),
    refusals: of("refused connect") + of("refused publish") + of("refused subscribe") + of("refused limit"),
    failures: of("failures"),
  };
}
