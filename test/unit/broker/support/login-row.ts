/** Logins, and their rows in the database. */

import type { Claim } from "../../../../broker/contract/client.ts";
import { digest } from "../../../../broker/hub/session-key.ts";
import type { LoginRights as Row, TokenLogin } from "../../../../broker/ports.ts";
import type { Principal } from "../../../../broker/routing/access.ts";

export interface Login {
  claim: Claim;
  principal: Principal;
  /** Further columns of its row. */
  row?: Partial<
    Pick<Extract<Row, { kind: "credential" }>, "view" | "grants" | "deviceId" | "earlier" | "secret">
  >;
  /** Of a token. */
  token?: Omit<TokenLogin, "kind" | "id" | "name">;
}

/** Stands for a digest. */
export const hidden = (secret: string): string => [...secret].reverse().join("");

export function rowOf({ claim, principal, row: more, token }: Login): Row {
  if (claim.kind === "api-key" || principal.kind === "api-key") {
    return {
      kind: "api-key",
      id: (principal as { keyId: string }).keyId,
      name: hidden((claim as { key: string }).key),
    };
  }
  if (claim.kind === "token" || principal.kind === "token") {
    if (claim.kind !== "token" || principal.kind !== "token" || token === undefined) {
      throw new Error("A token has a claim, a principal and a row of its own kind.");
    }
    return { kind: "token", id: principal.tokenId, name: digest(claim.token), ...token };
  }
  const row = { id: principal.credentialId, name: claim.username, secret: claim.password };
  if (principal.kind === "device" && principal.until !== undefined) {
    return { ...row, kind: "link", deviceId: principal.deviceId, until: principal.until };
  }
  const { secretVersion, topics } = principal;
  return { ...row, kind: "credential", secretVersion, topics, ...more };
}
