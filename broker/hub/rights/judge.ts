/** Who somebody is that logs in, by the copy of the account's rights. */

import { type Claim, isLinkUsername } from "../../contract/client.ts";
import type { DeviceRights, Directory, LoginWithSecret } from "../../ports.ts";
import type { Principal } from "../../routing/access.ts";
import type { RightsCopy } from "../../storage/rights-copy.ts";

/** What was wrong is for the account's owner, never for whoever asks. */
export type Wrong = "api-key" | "username" | "password" | "device" | "link";

export type Verdict = { accepted: true; principal: Principal } | Refused;

export interface Refused {
  accepted: false;
  wrong: Wrong;
  /** What the database may know better, and whether the copy does not have it at all. */
  name: string;
  isUnknown: boolean;
}

type Secrets = Pick<Directory, "nameOfKey" | "isSecret">;

export interface JudgeDependencies {
  rights: Pick<RightsCopy, "login" | "device">;
  secrets: Secrets;
  userId: () => string;
  /** Milliseconds since 1970. */
  clock: () => number;
}

export class Judge {
  readonly #deps: JudgeDependencies;

  constructor(deps: JudgeDependencies) {
    this.#deps = deps;
  }

  /** Rejects where a secret cannot be read. */
  judge(claim: Claim): Promise<Verdict> {
    return claim.kind === "api-key" ? this.#key(claim.key) : this.#person(claim);
  }

  async #key(key: string): Promise<Verdict> {
    const { rights, secrets } = this.#deps;
    const name = await secrets.nameOfKey(key);
    const row = rights.login("api-key", name);
    if (row === null) return unknown("api-key", name);
    return { accepted: true, principal: { kind: "api-key", keyId: row.id } };
  }

  async #person(claim: Exclude<Claim, { kind: "api-key" }>): Promise<Verdict> {
    const { rights, secrets, userId, clock } = this.#deps;
    const { username } = claim;
    const deviceId = claim.kind === "device" ? claim.deviceId : null;
    const row = rights.login("credential", username) ?? rights.login("link", username);
    if (row === null || row.kind === "api-key") {
      return unknown(isLinkUsername(username) ? "link" : "username", username);
    }
    if (row.kind === "link" && (row.deviceId !== deviceId || row.until <= clock())) {
      return refused("link", username);
    }
    if (!(await secrets.isSecret(userId(), row, claim.password))) {
      return refused(row.kind === "link" ? "link" : "password", username);
    }
    const device = deviceId === null ? null : rights.device(deviceId);
    if (deviceId !== null && device === null) return unknown("device", deviceId);
    const principal = principalOf(row, device);
    return principal === null ? refused("link", username) : { accepted: true, principal };
  }
}

const refused = (wrong: Wrong, name: string, isUnknown = false): Refused => ({
  accepted: false,
  wrong,
  name: `${wrong} ${name}`,
  isUnknown,
});
const unknown = (wrong: Wrong, name: string): Refused => refused(wrong, name, true);

/** What clients of this row are, as this device or as none. A link is a credential of one device that has no channels. */
export function principalOf(row: LoginWithSecret, device: DeviceRights | null): Principal | null {
  const credentialId = row.id;
  if (row.kind === "credential") {
    const { secretVersion, topics } = row;
    if (device === null) return { kind: "credential", credentialId, secretVersion, topics };
    const { deviceId, topics: deviceTopics } = device;
    return { kind: "device", deviceId, credentialId, secretVersion, topics, deviceTopics };
  }
  if (device === null || device.deviceId !== row.deviceId) return null;
  const { deviceId, topics: deviceTopics } = device;
  return {
    ...{ kind: "device", deviceId, credentialId, secretVersion: 1, topics: [], deviceTopics },
    until: row.until,
  };
}
