/** A Cloudflare account as wrangler's command line reports it, recorded from version 4.164. */

import { readFileSync } from "node:fs";
import { databaseIn, variablesIn } from "../../worker/local/deploy/configuration.ts";
import type { ExitResult } from "../../worker/local/wrangler.ts";

interface Uploaded {
  databaseId: string | null;
  secrets: Record<string, string>;
  variables: Record<string, string>;
  isMetered: boolean;
  tag: string;
  uploads: number;
}

type Options = Record<string, string | true>;

const ERROR = "✘ [ERROR] ";
const ok = (output: string): ExitResult => ({ code: 0, output });
const fails = (why: string): ExitResult => ({ code: 1, output: `\n${ERROR}${why}\n` });
const json = (value: unknown): ExitResult => ok(`${JSON.stringify(value, null, 2)}\n`);

export class Account {
  readonly databases: Record<string, string> = {};
  worker: Uploaded | null = null;
  people = false;
  /** Analytics Engine is enabled. */
  hasAnalytics = true;
  /** Arguments of the command that fails. */
  failing: string | null = null;
  readonly calls: string[] = [];
  readonly files: string[] = [];
  private isMigrated = false;
  private made = 0;

  fresh(): string {
    return `secret ${++this.made}`;
  }

  readonly wrangler = async (args: string[]): Promise<ExitResult> => {
    const { words, options } = taken(args);
    const call = words.join(" ");
    this.calls.push(call);
    for (const name of ["config", "secrets-file"])
      if (name in options) this.files.push(String(options[name]));
    const isSecond = this.failing === "second deploy" && call === "deploy" && this.worker !== null;
    if (isSecond || (this.failing !== null && call.startsWith(this.failing))) {
      return fails(
        "You are offline: it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
      );
    }
    return this.answer(words, options);
  };

  private answer(words: string[], options: Options): ExitResult {
    switch (words.slice(0, 2).join(" ")) {
      case "d1 list":
        return json(
          Object.entries(this.databases).map(([name, uuid]) => ({ uuid, name, version: "production" })),
        );
      case "d1 create":
        this.databases[words[2] ?? ""] = `id ${this.fresh()}`;
        return ok(`✅ Successfully created DB '${words[2]}' in region WEUR\nCreated your new D1 database.\n`);
      case "d1 migrations":
        this.isMigrated = true;
        return ok("✅ No migrations to apply!\n");
      case "d1 execute":
        if (!this.isMigrated) return fails("no such table: users: SQLITE_ERROR [code: 7500]");
        return json([{ results: this.people ? [{ "1": 1 }] : [], success: true, meta: {} }]);
      case "secret list":
        if (this.worker === null)
          return fails('Worker "switchyard" not found.\n\nIf this is a new Worker, …');
        return json(Object.keys(this.worker.secrets).map((name) => ({ name, type: "secret_text" })));
      case "deployments status":
        return json({ id: "d", source: "wrangler", versions: [{ version_id: "v", percentage: 100 }] });
      case "versions view":
        return json({ id: words[2], resources: { bindings: this.bindings() } });
      case "deploy":
        return this.deploy(options);
    }
    throw new Error(`wrangler is not known to be asked for this: ${words.join(" ")}`);
  }

  private bindings() {
    const { variables = {}, databaseId } = this.worker ?? {};
    return [
      { type: "durable_object_namespace", name: "BROKER", class_name: "Broker" },
      { type: "d1", name: "DB", id: databaseId },
      ...(this.worker?.isMetered
        ? [{ type: "analytics_engine", name: "METRICS", dataset: "switchyard" }]
        : []),
      ...Object.entries(variables).map(([name, text]) => ({ type: "plain_text", name, text })),
    ];
  }

  private deploy(options: Options): ExitResult {
    const toml = readFileSync(String(options.config), "utf8");
    const file = options["secrets-file"];
    const secrets = file === undefined ? {} : JSON.parse(readFileSync(String(file), "utf8"));
    const said = typeof options.var === "string" ? [options.var.split(":", 2)] : [];
    const isMetered = toml.includes('binding = "METRICS"\ndataset = "switchyard"');
    if (isMetered && !this.hasAnalytics)
      return fails("workers.api.error.no_access_to_analytics_engine [code: 10089]");
    this.worker = {
      databaseId: databaseIn(toml).id,
      secrets: { ...this.worker?.secrets, ...secrets },
      variables: {
        ...(options["keep-vars"] === true && this.worker?.variables),
        ...variablesIn(toml),
        ...Object.fromEntries(said),
      },
      isMetered,
      tag: String(options.tag),
      uploads: (this.worker?.uploads ?? 0) + 1,
    };
    return ok(
      "Uploaded switchyard (3.21 sec)\nDeployed switchyard triggers (1.02 sec)\n  https://switchyard.someone.workers.dev\n  schedule: */5 * * * *\nCurrent Version ID: 7a1c\n",
    );
  }
}

const SWITCHES = new Set(["remote", "json", "keep-vars"]);

function taken(args: string[]): { words: string[]; options: Options } {
  const words: string[] = [];
  const options: Options = {};
  for (let at = 0; at < args.length; at++) {
    const [name = "", value] = (args[at] ?? "").replace(/^--/, "").split("=", 2);
    if (!args[at]?.startsWith("--")) words.push(name);
    else options[name] = value ?? (SWITCHES.has(name) ? true : (args[++at] ?? ""));
  }
  return { words, options };
}
