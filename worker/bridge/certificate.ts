/** The certificate of the TLS door. Its files are renewed under it: who comes then gets the new one, who is here stays. */

import { X509Certificate } from "node:crypto";
import { readFileSync, type Stats, unwatchFile, watchFile } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";

export interface CertificateFiles {
  /** PEM, the server's own first. */
  certificate: string;
  key: string;
}

export interface Certificate {
  /** What a connection that comes now is served with. */
  context(): SecureContext;
  /** When it ends: milliseconds. */
  expires(): number;
  close(): void;
}

/** By time and not by notice: a file that is replaced, linked anew or mounted tells of itself in different ways. */
const LOOK_EVERY_MS = 1000;

/** Throws when the files do not hold a certificate and its key; later they may, for a moment, not. */
export function openCertificate(files: CertificateFiles, log: (line: string) => void): Certificate {
  let current = read(files);
  const look = (now: Stats, before: Stats) => {
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino && now.size === before.size) return;
    try {
      current = read(files);
      log(`the certificate was read again, it is good until ${new Date(current.expires).toISOString()}`);
    } catch (error) {
      log(`the certificate stays what it was: ${(error as Error).message}`);
    }
  };
  const paths = [files.certificate, files.key];
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return {
    context: () => current.context,
    expires: () => current.expires,
    close: () => {
      for (const path of paths) unwatchFile(path, look);
    },
  };
}

function read({ certificate, key }: CertificateFiles): { context: SecureContext; expires: number } {
  const cert = readFileSync(certificate);
  const context = createSecureContext({ cert, key: readFileSync(key), minVersion: "TLSv1.2" });
  return { context, expires: Date.parse(new X509Certificate(cert).validTo) };
}
