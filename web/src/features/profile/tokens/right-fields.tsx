import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { FormErrors } from "../../../api/problem.ts";
import { devicesQuery } from "../../../api/queries.ts";
import { Checkbox, Field, TextArea } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select.tsx";
import { type FilteredRight, isFiltered, RIGHTS, type Right, type TokenDraft } from "./scopes.ts";

interface RightFieldsProps {
  draft: TokenDraft;
  errors: FormErrors;
  onChange(part: Partial<TokenDraft>): void;
}

const toggled = <T,>(list: readonly T[], item: T, isIn: boolean): T[] =>
  isIn ? [...list, item] : list.filter((other) => other !== item);

export function RightFields(props: RightFieldsProps) {
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
