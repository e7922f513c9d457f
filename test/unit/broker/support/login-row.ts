/** Logins, and their rows in the database. */

import type { Claim } from "../../../../broker/contract/client.ts";
import type { LoginRights as Row } from "../../../../broker/ports.ts";
import type { Principal } from "../../../../broker/routing/access.ts";

export interface Login {
  claim: Claim;
  principal: Principal;
  /** Further columns of its row. */
  row?: Partial<
    Pick<Extract<Row, { kind: "credential" }>, "view" | "grants" | "deviceId" | "earlier" | "secret">
  >;
}

/** Stands for a digest. */
export const hidden = (secret: string): string => [...secret].reverse().join("");

export function rowOf({ claim, principal, row: more }: Login): Row {
  if (claim.kind === "api-key" || principal.kind === "api-key") {
    return {
      kind: "api-key",
      id: (principal as { keyId: string }).keyId,
      name: hidden((claim as { key: string }).key),
    };
  }
  if (claim.kind === "token" || principal.kind === "token") {
    throw new Error("Tests of the API make tokens.");
  }
  const row = { id: principal.credentialId, name: claim.username, secret: claim.password };
  if (principal.kind === "device" && principal.until !== undefined) {
    return { ...row, kind: "link", deviceId: principal.deviceId, until: principal.until };
  }
  const { secretVersion, topics } = principal;
  return { ...row, kind: "credential", secretVersion, topics, ...more };
}
