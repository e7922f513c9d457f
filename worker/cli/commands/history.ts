import { CliError } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { messageLine } from "../message-line.ts";
import { countOf, momentOf } from "../moment.ts";
import { historyRows } from "../pages.ts";
import { printTimeline } from "../timeline.ts";

interface HistoryOptions {
  device?: string;
  limit: number;
  from?: string;
  to?: string;
  json?: true;
}

const LIMIT = 50;

export const define: DefineCommand = (run) =>
  run
    .command("history", {
      summary: "Print messages that went by, or all that happened to a device",
      notes: `Oldest first. Messages are kept for the filters in the account's MQTT settings, and need the scope
messages:read:{filter}. Payloads that are not text are printed in base64. --device prints its events, what
was refused, notices of its watches (scope setup:read) and the messages on its topics, in one line of time.`,
      examples: [
        ["history 'greenhouse/#'", "the last 50 messages"],
        ["history lamp/state --from 2h", "of two hours"],
        ["history --device lamp --from 1d", "what happened to the lamp"],
        ["history '#' --from 2026-03-01 --to 2026-03-02 --limit 1000 --json", "for a script"],
      ],
    })
    .argument("[filter]", "MQTT filter, with + and #")
    .option("--device <device>", "all of one device, by name or id")
    .option("-n, --limit <count>", "print at most this many, the newest", countOf, LIMIT)
    .option("--from <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .option("--to <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .action(
      run.action((filter: string | undefined, options: HistoryOptions) => {
        if (options.device !== undefined && filter === undefined)
          return printTimeline(run, options.device, options);
        if (filter !== undefined && options.device === undefined) return printHistory(run, filter, options);
        throw new CliError("usage", "Give a filter, such as 'greenhouse/#', or --device with a name.");
      }),
    );

async function printHistory(
  run: CliRun,
  filter: string,
  { limit, json, from, to }: HistoryOptions,
): Promise<"done"> {
  const query = { filter, from, to, order: "newest" };
  const rows = (await historyRows(run.api(), query, limit)).reverse();
  if (json) run.json(rows);
  else if (rows.length === 0) run.note("No such message is kept.");
  else for (const row of rows) run.print(messageLine(row));
  return "done";
}
