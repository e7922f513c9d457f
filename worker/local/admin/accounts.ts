/** Accounts: who they are, what they have, and what is done about them. */

import { ACCOUNT_LIMITS, type AccountLimits } from "../../contract/account-limits.ts";
import {
  type AccountDetail,
  type AccountSummary,
  type EndedSessions,
  LARGEST_BY,
} from "../../contract/operator.ts";
import { Problem } from "../problem.ts";
import type { Command, Given } from "./command.ts";
import { bytes, moment, sheet, table } from "./table.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whoever is meant by an e-mail address, an id or a name in the log. */
async function idOf({ operator, words: [who = ""] }: Given): Promise<string> {
  if (UUID.test(who)) return who.toLowerCase();
  const [found] = await operator.get<AccountSummary[]>("accounts/", { who });
  if (found === undefined)
    throw new Problem(
      `There is no account ${who}: it is found by its whole e-mail address, its id, or its name in the log.`,
    );
  return found.id;
}

const HEADS = ["e-mail", "id", "in the log", "devices", "channels", "sessions", "since", "state"];
const rowOf = (each: AccountSummary) => [
  each.email,
  each.id,
  each.log_name,
  each.devices,
  each.channels,
  each.sessions,
  moment(each.created_at),
  each.suspended === null ? "ok" : "suspended",
];
const listed = (accounts: AccountSummary[]) => ({ data: accounts, text: table(HEADS, accounts.map(rowOf)) });

const WHO = ["WHO"];
const LIMITS = Object.fromEntries(
  Object.entries(ACCOUNT_LIMITS).map(([name, variable]) => [
    name.replaceAll("_", "-"),
    `${variable} of this account; 0: none, default: the service's`,
  ]),
);

export const ACCOUNTS: Record<string, Command> = {
  "accounts find": {
    words: WHO,
    options: {},
    summary: "the account of an e-mail address, an id, or a name in the log",
    run: async ({ operator, words: [who] }) => listed(await operator.get("accounts/", { who })),
  },
  "accounts largest": {
    words: [],
    options: { by: LARGEST_BY.join(", "), size: "how many" },
    summary: "those that have the most",
    run: async ({ operator, options: { by, size } }) => listed(await operator.get("accounts/", { by, size })),
  },
  "account show": {
    words: WHO,
    options: {},
    summary: "what it has, what happens in it now, and who is kept out for what",
    run: async (given) => {
      const account = await given.operator.get<AccountDetail>(`accounts/${await idOf(given)}/`);
      return { data: account, text: detailText(account) };
    },
  },
  "account suspend": {
    words: WHO,
    options: { reason: "what its owner reads; needed" },
    summary: "drop its clients and let none in; its owner reads why",
    run: async (given) => {
      const { reason } = given.options;
      if (!reason) throw new Problem('Say why, for its owner to read: --reason "…"');
      const path = `accounts/${await idOf(given)}/suspension/`;
      return changed(await given.operator.send("PUT", path, { reason }));
    },
  },
  "account resume": {
    words: WHO,
    options: {},
    summary: "let a suspended account go on where it stopped",
    run: async (given) =>
      changed(await given.operator.send("DELETE", `accounts/${await idOf(given)}/suspension/`)),
  },
  "account sessions end": {
    words: WHO,
    options: {},
    summary: "sign everybody out of it; its devices stay connected",
    run: async (given) => {
      const path = `accounts/${await idOf(given)}/sessions/`;
      const answer = await given.operator.send<EndedSessions>("DELETE", path);
      return { data: answer, text: `${answer.ended} sessions ended.\n` };
    },
  },
  "account limits": {
    words: WHO,
    options: LIMITS,
    summary: "its limits; with options, limits of its own",
    run: async (given) => {
      const path = `accounts/${await idOf(given)}/limits/`;
      const body = limitsIn(given.options);
      const limits = await (Object.keys(body).length === 0
        ? given.operator.get<AccountLimits>(path)
        : given.operator.send<AccountLimits>("PUT", path, body));
      return { data: limits, text: limitsText(limits) };
    },
  },
};

const changed = (account: AccountSummary) => ({
  data: account,
  text: `${account.email} is ${account.suspended === null ? "not suspended" : `suspended: ${account.suspended.reason}`}\n`,
});

function limitsIn(options: Readonly<Record<string, string>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => {
      if (value !== "default" && !/^\d+$/.test(value))
        throw new Problem(`--${option} is a whole number, or default, not "${value}".`);
      return [option.replaceAll("-", "_"), value === "default" ? null : Number(value)];
    }),
  );
}

const limitsText = ({ own, in_force }: AccountLimits): string =>
  table(
    ["limit", "in force", "its own"],
    Object.entries(in_force).map(([name, limit]) => [
      name,
      limit === 0 ? "none" : limit.toLocaleString("en-US"),
      own[name as keyof typeof own] === null ? null : "yes",
    ]),
  );

function detailText({ broker, limits, ...account }: AccountDetail): string {
  const { suspended } = account;
  const known = {
    "e-mail": `${account.email}${account.email_verified ? "" : " (not verified)"}`,
    id: account.id,
    "in the log": account.log_name,
    since: moment(account.created_at),
    suspended: suspended && `since ${moment(suspended.since)}: ${suspended.reason}`,
    profile: account.profile,
    devices: account.devices,
    channels: account.channels,
    credentials: account.credentials,
    "API keys": account.api_keys,
    Tokens: account.tokens,
    sessions: account.sessions,
  };
  if (broker === null) return `${sheet(known)}Its broker does not answer.\n`;
  const now = {
    connections: broker.connections,
    "resting sessions": broker.resting,
    events: broker.events,
    "retained messages": broker.retained,
    storage: bytes(broker.storage),
    "messages a second": broker.messages_rate,
    "bytes a second": bytes(broker.bytes_rate),
  };
  const kept = broker.kept_out.map((each) => [each.what, each.id, moment(each.until), each.times, each.why]);
  const out = kept.length === 0 ? "" : `\nKept out:\n${table(["what", "id", "until", "times", "why"], kept)}`;
  const own = Object.values(limits.own).some((limit) => limit !== null) ? `\n${limitsText(limits)}` : "";
  return `${sheet({ ...known, ...now })}${out}${own}`;
}
