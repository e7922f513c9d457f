/** PURE but for random salts. The clients of an account as password and ACL files for Mosquitto. */

import { Buffer } from "node:buffer";

interface Channel {
  topic: string;
}
interface Grant {
  filter: string;
  publish: boolean;
  subscribe: boolean;
}
interface Credential {
  username: string;
  password: string;
  channels: Channel[];
  grants?: Grant[];
  /** The only device that its clients are; null for any device, or none. */
  device?: string | null;
}
interface Device {
  id: string;
  /** `found`: a discovered device, which logs in with its own credential and never by its id. */
  kind?: string;
  channels: Channel[];
}
export interface ExportedAccount {
  user: { id: string };
  api_keys: { key: string }[];
  credentials: Credential[];
  devices: Device[];
}

/** A user name of Mosquitto, and the device that its clients are. */
interface Login {
  username: string;
  device: Device | null;
}

/** As `mosquitto_passwd`: PBKDF2 with SHA-512. */
const ITERATIONS = 101;
const SALT_BYTES = 12;
const HASH_BITS = 512;

/** Through WebCrypto, so that the thread serves other clients meanwhile. */
async function passwordHash(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const secret = new TextEncoder().encode(password);
  const key = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-512", salt, iterations: ITERATIONS };
  const hash = await crypto.subtle.deriveBits(how, key, HASH_BITS);
  return `$7$${ITERATIONS}$${base64(salt)}$${base64(new Uint8Array(hash))}`;
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Mosquitto's password file ends a name at a colon, so a device's user name has a dot instead. */
const deviceName = (deviceId: string, username: string): string => `${deviceId}.${username}`;

function* loginsOf(
  { username, device: own = null }: Credential,
  devices: readonly Device[],
): Iterable<Login> {
  const device = devices.find(({ id }) => id === own) ?? null;
  // the credential of a device that is gone logs in nowhere
  if (own === null || device !== null) yield { username, device };
  for (const each of devices) {
    const isItself = each.kind !== "found" && (own === null || own === each.id);
    if (isItself) yield { username: deviceName(each.id, username), device: each };
  }
}

/** Returns false for names that would break a line of Mosquitto's files or comment it out. */
const isRepresentable = ({ username }: Pick<Login, "username">): boolean =>
  !/^#|[\r\n:]/.test(username) && username.trim() === username;

const loginsIn = (account: ExportedAccount, credential: Credential): Login[] =>
  [...loginsOf(credential, account.devices)].filter(isRepresentable);

const everything = (userId: string): string => `topic readwrite ${userId}/#\n`;

/** Mosquitto applies patterns to all users, so rights are lines of their user. Grants with `%c` would need a pattern. */
function linesOf({ user, credential }: { user: { id: string }; credential: Credential }): Set<string> {
  const { username, channels, grants = [] } = credential;
  const lines = new Set(channels.map(({ topic }) => `topic readwrite ${topic}\n`));
  for (const { filter, publish, subscribe } of grants) {
    // a name that would be a wildcard or span levels fills no %u
    if (/%c|[\r\n]/.test(filter) || (filter.includes("%u") && /[/+#]/.test(username))) continue;
    const may = publish && subscribe ? "readwrite" : publish ? "write" : "read";
    lines.add(`topic ${may} ${user.id}/${filter.replaceAll("%u", () => username)}\n`);
  }
  return lines.has(everything(user.id)) ? new Set([everything(user.id)]) : lines;
}

function deviceLines(userId: string, { id, channels }: Device, lines: ReadonlySet<string>): string {
  if (lines.has(everything(userId))) return "";
  const own = `${userId}/devices/${id}`;
  const read = channels
    .filter(({ topic }) => !lines.has(`topic readwrite ${topic}\n`))
    .map(({ topic }) => `topic read ${topic}\n`);
  return `topic readwrite ${own}/control\ntopic readwrite ${own}/telemetry\ntopic read ${own}/status\n${read.join("")}`;
}

/** Printed by the command, and written into the files. */
export const NOTES = [
  "An API key is user name and password in one.",
  "A device logs in as {deviceId}.{username}: Mosquitto's files have no room for the colon.",
  "Every topic begins with {userId}/, also for a credential in root view; grants with %c in them are left out.",
];

/** JSON, so that a name cannot add a line. */
const leftOutNote = (username: string): string =>
  `Left out, because Mosquitto's files cannot hold this user name: ${JSON.stringify(username)}. Give it another name there.`;

/** Sentences about the user names that the files cannot hold. */
export const leftOutNotes = ({ credentials, devices }: ExportedAccount): string[] =>
  credentials
    .flatMap((credential) => [...loginsOf(credential, devices)].filter((login) => !isRepresentable(login)))
    .map(({ username }) => leftOutNote(username));

const head = (account: ExportedAccount): string =>
  [...NOTES, ...leftOutNotes(account)].map((note) => `# ${note}\n`).join("");

/** One derivation after the other, and one for all names of a credential: they have the same password. */
export async function* passwordFile(account: ExportedAccount): AsyncGenerator<string> {
  yield head(account);
  for (const { key } of account.api_keys) yield `${key}:${await passwordHash(key)}\n`;
  for (const credential of account.credentials) {
    const logins = loginsIn(account, credential);
    if (logins.length === 0) continue;
    const hash = await passwordHash(credential.password);
    for (const { username } of logins) yield `${username}:${hash}\n`;
  }
}

/** The lines of a credential are made once, and written for each of its names. */
export async function* aclFile(account: ExportedAccount): AsyncGenerator<string> {
  const { user, api_keys, credentials } = account;
  yield head(account);
  for (const { key } of api_keys) yield `\nuser ${key}\n${everything(user.id)}`;
  for (const credential of credentials) {
    const lines = linesOf({ user, credential });
    const shared = [...lines].join("");
    for (const { username, device } of loginsIn(account, credential)) {
      yield `\nuser ${username}\n${device === null ? "" : deviceLines(user.id, device, lines)}${shared}`;
    }
  }
}

/** Bytes of the ACL file, at least: known before it is written. */
export function aclBytes(account: ExportedAccount): number {
  const { user, credentials } = account;
  return credentials.reduce((sum, credential) => {
    const lines = Buffer.byteLength([...linesOf({ user, credential })].join(""));
    return sum + lines * loginsIn(account, credential).length;
  }, 0);
}
