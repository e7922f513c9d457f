import * as RadixTabs from "@radix-ui/react-tabs";
import { type ReactNode, useDeferredValue } from "react";

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

/** Only the current tab is rendered, and loads its data. */
export function Tabs({ label, tabs, current, onTab }: TabsProps) {
  const shown = tabs.find(({ name }) => name === current) ?? tabs[0];
  // The pressed tab is marked before its panel is rendered.
  const rendered = useDeferredValue(shown?.name);
  return (
    <RadixTabs.Root value={shown?.name ?? ""} onValueChange={onTab} className="min-w-0">
      <RadixTabs.List aria-label={label} className="mb-5 flex overflow-x-auto border-b border-hairline">
        {tabs.map(({ name, title }) => (
          <RadixTabs.Trigger
            key={name}
            value={name}
            className="min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-medium text-soft -outline-offset-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink sm:px-4"
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
