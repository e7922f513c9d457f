/** The rights of an MQTT client that logs in with a token, by its scopes. */

import type { Grant } from "../../contract/grants.ts";
import { parseScope } from "../../contract/scopes.ts";
import type { SessionRights, TokenLogin } from "../../ports.ts";
import type { Principal } from "../../routing/access.ts";

/** A stream that a login session opened: reads the whole account. */
export const sessionPrincipal = ({
  digest,
  until,
}: SessionRights): Extract<Principal, { kind: "token" }> => ({
  kind: "token",
  tokenId: digest,
  controls: [],
  view: "root",
  until,
  grants: [{ filter: "#", publish: false, subscribe: true }],
});

/** Scopes for REST only give an MQTT client no rights. */
export function tokenPrincipal({ id, scopes, until }: TokenLogin): Extract<Principal, { kind: "token" }> {
  const grants: Grant[] = [];
  const controls: string[] = [];
  for (const text of scopes) {
    const scope = parseScope(text);
    if (scope?.kind === "read") grants.push({ filter: scope.filter, publish: false, subscribe: true });
    if (scope?.kind === "publish") grants.push({ filter: scope.filter, publish: true, subscribe: false });
    if (scope?.kind === "device" && scope.scope === "devices:switch") controls.push(scope.deviceId);
    if (scope?.kind === "plain" && scope.scope === "devices:switch") controls.push("+");
  }
  const base = { kind: "token", tokenId: id, grants, controls, view: "root" } as const;
  return until === null ? base : { ...base, until };
}
