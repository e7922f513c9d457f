/** Maps the rights that were read to the principals with sessions. */

import type { AccountRights, LoginWithSecret, TokenLogin } from "../../ports.ts";
import type { Principal, PrincipalRef } from "../../routing/access.ts";
import { principalOf } from "./authenticator.ts";
import { sessionPrincipal, tokenPrincipal } from "./token-principal.ts";

/** In the order of `refs`; null for a principal that is gone. */
export function review(
  refs: readonly PrincipalRef[],
  { logins, devices, sessions = [] }: AccountRights,
): (Principal | null)[] {
  const keys = new Set(logins.flatMap(({ kind, id }) => (kind === "api-key" ? [id] : [])));
  const rows = new Map(
    logins.flatMap((row): [string, LoginWithSecret][] =>
      row.kind === "api-key" || row.kind === "token" ? [] : [[row.id, row]],
    ),
  );
  const tokens = new Map(
    logins.flatMap((row): [string, TokenLogin][] => (row.kind === "token" ? [[row.id, row]] : [])),
  );
  const deviceOf = new Map(devices.map((device) => [device.deviceId, device]));
  return refs.map((ref) => {
    if (ref.kind === "api-key") return keys.has(ref.keyId) ? ref : null;
    if (ref.kind === "token") {
      const token = tokens.get(ref.tokenId);
      if (token !== undefined) return tokenPrincipal(token);
      const session = sessions.find(({ digest }) => digest === ref.tokenId);
      return session === undefined ? null : sessionPrincipal(session);
    }
    const row = rows.get(ref.credentialId);
    if (row === undefined) return null;
    if (ref.kind === "credential")
      return principalOf(row, null, row.kind === "credential" ? row.view : "account");
    const device = deviceOf.get(ref.deviceId);
    return device === undefined ? null : principalOf(row, device, ref.view);
  });
}
