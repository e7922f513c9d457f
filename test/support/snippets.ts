/** Runs the examples of a document: each fenced block under `<!-- run: language -->`, unchanged. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "./until.ts";

export const LANGUAGES = ["node", "sh"] as const;
type Language = (typeof LANGUAGES)[number];

export interface Snippet {
  language: Language;
  code: string;
}

const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

/** The marked blocks of a Markdown text, in order. Throws on an unknown language. */
export function snippetsIn(markdown: string): Snippet[] {
  return [...markdown.matchAll(/^<!-- run: (\S+) -->\s*\n```\w*\n([\s\S]*?)^```/gm)].map((match) => {
    const [, language, code = ""] = match;
    if (!isLanguage(language)) throw new Error(`Nothing here can run "${language}".`);
    return { language, code };
  });
}

/** Values that a reader fills in, under the names of the environment variables in the examples. */
export interface Placeholders {
  SWITCHYARD_HOST: string;
  SWITCHYARD_PORT: string;
  SWITCHYARD_USER_ID: string;
  SWITCHYARD_DEVICE_ID: string;
  SWITCHYARD_USERNAME: string;
  SWITCHYARD_PASSWORD: string;
  SWITCHYARD_TOKEN: string;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const COMMANDS: Record<Language, { file: string; command: string }> = {
  // Below the repository, so that `import "mqtt"` finds the installed package.
  node: { file: "example.mjs", command: process.execPath },
  sh: { file: "example.sh", command: "/bin/sh" },
};

export interface RunningSnippet {
  untilSaid(text: string): Promise<void>;
  stop(): Promise<void>;
}

export function runSnippet({ language, code }: Snippet, placeholders: Placeholders): RunningSnippet {
  const { file, command } = COMMANDS[language];
  mkdirSync(join(root, ".cache"), { recursive: true });
  const path = join(mkdtempSync(join(root, ".cache/example-")), file);
  writeFileSync(path, code);
  const child: ChildProcess = spawn(command, [path], {
    cwd: root,
    env: {
      ...process.env,
      ...placeholders,
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  }
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    untilSaid: async (text) => {
      await until(`"${text}"`, () => said.includes(text)).catch((error: Error) => {
        throw new Error(`${error.message} It said: ${said}`);
      });
    },
    stop: async () => {
      try {
        // The shell's own child, too.
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {}
      await ended;
      rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}
