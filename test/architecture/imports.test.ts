/** Who may import whom, as the house is laid out: one row for each room. */

import { describe, expect, it } from "vitest";
import { CONTRACTS, type Room } from "./room.ts";
import { type Source, sources } from "./sources.ts";
import { WORKER_ROOMS } from "./worker-rooms.ts";

const WEB_LOWER = /^web\/src\/(api|session|live|ui|lib)\//;

const ROOMS: Room[] = [
  { room: /^broker\/contract\//, may: [], packages: /^zod$/ },
  { room: /^broker\/routing\//, may: [/^broker\/contract\//], packages: /^$/ },
  {
    room: /^broker\/protocol\//,
    may: [/^broker\/(routing|contract)\//],
    packages: /^$/,
  },
  { room: /^broker\/codec\//, may: [/^broker\/(protocol|routing|contract)\//], packages: /^$/ },
  { room: /^broker\/ports\.ts$/, may: [/^broker\/(protocol|routing|contract)\//], packages: /^$/ },
  { room: /^broker\//, may: [/^broker\//], packages: /^(cloudflare:workers|node:crypto)$/ },

  ...WORKER_ROOMS,

  { room: /^web\/src\/lib\//, may: [CONTRACTS] },
  { room: /^web\/src\/ui\//, may: [/^web\/src\/lib\//, CONTRACTS] },
  { room: /^web\/src\/(api|session|live)\//, may: [WEB_LOWER, CONTRACTS] },
  { room: /^web\/src\/features\//, may: [WEB_LOWER, CONTRACTS] },
  { room: /^web\/src\//, may: [/^web\/src\//, CONTRACTS] },
  { room: /^web\//, may: [/^web\//] },
  { room: /^test\//, may: [/./] },
];

const roomOf = (file: string): Room => {
  const found = ROOMS.find(({ room }) => room.test(file));
  if (found === undefined)
    throw new Error(`${file} stands in no room: give it one in test/architecture/imports.test.ts`);
  return found;
};

/** Features are islands: `web/src/features/<noun>` is a room for each noun. */
const featureOf = (file: string): string | null => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

function isAllowed(from: string, to: string): boolean {
  const { room, may } = roomOf(from);
  if (may.some((pattern) => pattern.test(to))) return true;
  return room.test(to) && featureOf(from) === featureOf(to);
}

/** The first way round in a circle that is found from a file, or null. */
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
  it("go only where the house lets them", () => {
    expect(
      violations(({ file, imports }) =>
        imports.filter((to) => !isAllowed(file, to)).map((to) => `${file} may not import ${to}`),
      ),
    ).toEqual([]);
  });

  it("take packages only into the rooms that may have them", () => {
    expect(
      violations(({ file, packages }) => {
        const allowed = roomOf(file).packages;
        return allowed === undefined
          ? []
          : packages.filter((name) => !allowed.test(name)).map((name) => `${file} may not import ${name}`);
      }),
    ).toEqual([]);
  });

  it("never reach a test from the product", () => {
    expect(
      violations(({ file, imports }) =>
        file.startsWith("test/")
          ? []
          : imports.filter((to) => to.startsWith("test/")).map((to) => `${file} → ${to}`),
      ),
    ).toEqual([]);
  });

  it("bring MQTT.js into the page in one place only", () => {
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
      violations(({ file, imports }) =>
        imports.includes("broker/object.ts") && !/^(worker\/index\.ts|broker\/|test\/)/.test(file)
          ? [file]
          : [],
      ),
    ).toEqual([]);
  });

  it("make no circles", () => {
    const graph = new Map(sources.map(({ file, imports }) => [file, imports]));
    const done = new Set<string>();
    const circles = sources.flatMap(({ file }) => circle(file, graph, done)?.join(" → ") ?? []);
    expect([...new Set(circles)]).toEqual([]);
  });
});
