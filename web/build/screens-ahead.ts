import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { DEVICE_CALLS } from "../../worker/contract/devices.ts";
import { laterOf } from "./chunks.ts";
import { allow, inlinedScripts } from "./inline.ts";

/** It asks for the files, which the page's HTML tells it. There it is inline, which saves a round trip. */
const BEFORE = "before-paint.js";
/** The code of a signed-in screen, split off its route. */
const SCREEN = /[\\/]routes[\\/](dashboard[^?]*)\.tsx\?tsr-split=component$/;
const ANY = "([^/]+)";
const SCRIPT = /<script type="module"[^>]* src="\/([^"]+)"/g;
const FONT = /\n *<link rel="preload" as="font"[^>]* href="\/([^"]+)"[^>]*>/g;

/** The call without which a screen has nothing to show, by route. `$1` is the id in the screen's path. */
const CALLS: Record<string, string> = {
  "dashboard/devices/index": DEVICE_CALLS.listDevices.path,
  "dashboard/devices/$deviceId": DEVICE_CALLS.readDevice.path.replace("{id}", "$1"),
};

type Screen = [path: string, files: string[], call: string | undefined];

/**
 * Lets a signed-in page ask for its screen's files and make the screen's call while the base script is on its way, and
 * ask for its fonts afterwards: the router asks for the files only when that script has run. `api`: the API's origin,
 * when it is another one.
 */
export function screensAhead(api = ""): Plugin {
  let list = "";
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
      if (frame === undefined) throw new Error("No dashboard: adapt screensAhead");
      const screens = chunks.flatMap((chunk): Screen[] => {
        const route = routeOf(chunk.facadeModuleId);
        if (route === null || chunk === frame) return [];
        const needed = withImports([chunk, frame], chunks).sort((a, b) => a.code.length - b.code.length);
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const scripts = laterOf(needed.filter(hasCode).map(({ fileName }) => fileName));
        // A browser loads few files at once over HTTP/1.1: the small ones one after another beside the largest.
        const files = [...scripts.splice(-1), ...scripts, ...laterOf(styles)];
        const call = CALLS[route];
        return [[pathOf(route), files, call && api.replace(/\/+$/, "") + call]];
      });
      // `/dashboard/devices/events` is also a device's address.
      screens.sort(([a], [b]) => Number(a.includes(ANY)) - Number(b.includes(ANY)));
      list = JSON.stringify(screens).replaceAll("&", "&amp;").replaceAll("'", "&#39;");
    },
    closeBundle: {
      order: "post",
      sequential: true,
      // After the landing page, which has the script inline and its fonts first.
      async handler() {
        const page = join(folder, "index.html");
        // A failed build has written nothing.
        if (!existsSync(page)) return;
        const { html, digests } = await inlinedScripts(withLists(await readFile(page, "utf8"), list), folder);
        await allow(folder, { "script-src": digests });
        await writeFile(page, html);
      },
    },
  };
}

/** The HTML whose first script has the list of screens, and asks for the fonts when the scripts have arrived. */
function withLists(html: string, list: string): string {
  const script = `<script src="/${BEFORE}"`;
  if (!html.includes(script)) throw new Error(`The page does not load ${BEFORE}: adapt screensAhead`);
  const scripts = [...html.matchAll(SCRIPT)].map(([, file]) => file).join(" ");
  const fonts = [...html.matchAll(FONT)].map(([, file]) => file).join(" ");
  const data = `data-screens='${list}' data-scripts="${scripts}" data-fonts="${fonts}"`;
  return html.replaceAll(FONT, "").replace(script, () => `${script} ${data}`);
}

const routeOf = (module: string | null): string | null => SCREEN.exec(module ?? "")?.[1] ?? null;

/** Vite removes a chunk of style sheets alone. */
const hasCode = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
  moduleIds.some((id) => !id.endsWith(".css"));

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
    .replaceAll(/\$\w+/g, ANY)
    .replaceAll("_.", "/")}$`;
