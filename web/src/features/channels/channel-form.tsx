import { useForm } from "@tanstack/react-form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel, ChannelBody } from "../../../../worker/contract/channel.ts";
import { call } from "../../api/call.ts";
import { channelsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { namedTaken } from "../../forms/taken.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { SeriesFields } from "./series-fields.tsx";

export default function ChannelForm({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const takenBy = useTakenBy();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to save channel. Please try again.",
    done: channel ? "Channel updated." : "Channel added.",
  });
  const form = useForm({
    defaultValues: {
      name: channel?.name ?? "",
      topic: channel ? displayTopic(userId, channel.topic) : "",
      description: channel?.description ?? "",
      series: channel?.series ?? null,
    } satisfies ChannelBody,
    onSubmit: async ({ value }) => {
      takenBy.ask(value.topic);
      if (
        !(await run(() =>
          channel
            ? call("updateChannel", { id: channel.id, body: value })
            : call("createChannel", { body: value }),
        ))
      )
        return;
      await client.invalidateQueries({ queryKey: queryKeys.channels });
      // Devices and credentials contain their channels.
      if (channel) await client.invalidateQueries();
      onClose();
    },
  });
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit={channel ? "Update Channel" : "Add Channel"}
      onSubmit={form.handleSubmit}
      onCancel={onClose}
    >
      <form.Field name="name">
        {({ state, handleChange }) => (
          <TextField
            label="Channel Name"
            required
            autoFocus
            value={state.value}
            errors={problem.fields.name}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="topic">
        {({ state, handleChange }) => (
          <TextField
            code
            label="MQTT Topic"
            required
            value={state.value}
            errors={namedTaken(problem.fields.topic, takenBy.sentence)}
            hint="Without your user ID, which is added in front. Example: home/porch/light."
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="description">
        {(field) => (
          <Field label="Description" optional errors={problem.fields.description}>
            {(input) => (
              <TextArea
                {...input}
                dir="auto"
                value={field.state.value}
                onChange={(event) => field.handleChange(event.target.value)}
              />
            )}
          </Field>
        )}
      </form.Field>
      <form.Field name="series">
        {({ state, handleChange }) => (
          <SeriesFields
            value={state.value}
            errors={problem.fields.series}
            kept={channel?.series != null}
            onChange={handleChange}
          />
        )}
      </form.Field>
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
