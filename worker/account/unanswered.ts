import { logLine } from "../../broker/contract/hidden.ts";
import { accountName } from "../keys/digest.ts";

export function logUnanswered(userId: string, event: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  console.error(logLine({ level: "error", event, account: accountName(userId), reason }));
}
