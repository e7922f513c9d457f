/** Passkeys (WebAuthn): a login without a password. A page makes and uses them; its browser keeps their secrets. */

import * as z from "zod";
import { MAX_PASSWORD } from "./account.ts";
import { endpoints } from "./endpoint.ts";
import { moment, named, needsOne, secret, text, uuid } from "./fields.ts";
import { MAX_PASSKEY_NAME } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";
import { Session } from "./sign-in.ts";

export const Passkey = named("Passkey", {
  id: uuid(),
  name: z.string(),
  created_at: moment(),
  /** Null: never used. */
  last_used_at: moment().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** The longest of what browsers send, by far: an authenticator's data has no attestation here. */
const MAX_ENCODED = 4096;
/** An attestation that nobody asked for may be in it: a chain of certificates. */
const MAX_ATTESTATION = 16_384;
const EXAMPLE = "AQIDBA";

/** Bytes as base64url without padding, as in the JSON forms of WebAuthn (level 3, section 5.1). */
const bytes = (max = MAX_ENCODED) =>
  text({ max })
    .refine((value) => /^[\w-]+$/.test(value), MESSAGES.notBase64Url)
    .meta({ examples: [EXAMPLE] });

const Challenge = named("PasskeyChallenge", {
  /** The UTF-8 bytes of this text are the challenge. Works once, for five minutes. */
  challenge: z.string(),
});

const PasskeyBody = z
  .object({
    name: text({ max: MAX_PASSKEY_NAME }),
    /** The account's password: a stolen session must not make itself a login. */
    password: secret({ max: MAX_PASSWORD }),
    /** The id that the authenticator gave the key. */
    credential_id: bytes(),
    client_data: bytes(),
    /** `attestationObject`: the authenticator's data with the key. ES256, EdDSA (Ed25519) or RS256. */
    attestation_object: bytes(MAX_ATTESTATION).optional(),
    /** In place of the attestation object: `getAuthenticatorData()`. */
    authenticator_data: bytes().optional(),
    /** Beside the authenticator's data: `getPublicKey()`, SubjectPublicKeyInfo. Without it the key is read from them. */
    public_key: bytes().optional(),
  })
  .superRefine(needsOne("attestation_object", "authenticator_data"))
  .meta({
    id: "PasskeyBody",
    examples: [
      {
        name: "Laptop",
        password: "…",
        credential_id: EXAMPLE,
        client_data: EXAMPLE,
        attestation_object: EXAMPLE,
        authenticator_data: EXAMPLE,
      },
    ],
  });

const PasskeyLogin = named("PasskeyLogin", {
  credential_id: bytes(),
  client_data: bytes(),
  authenticator_data: bytes(),
  /** By the passkey's key: ECDSA with P-256 and SHA-256 in DER, Ed25519, or RSA (PKCS #1, version 1.5) with SHA-256. */
  signature: bytes(),
});

/** What a browser signs (section 5.8.1), with the fields that are compared. */
export const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.url(),
  crossOrigin: z.boolean().optional(),
});

export const PASSKEY_CALLS = endpoints({
  createPasskeyChallenge: {
    method: "POST",
    path: "/v0/passkeys/challenge/",
    access: "public",
    status: 201,
    summary: "Make a challenge, for a new passkey or a login with one",
    response: Challenge,
    throttle: "passkey-challenge",
  },
  loginWithPasskey: {
    method: "POST",
    path: "/v0/login/passkey/",
    access: "public",
    summary: "Log in with a passkey",
    request: PasskeyLogin,
    response: Session,
    throttle: "passkey-login",
  },
  listPasskeys: {
    method: "GET",
    path: "/v0/passkeys/",
    access: "user",
    summary: "Passkeys, newest first",
    response: z.array(Passkey),
    whileSuspended: true,
  },
  createPasskey: {
    method: "POST",
    path: "/v0/passkeys/",
    access: "user",
    status: 201,
    summary: "Add a passkey that a browser has made for this page; needs the password",
    request: PasskeyBody,
    response: Passkey,
    throttle: "create-passkey",
  },
  deletePasskey: {
    method: "DELETE",
    path: "/v0/passkeys/{id}/",
    access: "user",
    summary: "Delete a passkey: it logs nobody in any more; sessions that it began stay",
    problems: [404],
  },
});
