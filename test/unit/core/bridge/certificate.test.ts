/** Certificate files of the TLS listener: only usable pairs are served, and changed files are read again. */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Certificates } from "../../../../worker/bridge/certificates.ts";
import { type CertificateFiles, makeCertificate } from "../../../support/bridge-process.ts";
import { until } from "../../../support/until.ts";

/** Made once: openssl is slow. */
const originals = mkdtempSync(join(tmpdir(), "switchyard-certificates-"));
let folder = "";
let files: CertificateFiles;
let rsa: CertificateFiles;
let open: Certificates | null = null;
let said: string[] = [];
const start = (...all: CertificateFiles[]) => {
  open = new Certificates(all.length > 0 ? all : [files], (line) => said.push(line));
  return open;
};
const heard = (words: string) => until(words, () => said.some((line) => line.includes(words)));

const inFolder = (original: CertificateFiles): CertificateFiles => ({
  certificate: join(folder, basename(original.certificate)),
  key: join(folder, basename(original.key)),
});

beforeAll(() => {
  files = makeCertificate(originals);
  rsa = makeCertificate(originals, "rsa", { kind: "rsa", prefix: "rsa-", days: 2 });
});
afterAll(() => rmSync(originals, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-certificate-"));
  cpSync(originals, folder, { recursive: true });
  [files, rsa] = [inFolder(files), inFolder(rsa)];
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
    expect(start).toThrow(`do not fit each other: ${files.key} is not the key of ${files.certificate}`);
  },
);

describe("gives one sentence for a file that cannot be used", () => {
  const WEAK = ["-newkey", "rsa:1024", "-nodes", "-days", "1", "-subj", "/CN=weak"];
  const CASES: [what: string, breaks: () => void, words: string][] = [
    [
      "an expired certificate",
      () => makeCertificate(folder, "old", { days: -1 }),
      "certificate.pem expired on ",
    ],
    [
      "an empty certificate",
      () => writeFileSync(files.certificate, ""),
      "must hold a certificate as PEM text",
    ],
    [
      "a key in the certificate's place",
      () => cpSync(files.key, files.certificate),
      "must hold a certificate",
    ],
    [
      "a key that is not PEM",
      () => writeFileSync(files.key, "secret"),
      "must hold a private key without a pass",
    ],
    [
      "a key with a passphrase",
      () =>
        execFileSync(
          "openssl",
          ["ec", "-in", files.key, "-out", files.key, "-aes128", "-passout", "pass:x"],
          { stdio: "ignore" },
        ),
      "must hold a private key without a passphrase",
    ],
    [
      "a weak key",
      () =>
        execFileSync("openssl", ["req", "-x509", ...WEAK, "-keyout", files.key, "-out", files.certificate], {
          stdio: "ignore",
        }),
      "certificate.pem cannot be used for TLS: ee key too small",
    ],
    ["a missing file", () => rmSync(files.key), "no such file or directory"],
  ];

  it.each(CASES)("%s", (_, breaks, words) => {
    breaks();
    expect(start).toThrow(words);
  });

  it.each(CASES)("%s, and keeps the previous one in use", (_, breaks, words) => {
    const certificates = start();
    const before = certificates.context();
    const expires = certificates.expires();
    breaks();
    certificates.reload();
    expect(said).toEqual([expect.stringContaining(words)]);
    expect(said[0]).toMatch(/^\S+certificate\.pem stays as it was: /);
    expect(certificates.expires()).toBe(expires);
    expect(certificates.context()).toBe(before);
  });
});

it("keeps its pair while a new half stands there, and logs when both match again [F431] [F432]", async () => {
  const expires = start().expires();
  renameSync(files.key, `${files.key}.kept`);
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", files.key], { stdio: "ignore" });
  await heard("stays as it was: the certificate and the key do not fit each other");
  expect(open?.expires()).toBe(expires);
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

function copyPair(from: CertificateFiles, to: CertificateFiles): void {
  cpSync(from.certificate, to.certificate);
  cpSync(from.key, to.key);
}

describe("with a certificate of each kind", () => {
  it("reads each again by itself, and reports the earliest expiry", async () => {
    const certificates = start(files, rsa);
    const day = 24 * 3_600_000;
    expect(certificates.expires()).toBeLessThan(Date.now() + day);
    makeCertificate(folder, "renewed", { days: 3 });
    await heard(`${files.certificate} was read again`);
    expect(said.join()).not.toContain(rsa.certificate);
    expect(certificates.expires()).toBeGreaterThan(Date.now() + day);
  });

  it("renews one while the other cannot be used", () => {
    const certificates = start(files, rsa);
    writeFileSync(rsa.key, "");
    makeCertificate(folder, "renewed", { days: 3 });
    certificates.reload();
    expect(said).toEqual([
      expect.stringContaining(`${rsa.certificate} stays as it was`),
      expect.stringContaining(`${files.certificate} was read again`),
    ]);
  });

  it("refuses two of one kind, of which OpenSSL would serve the last", () => {
    const second = makeCertificate(folder, "second", { prefix: "second-" });
    expect(() => start(files, rsa, second)).toThrow("two certificates have a key of the kind ec");
  });

  it("reads two together that change places", () => {
    const certificates = start(files, rsa);
    const ecdsa = { certificate: join(folder, "kept.pem"), key: join(folder, "kept-key.pem") };
    copyPair(files, ecdsa);
    copyPair(rsa, files);
    certificates.reload();
    expect(said).toEqual([expect.stringContaining("the certificates stay as they were: two certificates")]);
    said = [];
    copyPair(ecdsa, rsa);
    certificates.reload();
    expect(said.map((line) => line.includes("was read again"))).toEqual([true, true]);
  });
});
