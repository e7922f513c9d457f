import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LastValue } from "../../../../worker/contract/series.ts";
import type { Watch } from "../../../../worker/contract/watches.ts";
import { devicesQuery, targetsQuery } from "../../api/queries.ts";
import { both, Loaded } from "../../ui/loading/loaded.tsx";
import { draftOf } from "./body.ts";
import type { WatchDraft } from "./draft.ts";
import { namesIn } from "./names.ts";
import { OfValue, Suggestions } from "./suggestion-list.tsx";
import { useFirstTargets } from "./targets/target-fields.tsx";
import { WatchForm } from "./watch-form.tsx";

interface WatchDialogProps {
  /** Null: a new one. */
  watch: Watch | null;
  deviceId: string | undefined;
  /** Of the device, for a new watch of this value. */
  value?: LastValue | undefined;
  onClose(): void;
}

/** A new watch begins with a choice of suggestions, or with a value; then follows the form, which is complete. */
export default function WatchDialog({ watch, deviceId, value, onClose }: WatchDialogProps) {
  const [devices, targets] = [useQuery(devicesQuery()), useQuery(targetsQuery())];
  const [chosen, setChosen] = useState<WatchDraft | null>(null);
  const first = useFirstTargets(targets.data ?? []);
  return (
    <Loaded of={both(devices, targets)} failed="The devices could not be loaded.">
      {([list, known]) => {
        if (deviceId !== undefined && value !== undefined)
          return (
            <OfValue deviceId={deviceId} lastValue={value}>
              {(draft) => (
                <WatchForm id={null} first={{ ...draft, targets: first }} devices={list} onClose={onClose} />
              )}
            </OfValue>
          );
        if (watch === null && chosen === null)
          return (
            <Suggestions
              devices={list}
              deviceId={deviceId}
              onChoose={(draft) => setChosen({ ...draft, targets: first })}
            />
          );
        const names = namesIn(list, watch?.when.device ?? "", watch?.when.key ?? "");
        const draft = chosen ?? (watch && draftOf(watch, names, known));
        return draft && <WatchForm id={watch?.id ?? null} first={draft} devices={list} onClose={onClose} />;
      }}
    </Loaded>
  );
}
