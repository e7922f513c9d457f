/** Orders that wait for the account's owner, because their device asks first. */

import * as z from "zod";
import type { SwitchState } from "./control.ts";
import { ControlSet } from "./controls.ts";
import { ACTORS, ASKED_CALLERS } from "./device-events.ts";

/** An order ends unanswered after this time. */
export const APPROVAL_STATES = ["waiting", "allowed", "denied", "ended"] as const;

const state = z.enum(["on", "off"] satisfies SwitchState[]);

/** Who gave the order. */
export const Orderer = z.object({
  kind: z.enum(ASKED_CALLERS),
  /** Of the token or watch. */
  id: z.string(),
  /** As its owner named it. */
  name: z.string(),
});
export type Orderer = z.infer<typeof Orderer>;

/** An order as it is stored. */
export const Approval = z.object({
  id: z.string(),
  device: z.object({ id: z.string(), name: z.string() }),
  by: Orderer,
  /** `state` null: it stays. */
  order: z.object({ state: state.nullable(), set: ControlSet.nullable() }),
  /** Of the switch that it asks for. */
  actor: z.enum(ACTORS),
  /** Milliseconds since 1970, as all times here. */
  at: z.number(),
  endsAt: z.number(),
  state: z.enum(APPROVAL_STATES),
  /** When a person answered, and in which browser. */
  answer: z.object({ at: z.number(), browser: z.string() }).exactOptional(),
  /** The id of its command: the time of the event. */
  command: z.number().exactOptional(),
  /** Of push messages: the target of each, and the digest of its ticket. */
  tickets: z.array(z.object({ target: z.string(), digest: z.string() })).readonly(),
  /** Of a watch: the notice that acts, and its target. */
  notice: z.object({ id: z.string(), target: z.string() }).exactOptional(),
});
export type Approval = z.infer<typeof Approval>;

export const COMMAND_RESULTS = ["taken", "accepted", "replaced"] as const;
/** Whether its device has taken it. `replaced`: another command came after it. */
export type CommandResult = (typeof COMMAND_RESULTS)[number];

export interface ListedApproval extends Approval {
  /** Of an allowed one. */
  result: CommandResult | null;
}

/** The order waits; its caller asks for it again under this id. */
export interface PlacedOrder {
  approval: string;
  endsAt: number;
}

/** Why an order was not taken: as many as may wait do. */
export interface TooManyWait {
  tooManyWait: true;
}

/** Why an answer was not taken. */
export interface NotApproved {
  refused: "answered" | "ended" | "device gone" | "caller gone" | "controls changed";
}

/** What a push message asks. */
export interface ApprovalMessage extends Pick<Approval, "id" | "device" | "by" | "order" | "endsAt"> {
  ticket: string;
}
