import { Option } from "commander";
import type { ApprovalRow } from "../../contract/approvals.ts";
import { CliError } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { localTime } from "../moment.ts";
import type { Cell } from "../terminal.ts";

interface ApprovalOptions {
  allow?: string;
  deny?: string;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("approvals", {
      summary: "List orders that wait for approval, and what became of others",
      notes:
        "The newest first. Needs the scope devices:switch; a token sees its own orders, and answers none: a person does.",
      examples: [
        ["approvals", "what waits, and what was answered"],
        ["approvals --json | jq -r '.[] | select(.state == \"waiting\") | .id'", "ids of orders that wait"],
      ],
    })
    .addOption(new Option("--allow <id>", "allow an order, with a login session").conflicts("deny"))
    .addOption(new Option("--deny <id>", "deny an order, with a login session"))
    .action(
      run.action(async ({ allow, deny, json }: ApprovalOptions) => {
        const id = allow ?? deny;
        if (id !== undefined) return answer(run, id, allow !== undefined);
        const approvals = await run.api().call("listApprovals");
        if (json) run.json(approvals);
        else if (approvals.length === 0) run.note("No order waits for approval.");
        else run.table(["AT", "DEVICE", "ORDER", "BY", "STATE", "ID"], approvals.map(cellsOf));
        return "done";
      }),
    );

async function answer(run: CliRun, id: string, allow: boolean): Promise<"done"> {
  try {
    const { device, state } = await run.api().call("answerApproval", { id, body: { allow } });
    run.print(`${device.name}: ${state}.`);
    return "done";
  } catch (error) {
    if (!(error instanceof CliError) || error.status !== 403) throw error;
    throw new CliError(
      "refused",
      `${error.message} A token answers no order: do it on the page, or in its push message.`,
    );
  }
}

const cellsOf = ({ at, device, command, by, state, result, id }: ApprovalRow): Cell[] => [
  { text: localTime(at) },
  { text: device.name, style: "bold" },
  { text: orderText(command) },
  { text: `${by.name} (${by.kind})` },
  { text: result === null ? state : `${state}, ${result}` },
  { text: id, style: "dim" },
];

function orderText({ state, set }: ApprovalRow["command"]): string {
  const values = Object.entries(set ?? {}).map(([key, value]) => `${key}=${value}`);
  return [...(state === null ? [] : [state ? "on" : "off"]), ...values].join(" ");
}
