import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { over } from "./over.ts";
import { isDone, isSetUp } from "./progress.ts";
import { setUp } from "./set-up.ts";
import { StepList } from "./step-list.tsx";
import { type FirstStepsView, useProgress } from "./use-progress.ts";

interface FirstStepsProps {
  phone(deviceId: string): ReactNode;
}

/** The guide to the first switch. Hidden for good when done or dismissed. */
export function FirstSteps({ phone }: FirstStepsProps) {
  const { id: userId } = useUser();
  const [isOver, setOver] = useState(() => over.has(userId));
  const end = () => {
    over.add(userId);
    setOver(true);
  };
  return isOver ? null : <Watched userId={userId} phone={phone} onEnd={end} />;
}

function Watched({ userId, phone, onEnd }: Omit<StepsProps, "view" | "done">) {
  const view = useProgress();
  /** A user who had completed every step before this page was opened is not congratulated. */
  const began = useRef(false);
  const done = view !== null && isDone(view.progress);
  if (view && !done) began.current = true;
  const show = view !== null && began.current;
  useEffect(() => {
    if (done) over.add(userId);
  }, [done, userId]);
  return show ? <Steps userId={userId} view={view} done={done} phone={phone} onEnd={onEnd} /> : null;
}

interface StepsProps extends FirstStepsProps {
  userId: string;
  view: FirstStepsView;
  done: boolean;
  onEnd(): void;
}

function Steps({ userId, view: { progress, deviceId }, done, phone, onEnd }: StepsProps) {
  const client = useQueryClient();
  const [onPhone, setOnPhone] = useState(false);
  const { busy, problem, run } = useFormCall({
    fallback: "Not everything could be made. Please try again.",
    done: "The first four steps are done.",
  });
  const makeAll = async () => {
    await run(() => setUp(userId));
    // Also after a failure: part of it may exist.
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
        <StepList progress={progress} deviceId={deviceId} onPhone={() => setOnPhone(true)} />
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
      {deviceId && (
        <Modal open={onPhone} title="Put the lamp on your phone" onClose={() => setOnPhone(false)}>
          <div className="grid grid-cols-1 gap-4">
            {progress.connection ? (
              <Note tone="go" live>
                It is connected. Close this, and switch it on.
              </Note>
            ) : (
              <p className="text-sm">Point your phone’s camera here: its whole screen becomes the lamp.</p>
            )}
            {phone(deviceId)}
          </div>
        </Modal>
      )}
    </Panel>
  );
}
