import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { plainSentence } from "../../../../../broker/contract/plain-sentence.ts";
import type { Notice, NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { targetsQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Badge, Lamp, type Tone } from "../../../ui/lamp.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { targetName } from "../names.ts";
import { useTargetNames } from "../targets/use-target-names.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import { noticeTone } from "./notice-tone.ts";

/** Newest first, each with what became of it at its targets. */
export function NoticeList({ notices, onOpen }: { notices: readonly Notice[]; onOpen?: () => void }) {
  const targets = useQuery(targetsQuery()).data ?? [];
  return (
    <ul className="divide-y divide-hairline">
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} targets={targets} onOpen={onOpen} />
      ))}
    </ul>
  );
}

interface NoticeItemProps {
  notice: Notice;
  targets: readonly NoticeTarget[];
  /** Closes a dialog around it. */
  onOpen: (() => void) | undefined;
}

function NoticeItem({ notice, targets, onOpen }: NoticeItemProps) {
  const { id, at, text, value, watch, lost_target: lost, deliveries, actions, answer } = notice;
  return (
    <li className="grid grid-cols-1 gap-1.5 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Lamp tone={noticeTone(notice)} />
        <p dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
          <Subject notice={notice} onOpen={onOpen} />
        </p>
        <span className="text-xs text-soft">
          <Moment at={at} />
        </span>
      </div>
      {lost === undefined && !watch.name.startsWith(text.replace(/\.$/, "")) && (
        <p dir="auto" className="text-xs text-soft wrap-anywhere">
          {watch.name}
        </p>
      )}
      {value !== null && (
        <p dir="auto" className="text-xs wrap-anywhere">
          {value}
        </p>
      )}
      {answer !== null && <Answered answer={answer} targets={targets} />}
      {actions.length > 0 && <AnswerButtons id={id} text={text} actions={actions} />}
      {deliveries.length > 0 && (
        <ul className="grid gap-1">
          {deliveries.map((delivery) => (
            <Delivered key={delivery.target} delivery={delivery} targets={targets} />
          ))}
        </ul>
      )}
      {deliveries.length > 0 && <SendAgain id={id} text={text} />}
    </li>
  );
}

interface AnsweredProps {
  answer: NonNullable<Notice["answer"]>;
  targets: readonly NoticeTarget[];
}

/** Who answered, and what was done. */
function Answered({ answer: { target: id, detail, at }, targets }: AnsweredProps) {
  const names = useTargetNames();
  const target = targets.find((each) => each.id === id);
  const by = id === null ? "On the page" : target ? targetName(target, names) : "A removed browser";
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs wrap-anywhere">
      <Badge tone="go">Answered</Badge>
      <span className="font-medium">{by}</span>
      <span dir="auto" className="text-soft">
        {plainSentence(detail)} <Moment at={at} />
      </span>
    </p>
  );
}

/** The sentence, which leads to the device, or to the target that it is about. */
function Subject({ notice: { text, device, lost_target: lost }, onOpen }: Omit<NoticeItemProps, "targets">) {
  const link = {
    className: "underline decoration-edge underline-offset-2 hover:decoration-ink",
    ...(onOpen && { onClick: onOpen }),
  };
  if (lost !== undefined)
    return (
      <Link to="/dashboard/watches" {...link}>
        {text}
      </Link>
    );
  if (device === null) return text;
  return (
    <Link to="/dashboard/devices/$deviceId" params={{ deviceId: device.id }} {...link}>
      {text}
    </Link>
  );
}

interface DeliveredProps {
  delivery: Notice["deliveries"][number];
  targets: readonly NoticeTarget[];
}

function Delivered({ delivery, targets }: DeliveredProps) {
  const names = useTargetNames();
  const target = targets.find(({ id }) => id === delivery.target);
  const isSwitch = target?.kind === "device";
  const [tone, word] = (isSwitch ? ACTION_OUTCOMES : OUTCOMES)[delivery.outcome];
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs wrap-anywhere">
      <Badge tone={tone}>{word}</Badge>
      <span dir="auto" className="font-medium">
        {target ? targetName(target, names) : "A deleted target"}
      </span>
      <span dir="auto" className="text-soft">
        {isSwitch ? plainSentence(delivery.detail) || "The command is sent now." : attemptsText(delivery)}
      </span>
    </li>
  );
}

function SendAgain({ id, text }: { id: string; text: string }) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "It could not be sent again.",
    done: "The notice is sent again.",
  });
  const send = async () => {
    await run(() => call("sendNotice", { id }));
    await client.invalidateQueries({ queryKey: queryKeys.notices });
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="sm"
        className="touch"
        aria-label={`Send again: ${text}`}
        busy={busy}
        onClick={() => void send()}
      >
        Send again
      </Button>
      <ProblemNote problem={problem} />
    </div>
  );
}

// What became of a notice at one target, in words. Pure.

type Delivery = Notice["deliveries"][number];

const OUTCOMES: Record<Delivery["outcome"], [tone: Tone, word: string]> = {
  waiting: ["wait", "Waiting"],
  delivered: ["go", "Delivered"],
  refused: ["stop", "Not delivered"],
  gone: ["stop", "Not delivered"],
};

const ACTION_OUTCOMES: Record<Delivery["outcome"], [tone: Tone, word: string]> = {
  waiting: ["wait", "Waiting"],
  // its text says whether the device took it: some cannot say so
  delivered: ["go", "Sent"],
  refused: ["stop", "Not taken"],
  gone: ["stop", "Not taken"],
};

export function attemptsText({ outcome, attempts, detail }: Delivery): string {
  const count = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  if (attempts === 0) return plainSentence(detail) || "It is sent now.";
  const again = outcome === "waiting" ? " It is tried again." : "";
  return `${count}. ${plainSentence(detail)}${again}`;
}
