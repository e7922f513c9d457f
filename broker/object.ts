/**
 * The Durable Object of an account: upgrade, hibernation callbacks, alarm, and the calls of the worker itself. The calls
 * of callers stand in `calls/`. The object's name is the account, so no call carries the id.
 */

import { DurableObject, RpcTarget } from "cloudflare:workers";
import { AccountCalls, activityOf, noteSessionUse, usageOf } from "./calls/account.ts";
import { ApprovalCalls } from "./calls/approvals.ts";
import { type Act, actAs, actFor, rowsRetryAfter } from "./calls/caller.ts";
import { ClientCalls } from "./calls/clients.ts";
import { DeviceCalls } from "./calls/devices.ts";
import { MessageCalls } from "./calls/messages.ts";
import { ScheduleCalls } from "./calls/schedules.ts";
import { SeriesCalls } from "./calls/series.ts";
import { openStream, StreamCalls } from "./calls/streams.ts";
import { WatchCalls } from "./calls/watches.ts";
import type { Activity } from "./contract/account.ts";
import {
  type Arrival,
  EDGE_HEADER,
  READ_CONNECT_HEADER,
  type RefusalNote,
  type StoredEvent,
  type Usage,
} from "./contract/account.ts";
import type { Bearer, Needs } from "./contract/bearer.ts";
import { subprotocolOf } from "./contract/client.ts";
import type { BrokerLimits } from "./contract/limits.ts";
import type { HistoryUse } from "./contract/message-history.ts";
import type { Run } from "./contract/schedule.ts";
import { FILTERS_HEADER } from "./contract/stream.ts";
import type { UpgradeWait } from "./hub/limits/block-list.ts";
import { NOWHERE } from "./hub/socket/attachment.ts";
import { Hub } from "./hub.ts";
import { Log } from "./log.ts";
import type { ConnectionEnd, Directory, Meter, Notifier } from "./ports.ts";
import { versionOf } from "./storage/schema.ts";
import { statedArrival, statedFilters } from "./storage/shapes.ts";
import { openStore } from "./storage/store.ts";
import type { StoredTokenUse } from "./storage/uses.ts";

export interface Ports {
  directory: Directory;
  limits: BrokerLimits;
  ended?(end: ConnectionEnd): void;
  meter?: Meter;
  /** Left out: every delivery fails. */
  notifier?: Notifier;
  /** The account's name in logs; empty for none. */
  nameOf?(userId: string): string;
}

const NO_METER: Meter = { add: () => {} };
const NO_NOTIFIER: Notifier = {
  deliver: async () => ({ outcome: "failed", detail: "This service delivers no notices." }),
  ask: async () => ({ outcome: "failed", detail: "This service delivers no notices." }),
};

export abstract class BrokerObject<E extends Cloudflare.Env> extends DurableObject<E> {
  #hub: Hub | null = null;
  #log = new Log(() => "");
  #tables: number | undefined;

  constructor(ctx: DurableObjectState, env: E) {
    super(ctx, env);
    // the current alarm can only be read asynchronously: no event is delivered before
    this.#tables = versionOf(ctx.storage);
    if (this.#tables > 0) void ctx.blockConcurrencyWhile(() => this.hub.start());
  }

  /** What the broker needs from outside. Called once each time the object wakes. */
  protected abstract ports(env: E): Ports;

  protected get hub(): Hub {
    this.#hub ??= this.#wake();
    return this.#hub;
  }

  #wake(): Hub {
    const {
      directory,
      limits,
      ended = () => {},
      meter = NO_METER,
      notifier = NO_NOTIFIER,
      nameOf = () => "",
    } = this.ports(this.env);
    const { storage } = this.ctx;
    const userId = this.ctx.id.name ?? "";
    this.#log = new Log(() => nameOf(userId));
    const store = openStore(storage, limits, this.#tables);
    return new Hub(
      {
        store,
        limits: store.limits,
        directory,
        ended,
        meter,
        notifier,
        userId,
        log: this.#log,
        alarm: storage,
        clock: () => Date.now(),
        restart: (why) => this.restart(why),
        waitUntil: (work) => this.ctx.waitUntil(work),
      },
      this.ctx.getWebSockets(),
    );
  }

  /** Ends sockets whose clients ignore their close, and memory that cannot be trusted: both need a restart. */
  protected async restart(why: string): Promise<void> {
    this.#log.warn(`restarted: ${why}`);
    // the present turn ends first
    await Promise.resolve();
    this.hub.settle();
    await this.ctx.storage.sync();
    this.ctx.abort(why);
  }

  /** The worker has checked path, subprotocol and origin. The object's name is the account. */
  override async fetch(request: Request): Promise<Response> {
    const userId = this.ctx.id.name;
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket" || userId === undefined) {
      return new Response("Only WebSocket upgrades are answered here.", { status: 426 });
    }
    if (!(await this.#isAccount(userId))) return new Response(null, { status: 404 });
    const edge = edgeOf(request.headers.get(EDGE_HEADER));
    // before the block list: a 429 ends an `EventSource` for ever, and the worker counts wrong tokens
    if (edge.stream !== undefined) {
      return openStream(this.hub, edge.stream, filtersOf(request), (stream) =>
        this.#openSocket({ ...edge, stream }),
      );
    }
    const wait = this.hub.upgradeWait(edge);
    if (wait !== null) return blockedUpgrade(wait);
    const { client } = this.#openSocket(edge);
    const subprotocol = subprotocolOf(request);
    const headers: HeadersInit = subprotocol === null ? {} : { "Sec-WebSocket-Protocol": subprotocol };
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  #openSocket(edge: Arrival): { client: WebSocket; server: WebSocket } {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    this.hub.open(server, edge);
    return { client, server };
  }

  /** Whether the object has tables: that of a made-up account has none, and gets none. */
  get #isKept(): boolean {
    return this.#hub !== null || (this.#tables ?? 0) > 0;
  }

  async #isAccount(userId: string): Promise<boolean> {
    if (this.#isKept && this.hub.modules.store.meta.get("userId") !== "") return true;
    return (await this.ports(this.env).directory.version(userId)) !== null;
  }

  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): Promise<void> | void {
    return this.hub.message(socket, data);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.hub.closed(socket);
    // the runtime does not complete the closing handshake
    socket.close(1000);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.hub.closed(socket);
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.hub.alarm(info?.scheduledTime ?? Date.now());
  }

  /** The calls of a caller that this object checks: in the turn in which the call acts. */
  as(bearer: Bearer, needs: Needs): CallerCalls {
    return new CallerCalls(actAs(bearer, needs, () => (this.#isKept ? this.hub : null)));
  }

  /** The same for a caller that the database knows, and for the worker itself. */
  asVerified(bearer: Bearer): CallerCalls {
    return new CallerCalls(actFor(bearer, this.hub));
  }

  /**
   * Called before rights change in the database. Afterwards the object has stored that its rights may be old. Without
   * `applyRights` within 2 s it reads them again; after a restart it serves nothing until it has. So neither the
   * response of `applyRights` nor its loss leaves old rights in force.
   */
  async announceChange(): Promise<void> {
    this.hub.announceChange();
  }

  /**
   * Called after the commit: reads the rights again; ends, narrows or widens every connection and stored session; then
   * returns.
   */
  async applyRights(): Promise<void> {
    await this.hub.applyRights();
  }

  /** Seconds until a change may write rows again (MAX_ROWS_A_DAY); 0 when it may now. */
  async rowsRetryAfter(): Promise<number> {
    return this.#isKept ? rowsRetryAfter(this.hub.modules, Date.now()) : 0;
  }

  async usage(): Promise<Usage> {
    return usageOf(this.hub.modules, this.ctx.storage.sql.databaseSize);
  }

  async historyUse(): Promise<HistoryUse> {
    return this.hub.modules.recorder.use(Date.now());
  }

  async activity(): Promise<Activity> {
    return activityOf(this.hub.modules, Date.now());
  }

  /** When each credential last logged in, by id. Milliseconds since 1970. */
  async lastUses(): Promise<Record<string, number>> {
    return this.hub.modules.store.uses.all();
  }

  /** When and where each of these tokens or login sessions was last used; null for an unused one. */
  async tokenUses(tokenIds: readonly string[]): Promise<(StoredTokenUse | null)[]> {
    return tokenIds.map((id) => this.hub.modules.store.uses.tokenUse(id));
  }

  /** Notes a REST call with this token. The address is sealed by the worker. */
  async noteTokenUse(tokenId: string, address: string | null): Promise<void> {
    // the account may have been deleted meanwhile
    if (this.#isKept) this.hub.modules.store.uses.putToken(tokenId, Date.now(), address);
  }

  async noteSessionUse(digest: string): Promise<void> {
    if (this.#isKept) noteSessionUse(digest, this.hub.modules, Date.now());
  }

  /** Records a refusal by the gateway, which answers before the object sees the client. */
  async noteRefusal(note: RefusalNote): Promise<void> {
    this.hub.noteRefusal(note);
  }

  /** Returns the time of the event with this id; null when it is not stored. Milliseconds since 1970. */
  async eventTime(id: string): Promise<number | null> {
    return this.hub.modules.store.events.timeOf(id);
  }

  /** Events after this time, oldest first. */
  async eventsAfter(at: number, limit: number): Promise<StoredEvent[]> {
    return this.hub.modules.store.events.after(at, limit);
  }

  /** The last run of each schedule. */
  async lastRuns(scheduleIds: readonly string[]): Promise<Record<string, Run>> {
    return this.hub.modules.store.runs.last(scheduleIds);
  }

  /** Opens its storage, brings it up to date and reads it; rejects where that fails. */
  async probe(): Promise<void> {
    this.hub.modules.store.refusals.all();
  }

  /** The account is gone: closes every socket and forgets everything. */
  async erase(): Promise<void> {
    this.hub.closeAll();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#hub = null;
    this.#tables = undefined;
  }
}

const filtersOf = ({ headers }: Request): string[] =>
  statedFilters(decodeURIComponent(headers.get(FILTERS_HEADER) ?? "%5B%5D"));

/** The worker's description of the socket. Clients cannot set this header. */
const blockedUpgrade = ({ seconds, isForUnread }: UpgradeWait): Response =>
  new Response(null, {
    status: 429,
    headers: { "Retry-After": String(seconds), ...(isForUnread && { [READ_CONNECT_HEADER]: "true" }) },
  });

const edgeOf = (header: string | null): Arrival =>
  header === null ? NOWHERE : statedArrival(decodeURIComponent(header));

/** The calls for one caller, by noun. */
export class CallerCalls extends RpcTarget {
  readonly #act: Act;

  constructor(act: Act) {
    super();
    this.#act = act;
  }

  get account(): AccountCalls {
    return new AccountCalls(this.#act);
  }

  get approvals(): ApprovalCalls {
    return new ApprovalCalls(this.#act);
  }

  get clients(): ClientCalls {
    return new ClientCalls(this.#act);
  }

  get devices(): DeviceCalls {
    return new DeviceCalls(this.#act);
  }

  get messages(): MessageCalls {
    return new MessageCalls(this.#act);
  }

  get schedules(): ScheduleCalls {
    return new ScheduleCalls(this.#act);
  }

  get series(): SeriesCalls {
    return new SeriesCalls(this.#act);
  }

  get streams(): StreamCalls {
    return new StreamCalls(this.#act);
  }

  get watches(): WatchCalls {
    return new WatchCalls(this.#act);
  }
}
