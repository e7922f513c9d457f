/** The account's broker: passes sockets, alarms and calls to the modules that handle them. */

import type { Arrival, RefusalNote } from "./contract/account.ts";
import type { Stream } from "./contract/stream.ts";
import { registerDeadlines } from "./hub/deadlines.ts";
import type { UpgradeWait } from "./hub/limits/block-list.ts";
import { buildModules, type HubDependencies, type Modules } from "./hub/modules.ts";
import { MAX_AGE_MS } from "./hub/rights/rights-changes.ts";
import type { Connection } from "./hub/socket/connection.ts";
import { greeting } from "./hub/streams/greeting.ts";
import type { Log } from "./log.ts";
import { REASONS } from "./session/reason.ts";

export class Hub {
  readonly modules: Modules;
  readonly log: Log;
  readonly userId: string;
  readonly #deps: HubDependencies;
  #release: Promise<boolean> | null = null;

  constructor(deps: HubDependencies, sockets: readonly WebSocket[]) {
    this.#deps = deps;
    this.log = deps.log;
    this.userId = deps.userId;
    this.modules = buildModules(deps);
    registerDeadlines(this.modules, () => this.released());
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

  /** The wait of a new socket from this address; null for none. */
  upgradeWait(arrival: Arrival): UpgradeWait | null {
    return this.modules.blockList.upgradeWait(arrival);
  }

  #rememberAccount(): void {
    this.modules.store.meta.set("userId", this.userId);
  }

  /** Accepts a new socket. */
  open(socket: WebSocket, edge: Arrival): void {
    this.#rememberAccount();
    this.modules.ingress.open(socket, edge);
  }

  /** Feeds the CONNECT and SUBSCRIBE of a stream. */
  greet(socket: WebSocket, { bearer }: Stream, filters: readonly string[]): void {
    void this.message(socket, greeting(this.userId, bearer.digest, filters).buffer);
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
    this.#release ??= this.released().finally(() => {
      this.#release = null;
    });
    if (!(await this.#release)) return;
    connection.noteFrame(this.#deps.clock());
    this.modules.ingress.message(connection, data);
  }

  /** Reads the rights. While they may be old and cannot be read, nothing is served. */
  async released(): Promise<boolean> {
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

  announceChange(): void {
    const { changes, deadlines } = this.modules;
    this.#rememberAccount();
    changes.announce();
    deadlines.require(changes.deadline);
  }

  async applyRights(): Promise<void> {
    this.#rememberAccount();
    await this.modules.changes.apply();
  }

  noteRefusal(note: RefusalNote): void {
    const { refusals } = this.modules;
    this.#rememberAccount();
    refusals.noteRefusedUpgrade(note, this.#deps.clock());
  }

  /** Before a restart: writes the buffered samples and the attachments. */
  settle(): void {
    const { turns, sampleBuffer, recorder, egress } = this.modules;
    turns.turn((plan) => sampleBuffer.write(plan));
    recorder.leave();
    egress.leave();
  }

  closeAll(): void {
    this.modules.ingress.dropAll(REASONS.administrativeAction);
    this.modules.recorder.leave();
    this.modules.egress.leave();
  }
}
