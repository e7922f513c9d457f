/** Authenticates logins by the copy of the account's rights. */

import type { Bearer } from "../../contract/bearer.ts";
import { type Claim, isLinkUsername } from "../../contract/client.ts";
import type { Grant, View } from "../../contract/grants.ts";
import { isInForce } from "../../contract/token.ts";
import type { DeviceRights, Directory, LoginWithSecret } from "../../ports.ts";
import { grantsFor, type Principal } from "../../routing/access.ts";
import type { Input } from "../../session/effect.ts";
import type { RightsCopy } from "../../storage/rights-copy.ts";
import { HubModule } from "../module.ts";
import { digest } from "../session-key.ts";
import { sessionPrincipal, tokenPrincipal } from "./token-principal.ts";

/** Why a login failed: for the account's owner, never for the client. */
type Wrong =
  | "api-key"
  | "username"
  | "password"
  | "earlier"
  | "device"
  | "found"
  | "link"
  | "token"
  | "guest"
  | "app";

export type LoginResult = AcceptedLogin | RefusedLogin;

export interface AcceptedLogin {
  accepted: true;
  principal: Principal;
  /** Until when it may stay, after a login with a previous password. Milliseconds since 1970. */
  until?: number;
}

export interface RefusedLogin {
  accepted: false;
  wrong: Wrong;
  credentialId: string | null;
  /** The login name for which the database may have newer rights. `isUnknown`: the copy does not have it. */
  name: string;
  isUnknown: boolean;
}

type Secrets = Pick<Directory, "namesOfKey" | "isSecret">;

export interface AuthenticatorDependencies {
  rights: Pick<RightsCopy, "login" | "device" | "sessionEnd">;
  secrets: Secrets;
  userId: () => string;
  /** Milliseconds since 1970. */
  clock: () => number;
}

export class Authenticator extends HubModule<AuthenticatorDependencies> {
  /** Rejects when a secret cannot be read. */
  authenticate(claim: Claim, bearer?: Bearer): Promise<LoginResult> {
    if (bearer !== undefined) return Promise.resolve(this.#bearer(bearer));
    if (claim.kind === "token") return Promise.resolve(this.#password(digest(claim.token)));
    return claim.kind === "api-key" ? this.#key(claim) : this.#person(claim);
  }

  /** A stream: its socket was opened for this bearer. */
  #bearer({ kind, digest: name }: Bearer): LoginResult {
    const { rights, clock } = this.deps;
    if (kind !== "session") {
      const row = rights.login("token", name);
      // tools open no stream
      return row?.kind === "token" && row.app ? refused("app", name) : this.#token(name);
    }
    const until = rights.sessionEnd(name);
    if (until === null || until <= clock()) return unknown("token", name);
    return { accepted: true, principal: sessionPrincipal({ digest: name, until }) };
  }

  /** A token as an MQTT password. */
  #password(name: string): LoginResult {
    const row = this.deps.rights.login("token", name);
    if (row?.kind !== "token" || !isInForce(row, this.deps.clock())) return this.#token(name);
    if (row.guest) return refused("guest", name);
    return row.app ? refused("app", name) : this.#token(name);
  }

  /** Looks the token up by its digest: a token of another account is not in the copy. */
  #token(name: string): LoginResult {
    const { rights, clock } = this.deps;
    const row = rights.login("token", name);
    if (row?.kind !== "token") return unknown("token", name);
    if (!isInForce(row, clock())) return refused("token", name);
    return { accepted: true, principal: tokenPrincipal(row) };
  }

  async #key({ key, view }: Extract<Claim, { kind: "api-key" }>): Promise<LoginResult> {
    const { rights, secrets } = this.deps;
    const names = await secrets.namesOfKey(key);
    for (const name of names) {
      const row = rights.login("api-key", name);
      if (row === null) continue;
      const principal: Principal = { kind: "api-key", keyId: row.id, ...(view === "root" && { view }) };
      return { accepted: true, principal };
    }
    return unknown("api-key", names[0] ?? "");
  }

  async #person(claim: Extract<Claim, { kind: "credential" | "device" }>): Promise<LoginResult> {
    const { rights, clock } = this.deps;
    const { username } = claim;
    const row = rights.login("credential", username) ?? rights.login("link", username);
    if (row === null || row.kind === "api-key" || row.kind === "token") {
      return unknown(isLinkUsername(username) ? "link" : "username", username);
    }
    const said = claim.kind === "device" ? claim.deviceId : null;
    if (row.kind === "link" && (row.deviceId !== said || row.until <= clock())) {
      return refused("link", username);
    }
    const until = await this.#until(row, claim.password);
    if (until === null) return refused(row.kind === "link" ? "link" : "password", username, row);
    if (until <= clock()) return refused("earlier", username, row);
    // a credential made for a device is that device, whatever the user name says
    const own = row.kind === "credential" ? (row.deviceId ?? null) : null;
    const deviceId = said ?? own;
    if (own !== null && deviceId !== own) return refused("device", username, row);
    const device = deviceId === null ? null : rights.device(deviceId);
    if (deviceId !== null && device === null) return unknown("device", deviceId);
    // a discovered device logs in as before its adoption: a client that names it is another program
    if (device?.found !== undefined) return refused("found", username, row);
    const view = said === null && row.kind === "credential" ? row.view : "account";
    const principal = principalOf(row, device, view);
    if (principal === null) return refused("link", username);
    return { accepted: true, principal, ...(until !== Number.POSITIVE_INFINITY && { until }) };
  }

  /** Until when this password is right: Infinity, or the end of its overlap; null for a wrong one. */
  async #until(row: LoginWithSecret, password: string): Promise<number | null> {
    const { secrets, userId } = this.deps;
    if (await secrets.isSecret(userId(), row, password)) return Number.POSITIVE_INFINITY;
    if (row.kind === "link" || row.earlier === undefined) return null;
    return (await secrets.isSecret(userId(), row, password, "earlier")) ? row.earlier.until : null;
  }
}

const refused = (wrong: Wrong, name: string, row: LoginWithSecret | null = null): RefusedLogin => ({
  accepted: false,
  wrong,
  credentialId: row?.kind === "credential" ? row.id : null,
  name: `${wrong} ${name}`,
  isUnknown: false,
});
const unknown = (wrong: Wrong, name: string): RefusedLogin => ({ ...refused(wrong, name), isUnknown: true });

/**
 * Returns the principal of a login, as this device or none. A link is a credential of one device without channels. A
 * client that names a device has account view, whatever the credential's view.
 */
export function principalOf(
  row: LoginWithSecret,
  device: DeviceRights | null,
  view: View = "account",
): Principal | null {
  const credentialId = row.id;
  if (row.kind === "credential") {
    const { secretVersion, topics } = row;
    const grants = [
      ...grantsFor(row.grants ?? [], row.name),
      ...(row.deviceId ? ownTopics(row.deviceId) : []),
    ];
    const more = { ...(grants.length > 0 && { grants }), ...(view === "root" && { view }) };
    if (device === null) {
      // the device is deleted, or the login names none
      return row.deviceId === undefined
        ? { kind: "credential", credentialId, secretVersion, topics, ...more }
        : null;
    }
    const { deviceId, topics: deviceTopics } = device;
    return { kind: "device", deviceId, credentialId, secretVersion, topics, deviceTopics, ...more };
  }
  if (device === null || device.deviceId !== row.deviceId) return null;
  const { deviceId, topics: deviceTopics } = device;
  return {
    kind: "device",
    deviceId,
    credentialId,
    secretVersion: 1,
    topics: [],
    deviceTopics,
    until: row.until,
  };
}

/** The grants of a device's own credential beside its control topic. */
const ownTopics = (deviceId: string): Grant[] => [
  { filter: `devices/${deviceId}/telemetry`, publish: true, subscribe: true },
  { filter: `devices/${deviceId}/status`, publish: false, subscribe: true },
];

// The sentence for the account's owner about a refused login.

type RefusalDetail = Pick<Extract<Input, { type: "rejected" }>, "detail" | "remedy" | "advice">;

const AGAIN = "Enter the user name and the password of a credential of this account in the client.";

/** The client gets one sentence for all of them; the owner learns which it was, and what helps. */
const DETAILS = {
  "api-key": ["The account has no such API key.", "Enter an API key of this account, or make one."],
  username: ["The account has no credential with this user name.", AGAIN],
  password: ["The password does not match the credential with this user name.", AGAIN],
  earlier: ["The password was rotated, and this old one no longer works: use the current one.", AGAIN],
  device: [
    "The account has no such device.",
    "Enter the id of a device of this account in front of the colon, or leave it out.",
  ],
  found: [
    "The device was discovered: it logs in without its id, with a credential that belongs to no device.",
    "Enter the user name without the device's id.",
  ],
  token: ["The account has no such token, or it has expired.", "Make a new token, and enter it as password."],
  guest: [
    "The token of a guest works on the guest's page only.",
    "Make a token of your own, and enter it as password.",
  ],
  app: ["The token of an app works at /mcp only.", "Make a token of your own, and enter it as password."],
  link: ["The link to the device has expired, or was revoked.", "Make a new link to the device."],
} as const satisfies Record<Wrong, readonly [detail: string, advice: string]>;

export function refusalDetail({ wrong, credentialId }: RefusedLogin): RefusalDetail {
  const [detail, advice] = DETAILS[wrong];
  const isPassword = wrong === "earlier" || wrong === "password";
  if (!isPassword || credentialId === null) return { detail, advice };
  return { detail, remedy: { kind: "password", credentialId } };
}
