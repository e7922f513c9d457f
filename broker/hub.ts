/** The account's broker: passes sockets, alarms and calls to the modules that handle them. */

import type {
  Arrival,
  EventFilters,
  RefusalNote,
  StoredEvent,
  SwitchRefused,
  SwitchResult,
} from "./contract/account.ts";
import type { SwitchState } from "./contract/control.ts";
import type { Actor } from "./contract/device-events.ts";
import { MAX_STREAMS, type Stream } from "./contract/stream.ts";
import { controlTopic } from "./contract/topics.ts";
import { registerDeadlines } from "./hub/deadlines.ts";
import type { MessageCalls } from "./hub/messages/message-calls.ts";
import { buildModules, type HubDependencies, type Modules } from "./hub/modules.ts";
import { MAX_AGE_MS } from "./hub/rights/rights-changes.ts";
import type { Connection } from "./hub/socket/connection.ts";
import { greeting } from "./hub/streams/greeting.ts";
import { RESUMED, type StreamCheck, TOO_MANY_STREAMS } from "./hub/streams/streams.ts";
import type { Log } from "./log.ts";
import { NOT_STORED } from "./session/message-fault.ts";
import { REASONS } from "./session/reason.ts";

export class Hub {
  readonly modules: Modules;
  readonly log: Log;
  readonly #deps: HubDependencies;
  #release: Promise<boolean> | null = null;

  constructor(deps: HubDependencies, sockets: readonly WebSocket[]) {
    this.#deps = deps;
    this.log = deps.log;
    this.modules = buildModules(deps);
    registerDeadlines(this.modules, () => this.#released());
    for (const socket of sockets) this.#wake(socket);
  }

  #wake(socket: WebSocket): void {
    const { ingress, queues } = this.modules;
    const client = ingress.wake(socket)?.client;
    if (client != null) queues.begin(client.sessionId, client.sessionExpiry);
  }

  async start(): Promise<void> {
    const { deadlines, dueSessions, store, turns, watches, noticeDeliveries } = this.modules;
    await deadlines.load();
    dueSessions.reconcile();
    deadlines.require(store.switches.nextOff());
    deadlines.require(store.events.nextPrune());
    deadlines.require(store.schedules.nextAt());
    turns.turn((plan) => watches.recall(plan));
    deadlines.require(watches.next());
    noticeDeliveries.start();
  }

  /** Frames are queued: the object stays awake. */
  get busy(): boolean {
    return this.modules.ingress.queue.busy;
  }

  /** Seconds that a new socket from this address must wait; 0 for none. */
  retryAfterSeconds(address: string | null): number {
    return this.modules.blockList.retryAfterSeconds(address);
  }

  /** Accepts a new socket. Its URL named the account. */
  open(socket: WebSocket, userId: string, edge: Arrival): void {
    this.modules.store.meta.set("userId", userId);
    this.modules.ingress.open(socket, edge);
  }

  /**
   * Checks whether a stream may be opened, and for whom. Null when the copy of the rights does not know the bearer, or
   * for a ticket that opens nothing.
   */
  async checkStream(asked: Stream, filters: readonly string[]): Promise<StreamCheck> {
    const { streams, changes } = this.modules;
    const { bearer } = asked;
    if (changes.held && !(await this.#released())) return { unreadable: true };
    const now = this.#deps.clock();
    const check = () => streams.check(asked, filters, changes, now);
    const checked = check();
    if (checked !== null || bearer.kind !== "ticket" || !streams.hasTicket(bearer, now)) return checked;
    // its maker may be newer than the copy of the rights
    await changes.askAbout(`ticket ${bearer.digest}`, true);
    return check();
  }

  /** Ends the stream that the same ticket opened before, and the one furthest behind where there are too many. */
  makeRoomFor(stream: Stream): void {
    const { streams, connections, ingress } = this.modules;
    for (const older of streams.sameTicket(stream)) ingress.drop(older, RESUMED);
    while (connections.streams.size >= MAX_STREAMS) {
      const last = streams.furthestBehind();
      if (last === undefined) break;
      ingress.drop(last, TOO_MANY_STREAMS);
      // its end may not have been written
      connections.remove(last);
    }
    streams.opened(stream);
  }

  /** Feeds the CONNECT and SUBSCRIBE of a stream. */
  greet(socket: WebSocket, userId: string, { bearer }: Stream, filters: readonly string[]): void {
    void this.message(socket, greeting(userId, bearer.digest, filters).buffer);
  }

  message(socket: WebSocket, data: ArrayBuffer | string): Promise<void> | void {
    const { ingress, changes, turns, keepAlive, deadlines } = this.modules;
    const connection = ingress.counted(socket, data);
    if (connection === null) return;
    if (typeof data === "string" && connection.edge.stream !== undefined) {
      return this.modules.streams.report(connection, data);
    }
    // the alarm that ends it is late
    if (connection.isExpired) return deadlines.require(connection.lastSeen);
    if (changes.held) return this.#messageOnceReleased(connection, data);
    ingress.message(connection, data);
    // reading the clock costs as much as half a turn
    const { now } = turns;
    if (now >= keepAlive.clearUntil) keepAlive.look(now);
    if (now - changes.checkedAt >= MAX_AGE_MS) this.#deps.waitUntil(changes.check(now));
  }

  /** All frames wait for the same release and keep their order: one packet may span many frames. */
  async #messageOnceReleased(connection: Connection, data: ArrayBuffer | string): Promise<void> {
    this.#release ??= this.#released().finally(() => {
      this.#release = null;
    });
    if (!(await this.#release)) return;
    connection.noteFrame(this.#deps.clock());
    this.modules.ingress.message(connection, data);
  }

  /** Reads the rights. While they may be old and cannot be read, nothing is served. */
  async #released(): Promise<boolean> {
    const { changes, ingress } = this.modules;
    await changes.recover();
    if (changes.held) ingress.dropAll(REASONS.serverBusy);
    return !changes.held;
  }

  /** After the frames that are queued: a waiting DISCONNECT decides about the will. */
  closed(socket: WebSocket): Promise<void> | void {
    const { ingress } = this.modules;
    if (this.#release !== null) return this.#release.then(() => ingress.closed(socket));
    ingress.closed(socket);
  }

  /** Never throws, and leaves the next alarm set. */
  alarm(scheduled: number): Promise<void> {
    return this.modules.deadlines.rang(scheduled);
  }

  announceChange(userId: string): void {
    const { store, changes, deadlines } = this.modules;
    store.meta.set("userId", userId);
    changes.announce();
    deadlines.require(changes.deadline);
  }

  async applyRights(userId: string): Promise<void> {
    this.modules.store.meta.set("userId", userId);
    await this.modules.changes.apply();
  }

  async switchDevice(
    userId: string,
    deviceId: string,
    state: SwitchState,
    how: { actor: Actor; wait: number },
  ): Promise<SwitchResult | SwitchRefused> {
    const { store, changes, switching, refusals } = this.modules;
    store.meta.set("userId", userId);
    const now = this.#deps.clock();
    if (store.rows.isOver(now)) {
      refusals.noteOver(controlTopic(userId, deviceId), NOT_STORED.words, now);
      return { retryAfter: store.rows.secondsLeft(now) };
    }
    if (changes.held && !(await this.#released())) throw new Error("The rights cannot be read.");
    // created without the API, or a moment ago
    if (!store.rightsCopy.hasDevice(deviceId)) await changes.askAbout(`device ${deviceId}`, true);
    return switching.switchDevice(deviceId, state, how);
  }

  /** For a call whose caller is checked in the object. */
  async messages(userId: string): Promise<MessageCalls> {
    const { store, changes, messages } = this.modules;
    store.meta.set("userId", userId);
    if (changes.held && !(await this.#released())) throw new Error("The rights cannot be read.");
    return messages;
  }

  events(userId: string, filters: EventFilters): StoredEvent[] {
    const { store } = this.modules;
    store.meta.set("userId", userId);
    return store.events.list(filters);
  }

  noteRefusal(userId: string, note: RefusalNote): void {
    const { store, refusals } = this.modules;
    store.meta.set("userId", userId);
    refusals.noteRefusedUpgrade(note, this.#deps.clock());
  }

  disconnect(connectionId: string): boolean {
    const { connections, ingress } = this.modules;
    const connection = connections.get(connectionId);
    if (connection === undefined || connection.client === null) return false;
    ingress.drop(connection, REASONS.administrativeAction);
    return true;
  }

  /** Before a restart: writes the buffered samples. */
  settle(): void {
    const { turns, sampleBuffer } = this.modules;
    turns.turn((plan) => sampleBuffer.write(plan));
  }

  closeAll(): void {
    this.modules.ingress.dropAll(REASONS.administrativeAction);
    this.modules.egress.leave();
  }
}
