import { Plus, X } from "lucide-react";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox, Input } from "../../ui/field.tsx";

type Grant = Credential["grants"][number];

interface GrantListProps {
  grants: Grant[];
  errors?: readonly string[] | undefined;
  onChange(grants: Grant[]): void;
}

/** Topics beside those of the channels, many at once where there is a wildcard. */
export function GrantList({ grants, errors = [], onChange }: GrantListProps) {
  const change = (at: number, part: Partial<Grant>) =>
    onChange(grants.map((grant, other) => (other === at ? { ...grant, ...part } : grant)));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 text-sm font-medium">Topics beside its channels</legend>
      <p className="text-xs text-soft">
        Without your user ID in front. <code>+</code> stands for one level, <code>#</code> for all that
        follow, <code>%c</code> for the client id, <code>%u</code> for the user name.
      </p>
      {grants.map((grant, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, whatever is typed into it
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 rounded-md border border-hairline p-2"
        >
          <Input
            aria-label={`Topic ${at + 1}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="zigbee2mqtt/#"
            value={grant.filter}
            onChange={({ target }) => change(at, { filter: target.value })}
            className="font-mono"
          />
          <IconButton
            label={`Remove topic ${at + 1}`}
            onClick={() => onChange(grants.filter((_, other) => other !== at))}
          >
            <X aria-hidden="true" />
          </IconButton>
          <div className="flex flex-wrap gap-x-5">
            <Checkbox
              label="Read"
              checked={grant.subscribe}
              onChange={({ target }) => change(at, { subscribe: target.checked })}
            />
            <Checkbox
              label="Write"
              checked={grant.publish}
              onChange={({ target }) => change(at, { publish: target.checked })}
            />
          </div>
        </div>
      ))}
      {errors.length > 0 && (
        <p role="alert" className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...grants, { filter: "", publish: true, subscribe: true }])}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add a Topic
      </Button>
    </fieldset>
  );
}
