/** The expected behaviour of a broker with this account as plain lists: the oracle of the model test. */

export interface Message {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
}

/** A message as one client should receive it. */
export interface Expected {
  kind: "publish" | "pubrel";
  payload: string;
  qos: 0 | 1 | 2;
  dup: boolean;
}

interface Sent {
  payload: string;
  topic: string;
  qos: 1 | 2;
  phase: "puback" | "pubrec" | "pubcomp";
  /** Sent on the present connection. */
  out: boolean;
  /** Sent on any connection. */
  sentBefore: boolean;
}

export interface SessionModel {
  subscriptions: Map<string, 0 | 1 | 2>;
  /** Sent and queued, in order. */
  list: Sent[];
}

export class SlotModel {
  connected = false;
  kept = false;
  session: SessionModel | null = null;
  /** Messages that the client should have received since the last check. */
  expected: Expected[] = [];
  readonly window: number;
  readonly mayRead: (topic: string) => boolean;

  constructor(window: number, mayRead: (topic: string) => boolean) {
    this.window = window;
    this.mayRead = mayRead;
  }

  /** Returns whether a session is present. */
  connect(clean: boolean, kept: boolean): boolean {
    if (this.connected) this.lose();
    if (clean) this.session = null;
    const present = this.session !== null;
    this.session ??= { subscriptions: new Map(), list: [] };
    this.connected = true;
    this.kept = kept;
    this.expected = [];
    for (const each of this.session.list) each.out = false;
    this.fill();
    return present;
  }

  lose(): void {
    this.connected = false;
    if (!this.kept) this.session = null;
  }

  get underWay(): Sent[] {
    return this.session?.list.filter((each) => each.out) ?? [];
  }

  fill(): void {
    if (!this.connected || this.session === null) return;
    for (const each of [...this.session.list]) {
      if (this.underWay.length >= this.window) return;
      if (each.out) continue;
      if (each.phase !== "pubcomp" && !this.mayRead(each.topic)) {
        this.session.list.splice(this.session.list.indexOf(each), 1);
        continue;
      }
      each.out = true;
      this.expected.push({
        kind: each.phase === "pubcomp" ? "pubrel" : "publish",
        payload: each.phase === "pubcomp" ? "" : each.payload,
        qos: each.qos,
        dup: each.phase !== "pubcomp" && each.sentBefore,
      });
      each.sentBefore = true;
    }
  }

  hear(message: Message): void {
    if (this.session === null || !this.mayRead(message.topic)) return;
    let granted = -1;
    for (const [filter, qos] of this.session.subscriptions) {
      if (filter === message.topic || filter.endsWith("+")) granted = Math.max(granted, qos);
    }
    if (granted < 0) return;
    const qos = Math.min(granted, message.qos) as 0 | 1 | 2;
    if (qos === 0) {
      if (this.connected)
        this.expected.push({ kind: "publish", payload: message.payload, qos: 0, dup: false });
      return;
    }
    const { payload, topic } = message;
    const phase = qos === 2 ? "pubrec" : "puback";
    this.session.list.push({ payload, topic, qos, phase, out: false, sentBefore: false });
    this.fill();
  }

  /** The client acknowledges the open message at this index. */
  acknowledge(at: number): Sent | null {
    const under = this.underWay;
    const each = under[at % Math.max(1, under.length)];
    if (each === undefined || this.session === null) return null;
    const before = { ...each };
    if (each.phase === "pubrec") {
      each.phase = "pubcomp";
      this.expected.push({ kind: "pubrel", payload: "", qos: 2, dup: false });
    } else {
      this.session.list.splice(this.session.list.indexOf(each), 1);
      this.fill();
    }
    return before;
  }
}
