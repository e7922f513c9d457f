import { InvalidArgumentError } from "commander";
import { stopSignal } from "../../local/stop-signal.ts";
import { accessFor } from "../access.ts";
import type { ExitName } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { momentOf } from "../moment.ts";
import { historyRows } from "../pages.ts";
import { replayPlan } from "../replay.ts";

interface Options {
  from: string;
  to?: string;
  onto?: string;
  speed: number;
  control?: true;
  retain?: true;
  json?: true;
}

/** A late message is reported above this. Milliseconds. */
const LATE = 50;

export const define: DefineCommand = (run) =>
  run
    .command("replay", {
      summary: "Publish messages of the history again",
      notes: `In their order and with their distances. Needs the scopes messages:read:{filter} and
messages:publish:{filter}. Messages that switch a device are left out without --control. A replay publishes
what was there when it began, so it never repeats itself.`,
      examples: [
        ["replay 'greenhouse/#' --from 1h --onto copy", "to copy/greenhouse/…"],
        ["replay '#' --from 2026-03-01 --to 2026-03-02 --onto copy --speed 60", "a day in 24 minutes"],
      ],
    })
    .argument("<filter>", "MQTT filter, with + and #")
    .requiredOption("--from <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .option("--to <time>", "2h, 7d, or a date; now without it", (text) => momentOf(text, Date.now()))
    .option("--onto <prefix>", "put this and a slash in front of each topic", prefixOf)
    .option("--speed <factor>", "this many times as fast", factorOf, 1)
    .option("--control", "also messages that switch devices")
    .option("--retain", "messages that were retained replace the retained ones of today")
    .action(run.action((filter: string, options: Options) => replay(run, filter, options)));

function prefixOf(text: string): string {
  if (text === "" || /[+#]/.test(text)) throw new InvalidArgumentError("It is a topic, without + and #.");
  return text;
}

function factorOf(text: string): number {
  const factor = Number(text);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || factor === 0)
    throw new InvalidArgumentError("It is a number above 0, at most 9999.");
  return factor;
}

async function replay(run: CliRun, filter: string, options: Options): Promise<ExitName> {
  const { from, to = new Date().toISOString(), onto = "", speed, control, retain, json } = options;
  // all of it before the first is published: what the replay publishes is not read, and no page delays a message
  const rows = await historyRows(run.api(), { filter, from, to, order: "oldest" }, Number.POSITIVE_INFINITY);
  const how = { onto, speed, withControl: control === true, withRetain: retain === true };
  const { messages, skipped } = replayPlan(rows, how);
  if (skipped > 0) run.note(`${skipped} messages would switch devices: left out without --control.`);
  if (messages.length === 0) {
    if (json) run.json({ published: 0, skipped, refused: {}, late_ms: 0 });
    else run.note("There is no message to publish.");
    return "done";
  }
  const { url, token } = accessFor(run.context.environment);
  const broker = new URL("/mqtt", url.replace(/^http/, "ws")).href;
  // MQTT.js is large, and few commands need it
  const { publishAll } = await import("../replaying.ts");
  const { published, refused, lateMs } = await publishAll({ url: broker, token }, messages, stopSignal());
  const late = Math.round(lateMs);
  if (json) run.json({ published, skipped, refused: Object.fromEntries(refused), late_ms: late });
  else run.print(`Published ${published} of ${messages.length} messages.`);
  if (late > LATE) run.note(`A message was ${late} ms late.`);
  for (const [words, count] of refused) run.note(`${count} were refused: ${words}`);
  return refused.size > 0 ? "refused" : "done";
}
