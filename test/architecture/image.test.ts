/** The product's image and `compose.yaml`: pinned, without privileges, read-only, stopped by a signal. */

import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { contextFiles, copiedBy, instructionsOf, stagesOf } from "../support/container-file.ts";
import { textOf } from "./sources.ts";

const { devDependencies } = JSON.parse(textOf("package.json"));
const [build = [], final = []] = stagesOf("Dockerfile");
const all = (stage: typeof final, name: string) =>
  stage.filter((each) => each.name === name).map(({ rest }) => rest);

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
    expect(all(final, "COPY")).toEqual(["--from=build /switchyard ./"]);
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

  it("receives the signal itself, and has a health check without a shell", () => {
    const [entry = ""] = all(final, "ENTRYPOINT");
    expect(JSON.parse(entry).slice(0, 3)).toEqual(["node", "worker/local/run.mjs", "worker/local/start.ts"]);
    expect(all(final, "STOPSIGNAL")).toEqual(["SIGTERM"]);
    const [check = ""] = all(final, "HEALTHCHECK");
    expect(check).toMatch(/^--interval=\d+s --timeout=\d+s --start-period=\d+s CMD \["node", /);
    expect(check).toContain("http://127.0.0.1:8787/v0/health/");
    expect(all(final, "EXPOSE")).toEqual(["8787 1883"]);
  });

  it("installs Debian packages without recommended ones, and removes the lists", () => {
    const installs = all(final, "RUN").filter((line) => line.includes("apt-get"));
    for (const line of installs) {
      expect(line).toMatch(/apt-get update && apt-get install --yes --no-install-recommends /);
      expect(line).toContain("rm -rf /var/lib/apt/lists/*");
    }
    expect(installs).toHaveLength(1);
  });
});

describe("compose.yaml", () => {
  const compose = textOf("compose.yaml");
  const services = compose
    .slice(compose.indexOf("services:"), compose.indexOf("\nvolumes:"))
    .split(/^(?= {2}\w+:$)/m)
    .slice(1);

  it("builds what it runs, and never pulls an image of this name", () => {
    expect(services.map((each) => each.split(":")[0]?.trim())).toEqual(["switchyard", "bridge"]);
    expect(compose).not.toMatch(/^ *image:/m);
    for (const service of services)
      expect(service).toMatch(/^ {4}build: .*\n(?: {4}#.*\n)? {4}pull_policy: build$/m);
  });

  it.each(["read_only: true", 'cap_drop: ["ALL"]', 'security_opt: ["no-new-privileges:true"]'])(
    "gives both %s",
    (line) => {
      for (const service of services) expect(service).toContain(`\n    ${line}\n`);
    },
  );

  it("gives both the time that they need to stop", () => {
    const seconds = services.map((each) => Number(/stop_grace_period: (\d+)s/.exec(each)?.[1]));
    // 5 s until the product is killed; the bridge disconnects its clients over 30 s
    expect(seconds[0]).toBeGreaterThan(5);
    expect(seconds[1]).toBeGreaterThan(30 + 3);
  });

  it("connects the bridge to a name that the product answers for, with the same key", () => {
    const [product = "", bridge = ""] = services;
    const [, name] = /ws:\/\/([\w-]+):8787\/mqtt/.exec(bridge) ?? [];
    expect(product).toContain(`"--host", "${name}"`);
    expect(product).toContain(`BRIDGE_KEYS:\${BRIDGE_KEYS:?`);
    expect(bridge).toContain(`BRIDGE_KEYS: "\${BRIDGE_KEYS}"`);
  });

  it("mounts the volume where the image keeps its state", () => {
    expect(services[0]).toContain(`volumes: ["state:${all(final, "VOLUME")[0]}"]`);
  });
});
