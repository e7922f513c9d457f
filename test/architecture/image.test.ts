/** The product's image and `compose.yaml`: pinned, without privileges, read-only, stopped by a signal. */

import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contextFiles, copiedBy, instructionsOf, stagesOf } from "../support/container-file.ts";
import { textOf } from "./sources.ts";

const { devDependencies } = JSON.parse(textOf("package.json"));
const [build = [], final = []] = stagesOf("Dockerfile");
const all = (stage: typeof final, name: string) =>
  stage.filter((each) => each.name === name).map(({ rest }) => rest);

interface Service {
  build?: unknown;
  pull_policy?: string;
  image?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
}

it.each(["Dockerfile", "worker/bridge/Dockerfile"])("%s is accepted by a linter", (file) => {
  expect(validate(textOf(file))).toEqual([]);
  // it finds what it should
  expect(validate(textOf(file).replace(/^FROM/m, "FORM"))).not.toEqual([]);
});

describe("the image", () => {
  it("is pinned to the product's own Node, in both stages", () => {
    expect(stagesOf("Dockerfile")).toHaveLength(2);
    const from = `node:${devDependencies.node}-bookworm-slim`;
    expect([...all(build, "FROM"), ...all(final, "FROM")]).toEqual([`${from} AS build`, from]);
  });

  it("copies files that exist, and all that the product's parts need", () => {
    const context = contextFiles();
    for (const rest of all(build, "COPY")) {
      for (const source of rest.split(" ").slice(0, -1)) {
        expect(copiedBy(`${source} .`, context), source).not.toEqual([]);
      }
    }
    const folders = new Set(context.map((file) => file.split("/")[0]));
    expect([...folders].toSorted()).toEqual([
      ".npmrc",
      "broker",
      "migrations",
      "package-lock.json",
      "package.json",
      "web",
      "worker",
      "wrangler.toml",
    ]);
    expect(all(final, "COPY")).toEqual(["--from=build /switchyard/.cache/image ./"]);
  });

  it("takes no secret, state or package of the machine that builds it", () => {
    const risky = /(^|\/)(\.dev\.vars|\.env|\.keys\.env|\.wrangler|\.git|node_modules)(\/|$)/;
    expect(contextFiles().filter((file) => risky.test(file))).toEqual([]);
    // Everything is excluded first: a new file in the clone is not copied by itself.
    expect(textOf(".dockerignore").match(/^[^#\n].*/m)?.[0]).toBe("*");
    expect(instructionsOf("Dockerfile").filter(({ name }) => name === "ARG" || name === "ADD")).toEqual([]);
  });

  it("runs as a user without rights, on a folder that root wrote", () => {
    const names = final.map(({ name }) => name);
    expect(all(final, "USER")).toEqual(["node"]);
    expect(Math.max(names.lastIndexOf("COPY"), names.lastIndexOf("RUN"))).toBeLessThan(names.indexOf("USER"));
  });

  it("keeps its state in the volume", () => {
    const [volume] = all(final, "VOLUME");
    expect(all(final, "ENV").join(" ")).toContain(`STATE_DIR=${volume}`);
    expect(all(final, "RUN").join(" ")).toContain(`install -d -o node -g node ${volume}`);
  });

  it("receives the signal itself, and has a health check without Node", () => {
    const [entry = ""] = all(final, "ENTRYPOINT");
    expect(JSON.parse(entry).slice(0, 3)).toEqual([
      "node",
      "worker/local/run.mjs",
      "worker/packed/start.mjs",
    ]);
    expect(all(final, "STOPSIGNAL")).toEqual(["SIGTERM"]);
    const [check = ""] = all(final, "HEALTHCHECK");
    expect(check).toMatch(/CMD \["bash", .*\/127\.0\.0\.1\/8787 .*GET \/v0\/health\//);
  });
});

describe("compose.yaml", () => {
  const { services } = parse(textOf("compose.yaml")) as { services: Record<string, Service> };
  const { switchyard, bridge } = services;

  it("builds what it runs, and never pulls an image of this name", () => {
    for (const { build, pull_policy, image } of Object.values(services)) {
      expect(build).toBeDefined();
      expect([pull_policy, image]).toEqual(["build", undefined]);
    }
  });

  it("gives each service a read-only tree and no privileges", () => {
    for (const { read_only, cap_drop, security_opt } of Object.values(services)) {
      expect({ read_only, cap_drop, security_opt }).toEqual({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
    }
  });

  it("gives both the time that they need to stop", () => {
    // 5 s until the product is killed; the bridge disconnects its clients over 30 s
    expect(Number.parseInt(switchyard?.stop_grace_period ?? "", 10)).toBeGreaterThan(5);
    expect(Number.parseInt(bridge?.stop_grace_period ?? "", 10)).toBeGreaterThan(30 + 3);
  });

  it("connects the bridge to a name that the product answers for, with the same key", () => {
    const [, name] = /ws:\/\/([\w-]+):8787\/mqtt/.exec(JSON.stringify(bridge)) ?? [];
    expect(switchyard?.command).toEqual(expect.arrayContaining(["--host", name]));
    expect(JSON.stringify(switchyard)).toMatch(/BRIDGE_KEYS:\$\{BRIDGE_KEYS:\?/);
    expect(bridge?.environment?.BRIDGE_KEYS).toMatch(/^\$\{BRIDGE_KEYS\}$/);
  });

  it("mounts the volume where the image keeps its state", () => {
    expect(switchyard?.volumes).toEqual([`state:${all(final, "VOLUME")[0]}`]);
  });
});
