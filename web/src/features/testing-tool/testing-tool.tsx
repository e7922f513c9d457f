import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import { channelsQuery } from "../../api/queries.ts";
import { useStore } from "../../lib/store.ts";
import type { Qos } from "../../live/connection.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Lamp } from "../../ui/lamp.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { LogView } from "./log-view.tsx";
import { PublishForm, QosSelect } from "./publish-form.tsx";
import { Tool, type ToolConnected, type ToolState } from "./tool.ts";
import { asFilter, HINTS, isWellFormed, sentTopic } from "./topics.ts";

const STATUS: Record<ToolState["phase"], { tone: "idle" | "wait" | "go"; text: string }> = {
  disconnected: { tone: "idle", text: "Disconnected" },
  connecting: { tone: "wait", text: "Connecting" },
  connected: { tone: "go", text: "Connected" },
};

export default function TestingTool({ credentialId }: { credentialId: string | undefined }) {
  const { id: userId } = useUser();
  const [tool] = useState(() => new Tool((topic) => displayTopic(userId, topic)));
  const state = useStore(tool.state);
  const statusId = useId();
  const topics = (useQuery(channelsQuery()).data ?? []).map(({ topic }) => displayTopic(userId, topic));
  const begun = useRef(false);
  begun.current ||= state.phase !== "disconnected";
  useEffect(() => () => tool.disconnect(), [tool]);
  const { tone, text } = STATUS[state.phase];
  return (
    <Panel
      title="Testing Tool"
      aside={
        <div className="flex min-h-8 items-center gap-4 text-sm">
          <p id={statusId} role="status" className="flex items-center gap-2">
            <Lamp tone={tone} blinking={tone === "wait"} />
            {text}
          </p>
          {state.phase !== "disconnected" && (
            <Button size="sm" onClick={() => tool.disconnect()}>
              Disconnect
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-6">
        {state.phase === "disconnected" && state.problem && <Note tone="stop">{state.problem}</Note>}
        {state.phase === "connected" ? (
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
            <Subscriptions tool={tool} of={state} topics={topics} />
            <PublishForm tool={tool} of={state} topics={topics} />
          </div>
        ) : (
          <ConnectForm
            tool={tool}
            credentialId={credentialId}
            atOnce={credentialId !== undefined && !begun.current}
            connecting={state.phase === "connecting"}
          />
        )}
        <LogView log={tool.log} />
      </div>
    </Panel>
  );
}

interface SubscriptionsProps {
  tool: Tool;
  of: ToolConnected;
  /** Of the account's channels, as suggestions. */
  topics: readonly string[];
}

function Subscriptions({ tool, of: { view, filters, full }, topics }: SubscriptionsProps) {
  const { id: userId } = useUser();
  const [typed, setTyped] = useState("");
  const [qos, setQos] = useState<Qos>(0);
  const [problem, setProblem] = useState<string | null>(null);
  const headingId = useId();

  const subscribe = async () => {
    if (typed === "") return setProblem("Type the topic to subscribe to.");
    if (!isWellFormed(typed)) {
      return setProblem("+ stands for one level, # at the end for all that follow. No level may be empty.");
    }
    const refused = await tool.subscribe(sentTopic(view, userId, typed), qos);
    setProblem(refused);
    if (refused === null) setTyped("");
  };

  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-4">
      <h3 id={headingId} className="text-sm">
        Subscribe
      </h3>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void subscribe();
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <TextField
            code
            label="Topic to subscribe to"
            placeholder="home/+/light"
            list={`${headingId}-channels`}
            value={typed}
            errors={problem === null ? [] : [problem]}
            hint={`${HINTS[view]} + and # are wildcards.`}
            onChange={(text) => {
              setTyped(asFilter(text));
              setProblem(null);
            }}
          />
          <QosSelect value={qos} full={full} onChange={setQos} />
        </div>
        <datalist id={`${headingId}-channels`}>
          {topics.map((topic) => (
            <option key={topic} value={topic} />
          ))}
        </datalist>
        <Button type="submit" className="justify-self-start">
          Subscribe
        </Button>
      </form>
      <h4 id={`${headingId}-topics`} className="-mb-2 text-sm font-medium">
        Subscribed topics
      </h4>
      <ul
        aria-labelledby={`${headingId}-topics`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
        tabIndex={0}
        className="max-h-37.5 min-h-25 overflow-y-auto rounded-md border border-hairline bg-well p-1.5 shadow-sunk"
      >
        {filters.length === 0 && <li className="p-1.5 text-sm text-soft">No topics subscribed</li>}
        {filters.map((filter) => (
          <li key={filter} className="flex min-h-8 items-center justify-between gap-2 pl-1.5">
            <code className="min-w-0 text-xs wrap-anywhere">{displayTopic(userId, filter)}</code>
            <IconButton
              label={`Unsubscribe from ${displayTopic(userId, filter)}`}
              onClick={async () => setProblem(await tool.unsubscribe(filter))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
