/** Says something in passing. The messages are read out; the toaster is loaded with the first of them. */

/** `loading` stays until another message takes its place. */
export type ToastKind = "success" | "error" | "info" | "loading";

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  /** A later message of the same id takes its place. */
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

/** Called by the page when it can load the toaster; `load` runs with each message until it stands. */
export function onToastWanted(load: () => void): () => void {
  wanted = load;
  if (waiting.length > 0) load();
  return () => {
    wanted = null;
  };
}

/** What nobody has shown yet. Called by the page when the toaster cannot be loaded. */
export const takeWaitingToasts = (): ToastMessage[] => waiting.splice(0);

/** Called by the toaster when it stands. */
export function toastsTo(given: Show): () => void {
  show = given;
  for (const message of takeWaitingToasts()) given(message);
  return () => {
    show = null;
  };
}
