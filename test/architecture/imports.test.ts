/** The imports follow the rows of `rooms.ts`. */

import { describe, expect, it } from "vitest";
import { foldedByLoadTime } from "./grain.ts";
import { arrowsBack, circles, forbiddenImports, roomOf, unusedPermissions } from "./rooms.ts";
import { type Source, sources } from "./sources.ts";

const violations = (of: (source: Source) => string[]) => sources.flatMap(of).sort();

describe("imports", () => {
  it("follow the import rules", () => {
    expect(forbiddenImports()).toEqual([]);
  });

  it("need each permission", () => {
    expect(unusedPermissions()).toEqual([]);
  });

  it("lead from room to room in one direction", () => {
    expect(arrowsBack()).toEqual([]);
  });

  it("decide when a page loads a file: its folder says what it is", () => {
    expect(foldedByLoadTime).toEqual([]);
  });

  it("use packages only in modules that may have them", () => {
    expect(
      violations(({ file, packages }) => {
        const allowed = roomOf(file).packages;
        return allowed === undefined
          ? []
          : packages.filter((name) => !allowed.test(name)).map((name) => `${file} may not import ${name}`);
      }),
    ).toEqual([]);
  });

  it("never import a test into the product", () => {
    expect(
      violations(({ file, imports }) =>
        file.startsWith("test/")
          ? []
          : imports.filter((to) => to.startsWith("test/")).map((to) => `${file} → ${to}`),
      ),
    ).toEqual([]);
  });

  it("load no zod into the page through the contracts", () => {
    const loads = new Map(sources.map(({ file, loads }) => [file, loads]));
    const seen = new Set<string>();
    const follow = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const to of loads.get(file) ?? []) follow(to);
    };
    for (const { file } of sources) if (file.startsWith("web/src/")) follow(file);
    expect([...seen].filter((name) => name.startsWith("worker/contract/")).length).toBeGreaterThan(0);
    expect(seen).not.toContain("zod");
  });

  it("load MQTT.js into the page in one place only", () => {
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
      violations(({ file, loads }) =>
        loads.includes("broker/object.ts") && !/^(worker\/index\.ts|broker\/|test\/)/.test(file)
          ? [file]
          : [],
      ),
    ).toEqual([]);
  });

  it("have no cycles", () => {
    expect(circles()).toEqual([]);
  });
});
