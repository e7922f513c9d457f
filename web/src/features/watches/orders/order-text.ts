import type { ApprovalRow } from "../../../../../worker/contract/approvals.ts";
import { isolated } from "../../../lib/words.ts";

const KINDS = { token: "Token", app: "App", guest: "Guest", watch: "Watch" } as const;

/** Who asks for what. */
export function orderText({ by, device, command: { state, set } }: ApprovalRow): string {
  const values = Object.entries(set ?? {}).map(([key, value]) => `${key} ${String(value)}`);
  const name = `“${isolated(device.name)}”`;
  const order =
    state === null
      ? `set ${values.join(", ")} of ${name}`
      : [`turn ${name} ${state ? "on" : "off"}`, ...values].join(", ");
  return `${KINDS[by.kind]} “${isolated(by.name)}” asks to ${order}`;
}

const RESULTS = {
  taken: "Allowed. The device took it.",
  accepted: "Allowed. Sent, not taken yet.",
  replaced: "Allowed. Another command came after it.",
} as const;

/** What became of an order. */
export function outcomeText({ state, result, answered_by }: ApprovalRow): string {
  const where = answered_by === null ? "" : ` Answered in ${answered_by}.`;
  if (state === "denied") return `Denied. Nothing was sent.${where}`;
  if (state === "ended") return "Ended without an answer. Nothing was sent.";
  return result === null ? "" : RESULTS[result] + where;
}
