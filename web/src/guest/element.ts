type Child = Node | string;

/** Makes an element with attributes and children. A text is never read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const FIELD =
  "w-full min-w-0 rounded-md border border-edge bg-panel px-3 text-base text-ink hover:border-ink";
/** A field that a finger reaches. */
export const FIELD_CLASS = `${FIELD} h-11`;
export const BUTTON_CLASS =
  "inline-flex h-11 max-w-full min-w-0 items-center justify-center rounded-md border border-edge bg-panel px-4 text-sm font-medium wrap-anywhere hover:border-ink active:translate-y-px";
