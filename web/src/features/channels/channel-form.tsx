import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel, ChannelSeries } from "../../../../worker/contract/channels.ts";
import { call } from "../../api/call.ts";
import { channelsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useDraft, useItemForm } from "../../forms/dialogs/use-item-form.ts";
import { namedTaken } from "../../forms/form-problem.ts";
import { useUser } from "../../session/session.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Checkbox, Field, TextArea } from "../../ui/field.tsx";
import { Note } from "../../ui/page/note.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface SeriesFieldsProps {
  value: ChannelSeries | null;
  errors: readonly string[] | undefined;
  kept: boolean;
  onChange(value: ChannelSeries | null): void;
}

const NEW: ChannelSeries = { name: "", path: "", unit: null };

function SeriesFields({ value, errors, kept, onChange }: SeriesFieldsProps) {
  return (
    <>
      <Checkbox
        label="Store its values over time"
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? NEW : null)}
      />
      {value === null ? (
        kept && <Note tone="wait">The stored values of this channel will be deleted.</Note>
      ) : (
        <>
          <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <TextField
              label="Value Name"
              required
              value={value.name}
              onChange={(name) => onChange({ ...value, name })}
              hint="For example Moisture."
            />
            <TextField
              label="Unit"
              value={value.unit ?? ""}
              onChange={(unit) => onChange({ ...value, unit })}
              hint="For example %."
            />
          </div>
          <TextField
            code
            label="Path"
            value={value.path}
            errors={errors}
            onChange={(path) => onChange({ ...value, path })}
            hint="Where the number is in a JSON message, for example /soil/moisture. Empty: the message is the number."
          />
        </>
      )}
    </>
  );
}

/** Devices and credentials contain their channels. */
const EVERYTHING: readonly QueryKey[] = [[]];

export default function ChannelForm({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const { id: userId } = useUser();
  const takenBy = useTakenBy();
  const { errors, save, frame } = useItemForm({
    noun: "Channel",
    isNew: channel === null,
    fallback: "Failed to save channel. Please try again.",
    changes: channel ? EVERYTHING : [queryKeys.channels],
    onClose,
  });
  const { draft, field } = useDraft(
    () => ({
      name: channel?.name ?? "",
      topic: channel ? displayTopic(userId, channel.topic) : "",
      description: channel?.description ?? "",
      series: channel?.series ?? null,
    }),
    errors,
  );
  const submit = () => {
    takenBy.ask(draft.topic);
    return save(() =>
      channel
        ? call("updateChannel", { id: channel.id, body: draft })
        : call("createChannel", { body: draft }),
    );
  };
  const description = field("description");
  return (
    <DialogForm {...frame} onSubmit={submit}>
      <TextField label="Channel Name" required autoFocus {...field("name")} />
      <TextField
        code
        label="MQTT Topic"
        required
        {...field("topic")}
        errors={namedTaken(errors.topic, takenBy.sentence)}
        hint="Without your user ID, which is added in front. Example: home/porch/light."
      />
      <Field label="Description" optional errors={description.errors}>
        {(input) => (
          <TextArea
            {...input}
            dir="auto"
            value={description.value}
            onChange={(event) => description.onChange(event.target.value)}
          />
        )}
      </Field>
      <SeriesFields {...field("series")} kept={channel?.series != null} />
    </DialogForm>
  );
}

function useTakenBy() {
  const { id: userId } = useUser();
  const channels = useQuery(channelsQuery()).data ?? [];
  const [asked, ask] = useState("");
  const topic = displayTopic(userId, asked.trim());
  const owner = channels.find((channel) => displayTopic(userId, channel.topic) === topic);
  const sentence = `${topic} is already the topic of ${owner ? `the channel ${owner.name}` : "another channel"}.`;
  return { ask, sentence };
}
