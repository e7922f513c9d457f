/** CONNECT: authenticates the client and begins its session. The only asynchronous part of the broker. */

import type { Stream } from "../../contract/stream.ts";
import { loginOf, type Principal, refKey } from "../../routing/access.ts";
import type { ClientIdentity, Effect, Input } from "../../session/effect.ts";
import { because, isOurs, limitReason, REASONS, type Reason } from "../../session/reason.ts";
import { step } from "../../session/step.ts";
import { mayTake } from "../../storage/fair-share.ts";
import type { SessionRecord } from "../../storage/sessions.ts";
import type { Commands } from "../devices/broker-messages.ts";
import type { BlockList } from "../limits/block-list.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { AcceptedLogin, Authenticator, RefusedLogin } from "../rights/authenticator.ts";
import { refusalDetail } from "../rights/authenticator.ts";
import type { RightsChanges } from "../rights/rights-changes.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import { digest, sessionKey, shownClientId, storedClientId } from "../session-key.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { DueSessions } from "./due-sessions.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { RightsFollower } from "./rights-follower.ts";
import type { ContextOf } from "./step-context.ts";
import type { TakeOvers } from "./take-overs.ts";

type Authenticate = Extract<Effect, { type: "authenticate" }>;
type Accepted = AcceptedLogin & { epoch: number };
/** Why a CONNECT is rejected; all but the reason is for the account's owner. */
type Answer = Reason & Pick<Extract<Input, { type: "rejected" }>, "detail" | "remedy" | "advice">;

/** How often a change of rights repeats the authentication before the client must reconnect. */
const MAX_TRIES = 3;

export interface AdmissionDependencies
  extends Pick<CommonDependencies, "store" | "limits" | "turns" | "connections" | "log"> {
  authenticator: Authenticator;
  rights: RightsInForce;
  changes: Pick<RightsChanges, "askAbout" | "epoch">;
  follower: RightsFollower;
  lifecycle: Lifecycle;
  dueSessions: DueSessions;
  commands: Commands;
  rateLimiter: RateLimiter;
  blockList: BlockList;
  takeOvers: TakeOvers;
  contextOf: ContextOf;
  resume: (connection: Connection) => void;
  /** Resolves when all that has arrived from a connection is processed; null when nothing of it waits. */
  processed: (connection: Connection) => Promise<void> | null;
}

export class Admission extends HubModule<AdmissionDependencies> {
  async authenticate(connection: Connection, effect: Authenticate): Promise<void> {
    const { changes } = this.deps;
    let answer = await this.#ask(connection, effect);
    // rights may be put in force between the answer and this turn
    for (let tries = 1; "epoch" in answer && answer.epoch !== changes.epoch && tries < MAX_TRIES; tries++) {
      answer = await this.#ask(connection, effect);
    }
    if (connection.session.state !== "authenticating") return;
    if (!("principal" in answer)) this.#refuse(connection, answer);
    else if (!this.#accept(connection, effect, answer)) {
      this.#refuse(connection, REASONS.loginUnfinished);
    }
    this.deps.resume(connection);
  }

  #refuse(connection: Connection, { detail, remedy, advice, ...reason }: Answer): void {
    const { turns, blockList } = this.deps;
    if (isOurs(reason) || reason.code === REASONS.banned.code) blockList.forgive(connection);
    const why = {
      ...(detail !== undefined && { detail }),
      ...(remedy !== undefined && { remedy }),
      ...(advice !== undefined && { advice }),
    };
    turns.turn((plan) => plan.input(connection, { type: "rejected", reason, ...why }));
  }

  /** Counted by address only: a stranger who knows a name and a client id must not use up its attempts. */
  #tooManyFailures(connection: Connection, { claim, clientId }: Authenticate): Reason | null {
    const wait = this.deps.blockList.login(connection, claim, clientId);
    const words = `Too many logins with this name failed from this address; try again in ${wait} s.`;
    return wait > 0 ? because(REASONS.heldBack, words) : null;
  }

  /** The login is right: counts it by name and client id, from every address. */
  #tooOften({ claim, clientId }: Authenticate): Reason | null {
    const { rateLimiter, blockList, turns } = this.deps;
    const who = claim.kind === "api-key" || claim.kind === "token" ? null : claim.username;
    // as JSON: with a line break in a name one client's key would be another's
    const key = digest(JSON.stringify([who, storedClientId(clientId)]));
    if (blockList.secondsLeft(key) > 0) return limitReason("MQTT_CONNECT_RATE");
    const pause = rateLimiter.connect(key, turns.now);
    if (pause > 0) blockList.blockUntil(key, turns.now + pause);
    return null;
  }

  async #ask(connection: Connection, effect: Authenticate): Promise<Accepted | Answer> {
    const { blockList, store, log } = this.deps;
    const { claim } = effect;
    try {
      const tooManyFailures = this.#tooManyFailures(connection, effect);
      if (tooManyFailures !== null) return tooManyFailures;
      const result = await this.#check(claim, connection.edge.stream);
      if (result === null) return REASONS.serverUnavailable;
      if (!result.accepted) {
        blockList.failed(connection, claim);
        return { ...REASONS.badUserNameOrPassword, ...refusalDetail(result) };
      }
      const earlier = this.#earlierFrames(result, effect);
      if (earlier !== null) await earlier;
      const wait = blockList.authenticated(connection, effect, refKey(result.principal));
      if (store.meta.get("suspended") === 1) return REASONS.banned;
      if (wait === 0) return this.#tooOften(effect) ?? result;
      const words = `It sent far more than allowed; try again in ${wait} s.`;
      return { ...because(REASONS.heldBack, words), advice: "Let the client send less often." };
    } catch (error) {
      log.warn("a login could not be checked", error);
    }
    return REASONS.serverUnavailable;
  }

  /**
   * A client that left and is back at once: its last messages and its DISCONNECT arrived before this CONNECT, and may
   * still wait. As a take-over they would be lost, and its will published.
   */
  #earlierFrames({ principal }: Accepted, { clientId }: Authenticate): Promise<void> | null {
    const { connections, processed } = this.deps;
    const id = connections.sessionByKey(sessionKey(refKey(principal), clientId))?.connection ?? null;
    const earlier = id === null ? undefined : connections.get(id);
    return earlier === undefined ? null : processed(earlier);
  }

  /** By the copy, or the database for a name that it does not have. Null when neither can be read. */
  async #check(claim: Authenticate["claim"], stream?: Stream): Promise<Accepted | RefusedLogin | null> {
    const { authenticator, changes } = this.deps;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { epoch } = changes;
      const check = authenticator.authenticate(claim, stream?.bearer);
      const result = await check.catch((error) => this.#unreadable(claim, error));
      // the rights have changed since it was checked
      if (result === null || epoch !== changes.epoch) continue;
      if (result.accepted) return { ...result, epoch };
      const asked = await changes.askAbout(result.name, result.isUnknown);
      if (asked === "known") return result;
      if (asked === "failed") return null;
    }
    return null;
  }

  /** The copy may be sealed with a removed key: reads the rights again. Returns null: check again. */
  async #unreadable(claim: Authenticate["claim"], error: unknown): Promise<null> {
    const name = claim.kind === "api-key" || claim.kind === "token" ? "" : claim.username;
    if ((await this.deps.changes.askAbout(`unreadable ${name}`, true)) === "read") return null;
    throw error;
  }

  /** Returns false on failure: then it is not connected. */
  #accept(connection: Connection, effect: Authenticate, result: Accepted): boolean {
    const { principal, epoch } = result;
    const { turns, connections, changes, follower, dueSessions, log } = this.deps;
    try {
      if (epoch !== changes.epoch) throw new Error("The rights changed during the login.");
      const key = sessionKey(refKey(principal), effect.clientId);
      return turns.together(() => {
        const found = connections.sessionByKey(key);
        const full = this.#full(found?.connection ?? null, loginOf(refKey(principal)));
        if (full !== null) return turns.turn((plan) => plan.input(connection, full));
        if (!follower.meet(principal)) return false;
        // what is in force or due may end a session, and never begins one
        const kept = found && connections.sessionByKey(key);
        if (kept !== null) dueSessions.catchUp(kept);
        const record = kept && connections.sessionByKey(key);
        return this.#letIn(connection, effect, { key, found: record, ...result });
      });
    } catch (error) {
      log.error("a login failed", error, (error as Error).stack);
      return false;
    }
  }

  #letIn(
    connection: Connection,
    { clean, clientId }: Authenticate,
    { key, found, principal, until }: AcceptedLogin & { key: string; found: SessionRecord | null },
  ): boolean {
    const { store, turns } = this.deps;
    const ref = refKey(principal);
    const deviceId = principal.kind === "device" ? principal.deviceId : null;
    const kept = found !== null && !clean && goesOn(found) ? found : null;
    const sessionId = kept?.id ?? store.sessions.freshId(this.#liveSessions);
    const { root } = this.deps.rights.rights({ ref, key });
    const identity = {
      sessionId,
      ...identityOf(principal, clientId),
      stored: this.#stored(kept),
      ...(root !== "" && { root }),
      ...(until !== undefined && { until }),
    };
    const accepted: Input = { type: "accepted", identity };
    connection.admit({ ref, key, deviceId, kept: kept !== null, byEarlier: until !== undefined });
    return turns.turn((plan) => this.#begin(plan, connection, accepted, { found, kept }));
  }

  #begin(
    plan: TurnPlan,
    connection: Connection,
    accepted: Input,
    { found, kept }: { found: SessionRecord | null; kept: SessionRecord | null },
  ): void {
    const { contextOf, lifecycle, commands, takeOvers, connections } = this.deps;
    const { deviceId } = connection.admitted;
    let tookOver: number | null = null;
    // a trial: a CONNECT that is rejected must not take over another's session
    const trial = step(connection.session, accepted, contextOf(connection, plan.now));
    if (trial.session.state === "connected") {
      const old = found?.connection == null ? undefined : connections.get(found.connection);
      tookOver = old?.client?.since ?? null;
      if (old !== undefined && found !== null) takeOvers.note(plan, found.key, old, connection);
      if (found !== null) lifecycle.takenOver(plan, found, kept === null);
      if (kept !== null && deviceId !== null) commands.forgetOld(plan, deviceId, kept.id);
      if (kept === null && deviceId !== null)
        commands.doubt(plan, deviceId, [connection, old], { isNew: true, tookOver });
    }
    plan.input(connection, accepted);
    plan.follow((next) => commands.catchUp(next, connection, { isNew: kept === null, tookOver }));
  }

  #liveSessions = (): number[] =>
    [...this.deps.connections.holders()].map(({ client }) => client?.sessionId ?? 0);

  #stored(kept: SessionRecord | null): ClientIdentity["stored"] {
    if (kept === null) return null;
    const { received, nextPacketId, backlog } = this.deps.store.deliveries.resume(kept.id);
    // the will of the connection that it replaces may be queued for it: see `backlog`
    return { received, nextPacketId, backlog: backlog || kept.connection !== null };
  }

  #full(takenOver: string | null, login: string): Extract<Input, { type: "rejected" }> | null {
    const { limits, connections } = this.deps;
    const maximum = limits.MQTT_MAX_CONNECTIONS;
    const left = maximum - connections.accepted;
    if (maximum === 0 || takenOver !== null || mayTake(connections.countOf(login), left)) return null;
    return { type: "rejected", reason: limitReason("MQTT_MAX_CONNECTIONS", maximum) };
  }
}

/** Whether anything remains of the session when its connection ends. */
const goesOn = ({ connection, expiry }: SessionRecord): boolean => connection === null || expiry > 0;

function identityOf(principal: Principal, clientId: string): Omit<ClientIdentity, "sessionId" | "stored"> {
  return {
    principal: refKey(principal),
    kind: principal.kind,
    id: idOf(principal),
    shownClientId: shownClientId(clientId),
    ...((principal.kind === "device" || principal.kind === "token") &&
      principal.until !== undefined && { until: principal.until }),
  };
}

/** The id of the login's row; of a device, the device's id. */
function idOf(principal: Principal): string {
  switch (principal.kind) {
    case "api-key":
      return principal.keyId;
    case "token":
      return principal.tokenId;
    case "credential":
      return principal.credentialId;
    case "device":
      return principal.deviceId;
  }
}
