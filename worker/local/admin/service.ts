import type { Action, BusyAccount, Examination, WaitingPerson } from "../../contract/operator.ts";
import { UserError } from "../user-error.ts";
import type { AdminCommand } from "./command.ts";
import { doctorReport } from "./doctor.ts";
import { formatBytes, formatTime, table } from "./table.ts";

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
    words: ["COUNT"],
    options: {},
    summary: "send invitations to the longest waiting; each registers one account beyond MAX_USERS",
    run: async ({ operator, words: [count = ""] }) => {
      if (!/^[1-9]\d*$/.test(count)) throw new UserError(`Say how many to invite, not "${count}".`);
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
      const began = input.clock();
      const examination = await input.operator.get<Examination>("doctor/");
      return doctorReport(examination, { ...input, began, ended: input.clock() });
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
