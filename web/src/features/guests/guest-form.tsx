import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Guest, NewGuest } from "../../../../worker/contract/guests.ts";
import { call } from "../../api/call.ts";
import { devicesQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { PhoneAddress } from "../../devices/phone-address.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { calendarDay } from "../../lib/calendar-day.ts";
import { useNow } from "../../lib/use-now.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { ModalDone } from "../../ui/dialogs/modal.tsx";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { bodyOf, draftOf, ENDS, type GuestDraft, mistakesOf, newDraft, RIGHTS, sentenceOf } from "./draft.ts";

interface GuestFormProps {
  /** Null: a new one. */
  guest: Guest | null;
  /** Devices of a new guest. */
  devices?: readonly string[];
  onClose(): void;
}

export default function GuestForm({ guest, devices = [], onClose }: GuestFormProps) {
  const client = useQueryClient();
  const list = useQuery(devicesQuery()).data ?? [];
  const [draft, setDraft] = useState(() => (guest === null ? newDraft(devices) : draftOf(guest)));
  const [made, setMade] = useState<NewGuest | null>(null);
  const now = new Date(useNow(60_000));
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to save the link. Please try again.",
    done: guest === null ? "Link made." : "Link changed.",
  });
  const names = list.filter(({ id }) => draft.devices.includes(id)).map(({ name }) => name);
  if (made) return <MadeLink made={made} means={sentenceOf(draft, names, now)} onClose={onClose} />;

  const change = (part: Partial<GuestDraft>) => setDraft({ ...draft, ...part });
  const save = async () => {
    const fields = mistakesOf(draft);
    if (Object.keys(fields).length > 0) return refuse({ fields });
    const body = bodyOf(draft, new Date());
    const isSaved = await run(async () => {
      if (guest === null) setMade(await call("createGuest", { body }));
      else await call("updateGuest", { id: guest.id, body });
    });
    await client.invalidateQueries({ queryKey: queryKeys.guests });
    if (isSaved && guest !== null) onClose();
  };
  const { fields: errors } = problem;
  const submit = guest === null ? "Make Link" : "Change Link";
  return (
    <DialogForm problem={problem} busy={busy} submit={submit} onSubmit={save} onCancel={onClose}>
      <TextField
        label="Name"
        autoFocus
        hint="Who gets the link: events name this guest"
        value={draft.name}
        errors={errors.name}
        onChange={(name) => change({ name })}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-medium">Devices</legend>
        <div className="grid max-h-48 gap-1 overflow-y-auto">
          {list.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.devices.includes(id)}
              onChange={({ target }) =>
                change({
                  devices: target.checked
                    ? [...draft.devices, id]
                    : draft.devices.filter((other) => other !== id),
                })
              }
            />
          ))}
        </div>
        {errors.devices && (
          <p role="alert" className="mt-2 text-sm text-stop">
            {errors.devices.join(" ")}
          </p>
        )}
      </fieldset>
      <Times draft={draft} errors={errors} onChange={change} />
      {names.length > 0 && <Note>{sentenceOf(draft, names, now)}</Note>}
      <More draft={draft} errors={errors} onChange={change} />
    </DialogForm>
  );
}

interface FieldsProps {
  draft: GuestDraft;
  errors: ReturnType<typeof mistakesOf>;
  onChange(part: Partial<GuestDraft>): void;
}

/** What the guest may do, and until when. */
function Times({ draft, errors, onChange }: FieldsProps) {
  const today = calendarDay(new Date());
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <SelectField
        label="The guest may"
        value={draft.may}
        options={RIGHTS}
        errors={errors.may}
        onChange={(may) => onChange({ may: may as GuestDraft["may"] })}
      />
      <SelectField
        label="Ends"
        value={draft.end}
        options={ENDS}
        errors={draft.end === "day" ? undefined : errors.ends_at}
        onChange={(end) => onChange({ end: end as GuestDraft["end"] })}
      />
      {draft.end === "day" && (
        <TextField
          label="Last day"
          type="date"
          min={today}
          max="9999-12-31"
          value={draft.day}
          errors={errors.ends_at}
          onChange={(day) => onChange({ day })}
        />
      )}
    </div>
  );
}

/** What few links have. */
function More({ draft, errors, onChange }: FieldsProps) {
  return (
    <Fold
      title="More"
      about="First day, and a word to the guest"
      openAtFirst={draft.firstDay !== "" || draft.note !== ""}
    >
      <TextField
        label="First day"
        type="date"
        hint="Empty: at once"
        max="9999-12-31"
        value={draft.firstDay}
        errors={errors.starts_at}
        onChange={(firstDay) => onChange({ firstDay })}
      />
      <TextField
        label="A word to the guest"
        hint="Who you are and how to reach you: the page shows it, also when the link has ended"
        value={draft.note}
        errors={errors.note}
        onChange={(note) => onChange({ note })}
      />
    </Fold>
  );
}

function MadeLink({ made, means, onClose }: { made: NewGuest; means: string; onClose(): void }) {
  return (
    <div className="grid grid-cols-1 gap-4 text-sm">
      <Note tone="wait" live>
        Copy the link now. It is not shown again.
      </Note>
      <PhoneAddress path="/guest" link={made} label="Guest’s link" />
      <p className="text-soft">{means} You can change or end it under Profile → Keys and tokens.</p>
      <ModalDone onClose={onClose} />
    </div>
  );
}
