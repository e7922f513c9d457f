/**
 * A plan: what one input causes, computed on values before any of it is done: new sessions, writes, packets, and facts
 * for memory. A plan that fails half-way is dropped, and nothing was done.
 *
 * A write may read: it runs in the transaction and sees earlier writes. So decisions about writes are made in the
 * write, and only decisions about packets or other sessions in the plan. One write plans more than rows: the notice of
 * a watch that switches a device publishes the command in the same transaction, because no crash may separate them.
 */

import type { Command } from "../../contract/account.ts";
import type { SwitchState } from "../../contract/control.ts";
import type { ControlSet, WantedValues } from "../../contract/controls.ts";
import type { Switcher } from "../../contract/device-events.ts";
import type { Input, StepResult } from "../../session/effect.ts";
import type { Message, Receipt } from "../../session/message.ts";
import type { Session } from "../../session/session.ts";
import { type AfterTurns, BITS, type DueWork } from "./due-work.ts";
import type { Part, Peer } from "./peer.ts";

/**
 * A plan with more packets than this drops its arrays afterwards. Below it they are reused: allocating them costs a
 * small fan-out much.
 */
const LARGE = 1024;

export interface DeviceChange {
  command?: Command;
  pending?: boolean;
  /** All wanted values of its controls. */
  wanted?: WantedValues;
  /** The device took the command before it began its present session. */
  beforeConnect?: boolean;
  /** As `valuesBefore` of its record. */
  valuesBefore?: number;
  /** A client of it came or left. */
  hasOtherClients?: true;
  /** When its connection ended. Milliseconds since 1970. */
  endedAt?: number;
}

/** The publisher of a message without a session. */
export interface Author extends Switcher {
  /** The login that a retained message is counted for; the session's by default. */
  login?: string;
  /** The state of a command: its payload need not be parsed. */
  state?: SwitchState;
  /** The command only sets values of controls: `state` is the last state. */
  isStateKept?: boolean;
  /** Values of controls in a command, checked. */
  set?: ControlSet | null;
  receipt?: Receipt;
  /** The time of a sample was counted back from its arrival: no clock of a device has a part in it. */
  isAgeKnown?: boolean;
}

export type Work<P extends Peer> = (plan: Plan<P>) => void;

export interface PlanRules<P extends Peer> {
  step: (plan: Plan<P>, peer: P, input: Input) => StepResult;
  /** Plans the effects of a step. `before` is the session that the step began with. */
  obey: (plan: Plan<P>, peer: P, answer: StepResult, before: Session) => void;
  publish: (plan: Plan<P>, message: Message, from: number, by?: Author) => number | null;
}

export class Plan<P extends Peer> {
  number = 0;
  /** Time of the turn. Milliseconds since 1970. */
  now = 0;
  readonly peers: P[] = [];
  readonly writes: (() => void)[] = [];
  readonly gone = new Set<number>();
  /** Sessions that get a connection. Until the commit no connection holds them. */
  readonly beginning = new Set<number>();
  readonly devices = new Map<string, DeviceChange>();
  readonly #rules: PlanRules<P>;
  readonly #facts: (() => void)[] = [];
  /** Packets to send: the first `#leaving` entries of each array. */
  readonly #to: P[] = [];
  readonly #parts: Part[] = [];
  readonly #droppable: boolean[] = [];
  #leaving = 0;
  readonly #last = new Map<unknown, () => void>();
  #next: Work<P>[] = [];
  readonly #due: DueWork;
  /** The bits of the work after the turns that this plan requires. */
  #required = 0;

  constructor(rules: PlanRules<P>, due: DueWork) {
    this.#rules = rules;
    this.#due = due;
  }

  /** Empties the plan for reuse: allocating one per message costs a tenth of the message. */
  begin(now: number): void {
    this.now = now;
    this.number++;
    this.peers.length = 0;
    if (this.writes.length > 0) this.writes.length = 0;
    if (this.#facts.length > 0) this.#facts.length = 0;
    this.#leaving = 0;
    if (this.#next.length > 0) this.#next = [];
    if (this.gone.size > 0) this.gone.clear();
    if (this.beginning.size > 0) this.beginning.clear();
    if (this.devices.size > 0) this.devices.clear();
    if (this.#last.size > 0) this.#last.clear();
    this.#required = 0;
  }

  input(peer: P, input: Input): void {
    this.touch(peer);
    const before = peer.planned as Session;
    const answer = this.#rules.step(this, peer, input);
    peer.plan(answer.session);
    this.#rules.obey(this, peer, answer, before);
  }

  /** Publishes a message to its subscribers. Returns the id of the command, or null for any other message. */
  publish(message: Message, from: number, by?: Author): number | null {
    return this.#rules.publish(this, message, from, by);
  }

  touch(peer: P): void {
    if (peer.planned !== null) return;
    peer.plan(peer.session);
    this.peers.push(peer);
  }

  /** Adds this change of the device's status to the earlier ones of the plan. */
  becomes(deviceId: string, change: DeviceChange): void {
    this.devices.set(deviceId, { ...this.devices.get(deviceId), ...change });
  }

  write(work: () => void): void {
    this.writes.push(work);
  }

  fact(work: () => void): void {
    this.#facts.push(work);
  }

  follow(work: Work<P>): void {
    this.#next.push(work);
  }

  /** Requires work after the turns, if the plan is committed. Also in a write or a fact. */
  require(work: AfterTurns): void {
    this.#required |= BITS[work];
  }

  /** Runs after everything else is planned; only the first of each name. */
  last(name: unknown, work: () => void): void {
    if (!this.#last.has(name)) this.#last.set(name, work);
  }

  send(to: P, part: Part): void {
    this.#leaves(to, part, false);
  }

  /** Sends a QoS 0 message, which is dropped when the client's outbound buffer is full. */
  sendDroppable(to: P, part: Uint8Array): void {
    this.#leaves(to, part, true);
  }

  #leaves(to: P, part: Part, droppable: boolean): void {
    const at = this.#leaving++;
    this.#to[at] = to;
    this.#parts[at] = part;
    this.#droppable[at] = droppable;
  }

  finish(): void {
    if (this.#last.size === 0) return;
    for (const [name, work] of this.#last) {
      this.#last.delete(name);
      work();
    }
  }

  /** Applies the facts. Returns the turns that follow. */
  keep(): readonly Work<P>[] {
    for (const peer of this.peers) peer.commit();
    for (let at = 0; at < this.#leaving; at++) {
      const to = this.#to[at] as P;
      const part = this.#parts[at] as Part;
      if (this.#droppable[at]) to.pushDroppable(part as Uint8Array);
      else to.push(part);
    }
    if (this.#leaving > LARGE) this.#forgetParts();
    for (const fact of this.#facts) fact();
    this.#due.bits |= this.#required;
    return this.#next;
  }

  #forgetParts(): void {
    this.#to.length = 0;
    this.#parts.length = 0;
    this.#droppable.length = 0;
  }

  letGo(): void {
    for (const peer of this.peers) peer.plan(null);
  }
}
