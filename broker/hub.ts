/** The account's broker: sockets, deadlines and calls from outside, brought to the rooms that answer them. */

import type { Connection } from "./connection.ts";
import type { Arrival, SwitchOutcome } from "./contract/account.ts";
import type { SwitchState } from "./contract/control.ts";
import type { Actor } from "./contract/device-events.ts";
import type { BrokerLimits } from "./contract/limits.ts";
import { type AlarmClock, Deadlines } from "./deadlines.ts";
import { Drain, SEND_AGAIN } from "./events/drain.ts";
import { TELL_MS } from "./events/tally.ts";
import { Admission } from "./hub/admission.ts";
import { Desk } from "./hub/desk.ts";
import { Reception } from "./hub/reception.ts";
import { RememberedDirectory } from "./hub/remembered-directory.ts";
import { RightsWatch } from "./hub/rights-watch.ts";
import { silentAt } from "./hub/silence.ts";
import { Switchboard } from "./hub/switchboard.ts";
import type { Log } from "./log.ts";
import type { ConnectionEnd, Directory, EventSink } from "./ports.ts";
import { REASONS } from "./protocol/reason.ts";
import type { Store } from "./storage/store.ts";

export interface HubDependencies {
  store: Store;
  limits: BrokerLimits;
  directory: Directory;
  events: EventSink;
  ended: (end: ConnectionEnd) => void;
  log: Log;
  alarm: AlarmClock;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends every socket, whatever its client does; all that is written stays. */
  restart: () => Promise<void>;
  /** Keeps the object awake until this is done. */
  waitUntil: (work: Promise<unknown>) => void;
}

export class Hub {
  readonly board: Switchboard;
  readonly rights: RightsWatch;
  readonly deadlines: Deadlines;
  readonly desk: Desk;
  readonly #deps: HubDependencies;
  readonly #drain: Drain;
  readonly #reception: Reception;
  #release: Promise<boolean> | null = null;

  constructor(deps: HubDependencies, sockets: readonly WebSocket[]) {
    this.#deps = deps;
    const { store, limits, directory, events, log, clock, waitUntil } = deps;
    this.board = new Switchboard(store, limits, clock, log);
    this.rights = new RightsWatch(this.board, directory, clock);
    this.deadlines = new Deadlines(deps.alarm);
    const account = { userId: () => store.meta.get("userId"), clock, log };
    this.#drain = new Drain(store.outbox, this.board.journal.tally, events, account);
    this.desk = new Desk(this.board, this.#drain);
    this.#reception = new Reception(this.board, clock);
    const remembered = new RememberedDirectory(directory, this.rights, clock);
    const admission = new Admission(this.board, remembered, this.rights, (connection) =>
      this.#reception.resume(connection),
    );
    this.board.onAuthenticate = (connection, effect) => waitUntil(admission.authenticate(connection, effect));
    this.board.onSettled = () => this.#settled();
    this.board.endings.tell = (end) => deps.ended({ account: log.account, ...end });
    this.board.onDeaf = () => waitUntil(deps.restart());
    for (const socket of sockets) this.#reception.wake(socket);
  }

  /** On waking, before anything else. */
  async start(): Promise<void> {
    await this.deadlines.load();
    this.#reconcile();
    this.deadlines.require(this.#deps.store.switches.nextOff());
  }

  /** Sessions whose connection ended unseen: after a crash, or when its end could not be written. */
  #reconcile(): void {
    const { bySession, store, keeper } = this.board;
    if (bySession.size !== store.meta.get("live")) this.board.turn(() => keeper.reconcile());
  }

  /** Frames wait to be worked off; no object sleeps meanwhile. */
  get busy(): boolean {
    return this.#reception.pace.busy;
  }

  /** Seconds that a new socket from there must wait; 0 when it may be opened. */
  knock(address: string | null): number {
    return this.board.penalties.knock(address);
  }

  /** A new socket; its account is named by the address. */
  open(socket: WebSocket, userId: string, edge: Arrival): void {
    this.#deps.store.meta.set("userId", userId);
    this.#reception.open(socket, edge);
  }

  message(socket: WebSocket, data: ArrayBuffer | string): Promise<void> | void {
    const connection = this.#reception.counted(socket, data);
    if (connection === null) return;
    if (this.rights.held) return this.#messageOnceReleased(connection, data);
    this.#reception.message(connection, data);
    // asking the platform for the time costs as much as half a turn
    const check = this.rights.checkSoon(this.board.now);
    if (check !== null) this.#deps.waitUntil(check);
  }

  /** All wait for the same release, and go on in the order they came: one packet may lie in many frames. */
  async #messageOnceReleased(connection: Connection, data: ArrayBuffer | string): Promise<void> {
    this.#release ??= this.#released().finally(() => {
      this.#release = null;
    });
    if (await this.#release) this.#reception.message(connection, data);
  }

  /** Rights may be old and cannot be read: nobody is served. */
  async #released(): Promise<boolean> {
    await this.rights.recover();
    if (this.rights.held) this.#reception.dropAll(REASONS.serverBusy);
    return !this.rights.held;
  }

  /** Behind what its client said last: a DISCONNECT that still waits decides about the will. */
  closed(socket: WebSocket): Promise<void> | void {
    if (this.#release !== null) return this.#release.then(() => this.#reception.closed(socket));
    this.#reception.closed(socket);
  }

  /** Never throws, and leaves the next alarm set: one that fails six times would never ring again. */
  async alarm(scheduled: number): Promise<void> {
    try {
      const late = this.deadlines.rang(scheduled, this.#deps.clock());
      const { deadline } = this.rights;
      if (deadline !== null && deadline <= this.#deps.clock()) await this.#released();
      this.#reconcile();
      this.#silent(late);
      this.board.turn(() => {
        this.board.keeper.expire();
        this.board.commander.expire();
        this.board.journal.tally.expire(this.board.now);
      });
      await this.#drain.run(true);
    } catch (error) {
      this.#deps.log.error("the alarm failed", error);
    } finally {
      this.#armAgain();
    }
  }

  #armAgain(): void {
    try {
      this.deadlines.require(this.#nextDeadline());
    } catch (error) {
      this.#deps.log.error("the next deadline is not known", error);
      this.deadlines.require(this.#deps.clock() + SEND_AGAIN);
    }
  }

  #silent(late: boolean): void {
    const now = this.#deps.clock();
    for (const connection of [...this.board.connections.values()]) {
      // the object slept, or its clock jumped: nobody could be heard, so everyone gets one keep alive more
      if (late) {
        connection.openedAt = now;
        connection.lastSeen = now;
      } else if (this.#deadline(connection) <= now) {
        const over = (connection.client?.until ?? Infinity) <= now;
        this.#reception.drop(connection, over ? REASONS.rightsExpired : REASONS.keepAliveTimeout);
      }
    }
  }

  #deadline = (connection: Connection): number =>
    silentAt(connection, this.#deps.limits.MQTT_CONNECT_DEADLINE);

  #nextDeadline(): number | null {
    const { store, connections, journal } = this.board;
    const next = Math.min(
      ...[...connections.values()].map((each) => this.#deadline(each)),
      store.sessions.nextDeadline() ?? Infinity,
      store.switches.nextOff() ?? Infinity,
      journal.tally.nextDue() ?? Infinity,
      this.rights.deadline ?? Infinity,
      this.#drain.nextRun() ?? Infinity,
    );
    return next === Infinity ? null : next;
  }

  #settled(): void {
    const { board } = this;
    this.desk.look();
    if (board.begun.length > 0) {
      for (const connection of board.begun.splice(0)) board.wakeAt(this.#deadline(connection));
    }
    if (board.journal.pending) {
      board.journal.pending = false;
      board.wakeAt(board.now + SEND_AGAIN);
      this.#deps.waitUntil(this.#send());
    }
    if (board.journal.tally.grown) {
      board.journal.tally.grown = false;
      board.wakeAt(board.now + TELL_MS);
    }
    this.deadlines.require(board.takeWakeAt());
  }

  async #send(): Promise<void> {
    await this.#drain.run();
    this.deadlines.require(this.#drain.retryAt);
  }

  announceChange(userId: string): void {
    this.#deps.store.meta.set("userId", userId);
    this.rights.announce();
    this.deadlines.require(this.rights.deadline);
  }

  async applyRights(userId: string): Promise<void> {
    this.#deps.store.meta.set("userId", userId);
    await this.rights.apply();
  }

  async switchDevice(
    userId: string,
    deviceId: string,
    state: SwitchState,
    how: { actor: Actor; wait: number },
  ): Promise<SwitchOutcome> {
    this.#deps.store.meta.set("userId", userId);
    if (this.rights.held && !(await this.#released())) throw new Error("The rights cannot be read.");
    return this.desk.switchDevice(deviceId, state, how);
  }

  disconnect(connectionId: string): boolean {
    const connection = this.board.connections.get(connectionId);
    if (connection === undefined || connection.client === null) return false;
    this.#reception.drop(connection, REASONS.administrativeAction);
    return true;
  }

  /** The account is gone. */
  closeAll(): void {
    this.#reception.dropAll(REASONS.administrativeAction);
    this.board.departures.leave();
  }
}
