/** The certificate of the TLS door. Its files are renewed under it: who comes then gets the new one, who is here stays. */

import { createPrivateKey, X509Certificate } from "node:crypto";
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
  /** Now, rather than at the next look. */
  readAgain(): void;
  close(): void;
}

/** By time and not by notice: a file that is replaced, linked anew or mounted tells of itself in different ways. */
const LOOK_EVERY_MS = 1000;

/** OpenSSL takes two of different kinds, and then serves nobody. */
class Unfit extends Error {
  readonly code = "UNFIT";
}

/** Throws when the files do not hold a certificate and its key; later they may, for a moment, not. */
export function openCertificate(files: CertificateFiles, log: (line: string) => void): Certificate {
  let current = read(files);
  const readAgain = () => {
    try {
      current = read(files);
      log(`the certificate was read again, it is good until ${new Date(current.expires).toISOString()}`);
    } catch (error) {
      log(`the certificate stays what it was: ${(error as Error).message}`);
    }
  };
  // By its change, not its content's: a key may be there before the bridge may read it.
  const look = (now: Stats, before: Stats) => {
    if (now.ctimeMs !== before.ctimeMs || now.ino !== before.ino) readAgain();
  };
  const paths = [files.certificate, files.key];
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return {
    context: () => current.context,
    expires: () => current.expires,
    readAgain,
    close: () => {
      for (const path of paths) unwatchFile(path, look);
    },
  };
}

function read({ certificate, key }: CertificateFiles): { context: SecureContext; expires: number } {
  const [cert, own] = [readFileSync(certificate), readFileSync(key)];
  const named = new X509Certificate(cert);
  if (!named.checkPrivateKey(createPrivateKey(own))) {
    throw new Unfit("the certificate and the key do not fit each other");
  }
  const context = createSecureContext({ cert, key: own, minVersion: "TLSv1.2" });
  return { context, expires: Date.parse(named.validTo) };
}
