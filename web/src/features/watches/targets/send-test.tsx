import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plainSentence } from "../../../../../broker/contract/plain-sentence.ts";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";

/** Sends a test to a target, and shows what came of it. */
export function SendTest({ target, namedBy }: { target: NoticeTarget; namedBy: string }) {
  const client = useQueryClient();
  const [tested, setTested] = useState<ResponseOf<"testTarget"> | null>(null);
  const { busy, problem, run } = useFormCall({ fallback: "The test could not be sent.", done: null });
  const send = async () => {
    setTested(null);
    await run(async () => setTested(await call("testTarget", { id: target.id })));
    await client.invalidateQueries({ queryKey: queryKeys.targets });
  };
  const result = tested && testText(target, tested);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="sm" className="touch" busy={busy} namedBy={namedBy} onClick={() => void send()}>
        Send Test
      </Button>
      <p role="status" className={result?.works === false ? "text-wait" : "text-soft"}>
        {result?.text}
      </p>
      <ProblemNote problem={problem} />
    </div>
  );
}

const WORKS: Record<NoticeTarget["kind"], string> = {
  push: "Sent. The notification appears in that browser in a moment.",
  mail: "Sent. Look into your mailbox.",
  webhook: "It works.",
  device: "It works.",
};

/** What a test has shown, in words. */
export const testText = (
  { kind }: Pick<NoticeTarget, "kind">,
  { outcome, detail }: Pick<ResponseOf<"testTarget">, "outcome" | "detail">,
): { works: boolean; text: string } =>
  outcome === "delivered"
    ? { works: true, text: kind === "webhook" ? `${WORKS.webhook} ${detail}` : WORKS[kind] }
    : { works: false, text: `Not sent. ${plainSentence(detail)}` };
