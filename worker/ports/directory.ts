/** Reads the rights of an account from the database in one batch, and compares sealed secrets. */

import { linkUsername } from "../../broker/contract/client.ts";
import { storedTexts } from "../../broker/contract/json.ts";
import type { SeriesRights } from "../../broker/contract/telemetry.ts";
import type {
  AccountRights,
  DeviceRights,
  Directory,
  LoginRights,
  LoginWithSecret,
} from "../../broker/ports.ts";
import { seriesList } from "../contract/channels.ts";
import { deviceDetailsColumn } from "../db/devices.ts";
import {
  askFirstColumn,
  controlsColumn,
  foundColumn,
  grantsColumn,
  historyColumn,
  labelsColumn,
  scopesColumn,
  seriesColumn,
} from "../db/json-columns.ts";
import { brokerLimitsOf } from "../db/own-limits.ts";
import {
  accountRights,
  type CredentialRights,
  credentialRights,
  type DeviceRightsRow,
  deviceRights,
  type KeyRights,
  keyRights,
  type LinkRights,
  linkRights,
  type SeriesRightsRow,
  seriesRights,
  sessionRights,
  type TokenRights,
  tokenRights,
} from "../db/principals.ts";
import { plannedOf, scheduleRights } from "../db/schedules.ts";
import { batch, first } from "../db/statement.ts";
import { detailsOfToken } from "../db/token-row.ts";
import type { Env } from "../env.ts";
import { digest, sameSecret } from "../keys/digest.ts";
import { lookupHashes } from "../keys/keys.ts";
import { unseal } from "../keys/seal.ts";

export function createDirectory(env: Env): Directory {
  return {
    read: (userId) => read(env.DB, userId),
    version: async (userId) => (await first(accountRights(env.DB, { userId })))?.rights_version ?? null,
    namesOfKey: async (key) => lookupHashes(env, key),
    isSecret: (...args) => isSecret(env, ...args),
  };
}

async function read(db: D1Database, userId: string): Promise<AccountRights> {
  const now = Date.now();
  const { account, keys, credentials, devices, links, tokens, series, schedules, sessions } = await batch(
    db,
    {
      account: accountRights(db, { userId }),
      keys: keyRights(db, { userId }),
      credentials: credentialRights(db, { userId }),
      devices: deviceRights(db, { userId }),
      links: linkRights(db, { userId, now }),
      tokens: tokenRights(db, { userId }),
      series: seriesRights(db, { userId }),
      schedules: scheduleRights(db, { userId }),
      sessions: sessionRights(db, { userId, now }),
    },
  );
  const [row] = account.results;
  return {
    version: row?.rights_version ?? 0,
    profile: row?.mqtt_profile ?? "full",
    homeAssistant: row?.home_assistant === 1,
    ...(row !== undefined && {
      suspended: row.suspended_at !== null,
      limits: brokerLimitsOf(row),
      ...(row.history !== null && { history: historyColumn.read(row.history) }),
      clearedAt: row.cleared_at,
    }),
    logins: [
      ...keys.results.map(keyOf),
      ...credentials.results.map(credentialOf),
      ...links.results.map(linkOf),
      ...tokens.results.map(tokenOf),
    ],
    devices: devices.results.map(deviceOf),
    series: series.results.flatMap(seriesOf),
    schedules: schedules.results.map(plannedOf),
    sessions: sessions.results.map((each) => ({ digest: each.token_hash, until: each.expires_at })),
    details: devices.results.map(({ topics: _, ...device }) => ({
      deviceId: device.id,
      text: deviceDetailsColumn.write(device),
    })),
  };
}

const keyOf = ({ id, key_hash: name }: KeyRights): LoginRights => ({ kind: "api-key", id, name });

const credentialOf = (row: CredentialRights): LoginRights => ({
  kind: "credential",
  id: row.id,
  name: row.username,
  label: row.name,
  secret: row.password_sealed,
  secretVersion: row.secret_version,
  topics: storedTexts(row.topics),
  view: row.view,
  grants: grantsColumn.read(row.grants),
  ...(row.device_id !== null && { deviceId: row.device_id }),
  ...earlierOf(row),
});

/** Includes an expired earlier password: it opens nothing, but its refusal can say so. */
const earlierOf = ({ earlier_sealed: secret, earlier_until: until }: CredentialRights) =>
  secret !== null && until !== null ? { earlier: { secret, until } } : {};

const linkOf = (row: LinkRights): LoginRights => ({
  kind: "link",
  id: row.id,
  name: linkUsername(row.id),
  secret: row.token_hash,
  deviceId: row.device_id,
  until: row.expires_at,
});

const tokenOf = ({ token_hash, ...row }: TokenRights): LoginRights => ({
  kind: "token",
  id: row.id,
  name: token_hash,
  label: row.name,
  scopes: scopesColumn.read(row.scopes),
  until: row.expires_at,
  ...(row.starts_at !== null && { from: row.starts_at }),
  ...(row.kind === "guest" && { guest: true }),
  ...(row.kind === "app" && { app: true }),
  ...(row.asks_first === 1 && { asks: true }),
  details: detailsOfToken(row),
});

const deviceOf = (row: DeviceRightsRow): DeviceRights => ({
  deviceId: row.id,
  name: row.name,
  topics: storedTexts(row.topics),
  commandTtl: row.command_ttl,
  autoOff: row.auto_off,
  offOnDisconnect: row.off_on_disconnect === 1,
  ...(row.on_connect === "send" && { onConnect: row.on_connect }),
  ...(row.found !== null && { found: foundColumn.read(row.found) }),
  ...(row.value_labels !== null && { labels: labelsColumn.read(row.value_labels) }),
  ...(row.controls !== null && { controls: controlsColumn.read(row.controls) }),
  ...(row.ask_first !== null && { askFirst: askFirstColumn.read(row.ask_first) }),
  ...(row.state === 1 && { isOnAtFirst: true }),
});

const seriesOf = ({ id: channelId, topic, series }: SeriesRightsRow): SeriesRights[] =>
  seriesList(seriesColumn.read(series)).map((each) => ({ channelId, topic, ...each }));

async function isSecret(
  env: Env,
  userId: string,
  login: LoginWithSecret,
  secret: string,
  which?: "earlier",
): Promise<boolean> {
  if (login.kind === "link") return sameSecret(login.secret, digest(secret));
  const column = which === "earlier" ? "earlier_sealed" : "password_sealed";
  const sealed = which === "earlier" ? login.earlier?.secret : login.secret;
  if (sealed === undefined) return false;
  const position = { table: "credentials", column, id: login.id, userId };
  return sameSecret(await unseal(env, sealed, position), secret);
}
