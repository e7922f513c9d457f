/** The rooms of the code, a row each with what it may import, and what follows from the rows and the imports. */

import { BROKER_RULES, CORE } from "./broker-import-rules.ts";
import { CONTRACTS, type ImportRule } from "./import-rule.ts";
import { sources } from "./sources.ts";
import { WORKER_RULES } from "./worker-import-rules.ts";

/** Folders of the page. */
const web = (...rooms: string[]) => new RegExp(`^web/src/(${rooms.join("|")})/`);

/** What both pages derive from a device: functions of values. */
const SHARED_WITH_GUESTS =
  /^web\/src\/(devices\/((delivery|device-change|heard-values|values|controls\/control-words)\.ts$|series\/)|lib\/whole-day\.ts$)/;

const GROUPS: readonly RegExp[] = [CORE, SHARED_WITH_GUESTS];

const ROOMS: readonly ImportRule[] = [
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

export const roomOf = (file: string): ImportRule => {
  const found = ROOMS.find(({ files }) => files.test(file));
  if (found === undefined)
    throw new Error(`${file} stands in no room: give it one in test/architecture/rooms.ts`);
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

export const forbiddenImports = (): string[] =>
  sources
    .flatMap(({ file, imports }) =>
      imports.filter((to) => !isAllowed(file, to)).map((to) => `${file} may not import ${to}`),
    )
    .sort();

const sourcesByRoom = Map.groupBy(sources, ({ file }) => roomOf(file));
const targetsOf = (room: ImportRule): Set<string> =>
  new Set((sourcesByRoom.get(room) ?? []).flatMap(({ imports }) => imports));

export const unusedPermissions = (): string[] =>
  ROOMS.flatMap((room) => {
    const targets = [...targetsOf(room)];
    return room.mayImport
      .filter((each) => each !== CONTRACTS)
      .flatMap(permissionsIn)
      .filter((permission) => !targets.some((to) => permission.test(to)))
      .map(({ source }) => `${room.files.source} imports nothing of ${source}`);
  });

/** Rooms that load each other: neither runs alone. A type is no such load: `env.ts` names the classes of its bindings. */
export function arrowsBack(): string[] {
  const isSource = new Set(sources.map(({ file }) => file));
  const loadedBy = (room: ImportRule): Set<ImportRule> => {
    const loads = (sourcesByRoom.get(room) ?? []).flatMap((source) => source.loads);
    return new Set(loads.filter((to) => isSource.has(to)).map(roomOf));
  };
  // a row for the rest of a folder covers the files of the rows before it
  const isWithin = (room: ImportRule, rest: ImportRule): boolean =>
    sourcesByRoom.get(room)?.every(({ file }) => rest.files.test(file)) ?? false;
  const loaded = new Map(ROOMS.map((room) => [room, loadedBy(room)]));
  return ROOMS.flatMap((room, at) =>
    ROOMS.slice(at + 1)
      .filter((other) => loaded.get(room)?.has(other) && loaded.get(other)?.has(room))
      .filter((other) => !isWithin(room, other))
      .map((other) => `${room.files.source} ↔ ${other.files.source}`),
  );
}

export function circles(): string[] {
  const graph = new Map(sources.map(({ file, imports }) => [file, imports]));
  const done = new Set<string>();
  return [...new Set(sources.flatMap(({ file }) => circle(file, graph, done)?.join(" → ") ?? []))];
}
