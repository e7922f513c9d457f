/** The Durable Object of an account: upgrade, hibernation callbacks, alarm. Its calls stand in `rpc.ts`. */

import { type Arrival, EDGE_HEADER } from "./contract/account.ts";
import type { BrokerLimits } from "./contract/limits.ts";
import {
  FILTERS_HEADER,
  LACKED_HEADER,
  type LackedScope,
  type Stream,
  TOKEN_ID_HEADER,
} from "./contract/stream.ts";
import { subprotocolOf } from "./contract/subprotocol.ts";
import { NOWHERE } from "./hub/socket/attachment.ts";
import { Hub } from "./hub.ts";
import { Log } from "./log.ts";
import type { ConnectionEnd, Directory, Meter, Notifier } from "./ports.ts";
import { AccountCalls } from "./rpc.ts";
import { versionOf } from "./storage/schema.ts";
import { statedArrival, statedFilters } from "./storage/shapes.ts";
import { openStore } from "./storage/store.ts";

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
};

export abstract class BrokerObject<E extends Cloudflare.Env> extends AccountCalls<E> {
  #hub: Hub | null = null;
  #log = new Log("");
  #tables: number | undefined;

  constructor(ctx: DurableObjectState, env: E) {
    super(ctx, env);
    // the current alarm can only be read asynchronously: no event is delivered before
    this.#tables = versionOf(ctx.storage);
    if (this.#tables > 0) void ctx.blockConcurrencyWhile(() => this.hub.start());
  }

  /** What the broker needs from outside. Called once each time the object wakes. */
  protected abstract ports(env: E): Ports;

  protected override get hub(): Hub {
    this.#hub ??= this.#wake();
    return this.#hub;
  }

  protected override get userId(): string {
    return this.ctx.id.name ?? "";
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
    this.#log = new Log(nameOf(this.userId));
    const store = openStore(storage, limits, this.#tables);
    return new Hub(
      {
        store,
        limits: store.limits,
        directory,
        ended,
        meter,
        notifier,
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
    if (edge.stream !== undefined) return this.#openStream(userId, edge, edge.stream, filtersOf(request));
    const wait = this.hub.retryAfterSeconds(edge.address);
    if (wait > 0) return new Response(null, { status: 429, headers: { "Retry-After": String(wait) } });
    const { client } = this.#openSocket(userId, edge);
    const subprotocol = subprotocolOf(request);
    const headers: HeadersInit = subprotocol === null ? {} : { "Sec-WebSocket-Protocol": subprotocol };
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  #openSocket(userId: string, edge: Arrival): { client: WebSocket; server: WebSocket } {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    this.hub.open(server, userId, edge);
    return { client, server };
  }

  async #openStream(userId: string, edge: Arrival, asked: Stream, filters: string[]): Promise<Response> {
    const check = await this.hub.checkStream(asked, filters);
    if (check === null) return new Response(null, { status: 401 });
    if ("lacked" in check) return refusalOf(check.lacked);
    if ("unreadable" in check) return new Response(null, { status: 503 });
    const { caller, stream } = check;
    this.hub.makeRoomFor(stream);
    // Counted and never refused: a 429 ends an `EventSource` for ever.
    const { reads, limits } = this.hub.modules;
    reads.take(limits.READ_RATE, Date.now());
    const { client, server } = this.#openSocket(userId, { ...edge, stream });
    this.hub.greet(server, userId, stream, filters);
    const headers: HeadersInit = caller.kind === "token" ? { [TOKEN_ID_HEADER]: caller.id } : {};
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  protected override get isKept(): boolean {
    return this.#hub !== null || (this.#tables ?? 0) > 0;
  }

  async #isAccount(userId: string): Promise<boolean> {
    if (this.isKept && this.hub.modules.store.meta.get("userId") !== "") return true;
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

  override async erase(): Promise<void> {
    this.hub.closeAll();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#hub = null;
    this.#tables = undefined;
  }
}

const refusalOf = ({ scope, name }: LackedScope): Response =>
  new Response(null, {
    status: 403,
    headers: { [LACKED_HEADER]: encodeURIComponent(`${scope}\n${name}`) },
  });

const filtersOf = ({ headers }: Request): string[] =>
  statedFilters(decodeURIComponent(headers.get(FILTERS_HEADER) ?? "%5B%5D"));

/** The worker's description of the socket. Clients cannot set this header. */
const edgeOf = (header: string | null): Arrival =>
  header === null ? NOWHERE : statedArrival(decodeURIComponent(header));
