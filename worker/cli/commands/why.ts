import type { ResponseOf } from "../../contract/api.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { countOf, localTime } from "../moment.ts";

type RefusalRow = ResponseOf<"listRefusals">[number];

interface WhyOptions {
  limit: number;
  json?: true;
}

const LIMIT = 10;

export const define: DefineCommand = (run) =>
  run
    .command("why", {
      summary: "Show why clients were refused or had errors, and what to do about it",
      notes: "The newest first. Needs the scope events:read.",
      examples: [
        ["why", "the last ten refusals"],
        ["why plug", "of clients with plug in their id or name"],
      ],
    })
    .argument("[client]", "part of a client's id, user name or topic")
    .option("-n, --limit <count>", "at most this many", countOf, LIMIT)
    .action(
      run.action(async (client: string | undefined, { limit, json }: WhyOptions) => {
        const all = await run.api().call("listRefusals");
        const rows = all.filter((row) => client === undefined || isAbout(row, client)).slice(0, limit);
        if (json) run.json(rows);
        else if (rows.length === 0) run.note("Nothing was refused.");
        else for (const row of rows) printRefusal(run, row);
        return "done";
      }),
    );

const isAbout = ({ client_id, client_name, tried }: RefusalRow, text: string): boolean =>
  [client_id, client_name ?? "", tried].some((each) => each.toLowerCase().includes(text.toLowerCase()));

const DEEDS: Record<RefusalRow["kind"], string> = {
  connect: "connecting as",
  publish: "publishing to",
  subscribe: "subscribing to",
  limit: "over a limit with",
  message: "sending to",
  protocol: "breaking MQTT as",
};

function printRefusal(
  run: CliRun,
  { at, client_id, client_name, kind, tried, rule, advice, count }: RefusalRow,
): void {
  const client = client_name === null || client_name === tried ? client_id : `${client_id} (${client_name})`;
  run.print(`${localTime(at)}  ${client}, ${DEEDS[kind]} ${tried}${count > 1 ? ` ×${count}` : ""}`);
  run.print(`  ${kind === "message" ? "Not understood" : "Refused"}: ${rule}`);
  run.print(`  ${advice}`);
}
