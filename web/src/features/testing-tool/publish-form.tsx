import { OWN_CALLS } from "virtual:own-calls";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { controlPayload } from "../../../../broker/contract/control.ts";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import { curl } from "../../api/curl.ts";
import type { Qos } from "../../live/connection.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Checkbox, Field, TextArea } from "../../ui/inputs/field.tsx";
import { Select, SelectField } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import type { Tool, ToolConnected } from "./tool.ts";
import { asTopic, HINTS, hasWildcard, matchesOne, sentTopic } from "./topics.ts";

interface PublishFormProps {
  tool: Tool;
  of: ToolConnected;
  /** Of the account's channels, as suggestions. */
  topics: readonly string[];
}

const REMEMBERED = 20;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

export function PublishForm({ tool, of: { view, filters, full }, topics }: PublishFormProps) {
  const { id: userId } = useUser();
  const concrete = filters.filter((filter) => !hasWildcard(filter));
  const subscribed = concrete.map((filter) => displayTopic(userId, filter));
  const suggested = new Set([
    ...subscribed,
    ...topics.filter((each) => matchesOne(filters, sentTopic(view, userId, each))),
  ]);
  const [topic, setTopic] = useState(() => displayTopic(userId, concrete[0] ?? ""));
  const [payload, setPayload] = useState(controlPayload("on"));
  const [qos, setQos] = useState<Qos>(0);
  const [retain, setRetain] = useState(false);
  const [history, setHistory] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const id = useId();

  const stored = sentTopic(view, userId, topic);
  const mismatch = (topic !== "" || tried) && !matchesOne(filters, stored);
  const broken = tried && !isJson(payload);

  const command = curl("$TOKEN", OWN_CALLS.publishMessage, {
    topic: displayTopic(userId, stored),
    payload,
    isJson: true,
    search: { qos: qos || undefined, retain: retain ? "true" : undefined },
  });

  const publish = () => {
    setTried(true);
    if (!matchesOne(filters, stored) || !isJson(payload)) return;
    setTried(false);
    setHistory([payload, ...history.filter((other) => other !== payload)].slice(0, REMEMBERED));
    void tool.publish(stored, payload, qos, retain);
  };

  return (
    <section aria-labelledby={`${id}-heading`} className="grid min-w-0 content-start gap-4">
      <h3 id={`${id}-heading`} className="text-sm">
        Publish
      </h3>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          publish();
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <TextField
            code
            label="Topic to publish to"
            list={`${id}-topics`}
            value={topic}
            errors={mismatch ? ["Topic doesn't match."] : []}
            hint={`${HINTS[view]} No +, # or white space.`}
            onChange={(text) => setTopic(asTopic(text))}
          />
          <QosSelect value={qos} full={full} onChange={setQos} />
        </div>
        <datalist id={`${id}-topics`}>
          {[...suggested].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Field label="Payload" errors={broken ? ["Invalid JSON format"] : []}>
          {(input) => (
            <TextArea
              {...input}
              spellCheck={false}
              value={payload}
              onChange={(event) => setPayload(event.target.value)}
              className="font-mono text-xs!"
            />
          )}
        </Field>
        {full && (
          <Checkbox label="Retain" checked={retain} onChange={({ target }) => setRetain(target.checked)} />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary">
            Publish
          </Button>
          <PayloadHistory payloads={history} onChosen={setPayload} />
        </div>
      </form>
      <AsCurl may="publish on this topic" command={command} />
    </section>
  );
}

function PayloadHistory({ payloads, onChosen }: { payloads: string[]; onChosen: (payload: string) => void }) {
  if (payloads.length === 0) return null;
  return (
    <Select
      aria-label="Earlier payloads"
      value=""
      onChange={(event) => onChosen(event.target.value)}
      className="min-w-0 flex-1"
    >
      <option value="" disabled>
        Earlier payloads
      </option>
      {payloads.map((payload) => (
        <option key={payload}>{payload}</option>
      ))}
    </Select>
  );
}

interface AsCurlProps {
  command: string;
  /** Scopes that the token needs. */
  may: ReactNode;
}

/** The action of a form as a curl command. */
function AsCurl({ command, may }: AsCurlProps) {
  return (
    <Fold title="The same with curl">
      <CodeBlock name="curl command" text={command} />
      <p className="text-xs text-soft">
        <code>$TOKEN</code> is a token that may {may}.{" "}
        <Link
          to="/dashboard/profile"
          search={{ tab: "keys" }}
          // in this tab it would close the tool
          target="_blank"
          className="font-medium text-ink underline underline-offset-2"
        >
          Make one on your profile
        </Link>{" "}
        (in a new tab).
      </p>
    </Fold>
  );
}

const OPTIONS = [
  [0, "0"],
  [1, "1"],
  [2, "2"],
] as const;

interface QosSelectProps {
  value: Qos;
  /** A classic account has no QoS 2. */
  full: boolean;
  onChange(qos: Qos): void;
}

export function QosSelect({ value, full, onChange }: QosSelectProps) {
  return (
    <SelectField
      label="QoS"
      value={value}
      options={full ? OPTIONS : OPTIONS.slice(0, 2)}
      onChange={(chosen) => onChange(OPTIONS.find(([, text]) => text === chosen)?.[0] ?? 0)}
      className="w-20"
    />
  );
}
