import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { endFirstSteps, isOver } from "./over.ts";
import { isDone, isSetUp } from "./progress.ts";
import { setUp } from "./set-up.ts";
import { StepList } from "./step-list.tsx";
import { type FirstStepsView, useProgress } from "./use-progress.ts";

/** The way to the first switch. It goes away for good when it is done or dismissed. */
export function FirstSteps() {
  const { id: userId } = useUser();
  const [over, setOver] = useState(() => isOver(userId));
  const end = () => {
    endFirstSteps(userId);
    setOver(true);
  };
  return over ? null : <Watched userId={userId} onEnd={end} />;
}

function Watched({ userId, onEnd }: { userId: string; onEnd: () => void }) {
  const view = useProgress();
  /** Whoever has it all behind them when they come is not congratulated. */
  const began = useRef(false);
  const done = view !== null && isDone(view.progress);
  if (view && !done) began.current = true;
  const show = view !== null && began.current;
  useEffect(() => {
    if (done) endFirstSteps(userId);
  }, [done, userId]);
  return show ? <Steps userId={userId} view={view} done={done} onEnd={onEnd} /> : null;
}

interface StepsProps {
  userId: string;
  view: FirstStepsView;
  done: boolean;
  onEnd(): void;
}

function Steps({ userId, view: { progress, deviceId }, done, onEnd }: StepsProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "Not everything could be made. Please try again.",
    done: "The first four steps are done.",
  });
  const makeAll = async () => {
    await run(() => setUp(userId));
    // Also after a failure: some of it may have been made.
    await Promise.all(
      [queryKeys.apiKeys, queryKeys.channels, queryKeys.credentials, queryKeys.devices].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <Panel
      title={done ? "You have switched your first device" : "First steps"}
      aside={
        <IconButton label={done ? "Close first steps" : "Dismiss first steps"} onClick={onEnd}>
          <X aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="grid gap-5">
        <ProblemNote problem={problem} />
        <StepList progress={progress} deviceId={deviceId} />
        {!progress.connection && (
          <p className="text-sm text-soft">
            Is it Tasmota, ESPHome, Home Assistant or another ready program?{" "}
            <Link
              to="/dashboard/mqtt/credentials"
              search={{ connect: true }}
              className="font-medium text-ink underline underline-offset-2"
            >
              Connect something
            </Link>{" "}
            instead: it needs none of this.
          </p>
        )}
        {!isSetUp(progress) && (
          <div className="flex flex-wrap items-center gap-3">
            <Button look="primary" busy={busy} onClick={makeAll}>
              Do the first four for me
            </Button>
            <p className="text-sm text-soft">Makes what is still missing. You can change all of it later.</p>
          </div>
        )}
      </div>
    </Panel>
  );
}
