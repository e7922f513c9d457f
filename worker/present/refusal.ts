import type { StoredRefusal as Noted, Remedy } from "../../broker/contract/account.ts";
import { adviceOf } from "../../broker/contract/account.ts";
import { isoTime } from "../contract/fields.ts";
import type { Refusal } from "../contract/refusals.ts";

const NO_SETTING = "No setting would allow it: change the client.";

export const refusalOf = (noted: Noted): Refusal => ({
  id: noted.id,
  at: isoTime(noted.at),
  kind: noted.kind,
  client_id: noted.clientId,
  client_kind: noted.clientKind,
  client_name: noted.clientName,
  tried: noted.tried,
  rule: noted.rule,
  nearest: noted.nearest,
  fix: noted.fix && { credential_id: noted.fix.credentialId, topic: noted.fix.topic },
  remedy: shown(noted.remedy),
  advice: noted.advice ?? (noted.remedy === null ? NO_SETTING : adviceOf(noted.remedy)),
  key: noted.key ?? null,
  byte: noted.byte ?? null,
  count: noted.count ?? 1,
});

function shown(remedy: Remedy | null): Refusal["remedy"] {
  if (remedy === null || !("credentialId" in remedy)) return remedy;
  const { credentialId: credential_id, ...rest } = remedy;
  return { ...rest, credential_id };
}
