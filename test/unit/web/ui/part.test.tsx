import { type ReactNode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { part } from "../../../../web/src/ui/loading/part.tsx";

// As in a browser: with it React would work synchronously.
beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false));
afterEach(() => vi.unstubAllGlobals());

/** A field as in the forms: a store holds its value, and effects subscribe to it. */
function NameField() {
  const value = useSyncExternalStore(held.subscribe, () => held.value);
  return <input value={value} onChange={(event) => held.set(event.target.value)} />;
}

const listeners = new Set<() => void>();
const held = {
  value: "",
  set(value: string) {
    held.value = value;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Resolves as soon as an input is in the document. */
const inputIn = (place: Element): Promise<HTMLInputElement> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const input = place.querySelector("input");
      if (input === null) return;
      observer.disconnect();
      resolve(input);
    });
    observer.observe(place, { childList: true, subtree: true });
  });

function press(input: HTMLInputElement, key: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(input, input.value + key);
  input.dispatchEvent(new InputEvent("input", { bubbles: true, data: key }));
}

function show(screen: ReactNode): { place: Element; leave(): void } {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(screen);
  return {
    place,
    leave: () => {
      root.unmount();
      place.remove();
    },
  };
}

test("keeps text typed into a form at the moment of its appearance [F93]", async () => {
  const Form = part(async () => ({ default: NameField }));
  const { place, leave } = show(<Form />);
  const input = await inputIn(place);
  for (const key of "Desk") press(input, key);
  expect(input.value).toBe("Desk");
  expect(held.value).toBe("Desk");
  leave();
});
