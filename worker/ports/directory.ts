/** Who a client is and what it may do, from the database: one round trip a question. */

import type { Claim } from "../../broker/contract/client.ts";
import type { DeviceSwitching, Directory, Verdict } from "../../broker/ports.ts";
import type { Principal, PrincipalRef } from "../../broker/routing/access.ts";
import { linkOf } from "../auth/link-username.ts";
import {
  type CredentialFacts,
  credentialByUsername,
  credentialFacts,
  type DeviceFacts,
  deviceFacts,
  keyByHash,
  keysThatExist,
  type LinkFacts,
  linkLogin,
  linksThatHold,
  ownSwitching,
  rightsVersion,
  type SwitchingRow,
} from "../db/principals.ts";
import { batch } from "../db/statement.ts";
import type { Env } from "../env.ts";
import { digest, sameSecret } from "../secrets/digest.ts";
import { lookupHash } from "../secrets/lookup.ts";
import { loadKeys, unseal } from "../secrets/seal.ts";

export function directoryOver(env: Env): Directory {
  return {
    authenticate: (userId, claim) =>
      claim.kind === "api-key" ? keyHolder(env, userId, claim.key) : secretHolder(env, userId, claim),
    review: (userId, refs) => review(env.DB, userId, refs),
  };
}

async function keyHolder(env: Env, userId: string, key: string): Promise<Verdict> {
  const row = await keyByHash(env.DB, userId, await lookupHash(env, key));
  if (row === null) return { accepted: false, wrong: "api-key" };
  return { accepted: true, principal: { kind: "api-key", keyId: row.id }, version: row.rights_version };
}

type SecretClaim = Exclude<Claim, { kind: "api-key" }>;

async function secretHolder(env: Env, userId: string, claim: SecretClaim): Promise<Verdict> {
  const deviceId = claim.kind === "device" ? claim.deviceId : null;
  const row = await credentialByUsername(env.DB, userId, claim.username, deviceId);
  if (row === null) return linkHolder(env.DB, userId, claim);
  const place = { table: "credentials", column: "password_sealed", id: row.id, userId };
  const password = await unseal(await loadKeys(env), row.password_sealed, place);
  if (!sameSecret(password, claim.password)) return { accepted: false, wrong: "password" };
  const holder = credentialPrincipal(row);
  if (deviceId === null) return { accepted: true, principal: holder, version: row.rights_version };
  if (row.device_topics === null) return { accepted: false, wrong: "device" };
  const deviceTopics = topics(row.device_topics);
  const principal: Principal = { ...holder, kind: "device", deviceId, deviceTopics };
  return { accepted: true, principal, version: row.rights_version };
}

/** A link is a credential of one device that has no channels. */
async function linkHolder(db: D1Database, userId: string, claim: SecretClaim): Promise<Verdict> {
  const { kind, username, password } = claim;
  const id = linkOf(username);
  if (kind !== "device" || id === null) return { accepted: false, wrong: "username" };
  const row = await linkLogin(db, userId, id, claim.deviceId, Date.now());
  if (row === null) return { accepted: false, wrong: "link" };
  if (!sameSecret(row.token_hash, await digest(password))) return { accepted: false, wrong: "link" };
  const principal = linkPrincipal(id, claim.deviceId, topics(row.device_topics), row.expires_at);
  return { accepted: true, principal, version: row.rights_version };
}

const linkPrincipal = (
  credentialId: string,
  deviceId: string,
  deviceTopics: string[],
  until: number,
): Principal => ({
  kind: "device",
  deviceId,
  credentialId,
  secretVersion: 1,
  topics: [],
  deviceTopics,
  until,
});

const topics = (json: string): string[] => JSON.parse(json);

const credentialPrincipal = (row: CredentialFacts) =>
  ({
    kind: "credential",
    credentialId: row.id,
    secretVersion: row.secret_version,
    topics: topics(row.topics),
  }) satisfies Principal;

async function review(db: D1Database, userId: string, refs: readonly PrincipalRef[]) {
  const credentialIds = idsOf(refs, "credentialId");
  const { version, keys, credentials, devices, links, switching } = await batch(db, {
    version: rightsVersion(db, userId),
    keys: keysThatExist(db, userId, idsOf(refs, "keyId")),
    credentials: credentialFacts(db, userId, credentialIds),
    devices: deviceFacts(db, userId, idsOf(refs, "deviceId")),
    links: linksThatHold(db, userId, credentialIds, Date.now()),
    switching: ownSwitching(db, userId),
  });
  const found: Found = {
    keys: byId(keys.results),
    credentials: byId(credentials.results),
    devices: byId(devices.results),
    links: byId(links.results),
  };
  return {
    version: version.results[0]?.rights_version ?? 0,
    principals: refs.map((ref) => principalOf(ref, found)),
    switching: switching.results.map(switchingOf),
  };
}

const switchingOf = (row: SwitchingRow): DeviceSwitching => ({
  deviceId: row.id,
  commandTtl: row.command_ttl,
  autoOff: row.auto_off,
  offOnDisconnect: row.off_on_disconnect === 1,
});

interface Found {
  keys: Map<string, { id: string }>;
  credentials: Map<string, CredentialFacts>;
  devices: Map<string, DeviceFacts>;
  links: Map<string, LinkFacts>;
}

function principalOf(ref: PrincipalRef, found: Found): Principal | null {
  if (ref.kind === "api-key") return found.keys.has(ref.keyId) ? { kind: "api-key", keyId: ref.keyId } : null;
  const link = found.links.get(ref.credentialId);
  if (link !== undefined && ref.kind === "device") {
    const device = found.devices.get(ref.deviceId);
    if (device === undefined) return null;
    return linkPrincipal(link.id, device.id, topics(device.topics), link.expires_at);
  }
  const row = found.credentials.get(ref.credentialId);
  if (row === undefined) return null;
  const holder = credentialPrincipal(row);
  if (ref.kind === "credential") return holder;
  const device = found.devices.get(ref.deviceId);
  if (device === undefined) return null;
  return { ...holder, kind: "device", deviceId: device.id, deviceTopics: topics(device.topics) };
}

type IdField = "keyId" | "credentialId" | "deviceId";

function idsOf(refs: readonly PrincipalRef[], field: IdField): string[] {
  const ids = refs.flatMap((ref: Partial<Record<IdField, string>>) => ref[field] ?? []);
  return [...new Set(ids)];
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
