/** Dependencies: few, each with a reason, each with a permissive licence. */

import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { root, textOf } from "./sources.ts";

const names = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: names, devDependencies: names });
const manifest = Manifest.parse(JSON.parse(textOf("package.json")));

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dev: z.boolean().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      // it is part of another package and its checksum
      inBundle: z.boolean().optional(),
      optionalDependencies: names,
      optional: z.boolean().optional(),
    }),
  ),
});
const lock = Lock.parse(JSON.parse(textOf("package-lock.json")));

const PERMISSIVE =
  /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|CC0-1\.0|Unlicense|Zlib|Python-2\.0)( (OR|AND) [\w.-]+)*\)?$/;
/** Bundled into the page although npm calls them development dependencies. */
const isShipped = (name: string) => textOf("DECISIONS.md").split("## Tools")[0]?.includes(name) ?? false;

/** Packages whose manifest has no licence, and the text of their licence file. */
const IN_A_FILE: Record<string, [licence: string, words: RegExp]> = {
  suncalc: [
    "BSD-2-Clause",
    /Redistribution and use in source and binary forms.*2\. Redistributions in binary form/s,
  ],
};

const licenceOf = (name: string): string => {
  const [licence, words] = IN_A_FILE[name] ?? [];
  if (licence !== undefined && words?.test(readFileSync(`${root}node_modules/${name}/LICENSE`, "utf8"))) {
    return licence;
  }
  const known = lock.packages[`node_modules/${name}`]?.license;
  if (known !== undefined) return known;
  const path = `${root}node_modules/${name}/package.json`;
  return existsSync(path) ? String(JSON.parse(readFileSync(path, "utf8")).license) : "unknown";
};

it("ships permissively licensed packages only", () => {
  const production = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const bundled = Object.keys(manifest.devDependencies).filter(isShipped);
  const wrong = [...new Set([...production, ...bundled])].filter((name) => !PERMISSIVE.test(licenceOf(name)));
  expect(wrong.map((name) => `${name}: ${licenceOf(name)}`)).toEqual([]);
});

it("gives the reason for every dependency [T38]", () => {
  const decisions = textOf("DECISIONS.md");
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  // A line names its packages in bold, several with commas between.
  const explained = new Set(
    [...decisions.matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap((match) => (match[1] ?? "").split(/,\s*/)),
  );
  expect(all.filter((name) => !explained.has(name))).toEqual([]);
});

it("pins every direct dependency to one version [T38]", () => {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});

/**
 * Builds for platforms that the registry of this lock file does not serve: npm checks their version alone.
 * DECISIONS.md says what follows, and how a lock file gets their checksums.
 */
const UNSERVED =
  /node_modules\/(@biomejs\/cli|@cloudflare\/workerd|@oxc-parser\/binding|@tailwindcss\/oxide)-((android|darwin|freebsd|openharmony|win32|windows|wasm32)-|linux-(arm-|ppc64-|riscv64-|s390x-|\w+-musl$))/;

it("locks a checksum of every package, except builds that this registry does not serve [T38]", () => {
  const without = Object.entries(lock.packages).filter(
    ([path, { integrity, link }]) => path !== "" && link !== true && !/^sha512-\S{88}$/.test(integrity ?? ""),
  );
  const wrong = without.filter(([path, { optional }]) => optional !== true || !UNSERVED.test(path));
  expect(wrong.map(([path]) => path)).toEqual([]);
});

const STOCK = "test/firmware";

it("pins and locks the stock software of the tests as well [T38]", () => {
  const { dependencies } = Manifest.parse(JSON.parse(textOf(`${STOCK}/package.json`)));
  // a folder of the repository has no version; a second release of a package has another name
  const ranges = Object.entries(dependencies).filter(
    ([, version]) => !/^((npm:[a-z-]+@)?\d+\.\d+\.\d+$|file:programs\/)/.test(version),
  );
  expect(ranges).toEqual([]);
  const { packages } = Lock.parse(JSON.parse(textOf(`${STOCK}/package-lock.json`)));
  const without = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) =>
      path.startsWith("node_modules/") &&
      link !== true &&
      inBundle !== true &&
      !/^sha512-\S{88}$/.test(integrity ?? ""),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

/** The places where Node looks for a package, the nearest first. */
const placesFrom = (path: string, name: string): string[] => {
  const parts = path.split("/node_modules/");
  return parts.map(
    (_, index) => `${parts.slice(0, parts.length - index).join("/node_modules/")}/node_modules/${name}`,
  );
};

it("locks the builds for every platform, without which npm ci refuses to install on any", () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const at = [...placesFrom(path, name), `node_modules/${name}`].find((place) => lock.packages[place]);
      const locked = at === undefined ? undefined : lock.packages[at]?.version;
      const wrong = locked === undefined || (/^\d/.test(version) && locked !== version);
      return wrong ? [`${path}: ${name} ${version}`] : [];
    }),
  );
  expect(missing).toEqual([]);
});
