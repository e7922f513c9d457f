import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { begun, over } from "../../account/form/first-steps.ts";
import { useUser } from "../../session/session.ts";
import { Modal } from "../../ui/modal.tsx";
import { Button, buttonClass, IconButton } from "../../ui/page/button.tsx";
import { Note } from "../../ui/page/note.tsx";
import { part } from "../../ui/page/part.tsx";
import { Panel } from "../../ui/panel.tsx";
import { CelebrationPlace } from "./celebration.tsx";
import { MakeAll } from "./make-all.tsx";
import { type FirstStage, stageOf } from "./progress.ts";
import { StepList } from "./step-list.tsx";
import { type FirstStepsView, useProgress } from "./use-progress.ts";

// Shown once. The usual height, so that nothing below moves when it arrives.
const NextSteps = part(() => import("./next-steps.tsx"), {
  loading: <div className="min-h-66 md:min-h-19.5" />,
});

interface FirstStepsProps {
  phone(deviceId: string): ReactNode;
  /** Shown in the greeting, or alone when the greeting is over. */
  children: ReactNode;
}

/** Greets a new account, leads to the first switch, then offers the next steps. Hidden for good when dismissed. */
export function FirstSteps(props: FirstStepsProps) {
  const { id: userId } = useUser();
  const [isOver, setOver] = useState(() => over.has(userId));
  const end = () => {
    over.add(userId);
    setOver(true);
  };
  return isOver ? props.children : <Watched {...props} userId={userId} onEnd={end} />;
}

interface StepsProps extends FirstStepsProps {
  onEnd(): void;
}

/** The usual height, so that nothing below moves when the content arrives. */
const STEPS_ROOM = "min-h-dvh sm:min-h-128";

function Watched({ userId, ...props }: StepsProps & { userId: string }) {
  const view = useProgress();
  const stage = view && stageOf(view.progress);
  /** An account that took its first switch elsewhere needs no next steps. */
  const isExperienced = stage === "done" && !begun.has(userId);
  useEffect(() => {
    if (stage !== null && stage !== "done") begun.add(userId);
    if (isExperienced) over.add(userId);
  }, [stage, isExperienced, userId]);
  if (isExperienced) return props.children;
  if (!view || !stage) {
    if (!begun.has(userId)) return props.children;
    return (
      <Panel title="First steps" className={STEPS_ROOM}>
        <StepList progress={null} />
      </Panel>
    );
  }
  return <Steps {...props} view={view} stage={stage} />;
}

const GREETINGS: Record<FirstStage, { title: string; lead: string }> = {
  make: {
    title: "Welcome to Switchyard",
    lead: "Light a lamp from this page: it takes six steps and no hardware, and one press does the first four.",
  },
  connect: { title: "Next: connect your device", lead: "All is made. Choose what plays your device." },
  switch: {
    title: "Next: switch it on",
    lead: "Your device is connected. Press its switch under Device Status.",
  },
  done: {
    title: "What next?",
    lead: "You have switched your first device. Each of these is one press away.",
  },
};

function Steps({ view: { progress, deviceId }, stage, phone, children, onEnd }: StepsProps & Shown) {
  const [onPhone, setOnPhone] = useState(false);
  const { title, lead } = GREETINGS[stage];
  const done = stage === "done";
  return (
    <Panel
      title={title}
      aside={
        <IconButton label={done ? "Dismiss next steps" : "Dismiss first steps"} onClick={onEnd}>
          <X aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="grid gap-5">
        <CelebrationPlace links={false} />
        <p>{lead}</p>
        {stage === "make" && <MakeAll />}
        {stage === "connect" && deviceId && (
          <WaysToConnect deviceId={deviceId} onPhone={() => setOnPhone(true)} />
        )}
        {done && deviceId ? (
          <NextSteps deviceId={deviceId} onPhone={() => setOnPhone(true)} />
        ) : (
          <StepList progress={progress} />
        )}
        {!progress.connection && <ConnectSomething />}
        {children}
      </div>
      {deviceId && (
        <Modal open={onPhone} title="Put the lamp on your phone" onClose={() => setOnPhone(false)}>
          <div className="grid grid-cols-1 gap-4 text-sm">
            {stage === "switch" ? (
              <Note tone="go" live>
                It is connected. Close this, and press its switch.
              </Note>
            ) : (
              <p>Point your phone’s camera here: its whole screen becomes the lamp.</p>
            )}
            {phone(deviceId)}
            {done && (
              <p>
                To switch from your phone, log in to this page there. The browser’s menu adds it to the home
                screen.
              </p>
            )}
          </div>
        </Modal>
      )}
    </Panel>
  );
}

interface Shown {
  view: FirstStepsView;
  stage: FirstStage;
}

function WaysToConnect({ deviceId, onPhone }: { deviceId: string; onPhone(): void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to="/dashboard/devices/virtual"
        search={{ device: deviceId }}
        className={buttonClass("primary", "lg", "max-sm:w-full")}
      >
        Try a virtual device
      </Link>
      <Button size="lg" className="max-sm:w-full" onClick={onPhone}>
        Put the lamp on your phone
      </Button>
      <Link
        to="/dashboard/devices/$deviceId"
        params={{ deviceId }}
        search={{ connect: true }}
        className={buttonClass("secondary", "lg", "max-sm:w-full")}
      >
        Connect my own
      </Link>
    </div>
  );
}

const ConnectSomething = () => (
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
);
