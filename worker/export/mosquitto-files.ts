/** PURE. The clients of an account as password and ACL files for Mosquitto. */

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
  /** Lines such as `readwrite topic`. */
  topics: string[];
}

/** As `mosquitto_passwd`: PBKDF2 with SHA-512. */
const ITERATIONS = 101;
const SALT_BYTES = 12;
const HASH_BYTES = 64;

function passwordHash(password: string, salt = randomBytes(SALT_BYTES)): string {
  const hash = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, "sha512");
  return `$7$${ITERATIONS}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

const readWriteLine = ({ topic }: Channel): string => `readwrite ${topic}`;

/** Leaves out grants with `%c`: Mosquitto supports the client id only in patterns, which apply to every user. */
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
    topics: [...channels.map(readWriteLine), ...grantLines(user.id, username, grants)],
  }));
  const onDevices = devices.flatMap((device) =>
    credentials.map(({ username, password, channels }) => ({
      username: deviceName(device.id, username),
      password,
      topics: [
        `readwrite ${user.id}/devices/${device.id}/control`,
        `readwrite ${user.id}/devices/${device.id}/telemetry`,
        ...channels.map(readWriteLine),
        ...device.channels
          .filter((each) => !channels.some(hasTopicOf(each)))
          .map(({ topic }) => `read ${topic}`),
      ],
    })),
  );
  return [...keys, ...plain, ...onDevices];
}

const hasTopicOf =
  ({ topic }: Channel) =>
  (other: Channel): boolean =>
    other.topic === topic;

/** Mosquitto's password file ends a name at a colon, so a device's user name has a dot instead. */
const deviceName = (deviceId: string, username: string): string => `${deviceId}.${username}`;

/** Returns false for names that would break a line of Mosquitto's files or comment it out. */
const isRepresentable = ({ username }: Login): boolean =>
  !/^#|[\r\n:]/.test(username) && username.trim() === username;

/** Printed by the command, and written into the files. */
export const NOTES = [
  "An API key is user name and password in one.",
  "A device logs in as {deviceId}.{username}: Mosquitto's files have no room for the colon.",
  "Every topic begins with {userId}/, also for a credential in root view; grants with %c in them are left out.",
];

/** JSON, so that a name cannot add a line. */
export const leftOutNote = (username: string): string =>
  `Left out, because Mosquitto's files cannot hold this user name: ${JSON.stringify(username)}. Give it another name there.`;

export function mosquittoFiles(account: ExportedAccount): MosquittoFiles & { leftOut: string[] } {
  const [included, excluded] = [
    logins(account).filter(isRepresentable),
    logins(account).filter((each) => !isRepresentable(each)),
  ];
  const leftOut = excluded.map(({ username }) => username);
  const head = [...NOTES, ...leftOut.map(leftOutNote)].map((note) => `# ${note}`);
  const passwords = included.map(({ username, password }) => `${username}:${passwordHash(password)}`);
  const acl = included.map(({ username, topics }) =>
    [`user ${username}`, ...topics.map((topic) => `topic ${topic}`)].join("\n"),
  );
  return {
    passwords: `${[...head, ...passwords].join("\n")}\n`,
    acl: `${[head.join("\n"), ...acl].join("\n\n")}\n`,
    leftOut,
  };
}
