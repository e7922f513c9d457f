import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { useUser } from "../../../session/session.ts";
import { targetProblem } from "../names.ts";

/** Stands for the account's email until the watch is saved, which creates the target. */
export const NEW_MAIL = "mail";

/** The targets of a new watch: all that work; without targets, the email of a confirmed account. */
export function useFirstTargets(targets: readonly NoticeTarget[]): string[] {
  const { email_verified: verified } = useUser();
  if (targets.length === 0) return verified ? [NEW_MAIL] : [];
  return targets.filter((target) => targetProblem(target) === null).map(({ id }) => id);
}
