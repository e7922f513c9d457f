/**
 * The scripts of the build. Modules that pages share go into few files: many small files compress worse and lengthen
 * the preload list of every page. Who imports a module decides, its folder does not. `file-groups.ts` weighs.
 */

import type { Plugin, Rolldown } from "vite";
import { fileGroups, type Group, type Load, type Module } from "./file-groups.ts";

const PAGE = /[\\/]index\.html$/;
const GUEST = /[\\/]guest\.html$/;
/** A style sheet loads with the script that imports it. */
const SHEET = /\.css$/;
const PACKAGE = /[\\/]node_modules[\\/]/;
/** A route's component has its own file, under its name with a query. */
const SCREEN = /[\\/]routes[\\/](.*)\.tsx\?tsr-split=component$/;
const AFTER_LOGIN = "dashboard/index";
/** An app that asks to be connected opens its page after a login, too, and rarely. */
const SIGNED_IN = /^(dashboard(\/|$)|authorize$)/;
/** Of the page, and of a guest's page, which loads none of the page's scripts. */
const STYLES = /web[\\/]src[\\/](fonts|styles)\.css$/;

/** What is opened with an empty cache counts more: strangers come with one, and people after a login. */
const WEIGHTS = { stranger: 30, login: 8, screen: 1, part: 0.05 };

interface Graph {
  modules: Map<string, Module>;
  /** The pages. */
  entries: string[];
  /** Imported by `import()`. */
  later: string[];
}

type Modules = Pick<Rolldown.PluginContext, "getModuleIds" | "getModuleInfo">;

function graphOf(build: Modules): Graph {
  // The order in which the bundler read them differs from build to build.
  const infos = [...build.getModuleIds()].sort().flatMap((id) => build.getModuleInfo(id) ?? []);
  return {
    modules: new Map(
      infos.map(({ id, code, importedIds }) => [id, { id, size: code?.length ?? 0, imports: importedIds }]),
    ),
    entries: infos.filter(({ isEntry }) => isEntry).map(({ id }) => id),
    later: [...new Set(infos.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds))].sort(),
  };
}

/** These modules, and all that they import at once. */
function closure({ modules }: Graph, ids: readonly string[]): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of modules.get(id)?.imports ?? []) found.add(imported);
  return found;
}

const entry = ({ entries }: Graph, name: RegExp): string => {
  const id = entries.find((each) => name.test(each));
  if (id === undefined) throw new Error(`No page ${name}: adapt chunks`);
  return id;
};

const routeOf = (id: string): string | undefined => SCREEN.exec(id)?.[1]?.replaceAll("\\", "/");

const kindOf = (route: string): keyof typeof WEIGHTS =>
  route === AFTER_LOGIN ? "login" : SIGNED_IN.test(route) ? "screen" : "stranger";

/** A screen with the screens around it, a part beyond what its screen has, and a guest's page. */
function loadsOf(graph: Graph): Load[] {
  const start = entry(graph, PAGE);
  const screens = graph.later.filter((id) => routeOf(id) !== undefined);
  const around = (route: string) =>
    screens.filter((id) => route === routeOf(id) || route.startsWith(`${routeOf(id)}/`));
  const frames = screens.filter((id) => screens.some((each) => routeOf(each)?.startsWith(`${routeOf(id)}/`)));
  const standing = closure(graph, [start, ...frames]);
  const partOf = (id: string): Load => ({
    needs: new Set([...closure(graph, [id])].filter((needed) => !standing.has(needed))),
    weight: WEIGHTS.part,
  });
  const screenOf = (route: string): Load => ({
    needs: closure(graph, [start, ...around(route)]),
    weight: WEIGHTS[kindOf(route)],
  });
  return [
    ...graph.later.map((id) => {
      const route = routeOf(id);
      return route === undefined ? partOf(id) : screenOf(route);
    }),
    { needs: closure(graph, [entry(graph, GUEST)]), weight: WEIGHTS.stranger, strict: true },
  ];
}

/** After its largest module, so that a list of requests can be read. */
function nameOf({ modules }: Group, taken: ReadonlySet<string>): string {
  const largest = modules.toSorted((a, b) => b.size - a.size)[0]?.id ?? "";
  const name = `with-${/([\w-]+)\.[^\\/]*$/.exec(largest)?.[1] ?? "package"}`;
  let unique = name;
  for (let n = 2; taken.has(unique); n += 1) unique = `${name}-${n}`;
  return unique;
}

/** The name of each module's file, without those that one file needs. */
function filesOf(graph: Graph): Map<string, string> {
  const start = closure(graph, [entry(graph, PAGE)]);
  const isBase = ({ id }: Module) => start.has(id) && PACKAGE.test(id);
  const heads = new Set([...graph.entries, ...graph.later]);
  const open = [...graph.modules.values()].filter(
    (each) => !heads.has(each.id) && !isBase(each) && !SHEET.test(each.id),
  );
  const names = new Map<string, string>();
  for (const each of graph.modules.values()) if (isBase(each)) names.set(each.id, "base");
  for (const group of fileGroups(open, loadsOf(graph))) {
    const isPage = group.modules.some(({ id }) => start.has(id));
    const name = isPage ? "page" : nameOf(group, new Set(names.values()));
    for (const { id } of group.modules) names.set(id, name);
  }
  return names;
}

/** Names the files before the bundler writes them. */
export function chunks(): Plugin {
  let files = new Map<string, string>();
  return {
    name: "chunks",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Each group has what it imports in groups of the same rule.
              includeDependenciesRecursively: false,
              groups: [
                { name: "styles", test: STYLES },
                { name: (id: string) => files.get(id) ?? null, debugName: "file-groups" },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      files = filesOf(graphOf(this));
    },
  };
}

/** Loaded at start by every page, so no preload list has to name these files. */
const FIRST = /assets[\\/](base|page|styles|index|rolldown-runtime)-[^\\/]*\.(js|css)$/;
export const laterOf = (files: string[]): string[] => files.filter((file) => !FIRST.test(file));

/** Most functions of these files run before the first paint. */
const EAGER = new Set(["base", "page"]);
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks files whose functions Chromium then compiles while the file arrives, on another thread. Otherwise it compiles
 * each at its first call, on the page's thread. Other browsers see a comment. https://v8.dev/blog/explicit-compile-hints
 */
export const eagerCompile = (): Plugin => ({
  name: "eager-compile",
  apply: "build",
  generateBundle: {
    // Read only at the start of a file, where Vite puts its list of files.
    order: "post",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const marked = chunks.filter(({ name }) => EAGER.has(name));
      if (marked.length !== EAGER.size) throw new Error("No base or no page: adapt eagerCompile");
      for (const chunk of marked) chunk.code = HINT + chunk.code;
    },
  },
});
