import { type QueryKey, useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { isLikeCounter } from "../../../../broker/contract/counter-keys.ts";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { RequestOf } from "../../../../worker/contract/api.ts";
import type { Channel, ChannelSeries } from "../../../../worker/contract/channels.ts";
import { MAX_CHANNEL_SERIES } from "../../../../worker/contract/limits.ts";
import { call } from "../../api/call.ts";
import { channelsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useDraft, useItemForm } from "../../forms/dialogs/use-item-form.ts";
import { namedTaken } from "../../forms/form-problem.ts";
import { classNames } from "../../lib/class-names.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Checkbox, Field, TextArea } from "../../ui/inputs/field.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Note } from "../../ui/messages/note.tsx";

type SeriesDraft = Omit<ChannelSeries, "counter"> & { counter?: boolean };

interface SeriesFieldsProps {
  value: readonly SeriesDraft[];
  errors: readonly string[] | undefined;
  kept: boolean;
  onChange(value: readonly SeriesDraft[]): void;
}

const NEW: SeriesDraft = { name: "", path: "", unit: null };

function SeriesFields({ value: list, errors, kept, onChange }: SeriesFieldsProps) {
  const isFull = list.length >= MAX_CHANNEL_SERIES;
  return (
    <>
      <Checkbox
        label="Store its values over time"
        checked={list.length > 0}
        onChange={({ target }) => onChange(target.checked ? [NEW] : [])}
      />
      {list.length === 0 && kept && (
        <Note tone="wait">The stored values of this channel will be deleted.</Note>
      )}
      {list.map((series, at) => (
        <OneSeries
          // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place, whatever is typed into it
          key={at}
          series={series}
          number={at + 1}
          isOnly={list.length === 1}
          errors={at === list.length - 1 ? errors : undefined}
          onChange={(by) => onChange(list.with(at, { ...series, ...by }))}
          onRemove={() => onChange(list.toSpliced(at, 1))}
        />
      ))}
      {list.length > 0 && !isFull && (
        <Button className="justify-self-start" onClick={() => onChange([...list, NEW])}>
          <Plus className="size-4" aria-hidden="true" />
          Add another value
        </Button>
      )}
    </>
  );
}

interface OneSeriesProps {
  series: SeriesDraft;
  /** Its place in the list, from 1. */
  number: number;
  /** No title, and nothing to remove. */
  isOnly: boolean;
  errors: readonly string[] | undefined;
  onChange(by: Partial<SeriesDraft>): void;
  onRemove(): void;
}

function OneSeries({ series, number, isOnly, errors, onChange, onRemove }: OneSeriesProps) {
  const title = series.name.trim() || `Value ${number}`;
  return (
    <fieldset
      className={classNames(
        "grid min-w-0 grid-cols-1 gap-5",
        !isOnly && "rounded-md border border-hairline p-3 sm:p-4",
      )}
    >
      <legend className="sr-only">{title}</legend>
      {!isOnly && (
        <div className="flex items-center gap-1">
          <p dir="auto" aria-hidden="true" className="min-w-0 flex-1 truncate text-sm font-semibold">
            {title}
          </p>
          <IconButton label={`Remove ${title}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          label="Value Name"
          required
          value={series.name}
          onChange={(name) => onChange({ name })}
          hint="For example Moisture."
        />
        <TextField
          label="Unit"
          value={series.unit ?? ""}
          onChange={(unit) => onChange({ unit })}
          hint="For example %."
        />
      </div>
      <TextField
        code
        label="Path"
        value={series.path}
        errors={errors}
        onChange={(path) => onChange({ path })}
        hint="Where the number is in a JSON message, for example /soil/moisture. Empty: the message is the number."
      />
      <Checkbox
        label={`A counter, which only grows${isLikeCounter(series.name) && !series.counter ? "?" : ""}`}
        checked={series.counter === true}
        onChange={({ target }) => onChange({ counter: target.checked })}
      />
    </fieldset>
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
      series: [channel?.series ?? []].flat() as readonly SeriesDraft[],
    }),
    errors,
  );
  const submit = () => {
    takenBy.ask(draft.topic);
    const [only, ...others] = draft.series;
    const body = { ...draft, series: others.length === 0 ? (only ?? null) : [...draft.series] };
    return save(() =>
      channel ? call("updateChannel", { id: channel.id, body }) : call("createChannel", { body }),
    );
  };
  const description = field("description");
  const inputs: Record<keyof RequestOf<"createChannel">, ReactNode> = {
    name: <TextField label="Channel Name" required autoFocus {...field("name")} />,
    topic: (
      <TextField
        code
        label="MQTT Topic"
        required
        {...field("topic")}
        errors={namedTaken(errors.topic, takenBy.sentence)}
        hint="Without your user ID, which is added in front. Example: home/porch/light."
      />
    ),
    description: (
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
    ),
    series: <SeriesFields {...field("series")} kept={channel?.series != null} />,
  };
  return (
    <DialogForm {...frame} onSubmit={submit}>
      {Object.entries(inputs).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
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
