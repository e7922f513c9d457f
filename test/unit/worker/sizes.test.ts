import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { BYTES } from "../../bench/cost/figures.ts";
import { type Account, newAccount, rows } from "./api/client.ts";

const MANY = 500;
const AT_ONCE = 50;
/** The figures are rounded up, by at most this share. */
const ROUNDED = 0.7;

type Row = Record<string, string | number | null>;
type Content = [table: string, rows: Row[]][];

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Unique columns. */
const UNIQUE = /_hash$|^email$/;

const size = async (): Promise<number> => (await env.DB.prepare("SELECT 1").run()).meta.size_after;

async function furnished(): Promise<Account> {
  const person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const { body: channel } = await person.call("POST /v0/mqtt/channels/", {
    name: "Door",
    topic: "house/door",
  });
  const credential = {
    name: "Sensors",
    username: "sensors",
    password: "correct-horse",
    channels: [channel.id],
  };
  await person.call("POST /v0/mqtt/credentials/", credential);
  return person;
}

/** Every row of the account, those of joins last. */
async function contentOf({ id }: Account): Promise<Content> {
  const owned = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%user_id%' AND name NOT IN ('events', 'erasures')`,
  );
  const of = async (table: string, where: string): Promise<Content[number]> => [
    table,
    await rows<Row>(`SELECT * FROM ${table} WHERE ${where}`, id),
  ];
  return [
    await of("users", "id = ?1"),
    ...(await Promise.all(owned.map(({ name }) => of(name, "user_id = ?1")))),
    await of("credential_channels", "channel_id IN (SELECT id FROM channels WHERE user_id = ?1)"),
    await of("device_channels", "channel_id IN (SELECT id FROM channels WHERE user_id = ?1)"),
  ];
}

/** The same rows with other names of the same length; those of `same` stay. */
function another(content: Content, same: ReadonlySet<string>): Content {
  const names = new Map<string, string>();
  const renamed = (id: string): string => {
    if (same.has(id)) return id;
    const name = names.get(id) ?? crypto.randomUUID();
    names.set(id, name);
    return name;
  };
  const random = (length: number): string => {
    const text = crypto.randomUUID().replaceAll("-", "");
    return text.repeat(Math.ceil(length / text.length)).slice(0, length);
  };
  const value = (column: string, cell: Row[string]): Row[string] => {
    if (typeof cell !== "string") return cell;
    return UNIQUE.test(column) ? random(cell.length) : cell.replaceAll(UUID, renamed);
  };
  const copy = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, value(column, cell)]));
  return content.map(([table, found]) => [table, found.map(copy)]);
}

/** Copies of the same content: they have the same tables in the same order. */
async function store(copies: Content[]): Promise<void> {
  const [first = []] = copies;
  const statements = first.flatMap(([table, [row]], at) => {
    if (row === undefined) return [];
    const columns = Object.keys(row);
    const values = columns.map((column) => `value ->> '${column}'`);
    return env.DB.prepare(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?1)`).bind(
      JSON.stringify(copies.flatMap((copy) => copy[at]?.[1] ?? [])),
    );
  });
  await env.DB.batch(statements);
}

async function growth(content: Content, same: ReadonlySet<string> = new Set()): Promise<number> {
  const before = await size();
  for (let n = 0; n < MANY; n += AT_ONCE) {
    await store(Array.from({ length: AT_ONCE }, () => another(content, same)));
  }
  return ((await size()) - before) / MANY;
}

function isAbout(bytes: number, figure: number): void {
  expect(bytes).toBeLessThanOrEqual(figure);
  expect(bytes).toBeGreaterThan(figure * ROUNDED);
}

test("an account with a session, a key, a channel and a credential", async () => {
  isAbout(await growth(await contentOf(await furnished())), BYTES.d1.account);
});

test("a device on one channel", async () => {
  const person = await furnished();
  const [channel] = (await person.call("GET /v0/mqtt/channels/")).body;
  await person.call("POST /v0/devices/on-off/", { name: "Lamp in the hall", channels: [channel.id] });
  const content = (await contentOf(person)).filter(([table]) => /^device/.test(table));
  isAbout(await growth(content, new Set([person.id, channel.id])), BYTES.d1.device);
});
