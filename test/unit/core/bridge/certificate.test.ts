/** The files of the TLS door: a pair that fits or none, and whatever changes is read again. */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Certificate, openCertificate } from "../../../../worker/bridge/certificate.ts";
import { type CertificateFiles, makeCertificate } from "../../../support/bridge-process.ts";
import { until } from "../../../support/until.ts";

let folder = "";
let files: CertificateFiles;
let open: Certificate | null = null;
let said: string[] = [];
const start = () => {
  open = openCertificate(files, (line) => said.push(line));
  return open;
};
const heard = (words: string) => until(words, () => said.some((line) => line.includes(words)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-certificate-"));
  files = makeCertificate(folder);
});
afterEach(() => {
  open?.close();
  [open, said] = [null, []];
  rmSync(folder, { recursive: true });
});

it.each(["ed25519", "rsa", "ec -pkeyopt ec_paramgen_curve:prime256v1"])(
  "takes no key of the kind %s that is not its certificate's [F431]",
  (kind) => {
    execFileSync("openssl", ["genpkey", "-algorithm", ...kind.split(" "), "-out", files.key], {
      stdio: "ignore",
    });
    expect(start).toThrow("do not fit each other");
  },
);

it("keeps its pair while another half stands there, and says when both fit again [F431] [F432]", async () => {
  const { context } = start();
  const first = context();
  renameSync(files.key, `${files.key}.kept`);
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", files.key], { stdio: "ignore" });
  await heard("stays what it was: the certificate and the key do not fit each other");
  expect(context()).toBe(first);
  renameSync(`${files.key}.kept`, files.key);
  await heard("was read again");
});

it("is read again when its rights change, as a key's that was root's alone at first [F432]", async () => {
  start();
  // until the first look has been: what changes before it is read already
  let isGroups = false;
  await until("that it was read again", () => {
    isGroups = !isGroups;
    chmodSync(files.key, isGroups ? 0o640 : 0o600);
    return said.some((line) => line.includes("was read again"));
  });
});
