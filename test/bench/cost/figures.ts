/**
 * The figures behind `npm run cost` and `npm run scale`. Rows, calls and bytes are counted in the real
 * runtime by `cost.test.ts` and `sizes.test.ts` in `test/unit/broker` and `test/unit/worker`, which fail when
 * a figure changes. Running times come from the bench, multiplied by ten, because the platform's machines
 * differ.
 */

/**
 * Units of the bill. `frames`: incoming WebSocket messages. `requests`: upgrades, alarms and calls of an object. `rows`:
 * rows written in objects, where setting an alarm is one. `awake`: milliseconds that an object runs. `calls`: requests to
 * the Worker. `cpu`: milliseconds of the Worker. `d1Reads`, `d1Writes`: round trips.
 */
const UNITS = [
  "frames",
  "requests",
  "rows",
  "awake",
  "calls",
  "cpu",
  "logLines",
  "d1Reads",
  "d1Writes",
  "d1RowsRead",
  "d1RowsWritten",
] as const;
export type Operation = Record<(typeof UNITS)[number], number>;
const operation = (...units: number[]): Operation =>
  Object.fromEntries(UNITS.map((unit, at) => [unit, units[at] ?? 0])) as Operation;

/** Units of one operation each, in the order of `UNITS`. */
export const OPERATIONS = {
  ping: operation(1, 0, 0, 0.1),
  publishQos0: operation(1, 0, 0, 0.1),
  deliverQos0: operation(0, 0, 0, 0.02),
  publishQos1: operation(2, 0, 0, 0.4), // and its PUBACK, between sessions that end with their connections
  watch: operation(0, 1, 1, 1), // the alarm that looks for silent clients
  connectDevice: operation(1, 2, 12, 9, 1, 7, 2), // upgrade, CONNECT and the alarm of its deadline
  disconnectDevice: operation(1, 0, 6, 1),
  connectCredential: operation(2, 2, 3, 9, 1, 7, 2), // CONNECT and DISCONNECT of a client that is no device
  connectApiKey: operation(2, 2, 2, 9, 1, 7, 2),
  deviceEvent: operation(1, 0, 6, 1), // a command to a device that is not connected
  forgetEvent: operation(0, 0, 1, 0.1), // its retention is over
  retain: operation(1, 0, 2, 0.1), // a retained message at QoS 0
  plannedTime: operation(1, 0, 14, 1), // a schedule switches a connected device: run, command, event, status and PUBACK
  sample: operation(1, 0, 0, 0.3), // a message with values
  sampleRow: operation(0, 0, 1, 0.1), // values of a minute are written together, and compacted: `SAMPLES`
  silenceLook: operation(0, 1, 1, 1), // the alarm of a watch of silence whose series went on
  raise: operation(0, 4, 16, 1000, 0, 0, 0, 2), // a watch is raised and clears: two notices to a webhook within 0.5 s each
  act: operation(1, 0, 16, 1), // a watch switches a connected device: notice, command, event and PUBACK
  login: operation(0, 4, 5, 5, 1, 300, 1, 2, 1, 160, 13), // three throttle counters, a password hash; its object reads it
  look: operation(0, 1, 0, 1, 1, 7, 1), // the page refreshes a list of ten devices
  changeRights: operation(0, 2, 3, 4, 1, 7, 1, 2, 1, 150, 7), // a device is created; its account's object has rows left, and reads it
  visitor: operation(0, 0, 0, 0, 1, 7, 1, 1), // the landing page asks for the number of users
  file: operation(0, 0, 0, 0, 1, 1), // a file of the page: its host is compared, and no line is written
  countUser: operation(0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
  cron: operation(0, 0, 0, 0, 1, 100, 1, 16, 1, 0, 1),
};
/**
 * Samples in the buffer and in blocks. `batch`: bytes of the samples of one series in one write, and `sample` of each.
 * `row`: bytes of a buffer row. `full`: buffered bytes that start a compaction; otherwise there are `leastADay`. A
 * compaction writes `compaction` rows, and for each series its last value and a block of each level.
 */
export const SAMPLES = {
  batch: 10.5,
  sample: 2.1,
  row: 3072,
  full: 65_536,
  leastADay: 2,
  compaction: 2,
  series: 4,
};

export type Counts = Record<keyof typeof OPERATIONS, number>;

/**
 * Bytes at rest, with indexes and partly filled pages. `connection`: its two events. `run`: of a planned time, without its
 * event. `sample`, `minute` and `hour`: in blocks.
 */
export const BYTES = {
  object: {
    empty: 213_000,
    device: 2000,
    event: 190,
    connection: 600,
    run: 250,
    sample: 5,
    minute: 10,
    hour: 12,
  },
  /** `account`: with a session, an API key, a channel and a credential; `device`: with one channel. */
  d1: { account: 3600, device: 500 },
} as const;

export const PRICES_OF = "2026-11-20";
/** Included units, and dollars for each million more: Workers Paid, at developers.cloudflare.com. */
export const PRICES = {
  plan: 5,
  framesPerRequest: 20,
  objectGigabytes: 0.128,
  requests: [1e6, 0.15],
  gigabyteSeconds: [400_000, 12.5],
  rows: [50e6, 1],
  objectBytes: [5e9, 0.2 / 1000],
  calls: [10e6, 0.3],
  cpu: [30e6, 0.02],
  logLines: [20e6, 0.6],
  d1RowsRead: [25e9, 0.001],
  d1RowsWritten: [50e6, 1],
  d1Bytes: [5e9, 0.75 / 1000],
  analyticsPoints: [10e6, 0.25],
} as const;
/** AWS IoT Core, us-east-1: dollars a million connection minutes, and a million messages of 5 KB up to a number. */
export const AWS = {
  minutes: 0.08,
  messages: [[1e9, 1] as const, [5e9, 0.8] as const, [1e99, 0.7] as const],
};
/** EMQX Serverless, docs.emqx.com. */
export const EMQX = { minutes: [1e6, 2] as const, bytes: [2 ** 30, 0.15e6 / 2 ** 30] as const };

/** Pages "Limits" of D1 and Durable Objects. A thread has 1,000 ms a second. */
export const PLATFORM = { bytes: 10e9, sockets: 32_768, thread: 1000 };
/** Assumptions: milliseconds that D1 needs for a read, a write and a counted row; a day's busiest second ÷ its average. */
export const D1_MS = { read: 1, write: 5, row: 0.00001 };
export const PEAK = 4;
