import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { SendVerification } from "../../../account/send-verification.tsx";
import { targetsQuery, watchesQuery } from "../../../api/queries.ts";
import { useUser } from "../../../session/session.ts";
import { Checkbox } from "../../../ui/inputs/field.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { missedText, targetName, targetProblem } from "../names.ts";
import { useTurnOnPush } from "../push/use-turn-on-push.ts";
import { useTargetNames } from "./use-target-names.ts";

/** Stands for the account's email until the watch is saved, which creates the target. */
export const NEW_MAIL = "mail";

const NEW_MAIL_TARGET = { kind: "mail", confirmed: true, disabled: null } as const;

/**
 * The targets of a new watch: those of the newest watch, or else all, as far as they work; without targets, the email of
 * a confirmed account.
 */
export function useFirstTargets(targets: readonly NoticeTarget[]): string[] {
  const { email_verified: verified } = useUser();
  const newest = useQuery(watchesQuery()).data?.at(-1);
  if (targets.length === 0) return verified ? [NEW_MAIL] : [];
  return targets
    .filter((target) => target.kind !== "device" && targetProblem(target, verified) === null)
    .filter(({ id }) => newest === undefined || newest.targets.includes(id))
    .map(({ id }) => id);
}

interface TargetFieldsProps {
  chosen: readonly string[];
  errors: readonly string[] | undefined;
  onChange(chosen: string[]): void;
}

/** Where the notices of a watch go. What does not exist yet is created by its box. */
export function TargetFields({ chosen, errors = [], onChange }: TargetFieldsProps) {
  const targets = useQuery(targetsQuery()).data ?? [];
  const names = useTargetNames();
  const { email } = useUser();
  const push = useTurnOnPush();
  const id = useId();
  const set = (target: string, isIn: boolean) =>
    onChange(isIn ? [...chosen, target] : chosen.filter((each) => each !== target));
  const turnOn = async () => {
    const target = await push.turnOn();
    if (target !== null) set(target.id, true);
  };
  const sent = targets.filter(({ kind }) => kind !== "device");
  const hasMail = targets.some(({ kind }) => kind === "mail");
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-2"
      aria-describedby={errors.length > 0 ? id : undefined}
    >
      <legend className="mb-2 text-sm font-medium">Send it to</legend>
      {sent.map((target) => (
        <div key={target.id} className="wrap-anywhere">
          <Checkbox
            label={targetName(target, names)}
            checked={chosen.includes(target.id)}
            onChange={({ target: box }) => set(target.id, box.checked)}
          />
          <TargetProblem of={target} />
        </div>
      ))}
      {!hasMail && (
        <div className="wrap-anywhere">
          <Checkbox
            label={`Email to ${email}`}
            checked={chosen.includes(NEW_MAIL)}
            onChange={({ target }) => set(NEW_MAIL, target.checked)}
          />
          <TargetProblem of={NEW_MAIL_TARGET} />
        </div>
      )}
      {push.canTurnOn(targets) && (
        <Checkbox label="This browser" checked={false} onChange={() => void turnOn()} />
      )}
      <p role="status" className="text-xs text-soft empty:hidden">
        {push.busy && "This browser is turned on…"}
      </p>
      {push.problem !== null && (
        <Note tone="wait" live>
          {push.problem}
        </Note>
      )}
      {errors.length > 0 && (
        <p id={id} role="alert" className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      )}
      <p className="text-xs text-soft">Each notice is also shown on this page, under the bell.</p>
    </fieldset>
  );
}

/** Why nothing is sent to it, at its box. */
function TargetProblem({ of }: { of: Pick<NoticeTarget, "kind" | "confirmed" | "disabled" | "missed"> }) {
  const { email_verified: verified } = useUser();
  const problem = targetProblem(of, verified) ?? missedText(of);
  if (problem === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-7 text-xs text-soft">
      <p>{problem}</p>
      {of.kind === "mail" && of.disabled === null && <SendVerification />}
    </div>
  );
}
