/** PURE. Watches, and the targets of their notices. */

import type { ExportedTarget, ExportedWatch } from "./account-file.ts";
import { isMissing } from "./device-items.ts";
import { fieldsOf, rowItem } from "./match.ts";
import { lost, type PlanContext, type PlannedItem } from "./planned.ts";

export function noticeItems(context: PlanContext): PlannedItem[] {
  const { exported } = context;
  return [
    ...exported.targets.map((target) => targetItem(target, context)),
    ...exported.watches.map((watch) => watchItem(watch, context)),
  ];
}

function targetItem({ id, kind, address = null }: ExportedTarget, { ids }: PlanContext): PlannedItem {
  if (kind === "push") {
    return lost(
      `notices in a browser (${address})`,
      "Only that browser can allow them: allow them there again, and add it to the watches.",
    );
  }
  const what = kind === "mail" ? "notices by e-mail" : `webhook ${address}`;
  if (ids.has(id)) return { what, action: "keep", call: null };
  const body = kind === "mail" ? { kind } : { kind, url: address };
  const note = "It gets notices after a test: rotate its secret to read the new one, and test it.";
  return {
    what,
    action: "create",
    call: { name: "createTarget", body },
    creates: id,
    ...(kind === "webhook" && { note }),
  };
}

function watchItem(watch: ExportedWatch, context: PlanContext): PlannedItem {
  const { exported, present, ids } = context;
  const what = `watch "${watch.name}"`;
  const device = exported.devices.find(({ id }) => id === watch.when?.device);
  if (watch.when?.device !== undefined && (device === undefined || isMissing(device, context))) {
    return lost(what, "Its device is not there.");
  }
  const own = ids.get(watch.id);
  const row = present.watches.find(({ id }) => id === own);
  const body = {
    ...fieldsOf(watch, ["name", "when", "repeat", "enabled"]),
    targets: targetsOf(watch, row?.targets ?? [], context),
  };
  const calls = {
    create: { name: "createWatch", body },
    update: { name: "updateWatch", id: own ?? "", body },
  } as const;
  return rowItem(what, calls, { id: watch.id, row, ids });
}

/** Targets that were added to the watch here stay. */
function targetsOf(
  { targets }: ExportedWatch,
  present: readonly string[],
  { exported, ids }: PlanContext,
): string[] {
  const known = new Set(exported.targets.filter(({ kind }) => kind !== "push").map(({ id }) => id));
  const wanted = targets.filter((id) => known.has(id)).map((id) => ids.get(id) ?? id);
  return [...present, ...wanted.filter((id) => !present.includes(id))];
}
