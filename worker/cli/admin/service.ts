import { existsSync, readFileSync } from "node:fs";
import type { Action, BusyAccount, Check, Examination, WaitingPerson } from "../../contract/operator.ts";
import { fingerprint } from "../../keys/digest.ts";
import { CliError } from "../cli-error.ts";
import type { AdminCommand, CommandOutput } from "./operator.ts";
import { formatBytes, formatTime, table } from "./table.ts";

// Prints the checks, and adds two that need this machine: its clock, and its local secrets.

/** Clocks that are synchronised differ by less. */
const MAX_SKEW_MS = 2_000;
const STATE_LABELS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

interface DoctorCall {
  /** By this machine's clock, milliseconds since 1970. */
  began: number;
  ended: number;
  isRemote: boolean;
  file: string;
}

function doctorReport(examination: Examination, call: DoctorCall): CommandOutput {
  const checks = [
    ...examination.checks,
    checkClock(examination, call),
    ...(call.isRemote ? [checkSecrets(examination, call)] : []),
  ];
  const failed = checks.some(({ state }) => state === "fail");
  const width = Math.max(...checks.map(({ what }) => what.length));
  const lines = checks.map(
    ({ what, state, says }) => `${STATE_LABELS[state]}  ${what.padEnd(width)}  ${says}\n`,
  );
  return {
    data: { ...examination, checks },
    text: `Switchyard ${examination.version}\n${lines.join("")}`,
    failed,
  };
}

function checkClock({ at }: Examination, { began, ended }: DoctorCall): Check {
  const there = Date.parse(at);
  const off = there < began ? there - began : Math.max(0, there - ended);
  const what = "clock here";
  if (Math.abs(off) <= MAX_SKEW_MS)
    return { what, state: "ok", says: "The clocks of this machine and the Worker agree." };
  const says = `This machine's clock is ${Math.round(Math.abs(off) / 1000)} s ${off < 0 ? "ahead" : "behind"}: above a minute, signatures of bridges on it are rejected. Set it by NTP.`;
  return { what, state: "warn", says };
}

/** A secret in a development file must not be used by a deployed product. */
function checkSecrets({ keys }: Examination, { file }: DoctorCall): Check {
  const what = "secrets here";
  const here = existsSync(file) ? fingerprintsIn(readFileSync(file, "utf8")) : new Set<string>();
  const shared = Object.entries(keys).filter(([, prints]) => prints.some((print) => here.has(print)));
  if (shared.length === 0) return { what, state: "ok", says: "No local secret is deployed." };
  const says = `${shared.map(([name]) => name).join(", ")} of .dev.vars: rotate the deployed ones (worker/OPERATING.md).`;
  return { what, state: "fail", says };
}

const fingerprintsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/[A-Za-z0-9+/]{43}=/g)].map(([key]) => fingerprint(key)));

const waitlistTable = (waiting: WaitingPerson[]) => ({
  data: waiting,
  text: table(
    ["e-mail", "since", "invited"],
    waiting.map(({ email, created_at, invited_at }) => [
      email,
      formatTime(created_at),
      formatTime(invited_at),
    ]),
  ),
});

export const SERVICE: Record<string, AdminCommand> = {
  "waitlist list": {
    words: [],
    options: { size: "how many" },
    summary: "people on the waitlist, the longest waiting first",
    run: async ({ operator, options: { size } }) => waitlistTable(await operator.get("waitlist/", { size })),
  },
  "waitlist invite": {
    words: ["count"],
    options: {},
    summary: "send invitations to the longest waiting; each registers one account beyond MAX_USERS",
    run: async ({ operator, words: [count = ""] }) => {
      if (!/^[1-9]\d*$/.test(count)) throw new CliError("usage", `Say how many to invite, not "${count}".`);
      return waitlistTable(await operator.send("POST", "waitlist/invitations/", { count: Number(count) }));
    },
  },
  audit: {
    words: [],
    options: { account: "only this account (id)", key: "only this key (name)", size: "how many" },
    summary: "the actions of operators, newest first",
    run: async ({ operator, options }) => {
      const actions = await operator.get<Action[]>("log/", options);
      const rows = actions.map(({ at, key, call, account, said, status }) => [
        formatTime(at),
        key,
        call,
        account,
        status === null ? "unknown" : String(status),
        said === null ? null : JSON.stringify(said),
      ]);
      return { data: actions, text: table(["at", "key", "call", "account", "status", "input"], rows) };
    },
  },
  top: {
    words: [],
    options: { minutes: "the last minutes to count (10)", size: "how many" },
    summary: "the busiest accounts",
    run: async ({ operator, options: { minutes, size } }) => {
      const accounts = await operator.get<BusyAccount[]>("top/", { minutes, size });
      return { data: accounts, text: topText(accounts) };
    },
  },
  doctor: {
    words: [],
    options: {},
    summary: "check everything the service needs, with remedies; exit code 1 on a failure",
    run: async (input) => {
      const began = Date.now();
      const examination = await input.operator.get<Examination>("doctor/");
      return doctorReport(examination, { ...input, began, ended: Date.now() });
    },
  },
};

function topText(accounts: BusyAccount[]): string {
  const heads = [
    "account",
    "in",
    "out",
    "bytes in",
    "bytes out",
    "connected",
    "left",
    "refused",
    "failed",
    "notices",
  ];
  return table(
    heads,
    accounts.map((each) => [
      each.log_name,
      each.messages_in,
      each.messages_out,
      formatBytes(each.bytes_in),
      formatBytes(each.bytes_out),
      each.connections,
      each.disconnections,
      each.refusals,
      each.failures,
      each.notices,
    ]),
  );
}
