import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CALLS } from "../../contract/calls.ts";
import type { Ask } from "../../export/ask.ts";
import { exportFiles, NOTES_FILE, readLists, VALUES } from "../../export/files.ts";
import { writeSecretFile } from "../../local/secret-file.ts";
import { DEFAULT_URL, originOf } from "../access.ts";
import { ApiClient } from "../api-client.ts";
import { CliError } from "../cli-error.ts";
import type { DefineCommand } from "../command.ts";

interface ExportOptions {
  url: string;
  email: string;
  password: string;
  into: string;
}

/**
 * Returns what it wrote: file names, and sentences about what the files lack. It has a session of its own: a token may
 * read neither keys nor passwords.
 */
async function exportAccount({ url, email, password, into }: ExportOptions, fetching: typeof fetch) {
  const { data } = await new ApiClient({ url, token: null }, fetching).call("login", {
    body: { email, password },
  });
  const api = new ApiClient({ url, token: data.token }, fetching);
  try {
    return await writeFiles(into, asking(api));
  } finally {
    await api.open("logout");
  }
}

const asking =
  (api: ApiClient): Ask =>
  (name, { id = "", query = {}, accept = "application/json" } = {}) => {
    const { method, path } = CALLS[name];
    const search = new URLSearchParams(query).toString();
    return api.send(method, `${path.replace("{id}", id)}${search && `?${search}`}`, { headers: { accept } });
  };

/** All of the files can contain secrets. */
async function writeFiles(into: string, ask: Ask) {
  const files: string[] = [];
  const notes: string[] = [];
  mkdirSync(join(into, VALUES), { recursive: true, mode: 0o700 });
  for await (const { name, text } of exportFiles(await readLists(ask), ask, Date.now())) {
    const file = join(into, name);
    writeSecretFile(file, typeof text === "string" ? text : "");
    if (typeof text !== "string") for await (const part of text) appendFileSync(file, part);
    if (name === NOTES_FILE) notes.push(...String(text).trimEnd().split("\n"));
    files.push(name);
  }
  return { files, notes };
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
        const { files, notes } = await exportAccount({ url, email, password, into }, run.context.fetch);
        if (json) run.json({ into, files, notes });
        else {
          run.print(`Wrote ${files.filter((name) => !name.includes("/")).join(", ")} into ${into}.`);
          for (const note of notes) run.print(note);
        }
        return "done";
      }),
    );
