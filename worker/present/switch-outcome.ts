import type { SwitchOutcome as Outcome } from "../../broker/contract/account.ts";
import type { SwitchOutcome } from "../contract/presence.ts";
import { moment, momentOrNull } from "./moment.ts";

export const switchOutcomeOf = (outcome: Outcome): SwitchOutcome => ({
  accepted_at: moment(outcome.acceptedAt),
  delivered_at: momentOrNull(outcome.deliveredAt),
  device_connected: outcome.connected,
});
