import type { StoredRefusal as Noted, Remedy } from "../../broker/contract/account.ts";
import type { Refusal } from "../contract/refusal.ts";
import { moment } from "./moment.ts";

export const refusalOf = (noted: Noted): Refusal => ({
  id: noted.id,
  at: moment(noted.at),
  kind: noted.kind,
  client_id: noted.clientId,
  client_kind: noted.clientKind,
  client_name: noted.clientName,
  tried: noted.tried,
  rule: noted.rule,
  nearest: noted.nearest,
  fix: noted.fix && { credential_id: noted.fix.credentialId, topic: noted.fix.topic },
  remedy: shown(noted.remedy),
});

function shown(remedy: Remedy | null): Refusal["remedy"] {
  if (remedy === null || !("credentialId" in remedy)) return remedy;
  const { credentialId: credential_id, ...rest } = remedy;
  return { ...rest, credential_id };
}
