/** A watch as the form holds it. Pure. */

import type { ConditionKind, WatchedEvent } from "../../../../broker/contract/condition.ts";

export interface ConditionDraft {
  kind: ConditionKind;
  /** Empty: any device, for events only. */
  deviceId: string;
  /** The key of a value or of a control. */
  key: string;
  /** How long it must hold; `auto`: three times the usual interval. Empty for events. */
  duration: string;
  /** Numbers as they were typed. `clear` may be empty: the threshold. */
  threshold: string;
  clear: string;
  events: readonly WatchedEvent[];
}

export interface WatchDraft extends ConditionDraft {
  /** Empty: the sentence is the name. */
  name: string;
  targets: readonly string[];
  /** The device that it switches; empty: none. `thenBack`: the other way when it is over. */
  thenDevice: string;
  thenOn: boolean;
  thenBack: boolean;
  /** Empty: one notice only. */
  repeat: string;
  enabled: boolean;
}

/** Names for ids and keys, as the sentence shows them. */
export interface WatchNames {
  device: string;
  value: string;
  unit: string | null;
}
