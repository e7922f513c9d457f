import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, minifySync, type Plugin, type ResolvedConfig } from "vite";
import { laterOf } from "./chunks.ts";
import { allow, inlinedScripts, inlinedStyles } from "./inline.ts";
import { lightCalls } from "./light-calls.ts";

/** Served at `/` (`public/_redirects`). Every other address starts with an empty page. */
const FILE = "landing.html";
/** The landing page's own code, in addition to the start files of every page. */
const ITS_CODE = /[\\/]routes[\\/]index\.tsx/;
/** Copied from `public/`; the bundler does not process it. */
const BEFORE = "before-paint.js";
const ROOT = '<div id="root"></div>';
/** The first element below the first screen. */
const BELOW = "beta";
/** The first paint waits for it: half a page would move when the other half is read (HTML, "Link type expect"). */
const WHOLE = `<link rel="expect" href="#${BELOW}" blocking="render">`;

/**
 * The landing page, rendered when the page is built: a first visitor sees it before any script has loaded. The script
 * then hydrates it (`src/main.tsx`).
 */
export function entryPage(): Plugin {
  let config: ResolvedConfig;
  let links: string[] = [];
  let painted: Promise<string> | undefined;
  return {
    name: "entry-page",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle(_options, bundle) {
      const own = Object.values(bundle).find(
        (file) => file.type === "chunk" && file.isDynamicEntry && ITS_CODE.test(file.facadeModuleId ?? ""),
      );
      if (own?.type !== "chunk") throw new Error("The landing page has no code of its own: adapt entryPage");
      const later = [own.fileName, ...own.imports];
      const styles = later.flatMap((name) => {
        const file = bundle[name];
        return file?.type === "chunk" ? [...(file.viteMetadata?.importedCss ?? [])] : [];
      });
      links = [...styles.map(styleLink), ...laterOf(later).map(scriptLink)];
    },
    buildStart() {
      painted = paint(config);
      // reported below, and of no interest when the bundle fails
      painted.catch(() => {});
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir);
      // A failed build has written nothing; the folder of the other bundle goes all the same.
      if (!existsSync(join(folder, "index.html"))) return void (await painted?.catch(() => {}));
      const index = await readFile(join(folder, "index.html"), "utf8");
      if (!index.includes(ROOT)) throw new Error(`The page does not begin with ${ROOT}: adapt entryPage`);
      const before = join(folder, BEFORE);
      await writeFile(before, minifySync(BEFORE, await readFile(before, "utf8")).code);
      const content = (await painted) ?? "";
      const scripts = await inlinedScripts(inOrder(index, links), folder);
      const styles = await inlinedStyles(scripts.html, folder);
      await allow(folder, { "script-src": scripts.digests, "style-src": styles.digests });
      await writeFile(join(folder, FILE), withContent(styles.html, content));
    },
  };
}

function withContent(html: string, content: string): string {
  if (!content.includes(`id="${BELOW}"`)) throw new Error(`Nothing has the id ${BELOW}: adapt entryPage`);
  return html
    .replace("</head>", `${WHOLE}\n  </head>`)
    .replace(ROOT, () => `<div id="root">${content}</div>`);
}

const LATER = /\n *<(?:script type="module"|link rel="(?:modulepreload|preload)")[^>]*>(?:<\/script>)?/g;

/** On a slow line all requests share the bandwidth: load the fonts first, then the scripts. */
function inOrder(html: string, links: readonly string[]): string {
  const more = links.filter((link) => !html.includes(link)).join("\n    ");
  const head = html.replace("</head>", () => `  ${more}\n  </head>`);
  const later = [...(head.match(LATER) ?? [])].map((tag) => tag.replace(/<\w+/, '$& fetchpriority="low"'));
  const fonts = later.filter((tag) => tag.includes('as="font"'));
  const scripts = later.filter((tag) => !fonts.includes(tag));
  return head
    .replaceAll(LATER, "")
    .replace("\n  </head>", () => `${[...fonts, ...scripts].join("")}\n  </head>`);
}

const styleLink = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}">`;
const scriptLink = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

interface Painter {
  paint(): Promise<string>;
}

/**
 * The landing page as HTML: a bundle for Node of what it needs is made beside the page's own, and run once. It does not
 * wait for the page's, and its router has its location from its options, so the result depends on no machine.
 */
async function paint({ root, cacheDir, resolve: { alias } }: ResolvedConfig): Promise<string> {
  // inside of node_modules, so that the bundle finds React there
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(join(cacheDir, "paint-"));
  try {
    await build({
      configFile: false,
      root,
      plugins: [lightCalls()],
      mode: "production",
      // warnings about packages are those of the page's own bundle
      logLevel: "error",
      publicDir: false,
      resolve: { alias },
      build: { ssr: "src/paint.tsx", outDir: folder, emptyOutDir: false, minify: false },
      ssr: { noExternal: [/^@tanstack\//], resolve: { conditions: ["development", "module"] } },
    });
    const painter = (await import(pathToFileURL(join(folder, "paint.js")).href)) as Painter;
    return await painter.paint();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Preloads the two fonts of the first screen, before the style sheet names them. */
export function fontPreload(wanted: RegExp): Plugin {
  return {
    name: "font-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => wanted.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
            injectTo: "head" as const,
          })),
    },
  };
}
