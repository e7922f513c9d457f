import type { ApprovalMessage, ListedApproval, PlacedOrder } from "../../broker/contract/approval.ts";
import { type ApprovalRow, WAITING_RESULT, type WaitingOrder } from "../contract/approvals.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { PushMessage } from "../contract/watches.ts";
import { actionOf } from "./notice.ts";

export const approvalOf = ({ id, device, by, order, at, endsAt, ...rest }: ListedApproval): ApprovalRow => ({
  id,
  device: { id: device.id, name: device.name },
  by: { id: by.id, name: by.name, kind: by.kind },
  command: actionOf(order),
  at: isoTime(at),
  ends_at: isoTime(endsAt),
  state: rest.state,
  answered_at: isoTimeOrNull(rest.answer?.at ?? null),
  answered_by: rest.answer?.browser ?? null,
  result: rest.result,
});

const waitingOrder = ({ approval, endsAt }: PlacedOrder): WaitingOrder => ({
  result: WAITING_RESULT,
  approval,
  ends_at: isoTime(endsAt),
});

export const waitingResponse = (waiting: PlacedOrder): Response =>
  Response.json(waitingOrder(waiting), { status: 202 });

/** Whether a call's answer is an order that waits. */
export const isWaitingOrder = (answer: unknown): answer is WaitingOrder =>
  Object(answer).result === WAITING_RESULT;

/** Where the page shows orders. */
const APPROVALS_PATH = "/dashboard/watches";

const KINDS = { token: "The token", app: "The app", guest: "The guest", watch: "The watch" } as const;

/** Who asks for what, as a sentence. */
function approvalText({
  device,
  by,
  order: { state, set },
}: Pick<ApprovalMessage, "device" | "by" | "order">) {
  const values = Object.entries(set ?? {}).map(([key, value]) => `${key} ${value}`);
  const set_words = values.length === 0 ? "" : `set ${values.join(", ")} of`;
  const verb = state === null ? set_words : `turn ${state}`;
  const also = state !== null && values.length > 0 ? ` with ${values.join(", ")}` : "";
  return `${KINDS[by.kind]} "${by.name}" asks to ${verb} ${device.name}${also}.`;
}

/** The push message that asks. `url`: the address of the answer. */
export function questionOf({ id, ticket, ...order }: ApprovalMessage, url: string): PushMessage {
  const actions = [
    { action: "allow", label: "Allow", body: { allow: true }, done: "Allowed. The command was sent." },
    { action: "deny", label: "Deny", body: { allow: false }, done: "Denied. Nothing was sent." },
  ];
  return {
    title: order.device.name,
    body: approvalText(order),
    url: APPROVALS_PATH,
    tag: id,
    answer: { id, url, ticket, actions },
  };
}
