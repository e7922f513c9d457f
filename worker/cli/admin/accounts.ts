import { ACCOUNT_LIMITS } from "../../contract/account-limit-names.ts";
import type { AccountLimits } from "../../contract/account-limits.ts";
import { LARGEST_BY } from "../../contract/account-order.ts";
import type { AccountDetail, AccountSummary, EndedSessions } from "../../contract/operator.ts";
import { CliError } from "../cli-error.ts";
import type { AdminCommand, CommandInput } from "./operator.ts";
import { formatBytes, formatTime, keyValueLines, table } from "./table.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of the account with this e-mail address, id or name in the log. */
async function idOf({ operator, words: [who = ""] }: CommandInput): Promise<string> {
  if (UUID.test(who)) return who.toLowerCase();
  const [account] = await operator.get<AccountSummary[]>("accounts/", { who });
  if (account === undefined)
    throw new CliError(
      "notFound",
      `There is no account ${who}: give its whole e-mail address, its id, or its name in the log.`,
    );
  return account.id;
}

const HEADS = ["e-mail", "id", "in the log", "devices", "channels", "sessions", "since", "state"];
const rowOf = (each: AccountSummary) => [
  each.email,
  each.id,
  each.log_name,
  each.devices,
  each.channels,
  each.sessions,
  formatTime(each.created_at),
  each.suspended === null ? "ok" : "suspended",
];
const accountTable = (accounts: AccountSummary[]) => ({
  data: accounts,
  text: table(HEADS, accounts.map(rowOf)),
});

const WHO = ["who"];
const LIMITS = Object.fromEntries(
  Object.entries(ACCOUNT_LIMITS).map(([name, variable]) => [
    name.replaceAll("_", "-"),
    `${variable} of this account; 0: no limit, default: as the service`,
  ]),
);

export const ACCOUNTS: Record<string, AdminCommand> = {
  "accounts find": {
    words: WHO,
    options: {},
    summary: "find an account by its e-mail address, id, or name in the log",
    run: async ({ operator, words: [who] }) => accountTable(await operator.get("accounts/", { who })),
  },
  "accounts largest": {
    words: [],
    options: { by: LARGEST_BY.join(", "), size: "how many" },
    summary: "the largest accounts",
    run: async ({ operator, options: { by, size } }) =>
      accountTable(await operator.get("accounts/", { by, size })),
  },
  "account show": {
    words: WHO,
    options: {},
    summary: "its content, its activity now, and who is blocked",
    run: async (input) => {
      const account = await input.operator.get<AccountDetail>(`accounts/${await idOf(input)}/`);
      return { data: account, text: detailText(account) };
    },
  },
  "account suspend": {
    words: WHO,
    options: { reason: "shown to its owner; required" },
    summary: "disconnect its clients and refuse new ones; its owner sees the reason",
    run: async (input) => {
      const { reason } = input.options;
      if (!reason) throw new CliError("usage", 'Say why; its owner sees the reason: --reason "…"');
      const path = `accounts/${await idOf(input)}/suspension/`;
      return suspensionOutput(await input.operator.send("PUT", path, { reason }));
    },
  },
  "account resume": {
    words: WHO,
    options: {},
    summary: "end a suspension",
    run: async (input) =>
      suspensionOutput(await input.operator.send("DELETE", `accounts/${await idOf(input)}/suspension/`)),
  },
  "account sessions end": {
    words: WHO,
    options: {},
    summary: "end all its login sessions; devices stay connected",
    run: async (input) => {
      const path = `accounts/${await idOf(input)}/sessions/`;
      const answer = await input.operator.send<EndedSessions>("DELETE", path);
      return { data: answer, text: `${answer.ended} sessions ended.\n` };
    },
  },
  "account limits": {
    words: WHO,
    options: LIMITS,
    summary: "show its limits; with options, set limits of its own",
    run: async (input) => {
      const path = `accounts/${await idOf(input)}/limits/`;
      const body = limitsIn(input.options);
      const limits = await (Object.keys(body).length === 0
        ? input.operator.get<AccountLimits>(path)
        : input.operator.send<AccountLimits>("PUT", path, body));
      return { data: limits, text: limitsText(limits) };
    },
  },
};

const suspensionOutput = (account: AccountSummary) => ({
  data: account,
  text: `${account.email} is ${account.suspended === null ? "not suspended" : `suspended: ${account.suspended.reason}`}\n`,
});

function limitsIn(options: Readonly<Record<string, string>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(options).map(([option, value]) => {
      if (value !== "default" && !/^\d+$/.test(value))
        throw new CliError("usage", `--${option} is a whole number, or default, not "${value}".`);
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
  const facts = {
    "e-mail": `${account.email}${account.email_verified ? "" : " (not verified)"}`,
    id: account.id,
    "in the log": account.log_name,
    since: formatTime(account.created_at),
    suspended: suspended && `since ${formatTime(suspended.since)}: ${suspended.reason}`,
    profile: account.profile,
    devices: account.devices,
    channels: account.channels,
    credentials: account.credentials,
    "API keys": account.api_keys,
    tokens: account.tokens,
    guests: account.guests,
    sessions: account.sessions,
  };
  if (broker === null) return `${keyValueLines(facts)}Its broker does not answer.\n`;
  const activity = {
    connections: broker.connections,
    "resting sessions": broker.resting,
    events: broker.events,
    "retained messages": broker.retained,
    storage: formatBytes(broker.storage),
    "messages a second": broker.messages_rate,
    "bytes a second": formatBytes(broker.bytes_rate),
  };
  const blocked = broker.kept_out.map((each) => [
    each.what,
    each.id,
    formatTime(each.until),
    each.times,
    each.why,
  ]);
  const blockedText =
    blocked.length === 0 ? "" : `\nBlocked:\n${table(["what", "id", "until", "times", "why"], blocked)}`;
  const own = Object.values(limits.own).some((limit) => limit !== null) ? `\n${limitsText(limits)}` : "";
  return `${keyValueLines({ ...facts, ...activity })}${blockedText}${own}`;
}
