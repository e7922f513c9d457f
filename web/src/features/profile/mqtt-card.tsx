import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProfileName } from "../../../../broker/contract/grants.ts";
import type { Settings } from "../../../../worker/contract/settings.ts";
import { call } from "../../api/call.ts";
import { settingsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { ChoiceCard, Choices } from "../../ui/inputs/choice-card.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";

const PROFILES: Record<ProfileName, { title: string; means: string }> = {
  full: {
    title: "Full",
    means: "Everything that ready programs expect: retained messages, and delivery exactly once (QoS 2).",
  },
  classic: {
    title: "Classic",
    means:
      "No retained messages and no QoS 2: a client that uses them is disconnected. For your own programs that rely on this.",
  },
};
const NAMES = Object.keys(PROFILES) as ProfileName[];

export function MqttCard() {
  const settings = useQuery(settingsQuery());
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to change it. Please try again.",
    done: "MQTT settings saved.",
  });
  const change = async ({ profile, home_assistant }: Settings) => {
    await run(async () => {
      const body = { profile, home_assistant };
      client.setQueryData(queryKeys.settings, await call("updateSettings", { body }));
    });
  };
  return (
    <Panel title="MQTT">
      {/* the final height, so that nothing below moves */}
      <div
        className={settings.data ? undefined : "min-h-34.25 sm:min-h-29.75 md:min-h-25.25"}
        aria-busy={busy === true}
      >
        <Loaded of={settings} failed="Failed to load your MQTT settings. Please try again.">
          {(now) => (
            <div className="grid gap-4">
              <HomeAssistant settings={now} onChange={change} />
              <ProblemNote problem={problem} />
              <Profiles settings={now} onChange={change} />
            </div>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

interface PartProps {
  settings: Settings;
  onChange(settings: Settings): Promise<void>;
}

/** For programs that were written for an earlier release. Few need another choice than Full, so it is folded. */
function Profiles({ settings, onChange }: PartProps) {
  const [isFolded] = useState(settings.profile === "full");
  const choices = (
    <>
      <Choices legend="What your devices and programs may use">
        {NAMES.map((name) => (
          <ChoiceCard
            key={name}
            group="mqtt-profile"
            title={PROFILES[name].title}
            checked={name === settings.profile}
            onChoose={() => void onChange({ ...settings, profile: name })}
          >
            {PROFILES[name].means}
          </ChoiceCard>
        ))}
      </Choices>
      <p className="text-xs text-soft">
        It applies when each of them connects again; nothing is disconnected. Retained messages return with
        Full.
      </p>
    </>
  );
  return isFolded ? <Fold title="Advanced">{choices}</Fold> : choices;
}

/** Home Assistant finds devices by retained messages, which Classic has none of. */
function HomeAssistant({ settings, onChange }: PartProps) {
  const { profile, home_assistant: isOn } = settings;
  return (
    <label className="flex items-start gap-3 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4.5 shrink-0 accent-(--go)"
        checked={isOn}
        onChange={() => void onChange({ ...settings, home_assistant: !isOn })}
      />
      <span className="grid gap-1">
        <span>Let Home Assistant find my devices</span>
        <span className="text-xs text-soft">
          {profile === "classic"
            ? "With Classic it finds none, because it needs retained messages."
            : "Each appears there with its values, once Home Assistant is connected with a credential in root view."}
        </span>
      </span>
    </label>
  );
}
