/** The sentence for the account's owner about a refused login. */

import type { Input } from "../../session/effect.ts";
import type { RefusedLogin, Wrong } from "./authenticator.ts";

type Told = Pick<Extract<Input, { type: "rejected" }>, "detail" | "remedy">;

/** The client gets one sentence for all of them; the owner learns which it was. */
const DETAILS = {
  "api-key": "The account has no such API key.",
  username: "The account has no credential with this user name.",
  password: "The password does not match the credential with this user name.",
  earlier: "The password was rotated, and this old one no longer works: use the current one.",
  device: "The account has no such device.",
  found: "The device was discovered: it logs in without its id, with a credential that belongs to no device.",
  token: "The account has no such token, or it has expired.",
  link: "The link to the device has expired, or was revoked.",
} as const satisfies Record<Wrong, string>;

export function refusalDetail({ wrong, credentialId }: RefusedLogin): Told {
  const detail = DETAILS[wrong];
  const isPassword = wrong === "earlier" || wrong === "password";
  if (!isPassword || credentialId === null) return { detail };
  return { detail, remedy: { kind: "password", credentialId } };
}
