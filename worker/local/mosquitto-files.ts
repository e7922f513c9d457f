/** An account's clients as Mosquitto knows them: a password file and an ACL file. Values in, text out. */

import { pbkdf2Sync, randomBytes } from "node:crypto";

interface Channel {
  topic: string;
}
interface Grant {
  filter: string;
  publish: boolean;
  subscribe: boolean;
}
export interface ExportedAccount {
  user: { id: string };
  api_keys: { key: string }[];
  credentials: { username: string; password: string; channels: Channel[]; grants?: Grant[] }[];
  devices: { id: string; channels: Channel[] }[];
}

export interface MosquittoFiles {
  passwords: string;
  acl: string;
}

interface Login {
  username: string;
  password: string;
  /** `readwrite topic`, one a line. */
  topics: string[];
}

/** What `mosquitto_passwd` makes: PBKDF2 with SHA-512. */
const ITERATIONS = 101;
const SALT_BYTES = 12;
const HASH_BYTES = 64;

function passwordHash(password: string, salt = randomBytes(SALT_BYTES)): string {
  const hash = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, "sha512");
  return `$7$${ITERATIONS}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

const both = ({ topic }: Channel): string => `readwrite ${topic}`;

/** What a user's own lines can say: Mosquitto knows the client id in patterns only, which hold for everybody. */
const grantLines = (userId: string, username: string, grants: readonly Grant[] = []): string[] =>
  grants
    .filter(({ filter }) => !/%c|[\r\n]/.test(filter))
    .map(({ filter, publish, subscribe }) => {
      const may = publish && subscribe ? "readwrite" : publish ? "write" : "read";
      return `${may} ${userId}/${filter.replaceAll("%u", () => username)}`;
    });

function logins({ user, api_keys, credentials, devices }: ExportedAccount): Login[] {
  const keys = api_keys.map(({ key }) => ({
    username: key,
    password: key,
    topics: [`readwrite ${user.id}/#`],
  }));
  const plain = credentials.map(({ username, password, channels, grants }) => ({
    username,
    password,
    topics: [...channels.map(both), ...grantLines(user.id, username, grants)],
  }));
  const onDevices = devices.flatMap((device) =>
    credentials.map(({ username, password, channels }) => ({
      username: deviceName(device.id, username),
      password,
      topics: [
        `readwrite ${user.id}/devices/${device.id}/control`,
        `readwrite ${user.id}/devices/${device.id}/telemetry`,
        ...channels.map(both),
        ...device.channels.filter((each) => !channels.some(sameAs(each))).map(({ topic }) => `read ${topic}`),
      ],
    })),
  );
  return [...keys, ...plain, ...onDevices];
}

const sameAs =
  ({ topic }: Channel) =>
  (other: Channel): boolean =>
    other.topic === topic;

/** A colon ends the name in Mosquitto's file, so a device's login has a point where Switchyard has a colon. */
const deviceName = (deviceId: string, username: string): string => `${deviceId}.${username}`;

/** Mosquitto's files are lines of words: what would break one, or make it a comment, is left out and told. */
const fits = ({ username }: Login): boolean => !/^#|[\r\n:]/.test(username) && username.trim() === username;

/** What whoever moves must know: said by the command, and in the files themselves. */
export const NOTES = [
  "An API key is user name and password in one.",
  "A device logs in as {deviceId}.{username}: Mosquitto's files have no room for the colon.",
  "Every topic begins with {userId}/, also for a credential in root view; grants with %c in them are left out.",
];

/** Quoted, so that no name writes a line of its own. */
export const leftOutNote = (username: string): string =>
  `Left out, because Mosquitto's files cannot hold this user name: ${JSON.stringify(username)}. Give it another name there.`;

export function mosquittoFiles(account: ExportedAccount): MosquittoFiles & { leftOut: string[] } {
  const [good, bad] = [logins(account).filter(fits), logins(account).filter((each) => !fits(each))];
  const leftOut = bad.map(({ username }) => username);
  const head = [...NOTES, ...leftOut.map(leftOutNote)].map((note) => `# ${note}`);
  const passwords = good.map(({ username, password }) => `${username}:${passwordHash(password)}`);
  const acl = good.map(({ username, topics }) =>
    [`user ${username}`, ...topics.map((topic) => `topic ${topic}`)].join("\n"),
  );
  return {
    passwords: `${[...head, ...passwords].join("\n")}\n`,
    acl: `${[head.join("\n"), ...acl].join("\n\n")}\n`,
    leftOut,
  };
}
