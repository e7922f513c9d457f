import { CliError } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { messageLine } from "../message-line.ts";
import { countOf, momentOf } from "../moment.ts";
import { historyRows } from "../pages.ts";

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
      run.action(async (filter: string | undefined, options: HistoryOptions) => {
        const { device } = options;
        if (filter !== undefined && device === undefined) return printHistory(run, filter, options);
        if (filter !== undefined || device === undefined) {
          throw new CliError("usage", "Give a filter, such as 'greenhouse/#', or --device with a name.");
        }
        // loaded only where it runs
        const { printTimeline } = await import("../timeline.ts");
        return printTimeline(run, device, options);
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
