/** Short messages, announced to screen readers. The toaster is loaded with the first one. */

/** `loading` stays until another message replaces it. */
export type ToastKind = "success" | "error" | "info" | "loading";

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  /** A later message with the same id replaces this one. */
  id?: string | undefined;
}

type Show = (message: ToastMessage) => void;

let show: Show | null = null;
const waiting: ToastMessage[] = [];
let wanted: (() => void) | null = null;

export function toast(kind: ToastKind, text: string, id?: string): void {
  const message = { kind, text, id };
  if (show) {
    show(message);
    return;
  }
  waiting.push(message);
  wanted?.();
}

/** Called by the page; `load` runs with each message until the toaster is mounted. */
export function onToastWanted(load: () => void): () => void {
  wanted = load;
  if (waiting.length > 0) load();
  return () => {
    wanted = null;
  };
}

/** Returns the messages not shown yet. Called when the toaster cannot be loaded. */
export const takeWaitingToasts = (): ToastMessage[] => waiting.splice(0);

/** Called by the toaster when it is mounted. */
export function toastsTo(given: Show): () => void {
  show = given;
  for (const message of takeWaitingToasts()) given(message);
  return () => {
    show = null;
  };
}
