import { OWN_CALLS } from "virtual:own-calls";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ResponseOf } from "../../../../worker/contract/api.ts";
import type { RetainedMessage } from "../../../../worker/contract/messages.ts";
import { addressOf, answerOf } from "../../api/client.ts";
import { curl } from "../../api/curl.ts";
import { brokerInfoQuery } from "../../api/queries.ts";
import { formProblem } from "../../forms/form-problem.ts";
import { session } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Checkbox, Field, TextArea } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { type CallProblem, ProblemNote } from "../../ui/messages/problem-note.tsx";
import { mosquittoPub } from "./commands.ts";
import { TOPICS_KEY } from "./use-topics.ts";

interface PublishPanelProps {
  topic: string;
  /** The retained message, whose content is the first payload. */
  message: RetainedMessage | null;
}

/** A longer payload is not put into the form. Characters. */
const MAX_FIRST = 4_096;
const LEVELS = [
  ["0", "0"],
  ["1", "1"],
  ["2", "2"],
] as const;

const firstPayload = (message: RetainedMessage | null): string =>
  message?.encoding === "utf-8" && message.payload.length <= MAX_FIRST ? message.payload : "";

type Outcome = { text: string } | { problem: CallProblem } | null;

/** Publishes to the topic, and shows the same as commands. */
export default function PublishPanel({ topic, message }: PublishPanelProps) {
  const client = useQueryClient();
  const info = useQuery(brokerInfoQuery()).data;
  const [payload, setPayload] = useState(() => firstPayload(message));
  const [qos, setQos] = useState("0");
  const [retain, setRetain] = useState(message !== null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const search = { qos: qos === "0" ? undefined : qos, retain: retain ? "true" : undefined };

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      setOutcome({ text: outcomeText(await publishMessage(topic, payload, search)) });
      if (retain) void client.invalidateQueries({ queryKey: TOPICS_KEY });
    } catch (error) {
      setOutcome({ problem: formProblem(error, { fallback: "The message could not be published." }) });
    }
    setBusy(false);
  };
  return (
    <>
      <form className="grid gap-4" onSubmit={publish}>
        <Field label="Payload">
          {(input) => (
            <TextArea
              {...input}
              spellCheck={false}
              value={payload}
              onChange={({ target }) => setPayload(target.value)}
              className="font-mono text-xs!"
            />
          )}
        </Field>
        <div className="flex flex-wrap items-end gap-4">
          <SelectField label="QoS" value={qos} options={LEVELS} onChange={setQos} className="w-20" />
          <Checkbox label="Retain" checked={retain} onChange={({ target }) => setRetain(target.checked)} />
          <Button type="submit" look="primary" busy={busy} className="ml-auto">
            Publish
          </Button>
        </div>
        {retain && payload === "" && (
          <p className="text-sm text-wait">An empty retained message deletes the one of the topic.</p>
        )}
        <p role="status" className="text-sm empty:hidden">
          {outcome && "text" in outcome && outcome.text}
        </p>
        {outcome && "problem" in outcome && <ProblemNote problem={outcome.problem} />}
      </form>
      <CodeBlock
        name="curl command"
        text={curl("$TOKEN", OWN_CALLS.publishMessage, { topic, payload, search })}
      />
      {info && (
        <CodeBlock name="mosquitto_pub command" text={mosquittoPub(info, { topic, payload, qos, retain })} />
      )}
      <p className="text-xs text-soft">
        <code>$TOKEN</code> is a token with the scope{" "}
        <code className="wrap-anywhere">messages:publish:{topic}</code>.
        {info?.tcp === null &&
          info.tls === null &&
          " mosquitto_pub needs TCP: start switchyard bridge beside it."}
      </p>
    </>
  );
}

type Published = ResponseOf<"publishMessage">;

/** The body is the payload as it is, not JSON. */
async function publishMessage(
  topic: string,
  payload: string,
  search: Record<string, string | undefined>,
): Promise<Published> {
  const now = session.get();
  const headers = {
    Authorization: `Token ${now.status === "authenticated" ? now.token : ""}`,
    "Content-Type": "text/plain",
  };
  const row = OWN_CALLS.publishMessage;
  const sent = { topic, search };
  const asked = fetch(addressOf(row, sent), { method: row.method, headers, body: payload });
  return (await answerOf(row, sent, asked)).data as Published;
}

function outcomeText({ readers, waiting }: Published): string {
  const parts = [
    readers === 1 ? "1 reader" : `${readers} readers`,
    ...(waiting > 0 ? [`${waiting} offline`] : []),
  ];
  return `Published to ${parts.join(", ")}.`;
}
