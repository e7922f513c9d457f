import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { classNames } from "../lib/class-names.ts";

const ITEM = "[role^=menuitem]";

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<"button">>;
  /** The side of the button that it begins at. */
  from?: "left" | "right";
  children: ReactNode;
}

/**
 * A menu under a button, by the ARIA Authoring Practices. Not modal; rendered beside its button, so that it is in the
 * same landmark. Written here because Radix's menu is a sixth of a screen's script.
 */
export function Menu({ trigger, from = "right", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    frame.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const pressBeside = ({ target }: PointerEvent) => {
      if (!frame.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", pressBeside);
    return () => document.removeEventListener("pointerdown", pressBeside);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed bubbles up from the button and the menu.
    <div
      ref={frame}
      className="relative flex min-w-0"
      onKeyDown={(event) =>
        press(event, isOpen, { open: () => setOpen(true), close, leave: () => setOpen(false) })
      }
    >
      {cloneElement(trigger, {
        id,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <Items labelledBy={id} from={from} onChosen={close}>
          {children}
        </Items>
      )}
    </div>
  );
}

interface Moves {
  open(): void;
  /** Returns the focus to the button. */
  close(): void;
  leave(): void;
}

/** The menu takes the focus when it opens; arrows, letters and the pointer move it to the items. */
function press(event: KeyboardEvent, isOpen: boolean, { open, close, leave }: Moves): void {
  const { key } = event;
  if (!isOpen) {
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    event.preventDefault();
    open();
    return;
  }
  if (key === "Tab") {
    leave();
    return;
  }
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === "Escape") close();
  // Links react to Enter only.
  else if (key === " " && items[at] instanceof HTMLAnchorElement) items[at].click();
  else {
    const next = nextItem(items, at, key);
    if (next === undefined) return;
    next.focus();
  }
  event.preventDefault();
}

function nextItem(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === "ArrowDown") return items[Math.min(at + 1, items.length - 1)];
  if (key === "ArrowUp") return items[Math.max(at < 0 ? items.length - 1 : at - 1, 0)];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const begins = (item: HTMLElement) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins);
}

interface ItemsProps extends Required<Pick<MenuProps, "from">> {
  labelledBy: string;
  onChosen(): void;
  children: ReactNode;
}

function Items({ labelledBy, from, onChosen, children }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the frame, and Enter on an item is a click.
    <div
      ref={menu}
      role="menu"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className={classNames(
        "absolute top-full z-50 mt-1.5 min-w-48 animate-appear rounded-md border border-hairline bg-panel p-1 shadow-lift",
        from === "left" ? "left-0" : "right-0",
      )}
      onPointerMove={({ target, currentTarget }) => {
        const item = (target as Element).closest<HTMLElement>(ITEM) ?? currentTarget;
        if (item !== document.activeElement) item.focus({ preventScroll: true });
      }}
      onClick={({ target }) => {
        if ((target as Element).closest("[role=menuitem]")) onChosen();
      }}
    >
      {children}
    </div>
  );
}

const itemClass =
  "flex min-h-9 touch w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 text-left text-sm focus:bg-well " +
  "focus:outline-2 focus:-outline-offset-2 focus:outline-edge [&_svg]:size-4 [&_svg]:text-soft";
const asItem = { role: "menuitem", tabIndex: -1, className: itemClass };

interface MenuItemProps {
  onSelect(): void;
  children: ReactNode;
}

export const MenuItem = ({ onSelect, children }: MenuItemProps) => (
  <button type="button" {...asItem} onClick={onSelect}>
    {children}
  </button>
);

/** The link becomes the item. */
export const MenuLink = ({ children }: { children: ReactElement<ComponentProps<"a">> }) =>
  cloneElement(children, asItem);

export const MenuRule = () => <hr className="my-1 h-px border-0 bg-hairline" />;

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: { value: Value; text: string; icon: ReactNode }[];
  onChange(value: Value): void;
}

/** A radio item; the menu stays open. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: MenuChoiceProps<Value>) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has groups, and no fieldsets.
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-3 pt-2 pb-1 text-xs text-soft">
        {label}
      </p>
      {choices.map((choice) => (
        <button
          type="button"
          key={choice.value}
          {...asItem}
          role="menuitemradio"
          aria-checked={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.icon}
          <span className="flex-1">{choice.text}</span>
          {choice.value === value && (
            <span className="text-go" aria-hidden="true">
              ✓
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
