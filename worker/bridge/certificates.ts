/**
 * The certificates of the TLS listener: one for each kind of key, because some firmware verifies RSA only, or ECDSA
 * only. Changed files are loaded for new connections; existing ones stay.
 */

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, type Stats, unwatchFile, watchFile } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";

export interface CertificateFiles {
  /** PEM, the server's own certificate first. */
  certificate: string;
  key: string;
}

/** What the two files held when they were last usable. */
interface Pair {
  cert: Buffer;
  key: Buffer;
  /** The kind of key: `rsa`, `ec`, `ed25519`. */
  kind: string;
  /** Milliseconds since 1970. */
  expires: number;
}

interface Slot {
  files: CertificateFiles;
  pair: Pair;
  /** Its files changed and could not be used so far. */
  hasChanged: boolean;
}

/** Polled, because notifications differ between replaced, linked and mounted files. */
const POLL_MS = 1000;

/** A mistake of the person who starts the bridge: printed without a stack, because it has a code. */
class UnusableError extends Error {
  readonly code = "UNUSABLE";
}

export class Certificates {
  readonly #slots: Slot[];
  readonly #log: (line: string) => void;
  readonly #unwatch: (() => void)[];
  #context: SecureContext;

  /** Throws if one cannot be used. Later failures are logged, and the previous certificate stays in use. */
  constructor(files: readonly CertificateFiles[], log: (line: string) => void) {
    this.#log = log;
    this.#slots = files.map((each) => ({ files: each, pair: readPair(each), hasChanged: false }));
    this.#context = contextOf(this.#slots.map(({ pair }) => pair));
    this.#unwatch = this.#slots.map((slot) =>
      watch(slot.files, () => {
        slot.hasChanged = true;
        this.#load();
      }),
    );
  }

  context(): SecureContext {
    return this.#context;
  }

  /** The earliest expiry, in milliseconds since 1970. */
  expires(): number {
    return Math.min(...this.#slots.map(({ pair }) => pair.expires));
  }

  /** Loads the files now instead of at the next poll. */
  reload(): void {
    for (const slot of this.#slots) slot.hasChanged = true;
    this.#load();
  }

  close(): void {
    for (const unwatch of this.#unwatch) unwatch();
  }

  #load(): void {
    const pairs = this.#slots.map((slot) => (slot.hasChanged ? this.#readOrKeep(slot) : slot.pair));
    if (pairs.every((pair, index) => pair === this.#slots[index]?.pair)) return;
    try {
      this.#context = contextOf(pairs);
    } catch (error) {
      // They are read together again when the next file changes, such as the other one of two that change places.
      this.#log(`the certificates stay as they were: ${(error as Error).message}`);
      return;
    }
    for (const [index, slot] of this.#slots.entries()) {
      const pair = pairs[index];
      if (pair === undefined || pair === slot.pair) continue;
      slot.pair = pair;
      slot.hasChanged = false;
      const until = new Date(pair.expires).toISOString();
      this.#log(`${slot.files.certificate} was read again, it is valid until ${until}`);
    }
  }

  #readOrKeep({ files, pair }: Slot): Pair {
    try {
      return readPair(files);
    } catch (error) {
      this.#log(`${files.certificate} stays as it was: ${(error as Error).message}`);
      return pair;
    }
  }
}

/** Calls `onChange` when one of the files changed. Returns the function that ends this. */
function watch(files: CertificateFiles, onChange: () => void): () => void {
  // ctime, not content: it also changes when a key becomes readable.
  const onPoll = (now: Stats, before: Stats) => {
    if (now.ctimeMs !== before.ctimeMs || now.ino !== before.ino) onChange();
  };
  const paths = [files.certificate, files.key];
  for (const path of paths) watchFile(path, { interval: POLL_MS, persistent: false }, onPoll);
  return () => {
    for (const path of paths) unwatchFile(path, onPoll);
  };
}

function readPair(files: CertificateFiles): Pair {
  const [cert, key] = [readFileSync(files.certificate), readFileSync(files.key)];
  const parsed = parse(files, cert, key);
  checkDates(files.certificate, parsed);
  const kind = parsed.publicKey.asymmetricKeyType ?? "unknown";
  const pair = { cert, key, kind, expires: Date.parse(parsed.validTo) };
  try {
    contextOf([pair]);
  } catch (error) {
    // Such as a key that OpenSSL considers too weak.
    const { reason, message } = error as Error & { reason?: string };
    throw new UnusableError(`${files.certificate} cannot be used for TLS: ${reason ?? message}`);
  }
  return pair;
}

function checkDates(file: string, { validFrom, validTo }: X509Certificate): void {
  const now = Date.now();
  if (Date.parse(validTo) <= now) {
    throw new UnusableError(`${file} expired on ${validTo}: put a renewed certificate and its key there`);
  }
  if (Date.parse(validFrom) > now) {
    throw new UnusableError(`${file} is not valid before ${validFrom}: check the clock, or reload it then`);
  }
}

/** OpenSSL accepts a certificate and a key that belong to different pairs, and then every handshake fails. */
function parse(files: CertificateFiles, cert: Buffer, key: Buffer): X509Certificate {
  const certificate = readAs(files.certificate, "certificate", () => new X509Certificate(cert));
  const privateKey = readAs(files.key, "private key without a passphrase", () => createPrivateKey(key));
  if (certificate.checkPrivateKey(privateKey)) return certificate;
  throw new UnusableError(
    `the certificate and the key do not fit each other: ${files.key} is not the key of ${files.certificate}`,
  );
}

function readAs<T>(file: string, what: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new UnusableError(`${file} must hold a ${what} as PEM text`);
  }
}

/** OpenSSL offers one certificate of each kind of key, and the client's abilities choose. */
function contextOf(pairs: readonly Pair[]): SecureContext {
  const kinds = pairs.map(({ kind }) => kind);
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  if (twice !== undefined) {
    throw new UnusableError(
      `two certificates have a key of the kind ${twice}: give one of each kind, such as RSA and ECDSA`,
    );
  }
  return createSecureContext({
    cert: pairs.map(({ cert }) => cert),
    key: pairs.map(({ key }) => key),
    minVersion: "TLSv1.2",
  });
}
