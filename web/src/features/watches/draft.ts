/** A watch as the form holds it. Pure. */

import type { WatchedEvent } from "../../../../broker/contract/watch.ts";

type WatchKind = "lost" | "above" | "below" | "silent" | "not_taken" | "differs" | "events";

export interface WatchDraft {
  kind: WatchKind;
  /** Empty: any device, for events only. */
  deviceId: string;
  /** The key of a value or of a control. */
  key: string;
  lostFor: string;
  /** `auto`: three times the usual interval. */
  silentFor: string;
  notTakenFor: string;
  differsFor: string;
  /** Numbers as they were typed. `clear` may be empty: the threshold. */
  threshold: string;
  clear: string;
  holdsFor: string;
  events: readonly WatchedEvent[];
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

export const newDraft = (change: Partial<WatchDraft> = {}): WatchDraft => ({
  kind: "lost",
  deviceId: "",
  key: "",
  lostFor: "PT5M",
  silentFor: "auto",
  notTakenFor: "PT30S",
  differsFor: "PT30S",
  threshold: "",
  clear: "",
  holdsFor: "PT1M",
  events: ["errored"],
  name: "",
  targets: [],
  thenDevice: "",
  thenOn: true,
  thenBack: true,
  repeat: "",
  enabled: true,
  ...change,
});

export const isThreshold = ({ kind }: Pick<WatchDraft, "kind">): boolean =>
  kind === "above" || kind === "below";
