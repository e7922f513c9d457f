import type { ResponseOf } from "../../contract/api.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { follow } from "../follow.ts";
import { countOf } from "../moment.ts";
import { rowsOf } from "../pages.ts";

interface SubOptions {
  retained?: true;
  count?: number;
  json?: true;
}
type Message = Pick<ResponseOf<"listMessages">[number], "topic" | "payload" | "encoding">;

export const define: DefineCommand = (run) =>
  run
    .command("sub", {
      summary: "Print messages as they are published",
      notes: `Needs the scope messages:read:{filter}. Payloads that are not text are printed in base64. --json prints
one JSON object a line, and an array with --retained. Messages that come while the connection is lost are
not repeated; a note says so.`,
      examples: [
        ["sub 'greenhouse/#'", "until Ctrl+C"],
        ["sub lamp/state --count 1", "wait for one message"],
        ["sub '#' --retained", "retained messages, and end"],
      ],
    })
    .argument("<filter...>", "MQTT filters, with + and #, ten at most")
    .option("--retained", "print the retained messages, and end")
    .option("-n, --count <count>", "end after this many messages", countOf)
    .action(
      run.action((filters: string[], options: SubOptions) =>
        options.retained ? printRetained(run, filters, options) : printLive(run, filters, options),
      ),
    );

async function printRetained(run: CliRun, filters: string[], { count, json }: SubOptions): Promise<"done"> {
  const rows: ResponseOf<"listMessages"> = [];
  for (const filter of filters) {
    rows.push(...(await rowsOf(run.api(), "listMessages", { filter, limit: 200 }, count ?? Infinity)));
  }
  if (json) run.json(rows);
  else if (rows.length === 0) run.note("There are no retained messages for it.");
  else for (const row of rows) run.print(lineOf(row));
  return "done";
}

async function printLive(run: CliRun, filters: string[], { count, json }: SubOptions): Promise<"done"> {
  let rest = count ?? Infinity;
  for await (const { event, data } of follow(run.api(), { query: { filter: filters } }, () =>
    run.noteLost(),
  )) {
    const read: unknown = JSON.parse(data);
    if (event === "gap") run.note(`Messages may be missing: ${String((read as { why: unknown }).why)}`);
    if (event !== "message") continue;
    if (json) run.jsonLine(read);
    else run.print(lineOf(read as Message));
    rest--;
    if (rest === 0) break;
  }
  return "done";
}

const lineOf = ({ topic, payload, encoding }: Message): string =>
  `${topic} ${encoding === "base64" ? `base64:${payload}` : payload}`;
