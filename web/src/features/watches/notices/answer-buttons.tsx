import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Notice } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";

/** The buttons of a notice that nobody has answered. */
export function AnswerButtons({ id, text, actions }: Pick<Notice, "id" | "text" | "actions">) {
  const client = useQueryClient();
  const first = useRef<HTMLDivElement>(null);
  const { busy, problem, run } = useFormCall({ fallback: "It could not be answered.", done: "Answered." });
  useEffect(() => {
    if (window.location.hash === `#notice-${id}`) first.current?.querySelector("button")?.focus();
  }, [id]);
  const answer = async (action: Notice["actions"][number]["action"]) => {
    await run(() => call("actOnNotice", { id, body: { action } }));
    await client.invalidateQueries({ queryKey: queryKeys.notices });
    await client.invalidateQueries({ queryKey: queryKeys.watches });
  };
  return (
    <div className="grid gap-2">
      <div ref={first} className="flex flex-wrap gap-2">
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            size="sm"
            className="touch max-w-full"
            aria-label={`${label}: ${text}`}
            busy={busy}
            onClick={() => void answer(action)}
          >
            <bdi className="wrap-anywhere">{label}</bdi>
          </Button>
        ))}
      </div>
      <ProblemNote problem={problem} />
    </div>
  );
}
