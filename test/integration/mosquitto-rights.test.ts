/**
 * The rights of imported users: on random ACL files no user gets a right that a real Mosquitto refuses, and users
 * without a `deny` line in the way get every right that it grants.
 */

import { pbkdf2Sync, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, expect, it } from "vitest";
import { grantsFor, rightsOf } from "../../broker/routing/access.ts";
import { mosquittoUsers } from "../../worker/import/mosquitto.ts";
import { startMosquitto } from "../support/exported-mosquitto.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-acl-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USERS = ["ada", "bob", "cyd", "dan", "eve", "a+b"];
/** Also a level of topics. */
const CLIENT_ID = "board";
const PASSWORD = "moving in";
const ACCOUNT = "b0000000-0000-4000-8000-000000000001";

const LEVELS = ["a", "b", "ada", "board"];
const TOPICS = [
  ...LEVELS,
  ...LEVELS.flatMap((one) => LEVELS.map((two) => `${one}/${two}`)),
  "a/b/a",
  "a/a/b",
  "b/ada/a",
  "a/board/b",
  "x-ada",
  "x-board/a",
  "a//b",
  "/a",
];

const filter = (names: readonly string[]) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...LEVELS, "+", "a", "b", ...names), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "", "/#"),
    )
    .map(([levels, end]) => levels.join("/") + end);
const GIVEN = ["", "read ", "write ", "readwrite "];

const fileWith = (access: readonly string[]) => {
  const line = (word: string, names: readonly string[]) =>
    fc.tuple(fc.constantFrom(...access), filter(names)).map(([given, topic]) => `${word} ${given}${topic}`);
  return fc.record({
    anonymous: fc.array(line("topic", []), { maxLength: 1 }),
    users: fc.tuple(...USERS.map(() => fc.array(line("topic", ["#"]), { maxLength: 4 }))),
    patterns: fc.array(line("pattern", ["%u", "%c", "x-%u", "x-%c"]), { maxLength: 3 }),
  });
};

const file = fc.oneof(fileWith(GIVEN), fileWith([...GIVEN, "deny "])).map(({ anonymous, users, patterns }) =>
  [
    ...anonymous,
    ...USERS.flatMap((name, at) => [`user ${name}`, ...(users[at] ?? [])]),
    ...patterns,
    "user super",
    "topic #",
  ]
    // a level behind # is no filter, and Mosquitto would not start
    .filter((each) => !/#./.test(each.replace(/^\S+ /, "")))
    .join("\n"),
);

const passwordLine = (name: string): string => {
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(PASSWORD, salt, 101, 64, "sha512");
  return `${name}:$7$101$${salt.toString("base64")}$${hash.toString("base64")}\n`;
};
const PASSWORDS = [...USERS, "super"].map(passwordLine).join("");

interface Right {
  user: string;
  topic: string;
  way: "publish" | "read";
}
const nameOf = ({ user, topic, way }: Right): string => `${user} may ${way} ${topic}`;

/** What Mosquitto lets each user do. */
async function rightsThere(acl: string, into: string): Promise<Set<string>> {
  mkdirSync(into);
  writeFileSync(join(into, "mosquitto.passwd"), PASSWORDS);
  writeFileSync(join(into, "mosquitto.acl"), `${acl}\n`);
  const { port, stop } = await startMosquitto(into);
  const clients: MqttClient[] = [];
  try {
    const connect = async (username: string, clientId: string) => {
      const options = { username, clientId, password: PASSWORD, reconnectPeriod: 0 };
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options);
      clients.push(client);
      return client;
    };
    const rights = new Set<string>();
    const observer = await connect("super", "super");
    observer.on("message", (topic, payload) => {
      const user = String(payload);
      if (user !== "super") rights.add(nameOf({ user, topic, way: "publish" }));
    });
    await observer.subscribeAsync("#", { qos: 1 });
    for (const user of USERS) {
      const client = await connect(user, CLIENT_ID);
      const heard = (topic: string, payload: Buffer) =>
        String(payload) === "super" && rights.add(nameOf({ user, topic, way: "read" }));
      client.on("message", heard);
      await client.subscribeAsync("#", { qos: 1 });
      await Promise.all(TOPICS.map((topic) => observer.publishAsync(topic, "super", { qos: 1 })));
      // its acknowledgements come behind the messages that it received
      await Promise.all(TOPICS.map((topic) => client.publishAsync(topic, user, { qos: 1 })));
      await observer.publishAsync("a", "super", { qos: 1 });
      await client.endAsync();
    }
    return rights;
  } finally {
    for (const client of clients) client.end(true);
    stop();
  }
}

/** What the imported credential of each user lets it do here. */
function rightsHere(acl: string): Set<string> {
  const known = { unreadable: null, isAclOfPlugin: false, clientIdIsUsername: false };
  const { account } = mosquittoUsers({ passwords: PASSWORDS, acl }, known, false);
  const rights = new Set<string>();
  for (const { username: user, grants } of account.credentials) {
    if (!USERS.includes(user)) continue;
    const own = {
      kind: "credential",
      credentialId: user,
      secretVersion: 1,
      topics: [],
      view: "root",
    } as const;
    const compiled = rightsOf(ACCOUNT, { ...own, grants: grantsFor(grants, user) }, CLIENT_ID);
    for (const topic of TOPICS) {
      const stored = `${ACCOUNT}/${topic}`;
      if (compiled.mayPublish(stored)) rights.add(nameOf({ user, topic, way: "publish" }));
      if (compiled.mayRead(stored)) rights.add(nameOf({ user, topic, way: "read" }));
    }
  }
  return rights;
}

const acls = fc.sample(file, { seed: 20261128, numRuns: Number(process.env.ACL_FILES ?? 12) });

it.each(acls.map((acl, at) => [at, acl] as const))(
  "file %i gives no user more than Mosquitto does",
  async (at, acl) => {
    const [there, here] = [await rightsThere(acl, join(folder, String(at))), rightsHere(acl)];
    expect([...here].filter((right) => !there.has(right))).toEqual([]);
    if (!acl.includes(" deny ")) {
      const lacking = [...there].filter((right) => !here.has(right));
      expect(lacking).toEqual([]);
    }
    expect(there.size).toBeGreaterThan(0);
  },
);
