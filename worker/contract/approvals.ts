/** Orders to devices that ask their owner first. */

import * as z from "zod";
import { APPROVAL_STATES, COMMAND_RESULTS } from "../../broker/contract/approval.ts";
import { ControlSet } from "../../broker/contract/controls.ts";
import { ASKED_CALLERS } from "../../broker/contract/device-events.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { boolean, moment, named, uuid } from "./fields.ts";

export const WAITING_RESULT = "waiting for approval";

/** The answer to an order that waits for the owner. Nothing was sent to the device. */
export const WaitingOrder = named("WaitingOrder", {
  result: z.literal(WAITING_RESULT),
  /** Its id in `GET /v0/approvals/`. */
  approval: uuid(),
  /** Without an answer it ends then. */
  ends_at: moment(),
});
export type WaitingOrder = z.infer<typeof WaitingOrder>;

const Named = z.object({ id: uuid(), name: z.string() });

export const ApprovalRow = named("Approval", {
  id: uuid(),
  device: Named,
  /** Who ordered: a token, an app, a guest or a watch. */
  by: Named.extend({ kind: z.enum(ASKED_CALLERS) }),
  /** `state` null: it stays as it is. */
  command: z.object({ state: z.boolean().nullable(), set: ControlSet.nullable() }),
  at: moment(),
  /** Without an answer it ends then. */
  ends_at: moment(),
  state: z.enum(APPROVAL_STATES),
  answered_at: moment().nullable(),
  /** The browser in which a person answered; null without an answer. */
  answered_by: z.string().nullable(),
  /** Of an allowed one: the device took it, has not acknowledged it yet, or another command came after it. */
  result: z.enum(COMMAND_RESULTS).nullable(),
});
export type ApprovalRow = z.infer<typeof ApprovalRow>;

export const APPROVAL_CALLS = endpoints({
  listApprovals: {
    method: "GET",
    path: "/v0/approvals/",
    access: "token",
    scopes: ["devices:switch"],
    isListed: true,
    isForGuests: true,
    summary:
      "Orders that wait for approval, and what became of the last 100, newest first; a token reads its own",
    response: z.array(ApprovalRow),
  },
  answerApproval: {
    method: "POST",
    path: "/v0/approvals/{id}/",
    access: "user",
    summary:
      "Allow or deny an order, once; with a login session, or with the ticket of its push message as `Authorization: Token`",
    request: z.object({ allow: boolean() }),
    response: ApprovalRow,
    problems: [...OBJECT_PROBLEMS, 409, 410],
  },
});
