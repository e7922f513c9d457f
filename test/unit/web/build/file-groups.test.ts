/** Which modules load as one file. */

import { describe, expect, it } from "vitest";
import { fileGroups, type Group, type Load, type Module } from "../../../../web/build/file-groups.ts";

const SMALL = 100;
const LARGE = 100_000;

const module = (id: string, size = SMALL, imports: string[] = []): Module => ({ id, size, imports });
const load = (...needs: string[]): Load => ({ needs: new Set(needs), weight: 1 });
const namesOf = (groups: Group[]) =>
  groups.map(({ modules }) =>
    modules
      .map(({ id }) => id)
      .sort()
      .join(" "),
  );
const grouped = (modules: Module[], loads: Load[]) => namesOf(fileGroups(modules, loads)).sort();

describe("the groups of files", () => {
  it("leave what one load needs to the file of that load", () => {
    expect(grouped([module("a"), module("b")], [load("a"), load("b")])).toEqual([]);
  });

  it("join what the same loads need", () => {
    const modules = [module("a", LARGE), module("b", LARGE)];
    expect(grouped(modules, [load("a", "b"), load("a", "b")])).toEqual(["a b"]);
  });

  it("join small modules, although a load then has one without need", () => {
    const loads = [load("a", "b"), load("a", "b"), load("b")];
    expect(grouped([module("a"), module("b")], loads)).toEqual(["a b"]);
  });

  it("keep a large module from a load that does not need it", () => {
    const loads = [load("a", "b"), load("a", "b"), load("b")];
    expect(grouped([module("a", LARGE), module("b")], loads)).toEqual(["a", "b"]);
  });

  it("count what a joined module imports", () => {
    const modules = [module("a", SMALL, ["deep"]), module("b"), module("deep", LARGE)];
    const both = load("a", "b", "deep");
    const loads = [both, { ...both }, load("b"), load("deep"), load("deep")];
    expect(grouped(modules, loads)).toEqual(["a deep", "b"]);
  });

  it("give a load that counts more nothing for the sake of others", () => {
    const modules = [module("a", 5_000), module("b")];
    const others = [load("a", "b"), load("a", "b")];
    expect(grouped(modules, [...others, load("b")])).toEqual(["a b"]);
    expect(grouped(modules, [...others, { ...load("b"), weight: 20 }])).toEqual(["a", "b"]);
  });

  it("give a strict load nothing that it does not need", () => {
    const loads = [load("a", "b"), load("a", "b"), { ...load("b"), strict: true }];
    expect(grouped([module("a"), module("b")], loads)).toEqual(["a", "b"]);
  });
});

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let now = seed;
  return () => {
    now = (now * 16_807) % 2_147_483_647;
    return now / 2_147_483_647;
  };
}

/** Forty modules that import later ones, and eight loads that each start at some of them. */
function anyGraph(seed: number): { modules: Module[]; loads: Load[] } {
  const next = numbers(seed);
  const ids = Array.from({ length: 40 }, (_, n) => `m${n}`);
  const modules = ids.map((id, n) =>
    module(
      id,
      Math.ceil(next() ** 4 * 20_000),
      ids.slice(n + 1).filter(() => next() < 0.06),
    ),
  );
  const importsOf = new Map(modules.map(({ id, imports }) => [id, imports]));
  const loads = Array.from({ length: 8 }, (_, n): Load => {
    const needs = new Set(ids.filter(() => next() < 0.1));
    for (const id of needs) for (const imported of importsOf.get(id) ?? []) needs.add(imported);
    return { needs, weight: n === 0 ? 20 : 1, strict: n === 1 };
  });
  return { modules, loads };
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("any graph (%i)", (seed) => {
  const { modules, loads } = anyGraph(seed * 7_919);
  const groups = fileGroups(modules, loads);
  const groupOf = new Map(groups.flatMap((group) => group.modules.map(({ id }) => [id, group])));

  it("has every module that several loads need in one group", () => {
    const several = modules.filter(({ id }) => loads.filter(({ needs }) => needs.has(id)).length > 1);
    expect([...groupOf.keys()].sort()).toEqual(several.map(({ id }) => id).sort());
    expect(groups.flatMap((group) => group.modules)).toHaveLength(several.length);
  });

  it("has no ring of groups", () => {
    const reached = (from: Group) => {
      const found = new Set<Group>();
      const importsOf = (group: Group) =>
        group.modules.flatMap(({ imports }) => imports.flatMap((id) => groupOf.get(id) ?? []));
      const follow = (group: Group) => {
        for (const to of importsOf(group))
          if (to !== group && !found.has(to)) {
            found.add(to);
            follow(to);
          }
      };
      follow(from);
      return found;
    };
    expect(groups.filter((group) => reached(group).has(group))).toEqual([]);
  });

  it("tells of each group which loads have it, also by way of others", () => {
    for (const group of groups)
      for (const { id, imports } of group.modules) {
        for (const each of loads) if (each.needs.has(id)) expect(group.loads).toContain(each);
        for (const imported of imports)
          for (const each of group.loads) expect(groupOf.get(imported)?.loads ?? group.loads).toContain(each);
      }
  });

  it("gives the strict load only what it needs", () => {
    const [, strict] = loads as [Load, Load];
    const extra = groups
      .filter((group) => group.loads.has(strict))
      .flatMap((group) => group.modules.filter(({ id }) => !strict.needs.has(id)));
    expect(extra).toEqual([]);
  });
});
