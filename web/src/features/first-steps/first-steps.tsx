import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { begun, celebrated, over } from "../../account/first-steps.ts";
import { useUser } from "../../session/session.ts";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { part } from "../../ui/loading/part.tsx";
import { CelebrationPlace } from "./celebration.tsx";
import { MakeAll } from "./make-all.tsx";
import { type FirstStage, stageOf } from "./progress.ts";
import { Standing } from "./standing.tsx";
import { StepList } from "./step-list.tsx";
import { type FirstStepsView, useProgress } from "./use-progress.ts";

// Shown once. The usual height, so that nothing below moves when it arrives.
const NextSteps = part(() => import("./next-steps.tsx"), {
  loading: <div className="min-h-66 md:min-h-19.5" />,
});

interface StandingNotices {
  /** Each in a few words. */
  titles: readonly string[];
  notices: ReactNode;
}

// Loaded on a press.
const PhoneModal = part(() => import("./phone-modal.tsx"), { loading: null });
const WhatNext = part(() => import("./what-next.tsx"));

interface FirstStepsProps {
  phone(deviceId: string): ReactNode;
  /** Shown in the greeting, or alone when the greeting is over. */
  standing: StandingNotices;
}

/** Greets a new account, leads to the first switch, then offers the next steps. Hidden for good when dismissed. */
export function FirstSteps(props: FirstStepsProps) {
  const { id: userId } = useUser();
  const [isOver, setOver] = useState(() => over.has(userId));
  const end = () => {
    over.add(userId);
    setOver(true);
  };
  return isOver ? <Notices {...props.standing} /> : <Watched {...props} userId={userId} onEnd={end} />;
}

const Notices = ({ titles, notices }: StandingNotices) => <Standing titles={titles}>{notices}</Standing>;

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
  // A browser that saw the first switch earlier shows the devices first.
  const [comesBack] = useState(() => celebrated.has(userId));
  if (isExperienced) return <Notices {...props.standing} />;
  if (!view || !stage) {
    if (!begun.has(userId) || comesBack) return <Notices {...props.standing} />;
    return (
      <Panel title="First steps" className={STEPS_ROOM}>
        <StepList progress={null} />
      </Panel>
    );
  }
  const { phone, standing, onEnd } = props;
  if (stage === "done" && comesBack && view.deviceId) {
    return (
      <Standing titles={[GREETINGS.done.title, ...standing.titles]}>
        <WhatNext deviceId={view.deviceId} phone={phone} onEnd={onEnd} />
        {standing.notices}
      </Standing>
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

function Steps({ view: { progress, deviceId }, stage, phone, standing, onEnd }: StepsProps & Shown) {
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
        {standing.notices}
      </div>
      {deviceId && onPhone && (
        <PhoneModal stage={stage} onClose={() => setOnPhone(false)}>
          {phone(deviceId)}
        </PhoneModal>
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
