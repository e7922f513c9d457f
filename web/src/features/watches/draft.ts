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
  /** The command that its notices offer. Empty `askDevice`: none; empty `askLabel`: the command is its text. */
  askDevice: string;
  askOn: boolean;
  askLabel: string;
  /** Its command sets values, which the form does not hold: it stays until another is chosen. */
  askKept: boolean;
  /** The stored watch has a command. */
  hadAsk: boolean;
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
