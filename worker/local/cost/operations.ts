/**
 * What is done for each thing that happens, in the units of the bill. Rows and calls are counted from the runtime in
 * `test/unit/broker/cost.test.ts` and `test/unit/worker/api/cost.test.ts`, which fail when they change; time is taken
 * from the bench and rounded up tenfold, for the edge's machines are not ours.
 */

/** None of what a device does asks the shared database: its units stand with what people do. */
export interface Operation {
  /** Frames that come in. */
  frames: number;
  /** Requests to an object beside frames: upgrades, alarms, calls. */
  requests: number;
  /** Rows written in objects, an alarm that is set among them. */
  rows: number;
  /** Milliseconds that an object runs. */
  awake: number;
  /** Requests to the Worker, and runs of its cron. */
  calls: number;
  /** Milliseconds of the Worker's processor. */
  cpu: number;
  /** Lines of the log. */
  lines: number;
  /** Round trips to D1 that only read, and those that write. */
  d1Reads: number;
  d1Writes: number;
  d1RowsRead: number;
  d1RowsWritten: number;
}

const NOTHING: Operation = {
  frames: 0,
  requests: 0,
  rows: 0,
  awake: 0,
  calls: 0,
  cpu: 0,
  lines: 0,
  d1Reads: 0,
  d1Writes: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
};

/**
 * A client comes: the Worker passes its upgrade on, its CONNECT is a frame, and the alarm that waited for that rings. A
 * line for the upgrade, one for the end.
 */
const CONNECT: Operation = { ...NOTHING, frames: 1, requests: 2, awake: 9, calls: 1, cpu: 7, lines: 2 };
/** A call of the API: a line, and the caller's session looked up beside what is asked for. */
const CALL: Operation = { ...NOTHING, calls: 1, cpu: 7, lines: 1, d1Reads: 1 };

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
  /** A device comes: its session, its connection, the event, the last use of its credential, its status. */
  connectDevice: { ...CONNECT, rows: 12 },
  /** It goes. */
  disconnectDevice: { ...NOTHING, frames: 1, awake: 1, rows: 6 },
  /** A client with a credential that is no device comes and goes. */
  connectCredential: { ...CONNECT, frames: 2, rows: 3 },
  /** The same with an API key. */
  connectApiKey: { ...CONNECT, frames: 2, rows: 2 },
  /** A command to a device that is away, its event, and its status. */
  deviceEvent: { ...NOTHING, frames: 1, awake: 1, rows: 6 },
  /** One that is too old goes. */
  forgetEvent: { ...NOTHING, awake: 0.1, rows: 1 },
  /** A sample of one of ten series that measure each ten seconds, a message of its own; blocks are made of it besides. */
  sample: { ...NOTHING, frames: 1, awake: 0.3, rows: 0.022 },
  /** Somebody logs in; the throttle counts by pair, address and e-mail. Hashing is most of it. */
  login: {
    ...CALL,
    requests: 3,
    rows: 3,
    awake: 3,
    cpu: 300,
    d1Writes: 1,
    d1RowsRead: 20,
    d1RowsWritten: 8,
  },
  /** A page in view asks for its list of ten devices again. */
  look: { ...CALL, requests: 1, awake: 1, d1RowsRead: 55 },
  /** A device is set up anew: written, and told to the account's object. */
  changeRights: { ...CALL, requests: 1, rows: 3, awake: 4, d1Writes: 1, d1RowsRead: 35, d1RowsWritten: 7 },
  /** Somebody opens the page who has no account, and is told how many there are. */
  visitor: CALL,
  /** One of those that are counted for it. */
  countUser: { ...NOTHING, d1RowsRead: 1 },
  /** The jobs when nothing is due. */
  cron: { ...NOTHING, calls: 1, cpu: 100, lines: 1, d1Reads: 14, d1Writes: 1, d1RowsWritten: 1 },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
