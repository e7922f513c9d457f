/** The browser's side of passkeys (Web Authentication, level 3): makes one for this page, and signs a login with one. */

import type { RequestOf } from "../../../worker/contract/api.ts";
import { PASSKEY_ALGORITHMS } from "../../../worker/contract/passkey-algorithms.ts";
import { callPublic } from "./call-public.ts";

const encoded = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const utf8 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));

const newChallenge = async (): Promise<Uint8Array<ArrayBuffer>> =>
  utf8((await callPublic("createPasskeyChallenge")).challenge);

/** The sentence that a person reads in place of a result. */
export interface PasskeyProblem {
  problem: string;
}

/** Exceptions of the browser that have a remedy (section 5.1.3), by name: extensions throw errors of their own class. */
const PROBLEMS: Record<string, string> = {
  NotAllowedError: "The browser’s dialog was closed, or its time ran out. Press again to try once more.",
  AbortError: "The browser’s dialog was closed, or its time ran out. Press again to try once more.",
  SecurityError: "Passkeys do not work at this address. Open this page by its name, with https.",
  NotSupportedError: "This device makes no keys of a kind that can be verified here. Use another one.",
  ConstraintError: "This device does not check who uses it. Turn on its PIN, fingerprint or face check.",
};
const NOT_UNDERSTOOD =
  "A passkey was used or saved, but this page cannot read it. Extensions of password managers can cause that: turn them off for this page, or use another browser.";

/**
 * What a dialog returned, read by the names of its fields. An extension may return a plain object in place of a
 * `PublicKeyCredential`, without methods, or with getters that throw.
 */
async function readFrom<Result>(
  dialog: Promise<unknown>,
  read: (credential: PublicKeyCredential) => Result,
): Promise<Result | PasskeyProblem> {
  let given: unknown;
  try {
    given = await dialog;
  } catch (error) {
    const problem = PROBLEMS[(error as Error | null)?.name ?? ""];
    if (problem === undefined) throw error;
    return { problem };
  }
  try {
    return read(given as PublicKeyCredential);
  } catch {
    return { problem: NOT_UNDERSTOOD };
  }
}

/** Base64url of bytes, also of those of another window or extension. Throws for anything else. */
function bytesIn(value: unknown): string {
  if (ArrayBuffer.isView(value)) {
    return encoded(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  // `instanceof` knows the class of this window alone
  if (Object.prototype.toString.call(value) !== "[object ArrayBuffer]") throw new Error("No bytes.");
  return encoded(new Uint8Array(value as ArrayBuffer));
}

interface Person {
  id: string;
  email: string;
}

type MadePasskey = Omit<RequestOf<"createPasskey">, "name" | "password">;

export async function makePasskey({ id, email }: Person): Promise<MadePasskey | PasskeyProblem> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: await newChallenge(),
    rp: { name: "Switchyard" },
    user: { id: utf8(id), name: email, displayName: email },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  };
  return readFrom(navigator.credentials.create({ publicKey }), ({ rawId, response }) => {
    const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
    return {
      credential_id: bytesIn(rawId),
      client_data: bytesIn(clientDataJSON),
      attestation_object: bytesIn(attestationObject),
    };
  });
}

export async function signLogin(): Promise<RequestOf<"loginWithPasskey"> | PasskeyProblem> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: await newChallenge(),
    userVerification: "required",
  };
  return readFrom(navigator.credentials.get({ publicKey }), ({ rawId, response }) => {
    const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
    return {
      credential_id: bytesIn(rawId),
      client_data: bytesIn(clientDataJSON),
      authenticator_data: bytesIn(authenticatorData),
      signature: bytesIn(signature),
    };
  });
}
