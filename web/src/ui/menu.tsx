import * as DropdownMenu from "radix-ui/dropdown-menu";
import type { ReactNode } from "react";

/**
 * A menu under a button. Not modal: the page keeps scrolling, and no style element is written into it. It stands in the
 * page beside its button, not at the end of it, so that it belongs to the same landmark.
 */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-48 animate-appear rounded-md border border-hairline bg-panel p-1 shadow-lift"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const itemClass =
  "flex min-h-9 touch cursor-pointer items-center gap-2.5 rounded-sm px-3 text-sm outline-none data-highlighted:bg-well " +
  "data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-edge [&_svg]:size-4 [&_svg]:text-soft";

/** With `asChild` the only child, a link say, becomes the item. */
export function MenuItem({
  onSelect,
  asChild = false,
  children,
}: {
  onSelect?: () => void;
  asChild?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item asChild={asChild} className={itemClass} {...(onSelect && { onSelect })}>
      {children}
    </DropdownMenu.Item>
  );
}

export const MenuRule = () => <DropdownMenu.Separator className="my-1 h-px bg-hairline" />;

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: { value: Value; text: string; icon: ReactNode }[];
  onChange(value: Value): void;
}

/** One of several, inside a menu. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      aria-label={label}
    >
      <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs text-soft">{label}</DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={(event) => event.preventDefault()}
          className={itemClass}
        >
          {choice.icon}
          <span className="flex-1">{choice.text}</span>
          <DropdownMenu.ItemIndicator className="text-go" aria-hidden="true">
            ✓
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
