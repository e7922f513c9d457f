/** Signature algorithms of passkeys, by their numbers in COSE (RFC 9053). Also read by the page. */

export const ES256 = -7;
export const EDDSA = -8;
export const RS256 = -257;

/**
 * In the order of preference. ES256 is first, because every browser has it. Older machines with Windows Hello have RS256
 * alone (Web Authentication, level 3, section 5.4, `pubKeyCredParams`).
 */
export const PASSKEY_ALGORITHMS = [ES256, EDDSA, RS256] as const;
export type PasskeyAlgorithm = (typeof PASSKEY_ALGORITHMS)[number];

/** Bits of an RSA key. Longer ones cost more to verify, and no authenticator makes them. */
export const MIN_RSA_BITS = 2048;
export const MAX_RSA_BITS = 4096;
