/**
 * Groups of modules that load as one file, derived from their importers. Two groups become one where a request that is
 * saved costs more than the bytes that a page then loads without need. A small file compresses worse, and costs headers.
 */

/** A module, as the bundler knows it. */
export interface Module {
  id: string;
  /** Characters of its source. */
  size: number;
  imports: readonly string[];
}

/** A request of a page for several modules at once: a screen, or a part that opens later. */
export interface Load {
  needs: ReadonlySet<string>;
  /** How much its bytes and requests count. */
  weight: number;
  /** It gets no file with a module that it does not need. */
  strict?: boolean;
}

export interface Group {
  modules: Module[];
  size: number;
  loads: Set<Load>;
  /** Of its loads. */
  weight: number;
  imports: Set<Group>;
}

/** The weight of a request, in characters of source. */
const REQUEST = 4_000;

/** Returns the groups of modules that several loads need. A module of one load stays in the file of that load. */
export function fileGroups(modules: readonly Module[], loads: readonly Load[]): Group[] {
  const groups = byLoads(modules, loads);
  for (;;) {
    const best = bestPair(groups);
    if (best === null) return groups;
    const [kept, gone] = best;
    merge(kept, gone, groups);
    groups.splice(groups.indexOf(gone), 1);
  }
}

/** Modules that the same loads need belong together at no cost. */
function byLoads(modules: readonly Module[], loads: readonly Load[]): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = new Map<string, Group>();
  for (const module of modules) {
    const needing = loads.filter(({ needs }) => needs.has(module.id));
    if (needing.length < 2) continue;
    const key = needing.map((load) => loads.indexOf(load)).join();
    const group = groups.get(key) ?? {
      modules: [],
      size: 0,
      loads: new Set(needing),
      weight: weightOf(needing),
      imports: new Set(),
    };
    group.modules.push(module);
    group.size += module.size;
    groups.set(key, group);
    groupOf.set(module.id, group);
  }
  for (const group of groups.values())
    for (const id of group.modules.flatMap(({ imports }) => imports)) {
      const imported = groupOf.get(id);
      if (imported !== undefined && imported !== group) group.imports.add(imported);
    }
  return [...groups.values()];
}

/**
 * The two groups whose union saves most, or `null` when no union saves anything. Files never import each other in a ring:
 * where one imports another by way of a third, its union with the third saves more.
 */
function bestPair(groups: readonly Group[]): [Group, Group] | null {
  let best: [Group, Group] | null = null;
  let most = 0;
  for (const [at, one] of groups.entries())
    for (const other of groups.slice(at + 1)) {
      const saved = saving(one, other, most);
      if (saved <= most) continue;
      best = [one, other];
      most = saved;
    }
  return best;
}

/** At most `most` is not worth more work: each pair is weighed again after each union, thousands of times in a build. */
function saving(one: Group, other: Group, most: number): number {
  const shared = sharedWeight(one, other);
  const [alone, otherAlone] = [one.weight - shared, other.weight - shared];
  const saved = shared * REQUEST - alone * other.size - otherAlone * one.size;
  if (saved <= most) return saved;
  const [beyondOther, beyondOne] = [beyond(one, other), beyond(other, one)];
  if ([...beyondOther, ...beyondOne].some(({ strict }) => strict)) return Number.NEGATIVE_INFINITY;
  return saved - importsFor(beyondOne, one, other) - importsFor(beyondOther, other, one);
}

function sharedWeight(one: Group, other: Group): number {
  let weight = 0;
  for (const load of one.loads) if (other.loads.has(load)) weight += load.weight;
  return weight;
}

const beyond = (one: Group, other: Group): Load[] => [...one.loads].filter((load) => !other.loads.has(load));

const weightOf = (loads: Iterable<Load>): number => [...loads].reduce((sum, { weight }) => sum + weight, 0);

/** The cost of the imports of a group for loads that had no need of it. */
const importsFor = (loads: readonly Load[], group: Group, beside: Group): number =>
  loads.length === 0
    ? 0
    : [...below(group)]
        .filter((imported) => imported !== beside)
        .reduce(
          (sum, imported) =>
            sum + weightOf(loads.filter((load) => !imported.loads.has(load))) * (imported.size + REQUEST),
          0,
        );

/** All that a group imports, directly or not. */
function below({ imports }: Group): Set<Group> {
  const found = new Set(imports);
  for (const each of found) for (const imported of each.imports) found.add(imported);
  return found;
}

/** Moves all of `gone` to `kept`, and tells every group who loads it now. */
function merge(kept: Group, gone: Group, groups: readonly Group[]): void {
  kept.modules.push(...gone.modules);
  kept.size += gone.size;
  for (const load of gone.loads) kept.loads.add(load);
  for (const imported of gone.imports) kept.imports.add(imported);
  for (const { imports } of groups) if (imports.delete(gone)) imports.add(kept);
  kept.imports.delete(kept);
  kept.weight = weightOf(kept.loads);
  for (const imported of below(kept)) {
    for (const load of kept.loads) imported.loads.add(load);
    imported.weight = weightOf(imported.loads);
  }
}
