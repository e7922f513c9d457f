/** The Durable Object of an account: upgrade, hibernation callbacks, alarm, RPC. No MQTT rule stands here. */

import { DurableObject } from "cloudflare:workers";
import {
  type AccountBroker,
  type Arrival,
  type DeviceSighting,
  EDGE_HEADER,
  type EventFilters,
  type LiveClient,
  type PastConnection,
  type Presence,
  type Refusal,
  type RefusalNote,
  type StoredEvent,
} from "./contract/account.ts";
import type { SwitchState } from "./contract/control.ts";
import type { Actor } from "./contract/device-events.ts";
import type { BrokerLimits } from "./contract/limits.ts";
import type { Run } from "./contract/schedule.ts";
import { subprotocolOf } from "./contract/subprotocol.ts";
import type { SeriesAnswer, SeriesQuery, SeriesSource } from "./contract/telemetry.ts";
import { activityOf } from "./hub/activity.ts";
import { connectionsOf, liveClients, presenceOf, sightings } from "./hub/devices/presence.ts";
import { NOWHERE } from "./hub/sockets/attachment.ts";
import { lastValues, seriesOf } from "./hub/telemetry/answers.ts";
import { Hub } from "./hub.ts";
import { Log } from "./log.ts";
import type { ConnectionEnd, Directory, Meter } from "./ports.ts";
import { versionOf } from "./storage/schema.ts";
import { openStore } from "./storage/store.ts";

export interface Ports {
  directory: Directory;
  limits: BrokerLimits;
  ended?(end: ConnectionEnd): void;
  meter?: Meter;
  /** What the log calls an account; without it no line says whose it is. */
  nameOf?(userId: string): string;
}

const NO_METER: Meter = { add: () => {} };

export abstract class BrokerObject<E extends Cloudflare.Env>
  extends DurableObject<E>
  implements AccountBroker
{
  #hub: Hub | null = null;
  #log = new Log("");
  /** The version of what is kept, as it was found. */
  #tables: number | undefined;

  constructor(ctx: DurableObjectState, env: E) {
    super(ctx, env);
    // the alarm that is set can only be asked for; nothing comes in before the answer
    this.#tables = versionOf(ctx.storage);
    if (this.#tables > 0) void ctx.blockConcurrencyWhile(() => this.hub.start());
  }

  /** What the broker needs from outside; asked once each time the object wakes. */
  protected abstract ports(env: E): Ports;

  protected get hub(): Hub {
    this.#hub ??= this.#wake();
    return this.#hub;
  }

  #wake(): Hub {
    const { directory, limits, ended = () => {}, meter = NO_METER, nameOf = () => "" } = this.ports(this.env);
    const { storage } = this.ctx;
    this.#log = new Log(nameOf(this.ctx.id.name ?? ""));
    const store = openStore(storage, limits, this.#tables);
    return new Hub(
      {
        store,
        limits: store.limits,
        directory,
        ended,
        meter,
        log: this.#log,
        alarm: storage,
        clock: () => Date.now(),
        restart: (why) => this.restart(why),
        waitUntil: (work) => this.ctx.waitUntil(work),
      },
      this.ctx.getWebSockets(),
    );
  }

  /** The one way to be rid of a socket whose client ignores its close, and of memory that cannot be believed. */
  protected async restart(why: string): Promise<void> {
    this.#log.warn(`restarted: ${why}`);
    this.hub.settle();
    await this.ctx.storage.sync();
    this.ctx.abort(why);
  }

  /** The worker has checked path, subprotocol and origin; the object's name is the account. */
  override async fetch(request: Request): Promise<Response> {
    const userId = this.ctx.id.name;
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket" || userId === undefined) {
      return new Response("Only WebSocket upgrades are answered here.", { status: 426 });
    }
    if (!(await this.#isAccount(userId))) return new Response(null, { status: 404 });
    const edge = edgeOf(request.headers.get(EDGE_HEADER));
    const wait = this.hub.knock(edge.address);
    if (wait > 0) return new Response(null, { status: 429, headers: { "Retry-After": String(wait) } });
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    this.hub.open(server, userId, edge);
    const subprotocol = subprotocolOf(request);
    const headers: HeadersInit = subprotocol === null ? {} : { "Sec-WebSocket-Protocol": subprotocol };
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  /** Ids that are nobody's leave nothing here. */
  async #isAccount(userId: string): Promise<boolean> {
    const isKept = this.#hub !== null || (this.#tables ?? 0) > 0;
    if (isKept && this.hub.rooms.store.meta.get("userId") !== "") return true;
    return (await this.ports(this.env).directory.version(userId)) !== null;
  }

  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): Promise<void> | void {
    return this.hub.message(socket, data);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.hub.closed(socket);
    // the runtime does not complete the closing handshake by itself
    socket.close(1000);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.hub.closed(socket);
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.hub.alarm(info?.scheduledTime ?? Date.now());
  }

  async announceChange(userId: string): Promise<void> {
    this.hub.announceChange(userId);
  }

  async applyRights(userId: string): Promise<void> {
    await this.hub.applyRights(userId);
  }

  switchDevice(
    userId: string,
    deviceId: string,
    state: SwitchState,
    how: { actor: Actor; wait: number } = { actor: "api", wait: 0 },
  ) {
    return this.hub.switchDevice(userId, deviceId, state, how);
  }

  async presence(_userId: string, deviceId: string): Promise<Presence> {
    return presenceOf(deviceId, this.hub.rooms);
  }

  async sightings(_userId: string): Promise<Record<string, DeviceSighting>> {
    return sightings(this.hub.rooms);
  }

  async events(userId: string, filters: EventFilters): Promise<StoredEvent[]> {
    return this.hub.events(userId, filters);
  }

  async eventCounts(_userId: string, from: number, hours: number) {
    return this.hub.rooms.store.events.countByHour(from, hours);
  }

  async usage(_userId: string) {
    const { events, history, retained } = this.hub.rooms.store;
    return {
      events: events.count,
      retained: retained.count,
      series: history.count,
      storage: this.ctx.storage.sql.databaseSize,
    };
  }

  async activity(_userId: string) {
    return activityOf(this.hub.rooms, Date.now());
  }

  async lastUses(_userId: string): Promise<Record<string, number>> {
    return this.hub.rooms.store.uses.all();
  }

  async connections(_userId: string, deviceId: string, from: number): Promise<PastConnection[]> {
    return connectionsOf(deviceId, from, this.hub.rooms);
  }

  async lastValues(_userId: string, source: SeriesSource) {
    return lastValues(source, this.hub.rooms);
  }

  async series(_userId: string, query: SeriesQuery): Promise<SeriesAnswer | null> {
    return seriesOf(query, Date.now(), this.hub.rooms);
  }

  async runs(_userId: string, scheduleId: string): Promise<Run[]> {
    return this.hub.rooms.store.runs.of(scheduleId);
  }

  async lastRuns(_userId: string, scheduleIds: readonly string[]): Promise<Record<string, Run>> {
    return this.hub.rooms.store.runs.last(scheduleIds);
  }

  async found(_userId: string) {
    return this.hub.rooms.discovered.read(Date.now());
  }

  async clients(_userId: string): Promise<LiveClient[]> {
    return liveClients(this.hub.rooms);
  }

  async refusals(_userId: string): Promise<Refusal[]> {
    return this.hub.rooms.store.refusals.all();
  }

  async noteRefusal(userId: string, note: RefusalNote): Promise<void> {
    this.hub.noteRefusal(userId, note);
  }

  async disconnectClient(_userId: string, connectionId: string): Promise<boolean> {
    return this.hub.disconnect(connectionId);
  }

  async probe(): Promise<void> {
    this.hub.rooms.store.refusals.all();
  }

  async erase(_userId: string): Promise<void> {
    this.hub.closeAll();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#hub = null;
    this.#tables = undefined;
  }
}

/** What the worker said of the socket; the header is its own. */
const edgeOf = (header: string | null): Arrival =>
  header === null ? NOWHERE : { ...NOWHERE, ...(JSON.parse(decodeURIComponent(header)) as Arrival) };
