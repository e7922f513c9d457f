import { OWN_CALLS } from "virtual:own-calls";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import { call } from "../../../api/call.ts";
import { curl } from "../../../api/curl.ts";
import type { FormErrors } from "../../../api/problem.ts";
import { devicesQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { calendarDay } from "../../../lib/calendar-day.ts";
import { keepChoice, lastChoice } from "../../../lib/last-choice.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyField } from "../../../ui/copy.tsx";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { ModalDone } from "../../../ui/dialogs/modal.tsx";
import { Checkbox, Field, TextArea } from "../../../ui/inputs/field.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import {
  bodyOf,
  ENDS,
  type FilteredRight,
  isFiltered,
  mistakesOf,
  NEW_DRAFT,
  RIGHTS,
  type Right,
  type TokenDraft,
} from "./scopes.ts";

/** Of these the last one is proposed. A date is chosen anew each time. */
const TERMS = ENDS.map(([end]) => end).filter((end) => end !== "day");

export default function TokenForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => ({
    ...NEW_DRAFT,
    end: lastChoice("token ends", TERMS) ?? NEW_DRAFT.end,
  }));
  const [made, setMade] = useState<ResponseOf<"createToken"> | null>(null);
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to make the token. Please try again.",
    done: "Token made.",
  });
  if (made) return <NewToken made={made} onClose={onClose} />;

  const change = (part: Partial<TokenDraft>) => setDraft({ ...draft, ...part });
  const make = async () => {
    const fields = mistakesOf(draft);
    if (Object.keys(fields).length > 0) return refuse({ fields });
    await run(async () => setMade(await call("createToken", { body: bodyOf(draft) })));
    keepChoice("token ends", draft.end);
    await client.invalidateQueries({ queryKey: queryKeys.tokens });
  };
  const { fields: errors } = problem;
  return (
    <DialogForm problem={problem} busy={busy} submit="Make Token" onSubmit={make} onCancel={onClose}>
      <TextField
        label="Name"
        autoFocus
        hint="The program that will use it"
        value={draft.name}
        errors={errors.name}
        onChange={(name) => change({ name })}
      />
      <RightFields draft={draft} errors={errors} onChange={change} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Ends"
          value={draft.end}
          options={ENDS}
          errors={errors.expires_in}
          onChange={(end) => change({ end: end as TokenDraft["end"] })}
        />
        {draft.end === "day" && (
          <TextField
            label="Last day"
            type="date"
            min={calendarDay(new Date())}
            max="9999-12-31"
            value={draft.day}
            errors={errors.expires_at}
            onChange={(day) => change({ day })}
          />
        )}
      </div>
    </DialogForm>
  );
}

function NewToken({ made, onClose }: { made: ResponseOf<"createToken">; onClose(): void }) {
  const device = useQuery(devicesQuery()).data?.[0];
  const example = exampleCall(made, device?.id);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Note tone="wait" live>
        Copy the token now. It is not shown again.
      </Note>
      <CopyField value={made.token} label="token" className="min-h-10" />
      {example !== null && <CodeBlock name="curl command" title="Try it in a shell" text={example} />}
      <p className="text-sm text-soft">
        As an MQTT password it works with any user name and any client ID. Topics are written without your
        user ID.
      </p>
      <ModalDone onClose={onClose} />
    </div>
  );
}

// An example call that a token allows. Pure.

type Example = readonly [name: keyof typeof OWN_CALLS, sent: Parameters<typeof curl>[2]];

const press = (id: string): Example => ["switchDevice", { id, body: { state: true } }];
const topicIn = (filter: string): string => filter.replace("#", "lamp/set").replaceAll("+", "lamp");

/** By scope prefix, writing calls first. `parameter` follows the prefix; `device` is a device of the account. */
const EXAMPLES: readonly [scope: string, example: (parameter: string, device: string) => Example][] = [
  ["messages:publish:", (filter) => ["publishMessage", { topic: topicIn(filter), payload: "on" }]],
  ["devices:switch:", press],
  ["devices:switch", (_, device) => press(device)],
  ["values:write", (_, id) => ["writeTelemetry", { id, body: { temperature: 21.5 } }]],
  ["values:read", (_, id) => ["listDeviceValues", { id }]],
  ["messages:read:", (filter) => ["listMessages", { search: { filter } }]],
  ["devices:read", () => ["listDevices", {}]],
  ["events:read", () => ["listEvents", {}]],
  ["setup:read", () => ["listChannels", {}]],
  ["setup:write", () => ["createChannel", { body: { name: "Porch", topic: "home/porch" } }]],
];

/** `device`: an id, or undefined without devices. Returns null if no call fits. */
export function exampleCall(
  { token, scopes }: { token: string; scopes: readonly string[] },
  device = "DEVICE_ID",
): string | null {
  for (const [start, example] of EXAMPLES) {
    const scope = scopes.find((each) => each.startsWith(start));
    if (scope === undefined) continue;
    const [name, sent] = example(scope.slice(start.length), device);
    return curl(token, OWN_CALLS[name], sent);
  }
  return null;
}

interface RightFieldsProps {
  draft: TokenDraft;
  errors: FormErrors;
  onChange(part: Partial<TokenDraft>): void;
}

const toggled = <T,>(list: readonly T[], item: T, isIn: boolean): T[] =>
  isIn ? [...list, item] : list.filter((other) => other !== item);

function RightFields(props: RightFieldsProps) {
  const { draft, errors, onChange } = props;
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={errors.scopes ? id : undefined}>
      <legend className="mb-2 text-sm font-medium">The token may</legend>
      <ul className="divide-y divide-hairline rounded-md border border-hairline">
        {RIGHTS.map(([right, means]) => {
          const checked = draft.rights.includes(right);
          return (
            <li key={right} className="grid grid-cols-1 gap-3 px-3 py-2">
              <label className="flex min-h-7 items-center gap-3 text-sm">
                <input
                  type="checkbox"
                  className="size-4.5 shrink-0 accent-(--go)"
                  checked={checked}
                  onChange={({ target }) =>
                    onChange({ rights: toggled(draft.rights, right, target.checked) })
                  }
                />
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                  {means}
                  <code className="text-xs text-soft">{right}</code>
                </span>
              </label>
              {checked && <Narrowed right={right} {...props} />}
            </li>
          );
        })}
      </ul>
      {errors.scopes && (
        <p id={id} role="alert" className="mt-2 text-sm text-stop">
          {errors.scopes.join(" ")}
        </p>
      )}
    </fieldset>
  );
}

function Narrowed({ right, ...props }: RightFieldsProps & { right: Right }) {
  if (isFiltered(right)) return <Filters right={right} {...props} />;
  return right === "devices:switch" ? <Devices {...props} /> : null;
}

function Filters({ right, draft, errors, onChange }: RightFieldsProps & { right: FilteredRight }) {
  return (
    <div className="pb-2 pl-7.5">
      <Field
        label={right === "messages:read" ? "Topics to read" : "Topics to publish on"}
        errors={errors[right]}
        hint={
          <>
            One per line. <code>+</code> stands for one level, <code>#</code> for all that follow.
          </>
        }
      >
        {(input) => (
          <TextArea
            {...input}
            rows={2}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={right === "messages:read" ? "lamp/#" : "lamp/set"}
            value={draft.filters[right]}
            onChange={({ target }) => onChange({ filters: { ...draft.filters, [right]: target.value } })}
            className="min-h-16 font-mono"
          />
        )}
      </Field>
    </div>
  );
}

function Devices({ draft: { devices }, errors, onChange }: RightFieldsProps) {
  const list = useQuery(devicesQuery()).data ?? [];
  return (
    <div className="grid grid-cols-1 gap-3 pb-2 pl-7.5">
      <SelectField
        label="Devices"
        value={devices === null ? "all" : "chosen"}
        options={[
          ["all", "All devices, including future ones"],
          ["chosen", "Only these"],
        ]}
        errors={errors["devices:switch"]}
        onChange={(which) => onChange({ devices: which === "all" ? null : [] })}
      />
      {devices !== null && (
        <div className="grid max-h-48 gap-1 overflow-y-auto">
          {list.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={devices.includes(id)}
              onChange={({ target }) => onChange({ devices: toggled(devices, id, target.checked) })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
