/** PURE. Proof Key for Code Exchange (RFC 7636). */

import { createHash } from "node:crypto";

/** Section 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** The challenge of a verifier by S256 (4.2); null for a text that is no verifier. */
export const s256 = (verifier: string): string | null =>
  VERIFIER.test(verifier) ? createHash("sha256").update(verifier).digest("base64url") : null;
