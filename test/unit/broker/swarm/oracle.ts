/**
 * What must, may and must not arrive, as plain sets: written from the table of rights, independent of the
 * broker.
 */

/** One client of one account. Topics without the account's prefix. */
export interface Member {
  name: string;
  account: string;
  kind: "api-key" | "credential" | "device";
  /** Topics of the credential's channels. */
  topics: string[];
  /** Topics of the device's channels, and its control topic. */
  deviceTopics: string[];
  control: string | null;
  revoked: boolean;
  connected: boolean;
  kept: boolean;
  /** Full filters; null without a session. */
  subscriptions: Set<string> | null;
}

type Judged = Pick<Member, "kind" | "topics" | "deviceTopics" | "control" | "account" | "revoked">;

const full = (member: Judged, names: readonly string[]): string[] =>
  names.map((name) => `${member.account}/${name}`);

/** The device's topics beside its control topic. */
const beside = ({ control }: Judged, ...names: string[]): string[] =>
  control === null ? [] : names.map((name) => control.replace(/control$/, name));

/** Only the broker publishes there. */
export const isStatus = (topic: string): boolean => /^[^/]+\/devices\/[0-9a-f-]{36}\/status$/.test(topic);

function writable(member: Judged): string[] {
  return full(member, [...member.topics, ...beside(member, "control", "telemetry")]);
}
const readable = (member: Judged): string[] => [
  ...writable(member),
  ...full(member, beside(member, "status")),
  ...automatic(member),
];
const automatic = (member: Judged): string[] =>
  member.control === null ? [] : full(member, [member.control, ...member.deviceTopics]);

export function mayPublish(member: Judged, topic: string): boolean {
  if (member.revoked || isStatus(topic)) return false;
  return member.kind === "api-key"
    ? topic.startsWith(`${member.account}/`)
    : writable(member).includes(topic);
}

export function mayRead(member: Judged, topic: string): boolean {
  if (member.revoked) return false;
  if (member.kind === "api-key") return topic.startsWith(`${member.account}/`);
  return readable(member).includes(topic);
}

/** The literal definition of the standards, level by level. */
export function covers(filter: readonly string[], topic: readonly string[]): boolean {
  const [head, ...rest] = filter;
  if (head === undefined) return topic.length === 0;
  if (head === "#") return true;
  const [level, ...below] = topic;
  if (level === undefined) return false;
  return (head === "+" || head === level) && covers(rest, below);
}
const matches = (filter: string, topic: string): boolean => covers(filter.split("/"), topic.split("/"));

const unshared = (filter: string): string => filter.replace(/^\$share\/[^/]+\//, "");
const isShared = (filter: string): boolean => filter.startsWith("$share/");

/** Whether a filter is granted: it matches some readable topic. */
export function maySubscribe(member: Judged, filter: string): boolean {
  const inner = unshared(filter);
  if (member.kind !== "api-key") {
    return readable(member).some((topic) => matches(inner, topic));
  }
  const [head, ...rest] = inner.split("/");
  return head === "#" || ((head === member.account || head === "+") && rest.length > 0);
}

function subscribes(member: Member, view: Judged, topic: string): boolean {
  const own = [...(member.subscriptions ?? [])].filter((filter) => !isShared(filter));
  return [...own, ...automatic(view)].some((filter) => matches(filter, topic));
}

export interface ExpectedDelivery {
  topic: string;
  text: string;
  qos: 0 | 1;
  /** Deliveries by own subscriptions. */
  own: Map<Member, "must" | "may">;
  /** One member of each group gets it; certain only where one of them is connected. */
  groups: { members: Set<Member>; sure: boolean }[];
  got: Map<Member, number>;
}

export interface Taken {
  topic: string;
  text: string;
  qos: 0 | 1;
  /** The broker has certainly accepted it. */
  sure: boolean;
}

/**
 * The deliveries that follow from a message. During a change of rights both the old and the new view of a
 * client may apply.
 */
export function expectedDeliveries(
  { sure, ...message }: Taken,
  members: readonly Member[],
  viewsOf: (member: Member) => readonly Judged[],
): ExpectedDelivery {
  const { topic, qos } = message;
  const promised: ExpectedDelivery = { ...message, own: new Map(), groups: [], got: new Map() };
  const groups = new Map<string, { members: Set<Member>; sure: boolean }>();
  const uncertain = new Set<string>();
  for (const member of members) {
    if (member.subscriptions === null) continue;
    const views = viewsOf(member);
    const readers = views.filter((view) => mayRead(view, topic));
    const heard = readers.filter((view) => subscribes(member, view, topic));
    // QoS 0 guarantees no delivery
    const owed = sure && qos === 1;
    if (heard.length > 0) promised.own.set(member, owed && heard.length === views.length ? "must" : "may");
    for (const filter of readers.length > 0 ? member.subscriptions : []) {
      if (!isShared(filter) || !matches(unshared(filter), topic)) continue;
      const group = groups.get(filter) ?? { members: new Set(), sure: false };
      group.members.add(member);
      if (readers.length < views.length) uncertain.add(filter);
      else group.sure ||= owed && member.connected;
      groups.set(filter, group);
    }
  }
  for (const [filter, group] of groups) {
    promised.groups.push({ ...group, sure: group.sure && !uncertain.has(filter) });
  }
  return promised;
}

/** The error in the deliveries of a message, or null. Called when no packets are under way. */
export function deliveryError(promised: ExpectedDelivery): string | null {
  const { own, groups, got, topic, text } = promised;
  let extras = 0;
  let mays = 0;
  for (const member of new Set([...own.keys(), ...got.keys()])) {
    const count = got.get(member) ?? 0;
    const verdict = own.get(member);
    // a queued message must arrive when the client returns
    const owed = verdict === "must" && member.connected ? 1 : 0;
    if (verdict !== undefined && owed === 0) mays++;
    const most = (verdict === undefined ? 0 : 1) + groups.filter(({ members }) => members.has(member)).length;
    const what = `${text} on ${topic} came ${count} times to ${member.name}`;
    if (count > most) return `${what}, which may have it ${most} times`;
    if (count < owed) return `${what}, which is owed it`;
    extras += count - owed;
  }
  if (extras < groups.filter(({ sure }) => sure).length) return `${text} on ${topic} missed a shared group`;
  if (extras > groups.length + mays) return `${text} on ${topic} came to a shared group more than once`;
  return null;
}

/** A client that was offline returns: it no longer gets messages that it may not read now. */
export function resume(promises: readonly ExpectedDelivery[], member: Member): void {
  for (const each of promises) {
    if (!mayRead(member, each.topic)) forget(each, member);
  }
}

/** Its session has ended: its queue is discarded. */
export function discard(promises: readonly ExpectedDelivery[], member: Member): void {
  for (const each of promises) forget(each, member);
}

function forget(promised: ExpectedDelivery, member: Member): void {
  if (promised.got.has(member)) return;
  promised.own.delete(member);
  for (const group of promised.groups) {
    if (group.sure) continue;
    group.members.delete(member);
  }
}
