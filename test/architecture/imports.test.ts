/** Import rules: one row for each module. */

import { describe, expect, it } from "vitest";
import { BROKER_RULES, CORE } from "./broker-import-rules.ts";
import { foldedByLoadTime } from "./grain.ts";
import { CONTRACTS, type ImportRule } from "./import-rule.ts";
import { type Source, sources } from "./sources.ts";
import { WORKER_RULES } from "./worker-import-rules.ts";

/** Folders of the page. */
const web = (...rooms: string[]) => new RegExp(`^web/src/(${rooms.join("|")})/`);

/** What both pages derive from a device: functions of values. */
const SHARED_WITH_GUESTS =
  /^web\/src\/(devices\/((delivery|device-change|heard-values|values|controls\/control-words)\.ts$|series\/)|lib\/whole-day\.ts$)/;

const GROUPS: readonly RegExp[] = [CORE, SHARED_WITH_GUESTS];

const ROOMS: ImportRule[] = [
  ...BROKER_RULES,
  ...WORKER_RULES,

  {
    files: web("lib"),
    // so that the page shows the same hour as the service
    mayImport: [/^broker\/contract\/zone-changes\.ts$/],
    packages: /^react$/,
  },
  { files: web("ui"), mayImport: [web("lib")] },
  { files: web("session"), mayImport: [web("lib"), CONTRACTS] },
  { files: web("api"), mayImport: [web("lib", "session"), CONTRACTS] },
  { files: web("live"), mayImport: [web("lib"), CONTRACTS] },
  { files: web("forms"), mayImport: [web("lib", "ui", "api"), CONTRACTS] },
  { files: web("account"), mayImport: [web("lib", "ui", "session", "api", "forms")] },
  { files: web("devices"), mayImport: [web("lib", "ui", "api", "live"), CONTRACTS] },
  // The guide's text.
  {
    files: web("features/guide"),
    mayImport: [web("lib", "ui", "session", "api", "live"), /^web\/guide\//, CONTRACTS],
  },
  {
    files: web("features"),
    mayImport: [
      web("lib", "ui", "session", "api", "live", "forms", "account", "devices"),
      CONTRACTS,
      // the plan of an import is the same on the command line
      /^worker\/import\//,
    ],
  },
  { files: web("routes"), mayImport: [web("lib", "ui", "session", "features")] },
  // The page of a guest, which loads none of the scripts of the other.
  {
    files: web("guest"),
    mayImport: [CONTRACTS, /^web\/src\/(fonts|styles)\.css$/, SHARED_WITH_GUESTS],
    packages: /^(virtual:guest-calls|eventsource-parser)$/,
  },
  // The composed page.
  { files: /^web\/src\//, mayImport: [web("lib", "ui", "session", "features")] },
  { files: /^web\/offline\//, mayImport: [CONTRACTS] },
  { files: /^web\//, mayImport: [/^web\//, CONTRACTS] },
  // Programs that a reader copies.
  { files: /^examples\//, mayImport: [], packages: /^mqtt$/ },
  { files: /^test\//, mayImport: [/./] },
];

const roomOf = (file: string): ImportRule => {
  const found = ROOMS.find(({ files }) => files.test(file));
  if (found === undefined)
    throw new Error(`${file} stands in no room: give it one in test/architecture/imports.test.ts`);
  return found;
};

/** Features do not import each other: `web/src/features/<noun>` is one module for each noun. */
const featureOf = (file: string): string | null => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

function isAllowed(from: string, to: string): boolean {
  const { files, mayImport } = roomOf(from);
  if (mayImport.some((pattern) => pattern.test(to))) return true;
  return files.test(to) && featureOf(from) === featureOf(to);
}

/** A pattern that lists names, as one for each name. A group of rooms that is one thing to a reader stays one. */
function permissionsIn(pattern: RegExp): RegExp[] {
  const [list, names = ""] = /\(((?:[\w/.$^\\-]+\|)+[\w/.$^\\-]+)\)/.exec(pattern.source) ?? [];
  if (list === undefined || GROUPS.includes(pattern)) return [pattern];
  return names.split("|").map((name) => new RegExp(pattern.source.replace(list, `(${name})`)));
}

/** Returns the first cycle of imports from a file, or null. */
function circle(
  from: string,
  graph: Map<string, string[]>,
  done: Set<string>,
  path: string[] = [],
): string[] | null {
  if (path.includes(from)) return [...path.slice(path.indexOf(from)), from];
  if (done.has(from)) return null;
  for (const to of graph.get(from) ?? []) {
    const found = circle(to, graph, done, [...path, from]);
    if (found !== null) return found;
  }
  done.add(from);
  return null;
}

const violations = (of: (source: Source) => string[]) => sources.flatMap(of).sort();

describe("imports", () => {
  it("follow the import rules", () => {
    expect(
      violations(({ file, imports }) =>
        imports.filter((to) => !isAllowed(file, to)).map((to) => `${file} may not import ${to}`),
      ),
    ).toEqual([]);
  });

  it("need each permission", () => {
    const used = Map.groupBy(sources, ({ file }) => roomOf(file));
    const unused = ROOMS.flatMap((room) => {
      const targets = new Set((used.get(room) ?? []).flatMap(({ imports }) => imports));
      const permissions = room.mayImport.filter((each) => each !== CONTRACTS).flatMap(permissionsIn);
      return permissions
        .filter((permission) => ![...targets].some((to) => permission.test(to)))
        .map(({ source }) => `${room.files.source} imports nothing of ${source}`);
    });
    expect(unused).toEqual([]);
  });

  it("decide when a page loads a file: its folder says what it is", () => {
    expect(foldedByLoadTime).toEqual([]);
  });

  it("use packages only in modules that may have them", () => {
    expect(
      violations(({ file, packages }) => {
        const allowed = roomOf(file).packages;
        return allowed === undefined
          ? []
          : packages.filter((name) => !allowed.test(name)).map((name) => `${file} may not import ${name}`);
      }),
    ).toEqual([]);
  });

  it("never import a test into the product", () => {
    expect(
      violations(({ file, imports }) =>
        file.startsWith("test/")
          ? []
          : imports.filter((to) => to.startsWith("test/")).map((to) => `${file} → ${to}`),
      ),
    ).toEqual([]);
  });

  it("load no zod into the page through the contracts", () => {
    const loads = new Map(sources.map(({ file, loads }) => [file, loads]));
    const seen = new Set<string>();
    const follow = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const to of loads.get(file) ?? []) follow(to);
    };
    for (const { file } of sources) if (file.startsWith("web/src/")) follow(file);
    expect([...seen].filter((name) => name.startsWith("worker/contract/")).length).toBeGreaterThan(0);
    expect(seen).not.toContain("zod");
  });

  it("load MQTT.js into the page in one place only", () => {
    expect(
      violations(({ file, packages }) =>
        packages.includes("mqtt") && file.startsWith("web/") && !file.startsWith("web/src/live/")
          ? [file]
          : [],
      ),
    ).toEqual([]);
  });

  it("join the broker's object to the rest in the composition root only", () => {
    expect(
      violations(({ file, loads }) =>
        loads.includes("broker/object.ts") && !/^(worker\/index\.ts|broker\/|test\/)/.test(file)
          ? [file]
          : [],
      ),
    ).toEqual([]);
  });

  it("have no cycles", () => {
    const graph = new Map(sources.map(({ file, imports }) => [file, imports]));
    const done = new Set<string>();
    const circles = sources.flatMap(({ file }) => circle(file, graph, done)?.join(" → ") ?? []);
    expect([...new Set(circles)]).toEqual([]);
  });
});
