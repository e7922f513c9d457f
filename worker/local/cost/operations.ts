/**
 * What the broker does for each thing that happens, in the units of the bill. Rows are counted from the runtime in
 * `test/unit/broker/cost.test.ts`, which fails when they change; time is taken from the bench and rounded up tenfold,
 * for the edge's machines are not ours.
 */

export interface Operation {
  /** Frames that come in. */
  frames: number;
  /** Requests to the object beside frames: upgrades, alarms, calls. */
  requests: number;
  /** Rows written in the object, an alarm that is set among them. */
  rows: number;
  /** Milliseconds that the object runs. */
  awake: number;
}

const NOTHING: Operation = { frames: 0, requests: 0, rows: 0, awake: 0 };

export const OPERATIONS = {
  /** A ping of an object that is awake or asleep. */
  ping: { ...NOTHING, frames: 1, awake: 0.1 },
  /** A message at QoS 0 that is no control message. */
  publishQos0: { ...NOTHING, frames: 1, awake: 0.1 },
  /** One reader of it. Frames that go out cost nothing. */
  deliverQos0: { ...NOTHING, awake: 0.02 },
  /** A message at QoS 1 and its reader's acknowledgement, both sessions ending with their connections. */
  publishQos1: { ...NOTHING, frames: 2, awake: 0.4 },
  /** An account looks once for clients that have gone silent, and sets its alarm again. */
  watch: { ...NOTHING, requests: 1, rows: 1, awake: 1 },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
