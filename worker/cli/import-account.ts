import { CALLS } from "../contract/api.ts";
import { apiLimits } from "../contract/api-limits.ts";
import { checkPlan } from "../import/check.ts";
import { hasWork, type ImportPlan, planImport } from "../import/plan.ts";
import type { PlannedCall } from "../import/planned.ts";
import type { SendCall } from "../import/read-present.ts";
import { CallRefused, readPresent } from "../import/read-present.ts";
import { type ImportResult, runImport } from "../import/run.ts";
import { serverFor } from "./access.ts";
import { accountLogin } from "./account-login.ts";
import { ApiClient, jsonOf } from "./api-client.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";
import { readImportFile, writePasswords } from "./import-files.ts";

// The calls of an import over HTTP.

const sendingBy =
  (api: ApiClient): SendCall =>
  async (call) => {
    const { method } = CALLS[call.name];
    try {
      const response = await api.send(method, pathOf(call), { ...bodyOf(call), waits: true });
      return { isDone: true, json: await jsonOf(response, api.url) };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return { isDone: false, status: error.status, sentence: error.message };
    }
  };

// functions: an id from a file changes neither the pattern nor the path
function pathOf({ name, id = "", scheduleId = "", query = {} }: PlannedCall): string {
  const search = new URLSearchParams(query).toString();
  const path = CALLS[name].path
    .replace("{id}", () => encodeURIComponent(id))
    .replace("{scheduleId}", () => encodeURIComponent(scheduleId));
  return search === "" ? path : `${path}?${search}`;
}

function bodyOf({ body, csv }: PlannedCall) {
  if (csv !== undefined) {
    return { body: new TextEncoder().encode(csv), headers: { "content-type": "text/csv" } };
  }
  return body === undefined ? {} : { body };
}

export interface ImportOptions {
  email?: string;
  url?: string;
  passwords: string;
  withoutAcl?: true;
  dryRun?: true;
  json?: true;
}

export async function importFile(run: CliRun, file: string, options: ImportOptions) {
  const { environment, fetch } = run.context;
  const { MAX_EXPORT_BYTES: maxBytes } = apiLimits(environment);
  const source = readImportFile(file, { maxBytes, withoutAcl: options.withoutAcl === true });
  const url = serverFor(environment, options.url);
  const login = await accountLogin(run, options.email, "A token may not create credentials.");
  const { data } = await new ApiClient({ url, token: null }, fetch).call("login", { body: login });
  const api = new ApiClient({ url, token: data.token }, fetch);
  try {
    const send = sendingBy(api);
    const account = await present(send);
    const { limits } = await api.call("brokerInfo");
    const plan = checkPlan(planImport(source, account, Date.now()), account, limits);
    for (const note of source.notes) run.note(note);
    if (options.dryRun) return showPlan(run, plan, options.json);
    const result = await runImport(plan, send, ({ sentence }) => options.json ?? run.print(sentence));
    if (plan.from === "mosquitto") writePasswords(run, options.passwords, result);
    return report(run, plan, result, options.json);
  } finally {
    await api.open("logout");
  }
}

async function present(send: Parameters<typeof readPresent>[0]) {
  try {
    return await readPresent(send);
  } catch (error) {
    if (error instanceof CallRefused) throw new CliError("away", `${error.message} Nothing was changed.`);
    throw error;
  }
}

const VERBS = {
  create: "Create",
  update: "Change",
  values: "Add missing",
  keep: "Keep",
  lost: "Not imported:",
};

function showPlan(run: CliRun, plan: ImportPlan, json?: true) {
  const items = plan.items.map(({ what, action, note = null }) => ({ what, action, note }));
  if (json) run.json({ items });
  else
    for (const { what, action, note } of items)
      run.print(`${VERBS[action]} ${what}.${note ? ` ${note}` : ""}`);
  if (!json && !hasWork(plan)) run.print(`Nothing would be changed${hasLostUsers(plan) ? "." : ALL_THERE}`);
  return hasLostUsers(plan) ? ("failed" as const) : ("done" as const);
}

const ALL_THERE = ": all of it is there.";

/** Some users of a Mosquitto get no credential: a script must not go on as if they had one. */
const hasLostUsers = ({ from, items }: ImportPlan): boolean =>
  from === "mosquitto" && items.some(({ action }) => action === "lost");

function report(run: CliRun, plan: ImportPlan, { outcomes, stopped }: ImportResult, json?: true) {
  const lost = plan.items.filter(({ action }) => action === "lost");
  const count = (outcome: string) => outcomes.filter((each) => each.outcome === outcome).length;
  const [done, failed] = [count("done"), count("failed")];
  if (json) {
    const items = outcomes.map(({ item: { what, action }, outcome, sentence }) => ({
      what,
      action,
      outcome,
      sentence,
    }));
    run.json({ items, lost: lost.map(({ what, note }) => ({ what, note })), stopped });
  } else {
    for (const { what, note } of lost) run.print(`Not imported: ${what}. ${note}`);
    if (done === 0 && failed === 0 && stopped === null)
      run.print(`Nothing was changed${hasLostUsers(plan) ? "." : ALL_THERE}`);
    else run.print(`${done} of ${outcomes.length} steps changed something; ${failed} failed.`);
  }
  if (stopped !== null)
    throw new CliError("away", `${stopped} The import stopped here: run it again to go on.`);
  return failed > 0 || hasLostUsers(plan) ? ("failed" as const) : ("done" as const);
}
