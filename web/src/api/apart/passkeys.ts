/** The browser's side of passkeys (Web Authentication, level 3): makes one for this page, and signs a login with one. */

import type { RequestOf } from "../../../../worker/contract/api.ts";
import { callPublic } from "../call-public.ts";

/** ES256. The only algorithm that the server verifies, and one that every browser has. */
const ES256 = -7;

const encoded = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));

const newChallenge = async (): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf((await callPublic("createPasskeyChallenge")).challenge);

/** A person who closes the browser's dialog, or lets it time out, has not failed. */
const wasClosed = (error: unknown): boolean =>
  error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);

async function askedFor(dialog: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const given = await dialog;
    return given instanceof PublicKeyCredential ? given : null;
  } catch (error) {
    if (wasClosed(error)) return null;
    throw error;
  }
}

interface Person {
  id: string;
  email: string;
}

type MadePasskey = Omit<RequestOf<"createPasskey">, "name" | "password">;

/** Null when the person closed the browser's dialog. */
export async function makePasskey({ id, email }: Person): Promise<MadePasskey | null> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: await newChallenge(),
    rp: { name: "Switchyard" },
    user: { id: bytesOf(id), name: email, displayName: email },
    pubKeyCredParams: [{ type: "public-key", alg: ES256 }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  };
  const made = await askedFor(navigator.credentials.create({ publicKey }));
  if (made === null) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  const key = response.getPublicKey();
  if (key === null) throw new Error("The browser does not give the public key.");
  return {
    credential_id: encoded(made.rawId),
    client_data: encoded(response.clientDataJSON),
    authenticator_data: encoded(response.getAuthenticatorData()),
    public_key: encoded(key),
  };
}

/** Null when the person closed the browser's dialog. */
export async function signLogin(): Promise<RequestOf<"loginWithPasskey"> | null> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: await newChallenge(),
    userVerification: "required",
  };
  const used = await askedFor(navigator.credentials.get({ publicKey }));
  if (used === null) return null;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    credential_id: encoded(used.rawId),
    client_data: encoded(response.clientDataJSON),
    authenticator_data: encoded(response.authenticatorData),
    signature: encoded(response.signature),
  };
}
