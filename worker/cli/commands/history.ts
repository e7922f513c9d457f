import type { CliRun, DefineCommand } from "../command.ts";
import { countOf, localTime, momentOf } from "../moment.ts";
import { historyRows } from "../pages.ts";
import type { HistoryRow } from "../replay.ts";

interface HistoryOptions {
  limit: number;
  from?: string;
  to?: string;
  json?: true;
}

const LIMIT = 50;

export const define: DefineCommand = (run) =>
  run
    .command("history", {
      summary: "Print messages that went by",
      notes: `Oldest first. Needs the scope messages:read:{filter}. Messages are kept for the filters in the account's
MQTT settings. Payloads that are not text are printed in base64.`,
      examples: [
        ["history 'greenhouse/#'", "the last 50 messages"],
        ["history lamp/state --from 2h", "of two hours"],
        ["history '#' --from 2026-03-01 --to 2026-03-02 --limit 1000 --json", "for a script"],
      ],
    })
    .argument("<filter>", "MQTT filter, with + and #")
    .option("-n, --limit <count>", "print at most this many, the newest", countOf, LIMIT)
    .option("--from <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .option("--to <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .action(run.action((filter: string, options: HistoryOptions) => printHistory(run, filter, options)));

async function printHistory(
  run: CliRun,
  filter: string,
  { limit, json, from, to }: HistoryOptions,
): Promise<"done"> {
  const query = { filter, from, to, order: "newest" };
  const rows = (await historyRows(run.api(), query, limit)).reverse();
  if (json) run.json(rows);
  else if (rows.length === 0) run.note("No such message is kept.");
  else for (const row of rows) run.print(lineOf(row));
  return "done";
}

const lineOf = ({ at, topic, payload, encoding }: HistoryRow): string =>
  `${localTime(at)}  ${topic} ${encoding === "base64" ? `base64:${payload}` : payload}`;
