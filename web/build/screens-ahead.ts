import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { laterOf } from "./chunks.ts";

/** It asks for the files. */
const BEFORE = "before-paint.js";
const ANY = "[^/]+";
/** The code of a signed-in screen, split off its route. */
const SCREEN = /[\\/]routes[\\/](dashboard[^?]*)\.tsx\?tsr-split=component$/;
/** What a screen shows at once, loaded when it is rendered. */
const SHOWN_AT_ONCE: Record<string, RegExp> = {
  "dashboard/devices/$deviceId": /[\\/]features[\\/]values[\\/](device-values|plot)\.tsx$/,
  "dashboard/devices/events": /[\\/]features[\\/]event-chart[\\/]bars\.tsx$/,
};

type Screen = [path: string, files: string[]];

/**
 * Lets a signed-in user's page ask for its screen's files at once. Otherwise it asks for them two round trips later,
 * after the router has run.
 */
export function screensAhead(): Plugin {
  let screens: Screen[] = [];
  let folder = "";
  return {
    name: "screens-ahead",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const frame = chunks.find(({ facadeModuleId }) => routeOf(facadeModuleId) === "dashboard");
      if (frame === undefined) throw new Error("The dashboard has no code of its own: adapt screensAhead");
      screens = chunks.flatMap((chunk): Screen[] => {
        const route = routeOf(chunk.facadeModuleId);
        if (route === null || chunk === frame) return [];
        const later = chunks.filter(({ facadeModuleId }) => SHOWN_AT_ONCE[route]?.test(facadeModuleId ?? ""));
        const needed = withImports([frame, chunk, ...later], chunks);
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [[pathOf(route), laterOf([...styles, ...needed.map(({ fileName }) => fileName)])]];
      });
      // `/dashboard/devices/events` is also a device's address.
      screens.sort(([a], [b]) => Number(a.includes(ANY)) - Number(b.includes(ANY)));
    },
    closeBundle: {
      order: "post",
      sequential: true,
      // After the landing page, which has it inline and needs no screens.
      async handler() {
        const file = join(folder, BEFORE);
        // A failed build has written nothing.
        if (existsSync(file)) await writeFile(file, `${listOf(screens)}${await readFile(file, "utf8")}`);
      },
    },
  };
}

/** Most screens need the same files, so each is named once. */
function listOf(screens: readonly Screen[]): string {
  const files = [...new Set(screens.flatMap(([, needed]) => needed))];
  const numbers = screens.map(([path, needed]) => [path, needed.map((file) => files.indexOf(file))]);
  return `window.screensAhead=${JSON.stringify({ files, screens: numbers })};`;
}

const routeOf = (module: string | null): string | null => SCREEN.exec(module ?? "")?.[1] ?? null;

function withImports(files: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set(files);
  for (const { imports } of found)
    for (const file of all.filter(({ fileName }) => imports.includes(fileName))) found.add(file);
  return [...found];
}

/** As a regular expression: `$deviceId` is any level, `channels_` is the level `channels`. */
const pathOf = (route: string): string =>
  `^/${route
    .replace(/\/index$/, "")
    .replaceAll(/\$\w+/g, "[^/]+")
    .replaceAll("_.", "/")}/?$`;
