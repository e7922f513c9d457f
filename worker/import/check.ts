/**
 * PURE. What the API would refuse of a plan: bodies that break a rule of their call, and rows beyond a limit of the
 * account. Such items become lost ones, so that a person reads it before anything is made. The page does not check:
 * it would load every schema, and the rows of an export were valid once.
 */

import { CALLS, type OwnCallName } from "../contract/api.ts";
import { fieldErrors, GENERAL } from "../contract/field-errors.ts";
import type { BrokerInfo } from "../contract/service.ts";
import type { ImportPlan } from "./plan.ts";
import { lost, type PlannedItem, type PresentAccount } from "./planned.ts";

type Limits = BrokerInfo["limits"];
type Counted = Extract<keyof Limits, "channels" | "credentials" | "devices">;

const COUNTED: Partial<Record<OwnCallName, Counted>> = {
  createChannel: "channels",
  createCredential: "credentials",
  createDevice: "devices",
};

export function checkPlan(plan: ImportPlan, present: PresentAccount, limits: Limits): ImportPlan {
  const counts: Record<Counted, number> = {
    channels: present.channels.length,
    credentials: present.credentials.length,
    // discovered devices have a limit of their own
    devices: present.devices.filter(({ kind }) => kind !== "found").length,
  };
  const items = plan.items.map((item): PlannedItem => {
    const why = refusalOf(item);
    if (why !== null) return lost(item.what, why);
    const noun = item.call === null ? undefined : COUNTED[item.call.name];
    if (noun === undefined) return item;
    const most = limits[noun];
    if (most > 0 && counts[noun] >= most) {
      return lost(item.what, `This account may have ${most} ${noun}: delete some, and import again.`);
    }
    counts[noun]++;
    return item;
  });
  return { ...plan, items };
}

/** The sentences of the call's own rules, or null when they are kept. */
function refusalOf({ call }: PlannedItem): string | null {
  if (call === null || call.body === undefined) return null;
  const row = CALLS[call.name];
  if (!("request" in row)) return null;
  const { error } = row.request.safeParse(call.body);
  if (error === undefined) return null;
  const sentences = Object.entries(fieldErrors(error)).flatMap(([field, of]) =>
    of.map((sentence) => (field === GENERAL ? sentence : `${field}: ${sentence}`)),
  );
  return [...new Set(sentences)].slice(0, MAX_SENTENCES).join(" ");
}

const MAX_SENTENCES = 5;
