/** CONNECT: asks the directory who it is, and lets it in. The one thing in the broker that waits. */

import type { Connection } from "../connection.ts";
import type { Directory, Verdict } from "../ports.ts";
import type { Effect, Identity } from "../protocol/effect.ts";
import { because, isOurs, REASONS, type Reason } from "../protocol/reason.ts";
import { step } from "../protocol/step.ts";
import { type Principal, refKey, refOf } from "../routing/access.ts";
import { secretOf } from "./people.ts";
import type { RightsWatch } from "./rights-watch.ts";
import { digest, sessionKey, shownClientId, storedClientId } from "./session-key.ts";
import type { Switchboard } from "./switchboard.ts";

type Authenticate = Extract<Effect, { type: "authenticate" }>;

/** How often an answer may be outrun by a change of rights before the client is asked to come again. */
const MAX_TRIES = 3;

/** Whoever knocks is told one sentence for all of them; the owner is told which. */
const DETAILS = {
  "api-key": "The account has no such API key.",
  username: "The account has no credential with this user name.",
  password: "The password is not the one of the credential with this user name.",
  device: "The account has no such device.",
  link: "The link to the device has expired, or was revoked.",
} as const;

export class Admission {
  #board: Switchboard;
  #directory: Pick<Directory, "authenticate">;
  #rights: Pick<RightsWatch, "reread">;
  /** After the packets that waited may go on. */
  #resume: (connection: Connection) => void;

  constructor(
    board: Switchboard,
    directory: Pick<Directory, "authenticate">,
    rights: Pick<RightsWatch, "reread">,
    resume: (connection: Connection) => void,
  ) {
    this.#board = board;
    this.#directory = directory;
    this.#rights = rights;
    this.#resume = resume;
  }

  async authenticate(connection: Connection, effect: Authenticate): Promise<void> {
    const reason = await this.#ask(connection, effect);
    if (connection.session.state !== "authenticating") return;
    if ("principal" in reason) {
      const admitted = this.#board.turn(() =>
        this.#accept(connection, effect, reason.principal, reason.version),
      );
      if (!admitted) this.#refuse(connection, REASONS.implementationError);
    } else {
      this.#refuse(connection, reason);
    }
    this.#resume(connection);
  }

  #refuse(connection: Connection, { detail, ...reason }: Reason & { detail?: string }): void {
    if (isOurs(reason)) this.#board.penalties.excuse(connection);
    const refusal = { type: "refused" as const, reason, ...(detail !== undefined && { detail }) };
    this.#board.turn(() => this.#board.input(connection, refusal));
  }

  #tooOften(connection: Connection, { claim, clientId }: Authenticate): Reason | null {
    const { allowance, penalties, now } = this.#board;
    const wait = penalties.login(connection, claim);
    if (wait > 0) {
      const words = `Too many logins with this name failed from this address; try again in ${wait} s.`;
      return because(REASONS.quotaExceeded, words);
    }
    const who = claim.kind === "api-key" ? "" : `${claim.username}\n`;
    const key = digest(who + storedClientId(clientId));
    if (penalties.left(key) > 0) return REASONS.connectionRateExceeded;
    const pause = allowance.connect(key, now);
    if (pause > 0) penalties.hold(key, now + pause);
    return null;
  }

  async #ask(
    connection: Connection,
    effect: Authenticate,
  ): Promise<Extract<Verdict, { accepted: true }> | (Reason & { detail?: string })> {
    const { store, penalties } = this.#board;
    const { meta } = store;
    const { claim } = effect;
    try {
      const tooOften = this.#tooOften(connection, effect);
      if (tooOften !== null) return tooOften;
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const verdict = await this.#directory.authenticate(meta.get("userId"), claim);
        if (!verdict.accepted) {
          const { wrong } = verdict;
          penalties.failed(connection, claim);
          return { ...REASONS.badUserNameOrPassword, ...(wrong !== undefined && { detail: DETAILS[wrong] }) };
        }
        // an answer older than the rights held here was overtaken by a change, or the database went back: ask again
        if (verdict.version < meta.get("rightsVersion")) {
          await this.#rights.reread();
          continue;
        }
        const wait = penalties.knew(connection, claim, refKey(refOf(verdict.principal)));
        if (wait === 0) return verdict;
        const words = `It sent far more than it may; come again in ${wait} s.`;
        return because(REASONS.connectionRateExceeded, words);
      }
    } catch (error) {
      this.#board.log.warn("a login could not be judged", error);
    }
    return REASONS.serverUnavailable;
  }

  #accept(connection: Connection, effect: Authenticate, principal: Principal, version: number): void {
    const board = this.#board;
    const ref = refKey(refOf(principal));
    const key = sessionKey(ref, effect.clientId);
    if (version < board.store.meta.get("rightsVersion")) throw new Error("The verdict was overtaken.");
    const found = board.store.sessions.byKey(key);
    const full = this.#full(found?.connection ?? null);
    if (full !== null) {
      board.input(connection, { type: "refused", reason: full });
      return;
    }
    this.#learn(ref, principal);
    board.principal = ref;
    const identity = (sessionId: number, stored: Identity["stored"]): Identity => ({
      sessionId,
      principal: ref,
      kind: principal.kind,
      id: idOf(principal),
      shownClientId: shownClientId(effect.clientId),
      ...(principal.kind === "device" && principal.until !== undefined && { until: principal.until }),
      stored,
    });
    // a step is a value: one that would refuse must not take over another's session
    const trial = step(connection.session, { type: "accepted", identity: identity(0, null) }, board);
    if (trial.session.state !== "connected") {
      board.input(connection, { type: "accepted", identity: identity(0, null) });
      return;
    }
    const kept = found === null ? null : this.#takeOver(key, effect.clean);
    board.principal = ref;
    const deviceId = principal.kind === "device" ? principal.deviceId : null;
    if (kept !== null && deviceId !== null) board.commander.forgetOld(deviceId, kept);
    const stored = kept === null ? null : board.store.deliveries.resume(kept);
    const id = kept ?? board.store.sessions.create(key, ref, deviceId);
    connection.shares = board.allowance.sharesOf(key, board.now);
    board.input(connection, { type: "accepted", identity: identity(id, stored) });
    board.commander.catchUp(connection);
  }

  /** The directory may know more than was known here: it holds for this principal's other sessions, too. */
  #learn(ref: string, principal: Principal): void {
    const { people, keeper, store, router } = this.#board;
    const before = people.principal(ref);
    if (before !== null && secretOf(before) !== secretOf(principal)) keeper.dismiss(ref);
    if (!people.learn(principal)) return;
    for (const session of store.sessions.ofPrincipal(ref)) router.enter(session.id, ref);
    router.forgetPlans();
  }

  #full(takenOver: string | null): Reason | null {
    const { limits, bySession } = this.#board;
    const maximum = limits.MQTT_MAX_CONNECTIONS;
    if (maximum === 0 || takenOver !== null || bySession.size < maximum) return null;
    return because(
      REASONS.quotaExceeded,
      `An account has at most ${maximum} connections (MQTT_MAX_CONNECTIONS).`,
    );
  }

  /** [MQTT-3.1.4-3] whoever had the session is told and closed; the id of what is kept of it, null for a new one. */
  #takeOver(key: string, clean: boolean): number | null {
    const board = this.#board;
    const { sessions } = board.store;
    const holder = sessions.byKey(key);
    const old = holder?.connection == null ? undefined : board.connections.get(holder.connection);
    if (old !== undefined) board.input(old, { type: "dropped", reason: REASONS.sessionTakenOver });
    else if (holder !== null) board.keeper.lost(holder);
    const kept = sessions.byKey(key);
    if (kept === null || !board.keeper.catchUp(kept)) return null;
    if (!clean) return kept.id;
    board.keeper.endOffline(kept); // [MQTT-3.1.4-4]
    return null;
  }
}

/** The row it logged in with; the device's for a device. */
function idOf(principal: Principal): string {
  switch (principal.kind) {
    case "api-key":
      return principal.keyId;
    case "credential":
      return principal.credentialId;
    case "device":
      return principal.deviceId;
  }
}
