import { Option } from "commander";
import { DEVICE_EVENT_TYPES } from "../../../broker/contract/device-events.ts";
import type { ResponseOf } from "../../contract/api.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { findDevice } from "../device-name.ts";
import { eventLine } from "../event-line.ts";
import { follow } from "../follow.ts";
import { countOf, momentOf } from "../moment.ts";
import { rowsOf } from "../pages.ts";

interface EventOptions {
  follow?: true;
  limit: number;
  device?: string;
  type?: string;
  from?: string;
  json?: true;
}
type EventRow = ResponseOf<"listEvents">[number];

const LIMIT = 20;
const PAGE = 100;

export const define: DefineCommand = (run) =>
  run
    .command("events", {
      summary: "Print what happened to devices, and follow it",
      notes: `Oldest first. Needs the scope events:read. --follow reconnects by itself and misses no event; with
--json it prints one JSON object a line.`,
      examples: [
        ["events --from 2h", "the last two hours"],
        ["events --follow --device lamp", "until Ctrl+C"],
        ["events --follow --json | jq -r .event_type", "for a script"],
      ],
    })
    .option("-f, --follow", "continue with events as they happen")
    .option("-n, --limit <count>", "print at most this many stored events", countOf, LIMIT)
    .option("--device <device>", "of one device, by name or id")
    .addOption(new Option("--type <type>", "of one type").choices(DEVICE_EVENT_TYPES))
    .option("--from <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .action(run.action((options: EventOptions) => printEvents(run, options)));

async function printEvents(run: CliRun, options: EventOptions): Promise<"done"> {
  const { limit, type, from, json } = options;
  const api = run.api();
  const device = options.device === undefined ? undefined : (await findDevice(api, options.device)).id;
  // without a filter: --follow begins after the newest of all events
  const newest = options.follow ? await rowsOf(api, "listEvents", { size: 1 }, 1) : [];
  const query = { device, event_type: type, from, size: Math.min(limit, PAGE) };
  const stored = (await rowsOf(api, "listEvents", query, limit)).reverse();
  const isWanted = (event: EventRow) =>
    (device === undefined || event.device_id === device) && (type === undefined || event.event_type === type);
  if (!options.follow) {
    if (json) run.json(stored);
    else if (stored.length === 0) run.note("There are no such events.");
    else for (const event of stored) run.print(eventLine(event));
    return "done";
  }
  const print = (event: EventRow) => (json ? run.jsonLine(event) : run.print(eventLine(event)));
  for (const event of stored) print(event);
  const seen = new Set(stored.map(({ id }) => id));
  const place = { query: { events: true }, lastId: newest[0]?.id };
  for await (const { event, data } of follow(api, place, () => run.noteLost())) {
    const read: unknown = JSON.parse(data);
    if (event === "device" && isWanted(read as EventRow) && !seen.has((read as EventRow).id))
      print(read as EventRow);
    if (event === "gap") run.note(`Events may be missing: ${String((read as { why: unknown }).why)}`);
  }
  return "done";
}
