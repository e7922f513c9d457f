/** Who a client is and what it may do, from the database: one round trip a question. */

import type { Claim } from "../../broker/contract/client.ts";
import type { DeviceSwitching, Directory, Verdict } from "../../broker/ports.ts";
import type { Principal, PrincipalRef } from "../../broker/routing/access.ts";
import {
  type CredentialFacts,
  credentialByUsername,
  credentialFacts,
  deviceFacts,
  keyByHash,
  keysThatExist,
  linkLogin,
  linksThatHold,
  ownSwitching,
  rightsVersion,
  type SwitchingRow,
} from "../db/principals.ts";
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

const LINK = "link-";
/** The user name of whoever came by a link. */
export const linkUsername = (id: string): string => LINK + id;

/** A link is a credential of one device that has no channels. */
async function linkHolder(db: D1Database, userId: string, claim: SecretClaim): Promise<Verdict> {
  const { kind, username, password } = claim;
  if (kind !== "device" || !username.startsWith(LINK)) return { accepted: false, wrong: "username" };
  const id = username.slice(LINK.length);
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

const topics = (json: string): string[] => JSON.parse(json) as string[];

const credentialPrincipal = (row: CredentialFacts) =>
  ({
    kind: "credential",
    credentialId: row.id,
    secretVersion: row.secret_version,
    topics: topics(row.topics),
  }) satisfies Principal;

async function review(db: D1Database, userId: string, refs: readonly PrincipalRef[]) {
  const [version, keys, credentials, devices, links, switching] = await db.batch([
    rightsVersion(db, userId),
    keysThatExist(db, userId, idsOf(refs, "keyId")),
    credentialFacts(db, userId, idsOf(refs, "credentialId")),
    deviceFacts(db, userId, idsOf(refs, "deviceId")),
    linksThatHold(db, userId, idsOf(refs, "credentialId"), Date.now()),
    ownSwitching(db, userId),
  ]);
  const found: Found = {
    keys: byId(keys),
    credentials: byId(credentials),
    devices: byId(devices),
    links: byId(links),
  };
  const counted = version?.results[0] as { rights_version: number } | undefined;
  return {
    version: counted?.rights_version ?? 0,
    principals: refs.map((ref) => principalOf(ref, found)),
    switching: ((switching?.results ?? []) as SwitchingRow[]).map(switchingOf),
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
  devices: Map<string, { id: string; topics: string }>;
  links: Map<string, { id: string; expires_at: number }>;
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

function idsOf(refs: readonly PrincipalRef[], field: "keyId" | "credentialId" | "deviceId"): string[] {
  const ids = new Set<string>();
  for (const ref of refs) {
    const id = (ref as Partial<Record<typeof field, string>>)[field];
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

const byId = <Row extends { id: string }>(result: D1Result | undefined) =>
  new Map(((result?.results ?? []) as Row[]).map((row) => [row.id, row]));
