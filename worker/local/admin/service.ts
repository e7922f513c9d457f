/** The service as a whole: who waits, what operators did, who is busy, and whether it is well. */

import type { Action, BusyAccount, Examination, WaitingPerson } from "../../contract/operator.ts";
import { Problem } from "../problem.ts";
import type { Command } from "./command.ts";
import { examined } from "./doctor.ts";
import { bytes, moment, table } from "./table.ts";

const people = (waiting: WaitingPerson[]) => ({
  data: waiting,
  text: table(
    ["e-mail", "since", "invited"],
    waiting.map(({ email, created_at, invited_at }) => [email, moment(created_at), moment(invited_at)]),
  ),
});

export const SERVICE: Record<string, Command> = {
  "waitlist list": {
    words: [],
    options: { size: "how many" },
    summary: "who waits, the longest first",
    run: async ({ operator, options: { size } }) => people(await operator.get("waitlist/", { size })),
  },
  "waitlist invite": {
    words: ["COUNT"],
    options: {},
    summary: "a letter to those who wait the longest, with a link that registers once past MAX_USERS",
    run: async ({ operator, words: [count = ""] }) => {
      if (!/^[1-9]\d*$/.test(count)) throw new Problem(`Say how many to invite, not "${count}".`);
      return people(await operator.send("POST", "waitlist/invitations/", { count: Number(count) }));
    },
  },
  audit: {
    words: [],
    options: { account: "of one account, by its id", key: "of one key, by its name", size: "how many" },
    summary: "what operators did, newest first",
    run: async ({ operator, options }) => {
      const actions = await operator.get<Action[]>("log/", options);
      const rows = actions.map(({ at, key, call, account, said, status }) => [
        moment(at),
        key,
        call,
        account,
        status === null ? "not known" : String(status),
        said === null ? null : JSON.stringify(said),
      ]);
      return { data: actions, text: table(["at", "key", "call", "account", "answer", "said"], rows) };
    },
  },
  top: {
    words: [],
    options: { minutes: "of the last so many; 10 where nothing is said", size: "how many" },
    summary: "the busiest accounts",
    run: async ({ operator, options: { minutes, size } }) => {
      const accounts = await operator.get<BusyAccount[]>("top/", { minutes, size });
      return { data: accounts, text: topText(accounts) };
    },
  },
  doctor: {
    words: [],
    options: {},
    summary: "look at all that the service needs, and say what to do; exit code 1 where something fails",
    run: async (given) => {
      const began = given.clock();
      const found = await given.operator.get<Examination>("doctor/");
      return examined(found, { ...given, began, ended: given.clock() });
    },
  },
};

function topText(accounts: BusyAccount[]): string {
  const heads = ["account", "in", "out", "bytes in", "bytes out", "came", "went", "refused", "failed"];
  return table(
    heads,
    accounts.map((each) => [
      ...[each.log_name, each.messages_in, each.messages_out, bytes(each.bytes_in), bytes(each.bytes_out)],
      ...[each.connections, each.disconnections, each.refusals, each.failures],
    ]),
  );
}
