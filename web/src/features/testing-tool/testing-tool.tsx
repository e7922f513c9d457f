import { useEffect, useId, useRef, useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import { useStore } from "../../lib/store.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Lamp } from "../../ui/lamp.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { LogView } from "./log-view.tsx";
import { PublishForm } from "./publish-form.tsx";
import { Subscriptions } from "./subscriptions.tsx";
import { Tool, type ToolState } from "./tool.ts";

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
            <Subscriptions tool={tool} view={state.view} filters={state.filters} />
            <PublishForm tool={tool} view={state.view} filters={state.filters} />
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
