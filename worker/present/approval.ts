import type { ApprovalMessage, ListedApproval, PlacedOrder } from "../../broker/contract/approval.ts";
import type { SecurityKind } from "../contract/account.ts";
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

type Asked = Pick<ApprovalMessage, "device" | "by" | "order">;

/** Who ordered what. */
function orderWords({ device, by, order: { state, set } }: Asked): { who: string; what: string } {
  const values = Object.entries(set ?? {}).map(([key, value]) => `${key} ${value}`);
  const set_words = values.length === 0 ? "" : `set ${values.join(", ")} of`;
  const verb = state === null ? set_words : `turn ${state}`;
  const also = state !== null && values.length > 0 ? ` with ${values.join(", ")}` : "";
  return { who: `${KINDS[by.kind]} "${by.name}"`, what: `${verb} ${device.name}${also}` };
}

/** Who asks for what, as a sentence. */
function approvalText(asked: Asked): string {
  const { who, what } = orderWords(asked);
  return `${who} asks to ${what}.`;
}

/** What a person answered, for the security log. */
export function answerHappening(
  answered: Asked & Pick<ListedApproval, "state">,
  isByTicket: boolean,
): { kind: SecurityKind; detail: string } {
  const { who, what } = orderWords(answered);
  const isAllowed = answered.state === "allowed";
  const where = isByTicket ? ", in a notification" : "";
  return {
    kind: isAllowed ? "order_allowed" : "order_denied",
    detail: `${who} was ${isAllowed ? "allowed" : "not allowed"} to ${what}${where}`,
  };
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
