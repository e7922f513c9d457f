import { CALLS } from "../../contract/api.ts";
import { apiLimits } from "../../contract/api-limits.ts";
import type { Ask } from "../../export/ask.ts";
import { ExportTooLarge, exportFiles, notesOf } from "../../export/files.ts";
import { readLists } from "../../export/lists.ts";
import { DEFAULT_URL, originOf } from "../access.ts";
import { ApiClient } from "../api-client.ts";
import { CliError } from "../cli-error.ts";
import type { DefineCommand } from "../command.ts";
import { ExportFolder } from "../export-folder.ts";

interface ExportOptions {
  url: string;
  email: string;
  password: string;
  into: string;
  maxBytes: number;
}

/**
 * Returns what it wrote: file names, and sentences about what the files lack. It has a session of its own: a token may
 * read neither keys nor passwords.
 */
async function exportAccount(options: ExportOptions, fetching: typeof fetch) {
  const { url, email, password, into, maxBytes } = options;
  const { data } = await new ApiClient({ url, token: null }, fetching).call("login", {
    body: { email, password },
  });
  const api = new ApiClient({ url, token: data.token }, fetching);
  try {
    return await writeFiles(into, asking(api), maxBytes);
  } catch (error) {
    if (error instanceof ExportTooLarge) throw new CliError("failed", error.message);
    throw error;
  } finally {
    await api.open("logout");
  }
}

const asking =
  (api: ApiClient): Ask =>
  (name, { id = "", query = {}, accept = "application/json" } = {}) => {
    const { method, path } = CALLS[name];
    const search = new URLSearchParams(query).toString();
    // a function and an escape: an id from the server changes neither the pattern nor the path
    const filled = path.replace("{id}", () => encodeURIComponent(id));
    return api.send(method, `${filled}${search && `?${search}`}`, { headers: { accept }, waits: true });
  };

/** The server's limit is not known here, and a hostile server would have none: the machine has its own. */
async function writeFiles(into: string, ask: Ask, maxBytes: number) {
  const files: string[] = [];
  const folder = new ExportFolder(into);
  const lists = await readLists(ask);
  for await (const { name, bytes } of exportFiles(lists, { ask, now: Date.now(), maxBytes })) {
    files.push(await folder.write(name, bytes));
  }
  return { files, notes: notesOf(lists) };
}

interface ExportCommandOptions {
  email: string;
  url?: string;
  into: string;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("export", {
      summary: "Write the account as JSON, its values as CSV, its clients for Mosquitto",
      notes: `It logs in with the account's password, in SWITCHYARD_PASSWORD: a token may not read passwords.
The files contain secrets; only you can read them.`,
      examples: [["export --email you@example.org --into backup", "with SWITCHYARD_PASSWORD set"]],
    })
    .requiredOption("--email <address>", "the account's e-mail address")
    .option("--url <address>", `the server (SWITCHYARD_URL, or ${DEFAULT_URL})`)
    .option("--into <folder>", "where to write", "switchyard-export")
    .action(
      run.action(async ({ email, into, json, ...given }: ExportCommandOptions) => {
        const { SWITCHYARD_PASSWORD: password, SWITCHYARD_URL } = run.context.environment;
        if (!password) throw new CliError("usage", "Set SWITCHYARD_PASSWORD to the account's password.");
        const url = originOf(given.url ?? (SWITCHYARD_URL || DEFAULT_URL));
        const { MAX_EXPORT_BYTES: maxBytes } = apiLimits(run.context.environment);
        const options = { url, email, password, into, maxBytes };
        const { files, notes } = await exportAccount(options, run.context.fetch);
        if (json) run.json({ into, files, notes });
        else {
          run.print(`Wrote ${files.filter((name) => !name.includes("/")).join(", ")} into ${into}.`);
          for (const note of notes) run.print(note);
        }
        return "done";
      }),
    );
