/** The certificate of the TLS listener. Changed files are loaded for new connections; existing ones stay. */

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, type Stats, unwatchFile, watchFile } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";

export interface CertificateFiles {
  /** PEM, the server's own certificate first. */
  certificate: string;
  key: string;
}

export interface Certificate {
  context(): SecureContext;
  /** Milliseconds since 1970. */
  expires(): number;
  /** Loads the files now instead of at the next poll. */
  reload(): void;
  close(): void;
}

/** Polled, because notifications differ between replaced, linked and mounted files. */
const POLL_MS = 1000;

/** OpenSSL accepts a certificate and a key of different types, and then every handshake fails. */
class MismatchError extends Error {
  readonly code = "UNFIT";
}

/** Throws if the files do not hold a certificate and its key. Later failures are logged and change nothing. */
export function openCertificate(files: CertificateFiles, log: (line: string) => void): Certificate {
  let current = read(files);
  const reload = () => {
    try {
      current = read(files);
      log(`the certificate was read again, it is good until ${new Date(current.expires).toISOString()}`);
    } catch (error) {
      log(`the certificate stays what it was: ${(error as Error).message}`);
    }
  };
  // ctime, not content: it also changes when a key becomes readable.
  const onPoll = (now: Stats, before: Stats) => {
    if (now.ctimeMs !== before.ctimeMs || now.ino !== before.ino) reload();
  };
  const paths = [files.certificate, files.key];
  for (const path of paths) watchFile(path, { interval: POLL_MS, persistent: false }, onPoll);
  return {
    context: () => current.context,
    expires: () => current.expires,
    reload,
    close: () => {
      for (const path of paths) unwatchFile(path, onPoll);
    },
  };
}

function read(files: CertificateFiles): { context: SecureContext; expires: number } {
  const [cert, key] = [readFileSync(files.certificate), readFileSync(files.key)];
  const parsed = new X509Certificate(cert);
  if (!parsed.checkPrivateKey(createPrivateKey(key))) {
    throw new MismatchError("the certificate and the key do not fit each other");
  }
  const context = createSecureContext({ cert, key, minVersion: "TLSv1.2" });
  return { context, expires: Date.parse(parsed.validTo) };
}
