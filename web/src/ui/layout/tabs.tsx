import * as RadixTabs from "@radix-ui/react-tabs";
import { type ReactNode, useDeferredValue } from "react";
import { classNames } from "../../lib/class-names.ts";
import { afterPaint, useChosen } from "../../lib/press.ts";

export interface Tab {
  /** Its name in the address. */
  name: string;
  title: string;
  panel: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The first one by default, also for an unknown name. */
  current: string | undefined;
  onTab(name: string): void;
}

/** Tabs that stand side by side at 360 pixels. */
const FIT_A_PHONE = 4;

/** Only the current tab is rendered, and loads its data. */
export function Tabs({ label, tabs, current, onTab }: TabsProps) {
  const [chosen, choose] = useChosen(current);
  const shown = tabs.find(({ name }) => name === chosen) ?? tabs[0];
  // The pressed tab is marked before its panel is rendered.
  const rendered = useDeferredValue(shown?.name);
  const press = (name: string) => {
    choose(name);
    afterPaint(() => onTab(name));
  };
  return (
    <RadixTabs.Root value={shown?.name ?? ""} onValueChange={press} className="min-w-0">
      <RadixTabs.List
        aria-label={label}
        className={classNames(
          "mb-5 flex border-b border-hairline max-sm:mb-4",
          // In two lines: a tab beyond the edge of a phone is not found.
          tabs.length > FIT_A_PHONE && "max-sm:grid max-sm:grid-cols-3",
        )}
      >
        {tabs.map(({ name, title }) => (
          <RadixTabs.Trigger
            key={name}
            value={name}
            className="min-h-11 shrink-0 border-b-2 border-transparent px-2 text-sm font-medium text-soft -outline-offset-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink sm:px-4"
          >
            {title}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {shown && (
        <RadixTabs.Content value={shown.name} className="grid min-w-0 gap-5">
          {tabs.find(({ name }) => name === rendered)?.panel}
        </RadixTabs.Content>
      )}
    </RadixTabs.Root>
  );
}
