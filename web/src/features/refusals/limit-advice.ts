import type { LimitRow } from "../../../../broker/contract/limit-row.ts";
import { BROKER_LIMITS } from "../../../../broker/contract/limits.ts";

export const adviceOn = (limit = ""): string =>
  (BROKER_LIMITS as Record<string, LimitRow>)[limit]?.advice ?? "It exceeded a limit.";
