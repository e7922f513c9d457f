import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyLegalTexts } from "../../../worker/local/build-page.ts";
import { localConfiguration, localOptions, mailKeyOf } from "../../../worker/local/configuration.ts";
import { hostsToServe, takeOption } from "../../../worker/local/port.ts";

const deployed = readFileSync("wrangler.toml", "utf8");

test("a deployment is production, and only the local copy is not [T50]", () => {
  expect(deployed).toMatch(/^ENVIRONMENT = "production"$/m);
  expect(deployed).toMatch(/^main = "worker\/index\.ts"$/m);
  expect(deployed).not.toContain("/dev/");
  const local = localConfiguration(deployed, null);
  expect(local).toMatch(/^main = ".*\/worker\/development\.ts"$/m);
  expect(local).toMatch(/^run_worker_first = true$/m);
});

test("the local copy adds the listener and works from another folder", () => {
  const local = localConfiguration(deployed, { port: 1999, address: "127.0.0.1" });
  expect(local).toMatch(/\[\[connect\]\]\nprotocol = "tcp"\nport = 1999\naddress = "127.0.0.1"/);
  expect(localConfiguration(deployed, null)).not.toContain("[[connect]]");
  // All paths of files and folders are absolute in the copy.
  const paths = [...deployed.matchAll(/^\w+\s*=\s*"((?:\w+\/)+[\w./-]*|migrations)"/gm)];
  expect(paths).toHaveLength(3);
  for (const [line, path = ""] of paths) {
    expect(local).not.toContain(`\n${line}\n`);
    expect(local).toContain(`/${path.replace("index.ts", "development.ts")}"`);
  }
});

test("the options set the product's addresses and allowed hosts [T52]", () => {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-local-"));
  try {
    const url = "http://localhost:8787";
    const options = (address: string) =>
      localOptions({
        stateDirectory: folder,
        tcp: { port: 1999, address },
        url,
        lan: null,
        mailKey: "secret",
        hosts: ["desk.example"],
      });
    const said = options("127.0.0.1");
    expect(said.slice(0, 2)).toEqual(["--config", join(folder, "wrangler.toml")]);
    const variables = [
      "ENVIRONMENT:development",
      `APP_URL:${url}`,
      "DEV_MAIL_KEY:secret",
      "MQTT_TCP_PORT:1999",
      "MQTT_TCP_HOST:127.0.0.1",
    ];
    for (const each of variables) expect(said).toContain(each);
    const own = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address));
    const hosts = said
      .find((each) => each.startsWith("HOSTS:"))
      ?.slice("HOSTS:".length)
      .split(",");
    expect(hosts).toEqual([...own, "desk.example"]);
    // listening on all interfaces uses the host of the page
    expect(options("0.0.0.0").some((each) => each.startsWith("MQTT_TCP_HOST:"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the key of the developer mail page is new at each start, unless an option sets it", () => {
  expect(mailKeyOf([])).toMatch(/^[\w-]{24}$/);
  expect(mailKeyOf([])).not.toBe(mailKeyOf([]));
  expect(mailKeyOf(["--var", "DEV_MAIL_KEY:mine"])).toBe("mine");
});

test("--host belongs to npm start, the rest to wrangler", () => {
  expect(takeOption("--host", ["--host", "a.example", "--var", "A:1", "--host=b.example"])).toEqual({
    values: ["a.example", "b.example"],
    rest: ["--var", "A:1"],
  });
});

test.each([
  [[], ["127.0.0.1", "::1"]],
  [
    ["--ip", "localhost"],
    ["127.0.0.1", "::1"],
  ],
  [["--ip=*"], ["::"]],
  [["--ip", "0.0.0.0"], ["0.0.0.0"]],
])("%j listens on %j", (args, hosts) => {
  expect(hostsToServe(args)).toEqual(hosts);
});

test("the operator's texts beside wrangler.toml come into the page's folder, and former ones go", () => {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-texts-"));
  const page = join(folder, "dist");
  try {
    mkdirSync(page);
    writeFileSync(join(folder, "terms.md"), "Be kind.");
    writeFileSync(join(page, "privacy.md"), "of an earlier start");
    copyLegalTexts(folder, page);
    expect(readdirSync(page)).toEqual(["terms.md"]);
    expect(readFileSync(join(page, "terms.md"), "utf8")).toBe("Be kind.");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
