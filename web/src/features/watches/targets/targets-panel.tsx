import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { API_LIMITS } from "../../../../../worker/contract/api-limits.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { SendVerification } from "../../../account/send-verification.tsx";
import { call } from "../../../api/call.ts";
import { targetsQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { ConfirmDeletion } from "../../../forms/dialogs/confirm-deletion.tsx";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { useUser } from "../../../session/session.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { Badge } from "../../../ui/lamp.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { part } from "../../../ui/loading/part.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";
import { commandsText, missedText, targetName, targetProblem } from "../names.ts";
import { isOn, useTurnOnPush } from "../push/use-turn-on-push.ts";
import { SendTest } from "./send-test.tsx";
import { useTargetNames } from "./use-target-names.ts";

const ChatForm = part(() => import("./chat-form.tsx"));
const WebhookForm = part(() => import("./webhook-form.tsx"));
const RotateSecret = part(() => import("./rotate-secret.tsx"));

type Dialog = { kind: "chat" | "webhook" | "none" } | { kind: "rotate" | "delete"; target: NoticeTarget };

/** Where notices go: browsers, the email, chats, webhooks. */
export function TargetsPanel() {
  const targets = useQuery(targetsQuery());
  const names = useTargetNames();
  const [dialog, setDialog] = useState<Dialog>({ kind: "none" });
  const close = () => setDialog({ kind: "none" });
  return (
    <Panel flush title="Where notices go">
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        Every notice is shown on this page. It can also go to {API_LIMITS.MAX_TARGETS.default} targets. An
        account can have {API_LIMITS.MAX_WATCHES.default} watches and 200 notices a day; they are stored for
        30 days. Logging out ends the notices in this browser.
      </p>
      <Loaded of={targets} failed="The targets could not be loaded.">
        {(list) => (
          <>
            <ul className="divide-y divide-hairline border-t border-hairline empty:hidden">
              {list.map((target) => (
                <TargetItem
                  key={target.id}
                  target={target}
                  onRotate={() => setDialog({ kind: "rotate", target })}
                  onDelete={() => setDialog({ kind: "delete", target })}
                />
              ))}
            </ul>
            <AddTarget targets={list} onAdd={(kind) => setDialog({ kind })} />
          </>
        )}
      </Loaded>
      <Modal open={dialog.kind === "chat"} title="Add Chat" onClose={close}>
        <ChatForm onClose={close} />
      </Modal>
      <Modal open={dialog.kind === "webhook"} title="Add Webhook" onClose={close}>
        <WebhookForm onClose={close} />
      </Modal>
      <Modal open={dialog.kind === "rotate"} title="New Secret" onClose={close}>
        {dialog.kind === "rotate" && <RotateSecret target={dialog.target} onClose={close} />}
      </Modal>
      <ConfirmDeletion
        of={dialog.kind === "delete" ? [dialog.target] : null}
        noun="Target"
        isAtOnce={dialog.kind === "delete" && reachesDevices(dialog.target)}
        name={(target) => targetName(target, names)}
        make={({ id }) => call("deleteTarget", { id })}
        changes={[queryKeys.targets]}
        fallback="Failed to delete the target. Please try again."
        onClose={close}
      >
        Are you sure you want to delete this target? Watches send no more notices to it.
      </ConfirmDeletion>
    </Panel>
  );
}

/** A target that switches, or whose notices carry a button that does. */
const reachesDevices = ({ kind }: NoticeTarget): boolean => kind === "device" || kind === "push";

interface AddTargetProps {
  targets: NoticeTarget[];
  onAdd(kind: "chat" | "webhook"): void;
}

function AddTarget({ targets, onAdd }: AddTargetProps) {
  const client = useQueryClient();
  const push = useTurnOnPush();
  const mail = useFormCall({ fallback: "The email could not be added.", done: "Email added." });
  const addMail = async () => {
    await mail.run(() => call("createTarget", { body: { kind: "mail" } }));
    await client.invalidateQueries({ queryKey: queryKeys.targets });
  };
  const needsPush = !isOn(targets);
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-hairline p-5">
      <div className="flex flex-wrap gap-2">
        {needsPush && push.obstacle === null && (
          <Button className="touch" busy={push.busy} onClick={() => void push.turnOn()}>
            <Plus className="size-4" aria-hidden="true" />
            This browser
          </Button>
        )}
        {!targets.some(({ kind }) => kind === "mail") && (
          <Button className="touch" busy={mail.busy} onClick={() => void addMail()}>
            <Plus className="size-4" aria-hidden="true" />
            Email
          </Button>
        )}
        <Button className="touch" onClick={() => onAdd("chat")}>
          <Plus className="size-4" aria-hidden="true" />
          Chat
        </Button>
        <Button className="touch" onClick={() => onAdd("webhook")}>
          <Plus className="size-4" aria-hidden="true" />
          Webhook
        </Button>
      </div>
      <ProblemNote problem={mail.problem} />
      {push.problem !== null && (
        <Note tone="wait" live>
          {push.problem}
        </Note>
      )}
      {needsPush && push.obstacle !== null && <Note title="Notices in this browser">{push.obstacle}</Note>}
    </div>
  );
}

interface TargetItemProps {
  target: NoticeTarget;
  onRotate(): void;
  onDelete(): void;
}

function TargetItem({ target, onRotate, onDelete }: TargetItemProps) {
  const names = useTargetNames();
  const { email, email_verified: verified } = useUser();
  const id = useId();
  const problem = targetProblem(target, verified);
  const shown = problem ?? missedText(target);
  const isUnconfirmed = target.kind === "mail" && !verified && target.disabled === null;
  const { address, kind } = target;
  return (
    <li className="grid grid-cols-1 gap-2 px-5 py-3 text-sm">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span id={id} className="font-medium">
              {targetName(target, names)}
            </span>
            <TargetState target={target} problem={problem} />
          </p>
          <p dir="auto" className="text-soft">
            {kind === "mail" ? email : kind === "device" ? commandsText(target, names.devices) : address}
          </p>
        </div>
        {target.format === "cloudevents" && (
          <IconButton label="New secret" namedBy={id} onClick={onRotate}>
            <KeyRound aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="Delete" namedBy={id} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {isUnconfirmed ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SendVerification />
          <p className="text-soft">Until you press the link in our email, nothing is sent to it.</p>
        </div>
      ) : (
        <>
          {shown !== null && (
            <p dir="auto" className="text-soft wrap-anywhere">
              {shown}
            </p>
          )}
          {kind !== "device" && <SendTest target={target} namedBy={id} />}
        </>
      )}
    </li>
  );
}

function TargetState({ target, problem }: { target: NoticeTarget; problem: string | null }) {
  if (problem === null && target.missed) return <Badge tone="stop">Not reached</Badge>;
  // "On" beside a device would read as its state
  if (problem === null) return <Badge tone="go">{target.kind === "device" ? "In use" : "On"}</Badge>;
  if (target.disabled !== null) return <Badge tone="stop">Off</Badge>;
  return <Badge tone="wait">{target.kind === "mail" ? "Waits for your confirmation" : "Not tested"}</Badge>;
}
