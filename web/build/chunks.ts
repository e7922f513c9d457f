/**
 * The chunks of the build. Modules that pages share go into few files: many small files compress worse and lengthen the
 * preload list of every page. Folders decide. A file beside other files of its layer is loaded by the dashboard's first
 * screen; `page/` by every page, `form/` and `forms/` by every form, `signal/` also by the landing page; `apart/` is
 * loaded where it is used.
 */

import type { Plugin } from "vite";

const BASE_PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;

/** A route's component has its own file, under its name with a query. */
const PAGE = [
  /web[\\/]src[\\/](main|page|routeTree\.gen|router|routes[\\/][^?]*|session[\\/].*|(\w+[\\/])+page[\\/].*)\.tsx?$/,
  /[\\/]package\.json$|virtual:public-calls$/,
];
/** Forms with a password, which the dashboard has none of. */
const PASSWORD =
  /web[\\/]src[\\/](features[\\/]auth[\\/]form[\\/]|(forms[\\/]new-password-fields|ui[\\/]password-input)\.)/;
const FORM = /web[\\/]src[\\/](forms[\\/][^\\/]+|(\w+[\\/])+form[\\/].*)$/;
/** The switch, and the control message that it sends. */
const SIGNAL = /web[\\/]src[\\/](\w+[\\/])+signal[\\/]|broker[\\/]contract[\\/](control|mistake|utf8)\./;
/** The words of commands and events: also of the landing page. */
const WORD = /broker[\\/]contract[\\/](control-words|device-events)\./;
/** What the dashboard and a guest's page derive alike from a device: no markup, and no package. */
const VALUE =
  /broker[\\/]contract[\\/]status-clients\.|web[\\/]src[\\/](devices[\\/](delivery|device-change|heard-values|values|controls[\\/]control-words)|lib[\\/](whole-day|words))\./;
/** Topic names and the broker's address: the guide and the dashboard write them. */
const TOPIC = /broker[\\/]contract[\\/](client|topics)\.|web[\\/]src[\\/]live[\\/]broker-url\./;
/** Authenticated calls: of the dashboard and of a phone that acts as a device. */
const CALL = /virtual:own-calls$|web[\\/]src[\\/](api[\\/]call|ui[\\/]loaded)\./;
const SCREEN = [
  /node_modules[\\/](lucide-react|@tanstack[\\/](query-core|react-query))[\\/]/,
  /web[\\/]src[\\/](account|api|devices|lib|live|ui)[\\/][^\\/]+$/,
  // A device's screen waits for it, and imports it apart: a file of its own would cost a round trip.
  /web[\\/]src[\\/]features[\\/]device-page[\\/]prefetch\./,
];
const SCHEDULE = /web[\\/]src[\\/]devices[\\/]schedules[\\/]/;
/** Lists with dialogs, which the dashboard's first screen has none of. */
const DIALOG =
  /web[\\/]src[\\/](forms[\\/]dialogs[\\/]|ui[\\/](confirm-modal|dialog-form|select|text-field|use-list-dialog)\.|api[\\/]curl\.)/;
/** Of the folders that the dashboard's first screen loads: what only later screens need. */
const LATER =
  /web[\\/]src[\\/](devices[\\/](bands|pin-button)|lib[\\/](zoned-date|link-search)|ui[\\/](choice-card|fold|use-opened-by))\./;
const CONTROL = /web[\\/]src[\\/]devices[\\/]controls[\\/]/;
const WATCH = /web[\\/]src[\\/]features[\\/]watches[\\/](?!bell\.)/;
const GUIDE = /web[\\/]src[\\/]features[\\/]guide[\\/][^\\/]+$/;
const PROGRAM = /web[\\/]src[\\/]features[\\/]guide[\\/]programs[\\/][^\\/]+$/;

const either = (tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join("|"));

/** Without the modules that those of a folder import. */
const alone = { includeDependenciesRecursively: false };
/** Modules of a folder that several screens or dialogs load. */
const shared = { ...alone, minShareCount: 2 };

/** Of the page, and of a guest's page, which loads none of the page's scripts. */
const STYLES = /web[\\/]src[\\/](fonts|styles)\.css$/;

export const CHUNKS = [
  { name: "styles", test: STYLES, ...alone },
  { name: "base", test: BASE_PACKAGES },
  { name: "page", test: either(PAGE) },
  { name: "password", test: PASSWORD, ...alone },
  { name: "form", test: FORM },
  { name: "word", test: WORD, ...alone },
  { name: "value", test: VALUE, ...alone },
  { name: "signal", test: SIGNAL },
  { name: "topic", test: TOPIC },
  { name: "call", test: CALL },
  { name: "dialog", test: DIALOG, ...alone },
  { name: "later", test: LATER, ...alone },
  { name: "screen", test: either(SCREEN), ...alone },
  { name: "schedule", test: SCHEDULE, ...alone },
  { name: "control", test: CONTROL, ...alone },
  { name: "watch", test: WATCH, ...shared },
  { name: "guide", test: GUIDE, ...shared },
  { name: "program", test: PROGRAM, ...alone },
];

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
