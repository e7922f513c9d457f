import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { ownTarget } from "../../../lib/own-push.ts";
import { useStore } from "../../../lib/store.ts";
import { useUser } from "../../../session/session.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Badge } from "../../../ui/lamp.tsx";
import { ProblemNote } from "../../../ui/problem-note.tsx";
import { targetName, targetProblem } from "../names.ts";
import { testText } from "./test-text.ts";

interface TargetItemProps {
  target: NoticeTarget;
  onRotate(): void;
  onDelete(): void;
}

export function TargetItem({ target, onRotate, onDelete }: TargetItemProps) {
  const own = useStore(ownTarget);
  const { email } = useUser();
  const id = useId();
  const problem = targetProblem(target);
  const { address, kind } = target;
  return (
    <li className="grid grid-cols-1 gap-2 px-5 py-3 text-sm">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span id={id} className="font-medium">
              {targetName(target, own)}
            </span>
            <TargetState target={target} />
          </p>
          <p className="text-soft">{kind === "mail" ? email : address}</p>
        </div>
        {kind === "webhook" && (
          <IconButton label="New secret" aria-describedby={id} onClick={onRotate}>
            <KeyRound aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="Delete" aria-describedby={id} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {problem !== null && <p className="text-soft wrap-anywhere">{problem}</p>}
      <SendTest target={target} describedBy={id} />
    </li>
  );
}

function TargetState({ target }: { target: NoticeTarget }) {
  if (targetProblem(target) === null) return <Badge tone="go">On</Badge>;
  return target.disabled === null ? <Badge tone="wait">Not tested</Badge> : <Badge tone="stop">Off</Badge>;
}

function SendTest({ target, describedBy }: { target: NoticeTarget; describedBy: string }) {
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
      <Button
        size="sm"
        className="touch"
        busy={busy}
        aria-describedby={describedBy}
        onClick={() => void send()}
      >
        Send Test
      </Button>
      <p role="status" className={result?.works === false ? "text-wait" : "text-soft"}>
        {result?.text}
      </p>
      <ProblemNote problem={problem} />
    </div>
  );
}
