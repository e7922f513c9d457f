/**
 * The refused actions of the rights table: what each kind of client may not do, why, and the nearest
 * permitted action. Texts hold `{user}` (the account), `{other}` (another one), `{device}` and `{neighbour}`
 * (two devices).
 */

export interface RefusedAction {
  kind: "api-key" | "credential" | "device";
  action: "publish" | "subscribe" | "will";
  tried: string;
  /** The text after `"…" may not be published to`. */
  because: string;
  nearest: string;
  /** The channel on the credential that would permit the topic. */
  fix: string | null;
}

/** Channel of the credential and of the device. */
export const CHANNEL = "room/temperature";
export const DEVICE_CHANNEL = "orders";

const PREFIX = 'every topic of this account begins with "{user}/". Use "{nearest}".';
const NEAREST = ' The nearest that it may use is "{nearest}".';
const NO_CHANNEL = `no channel of the credential has this topic.${NEAREST}`;
const NOT_HERE = `every topic of this account begins with "{user}/".${NEAREST}`;
const CONTROL = `a device's control topic is for that device and for API keys.${NEAREST}`;
const READ_ONLY = `the device may read this channel; to publish, its credential needs the channel, too.${NEAREST}`;

/** `kind action tried → nearest`, then the reason; `*` marks rows that one click remedies. */
const TABLE: [row: string, because: string][] = [
  ["api-key publish room/temperature → {user}/room/temperature", PREFIX],
  ["api-key publish {other}/room → {user}/room", PREFIX],
  ["api-key publish $SYS/uptime → {user}/uptime", PREFIX],
  ["api-key subscribe room/# → {user}/room/#", PREFIX],
  ["api-key subscribe {other}/# → {user}/#", PREFIX],
  ["api-key subscribe $SYS/# → {user}/#", PREFIX],
  ["api-key subscribe $share/g/room/# → {user}/room/#", PREFIX],
  ["api-key will {other}/gone → {user}/gone", PREFIX],

  ["credential publish room/temperature → {user}/room/temperature", PREFIX],
  ["credential publish {user}/room/temperatur → {user}/room/temperature *", NO_CHANNEL],
  ["credential publish {user}/orders → {user}/room/temperature *", NO_CHANNEL],
  ["credential publish {user}/devices/{device}/control → {user}/room/temperature", CONTROL],
  ["credential publish {other}/orders → {user}/room/temperature", NOT_HERE],
  ["credential subscribe room/+ → {user}/room/+", PREFIX],
  ["credential subscribe {user}/kitchen/# → {user}/room/temperature", NO_CHANNEL],
  ["credential subscribe {user}/orders → {user}/room/temperature *", NO_CHANNEL],
  ["credential subscribe {user}/devices/{device}/control → {user}/room/temperature", CONTROL],
  ["credential subscribe {other}/# → {user}/#", PREFIX],
  ["credential subscribe $share/g/{user}/kitchen → {user}/room/temperature *", NO_CHANNEL],
  ["credential will {user}/devices/{device}/control → {user}/room/temperature", CONTROL],

  ["device publish {user}/orders → {user}/room/temperature *", READ_ONLY],
  ["device publish {user}/devices/{neighbour}/control → {user}/devices/{device}/control", CONTROL],
  ["device publish {user}/room → {user}/room/temperature *", NO_CHANNEL],
  ["device publish devices/{device}/control → {user}/devices/{device}/control", PREFIX],
  ["device subscribe {user}/devices/{neighbour}/control → {user}/devices/{device}/control", CONTROL],
  ["device subscribe {user}/order/# → {user}/orders", NO_CHANNEL],
  ["device subscribe {other}/orders → {user}/orders", PREFIX],
  ["device will {user}/orders → {user}/room/temperature *", READ_ONLY],
];

export const REFUSED_ACTIONS: readonly RefusedAction[] = TABLE.map(([row, because]) => {
  const [given = "", answer = ""] = row.split(" → ");
  const [kind, action, tried] = given.split(" ") as [RefusedAction["kind"], RefusedAction["action"], string];
  const [nearest = "", mends] = answer.split(" ");
  const fix = mends === "*" ? tried.replace(/^\$share\/g\//, "") : null;
  return { kind, action, tried, because: because.replace("{nearest}", nearest), nearest, fix };
});

/** The whole sentence that the client and the account's owner receive. */
export function sentenceOf({ action, tried, because }: RefusedAction): string {
  const topic = tried.replace(/^\$share\/g\//, "");
  const said = action === "subscribe" ? "matches nothing that may be read" : "may not be published to";
  return `${action === "will" ? "The will: " : ""}"${topic}" ${said}: ${because}`;
}

export type Ids = Record<"user" | "other" | "device" | "neighbour", string>;

/** Replaces the names in braces by the ids of an account. */
export const withIds = (text: string, ids: Ids): string =>
  text.replace(/\{(user|other|device|neighbour)\}/g, (_, name: keyof Ids) => ids[name]);
