import { Link, type LinkProps } from "@tanstack/react-router";
import { classNames } from "../../lib/class-names.ts";
import type { FirstStepsProgress, StepName } from "./progress.ts";

const STEPS: Record<StepName, { text: string; to: LinkProps["to"]; what?: string }> = {
  key: { text: "Make an API key", to: "/dashboard/profile" },
  channel: {
    text: "Define a channel",
    to: "/dashboard/mqtt/channels",
    what: "A topic such as home/lamp: the address of your messages.",
  },
  credential: {
    text: "Make a credential for your device",
    to: "/dashboard/mqtt/credentials",
    what: "The user name and password that it logs in with.",
  },
  device: { text: "Add your device", to: "/dashboard/devices" },
  connection: { text: "Connect it", to: undefined },
  switch: { text: "Switch it on", to: "/dashboard/devices" },
};
const NAMES = Object.keys(STEPS) as StepName[];

/** Before the first answer (null) the steps alone. */
export function StepList({ progress }: { progress: FirstStepsProgress | null }) {
  return (
    <ol aria-label="First steps" className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {NAMES.map((name) => (
        <li key={name} className="flex items-start gap-3 text-sm" data-done={progress?.[name]}>
          <Tick done={progress?.[name] ?? false} />
          <div className="min-w-0">
            {progress ? (
              <Step name={name} done={progress[name]} />
            ) : (
              <span className="text-soft">{STEPS[name].text}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Step({ name, done }: { name: StepName; done: boolean }) {
  const { text, to, what } = STEPS[name];
  return (
    <>
      {done || !to ? (
        <span className={classNames(done && "text-soft")}>{text}</span>
      ) : (
        <Link to={to} className="font-medium underline underline-offset-2">
          {text}
        </Link>
      )}
      <span className="sr-only">{done ? " (done)" : " (to do)"}</span>
      {!done && what && <span className="block text-soft">{what}</span>}
    </>
  );
}

function Tick({ done }: { done: boolean }) {
  return (
    <svg viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="14"
        height="14"
        rx="3"
        strokeWidth="1.5"
        className={done ? "fill-go-wash stroke-go" : "fill-none stroke-edge"}
      />
      {done && (
        <path
          d="M4.5 8.2l2.4 2.4 4.6-5.2"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-go"
        />
      )}
    </svg>
  );
}
