import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Written by Vite (`build.license`); it lists bundled modules only. */
export const BUNDLED = "licenses.json";
const NOTICES = "THIRD-PARTY-NOTICES.txt";

interface Notice {
  name: string;
  version: string;
  identifier: string | null;
  text: string | null;
}

/** Parts of the page that are not modules: fonts and the base style sheet. */
const BESIDE = ["@fontsource/ibm-plex-mono", "@fontsource-variable/instrument-sans", "tailwindcss"];
/** Packages that MQTT.js bundles into its browser file, with their dependencies. */
const IN_MQTT = ["debug", "lru-cache", "mqtt-packet", "readable-stream", "rfdc", "worker-timers"];

/** Ships the licences of everything that the page is made of. */
export function thirdPartyNotices(): Plugin {
  let [root, outDir] = ["", ""];
  return {
    name: "third-party-notices",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const file = join(outDir, BUNDLED);
      // A failed build has written nothing.
      if (!existsSync(file)) return;
      const bundled = JSON.parse(readFileSync(file, "utf8")) as Notice[];
      rmSync(file);
      const mqtt = folderOf("mqtt", root);
      const folders = [...BESIDE.map((name) => folderOf(name, root)), ...withAllTheyNeed(IN_MQTT, mqtt)];
      writeFileSync(join(outDir, NOTICES), textOf([...bundled, ...folders.map(noticeIn)]));
    },
  };
}

/** Finds a package's folder as Node resolves it. */
function folderOf(name: string, from: string): string {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return folder;
  if (dirname(from) === from) throw new Error(`${name} is not installed: adapt thirdPartyNotices`);
  return folderOf(name, dirname(from));
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

function withAllTheyNeed(names: readonly string[], from: string, found = new Set<string>()): Set<string> {
  for (const name of names.filter((each) => !each.startsWith("@types/"))) {
    const folder = folderOf(name, from);
    if (found.has(folder)) continue;
    found.add(folder);
    withAllTheyNeed(Object.keys(manifestIn(folder).dependencies ?? {}), folder, found);
  }
  return found;
}

function noticeIn(folder: string): Notice {
  const { name, version, license = null } = manifestIn(folder);
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.(md|txt))?$/i.test(each));
  const text = file === undefined ? null : readFileSync(join(folder, file), "utf8");
  return { name, version, identifier: license, text };
}

const RULE = "-".repeat(80);

/** Packages with the same text share one entry. */
function textOf(notices: readonly Notice[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, identifier, text } of notices) {
    const words = text?.trim() || `Its authors license it as ${identifier} and bring no text of that.`;
    const names = byText.get(words) ?? [];
    byText.set(words, [...new Set([...names, `${name} ${version} (${identifier})`])]);
  }
  const groups = [...byText].map(([text, names]) => `${names.sort().join("\n")}\n\n${text}`).sort();
  return [`What this page is made of besides itself, and its licences.`, ...groups]
    .join(`\n\n${RULE}\n\n`)
    .concat("\n");
}
