/** `switchyard import`: an account leaves one product and comes back in another; users of Mosquitto move in. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { main } from "../../worker/cli/main.ts";
import { VALUES } from "../../worker/contract/export-file.ts";
import { readArchive } from "../../worker/import/archive.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";
import { startProgram } from "../support/program-process.ts";
import { until } from "../support/until.ts";

const DEVICES = 30;
const LIMITS = { variables: [`MAX_DEVICES:${DEVICES}`] };
const folder = mkdtempSync(join(tmpdir(), "switchyard-import-"));
const archive = join(folder, "export.zip");
let products: RunningProduct[] = [];

beforeAll(async () => {
  products = await Promise.all([startProductProcess(LIMITS), startProductProcess(LIMITS)]);
  const left = await newAccount(products[0]?.url ?? "");
  await furnish(left, products[0]?.url ?? "");
  writeFileSync(archive, await exportOf(left, products[0]?.url ?? ""));
}, 90_000);

afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const HOURS = "at,value\r\n2026-01-22T13:00:00.000Z,21.5\r\n2026-01-22T14:00:00.000Z,-3\r\n";

async function put(account: Account, url: string, path: string, csv: string) {
  const headers = { authorization: `Token ${account.token}`, "content-type": "text/csv" };
  const response = await fetch(new URL(path, url), { method: "PUT", headers, body: csv });
  expect(response.status).toBe(200);
}

/** A lost device by mail and webhook, and a control that differs, which switches the second device. */
async function watch(account: Account, [first, second]: (string | undefined)[]): Promise<void> {
  const mail = await account.call<{ id: string }>("POST", "/v0/targets/", { kind: "mail" });
  const hook = { kind: "webhook", url: "https://hooks.example.com/lost" };
  const webhook = await account.call<{ id: string }>("POST", "/v0/targets/", hook);
  const lost = { name: "Lost", when: { device: first, lost_for: "PT5M" }, targets: [mail.id, webhook.id] };
  await account.call("POST", "/v0/watches/", lost);
  const action = {
    kind: "device",
    device: second,
    raised: { state: true },
    cleared: { set: { target: 20 } },
  };
  const fan = await account.call<{ id: string }>("POST", "/v0/targets/", action);
  const differs = { device: first, key: "target", differs_for: "PT30S" };
  await account.call("POST", "/v0/watches/", { name: "Not taken", when: differs, targets: [fan.id] });
}

/** Everything that an export has, and thirty devices. */
async function furnish(account: Account, url: string) {
  await account.newKey();
  await account.call("PUT", "/v0/mqtt/settings/", { profile: "classic", home_assistant: true });
  const series = { path: "/t", unit: "°C", name: "hall" };
  const hall = await account.call<{ id: string }>("POST", "/v0/mqtt/channels/", {
    name: "Hall",
    topic: "hall",
    series,
  });
  const yard = await account.newChannel("yard");
  const ids: string[] = [];
  for (let n = 0; n < DEVICES; n++) {
    const looks = {
      room: `Room ${n % 3}`,
      pinned: n < 4,
      auto_off: n,
      value_labels: [{ key: "t", name: "Warmth" }],
      controls: [{ key: "target", kind: "number", min: 5, max: 30, step: 0.5, unit: "°C" }],
    };
    const body = {
      name: `Device ${n}`,
      state: n % 2 === 0,
      channels: [hall, yard].slice(0, n % 3),
      ...looks,
    };
    ids.push((await account.call<{ id: string }>("POST", "/v0/devices/on-off/", body)).id);
  }
  const [first, second] = ids;
  await account.newCredential("board", [yard]);
  const grants = [{ filter: `devices/${first}/control`, publish: true, subscribe: false }];
  const board = { name: "Root", username: "root", password: PASSWORD, view: "root", grants, device: second };
  await account.call("POST", "/v0/mqtt/credentials/", board);
  const when = { cron: "30 18 * * *" };
  const schedule = { name: "Evening", state: true, when, time_zone: "Europe/Berlin" };
  await account.call("POST", `/v0/devices/on-off/${first}/schedules/`, schedule);
  await watch(account, [first, second]);
  await put(account, url, `/v0/devices/on-off/${first}/series/?key=t&resolution=1h`, HOURS);
  await put(account, url, `/v0/mqtt/channels/${hall.id}/series/?resolution=1h`, HOURS);
}

/** The sentences of the security log about imports. */
async function importsOf(account: Account): Promise<string[]> {
  const log = await account.call<{ kind: string; detail: string }[]>("GET", "/v0/security/");
  return log.filter(({ kind }) => kind === "imported").map(({ detail }) => detail);
}

async function exportOf(account: Account, url: string): Promise<Uint8Array> {
  const response = await fetch(new URL("/v0/export/", url), {
    headers: { authorization: `Token ${account.token}` },
  });
  expect(response.status).toBe(200);
  return response.bytes();
}

const OF_THIS_ACCOUNT = ["user", "api_keys", "tokens", "events"];
const TIMES_AND_SECRETS = /_at$|^(id|last_seen|last_run|since|ws_path|ws_url|host|port|tls_port)$/;

/** The files without ids, times and secrets: ids are replaced by names. */
function comparable(zip: Uint8Array) {
  const { account, values } = readArchive(zip, 10_000_000);
  const lists = JSON.parse(account);
  const names = new Map<string, string>([[lists.user.id, "account"]]);
  for (const list of ["channels", "credentials", "devices", "watches", "targets"]) {
    for (const row of lists[list]) names.set(row.id, `${list} ${row.name ?? row.kind}`);
  }
  const named = (text: string) =>
    text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id);
  for (const name of OF_THIS_ACCOUNT) delete lists[name];
  const text = JSON.stringify(lists, (key, value) => (TIMES_AND_SECRETS.test(key) ? undefined : value));
  const files = values.map(({ id, key, csv }) => [`${VALUES}/${names.get(id)} ${key}`, csv] as const);
  return { lists: JSON.parse(named(text)), values: Object.fromEntries(files) };
}

async function run(args: string[], account: Account, url: string) {
  const printed = { out: "", err: "" };
  const into = (name: "out" | "err") => ({
    write: (text: string | Uint8Array) => {
      printed[name] += String(text);
      return true;
    },
  });
  const environment = { SWITCHYARD_URL: url, SWITCHYARD_EMAIL: account.email, SWITCHYARD_PASSWORD: PASSWORD };
  const code = await main(["import", ...args], { environment, stdout: into("out"), stderr: into("err") });
  return { code, ...printed };
}

describe("an export with thirty devices", () => {
  it("says what it would do, and changes nothing", async () => {
    const url = products[1]?.url ?? "";
    const account = await newAccount(url);
    const { code, out } = await run([archive, "--dry-run"], account, url);
    expect(code).toBe(0);
    expect(out).toContain('Create device "Device 29". Its board needs the new id in its program.\n');
    expect(out).toContain("Not imported: API key of ");
    expect(await account.call("GET", "/v0/devices/on-off/")).toEqual([]);
  });

  it("comes back the same in an empty product, and a second run changes nothing", async () => {
    const url = products[1]?.url ?? "";
    const account = await newAccount(url);
    const first = await run([archive], account, url);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toMatch(
      /Created the device "Device 0"\. Its id was [0-9a-f-]{36} and is [0-9a-f-]{36}\./,
    );
    const restored = await exportOf(account, url);
    expect(comparable(restored)).toEqual(comparable(readFileSync(archive)));
    const second = await run([archive], account, url);
    expect([second.code, second.out]).toEqual([
      0,
      expect.stringContaining("Nothing was changed: all of it is there.\n"),
    ]);
    expect(await importsOf(account)).toEqual([
      expect.stringMatching(/^An export was imported: \d+ things made or changed\.$/),
    ]);
    expect(JSON.parse(readArchive(await exportOf(account, url), 1e7).account).devices).toEqual(
      JSON.parse(readArchive(restored, 1e7).account).devices,
    );
  });

  it("killed in the middle and repeated, it completes", async () => {
    const url = products[1]?.url ?? "";
    const account = await newAccount(url);
    const environment = {
      SWITCHYARD_URL: url,
      SWITCHYARD_EMAIL: account.email,
      SWITCHYARD_PASSWORD: PASSWORD,
    };
    const program = startProgram(process.execPath, ["worker/cli/bin.mjs", "import", archive], environment);
    await until("some devices", () => program.ended.out.includes('"Device 11"'));
    program.kill();
    await program.end;
    const count = (await account.call<unknown[]>("GET", "/v0/devices/on-off/")).length;
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(DEVICES);
    expect(await importsOf(account)).toEqual([]);
    expect((await run([archive], account, url)).code).toBe(0);
    expect(await importsOf(account)).toHaveLength(1);
    expect(comparable(await exportOf(account, url))).toEqual(comparable(readFileSync(archive)));
  });
});

it("users of Mosquitto get credentials; their new passwords are in a file for the owner only, and work", async () => {
  const url = inject("baseUrl");
  const account = await newAccount(url);
  const passwords = join(folder, "passwords.txt");
  writeFileSync(join(folder, "passwd"), "ada:$7$101$aaaa$bbbb\nb/c:$7$101$aaaa$bbbb\n");
  writeFileSync(join(folder, "acl"), aclOf("b/c", 51));
  writeFileSync(join(folder, "mosquitto.conf"), "password_file passwd\nacl_file acl\n");
  const file = join(folder, "mosquitto.conf");
  const first = await run([file, "--passwords", passwords], account, url);
  expect(first.code).toBe(1);
  expect(first.out).toContain(
    'Created the credential "ada" (ada). It has a new password: the old one cannot be read.\n',
  );
  expect(first.out).toContain(
    'Not imported: credential "b/c" (b/c). grants: Ensure this field has no more than 50 elements.',
  );
  expect(await importsOf(account)).toEqual(["Users of Mosquitto were imported: one thing made or changed."]);
  expect(statSync(passwords).mode & 0o777).toBe(0o600);
  const [, password = ""] = /^ada:(\S+)\n$/.exec(readFileSync(passwords, "utf8")) ?? [];
  const client = await mqtt.connectAsync(`${url.replace(/^http/, "ws")}/mqtt/${account.userId}`, {
    username: "ada",
    password,
    reconnectPeriod: 0,
  });
  const [granted] = await client.subscribeAsync("home/lamp", { qos: 1 });
  expect(granted?.qos).toBe(1);
  await client.endAsync();
  rmSync(passwords);
  expect((await run([file, "--passwords", passwords], account, url)).out).not.toContain("Created");
  expect(existsSync(passwords)).toBe(false);
});

/** Rights of two users: the second has this number of topics. */
const aclOf = (second: string, topics: number): string =>
  ["user ada", "topic readwrite home/#", `user ${second}`]
    .concat(Array.from({ length: topics }, (_, at) => `topic read t/${at}`))
    .join("\n");

it("a dry run says what an import of Mosquitto would leave out, and a user name may have a slash", async () => {
  const url = inject("baseUrl");
  const account = await newAccount(url);
  const file = join(folder, "many.conf");
  const names = Array.from({ length: 51 }, (_, at) => `user/${at}`);
  writeFileSync(join(folder, "many"), names.map((name) => `${name}:x\n`).join(""));
  writeFileSync(join(folder, "many-acl"), "pattern read x\n");
  writeFileSync(file, "password_file many\nacl_file many-acl\n");
  const dry = await run([file, "--dry-run"], account, url);
  expect(dry.code).toBe(1);
  const lost =
    'Not imported: credential "user/50" (user/50). This account may have 50 credentials: delete some';
  expect(dry.out).toContain(lost);
  expect(await account.call("GET", "/v0/mqtt/credentials/")).toEqual([]);
  const passwords = join(folder, "many-passwords.txt");
  const done = await run([file, "--passwords", passwords], account, url);
  expect([done.code, await account.call("GET", "/v0/mqtt/credentials/")]).toEqual([
    1,
    expect.objectContaining({ length: 50 }),
  ]);
  expect(done.out).toContain(lost);
  const [, password = ""] = /^user\/7:(\S+)$/m.exec(readFileSync(passwords, "utf8")) ?? [];
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${inject("tcpPort")}`, {
    username: `${account.userId}/user/7`,
    password,
    reconnectPeriod: 0,
  });
  await client.endAsync();
});

it("users whose rights are unknown are not imported, with exit code 1, unless a person says so", async () => {
  const url = inject("baseUrl");
  const account = await newAccount(url);
  const file = join(folder, "plugin.conf");
  writeFileSync(join(folder, "two"), "ada:x\nbob:y\n");
  writeFileSync(file, "password_file two\nplugin /usr/lib/mosquitto_dynamic_security.so\n");
  const refused = await run([file], account, url);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(
    'Not imported: user "ada" of Mosquitto. The plugin /usr/lib/mosquitto_dynamic_security.so decides about rights',
  );
  expect(await account.call("GET", "/v0/mqtt/credentials/")).toEqual([]);
  const passwords = join(folder, "all-passwords.txt");
  expect((await run([file, "--without-acl", "--passwords", passwords], account, url)).code).toBe(0);
  expect(await account.call("GET", "/v0/mqtt/credentials/")).toMatchObject(
    ["ada", "bob"].map((username) => ({
      username,
      view: "root",
      grants: [{ filter: "#", publish: true, subscribe: true }],
    })),
  );
});

it("a token is no login: the sentence says why", async () => {
  let err = "";
  const stderr = {
    write(text: string | Uint8Array) {
      err += String(text);
      return true;
    },
  };
  const environment = { SWITCHYARD_TOKEN: "swt_x" };
  const stdin = { isTTY: false } as NodeJS.ReadStream;
  expect(await main(["import", archive], { environment, stdin, stderr })).toBe(2);
  expect(err).toBe(
    "Name the account's e-mail address with --email or SWITCHYARD_EMAIL. A token may not create credentials.\n",
  );
});
