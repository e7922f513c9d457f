/** Certificate files of the TLS listener: only a matching pair is used, and changed files are read again. */

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
  "rejects a key of the kind %s that does not match its certificate [F431]",
  (kind) => {
    execFileSync("openssl", ["genpkey", "-algorithm", ...kind.split(" "), "-out", files.key], {
      stdio: "ignore",
    });
    expect(start).toThrow("do not fit each other");
  },
);

it("keeps its pair while a new half stands there, and logs when both match again [F431] [F432]", async () => {
  const { context } = start();
  const first = context();
  renameSync(files.key, `${files.key}.kept`);
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", files.key], { stdio: "ignore" });
  await heard("stays what it was: the certificate and the key do not fit each other");
  expect(context()).toBe(first);
  renameSync(`${files.key}.kept`, files.key);
  await heard("was read again");
});

it("is read again when its file permissions change, as from root to the service's group [F432]", async () => {
  start();
  // waits for the first read, which would include an earlier change
  let isGroups = false;
  await until("that it was read again", () => {
    isGroups = !isGroups;
    chmodSync(files.key, isGroups ? 0o640 : 0o600);
    return said.some((line) => line.includes("was read again"));
  });
});
