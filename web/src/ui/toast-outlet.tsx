import { type ComponentType, useEffect, useState } from "react";
import { Note } from "./note.tsx";
import { onToastWanted, type ToastMessage, takeWaitingToasts } from "./toast.ts";

const loadToaster = () => import("./toaster.tsx");
/** As long as the toaster shows a message. */
const SHOWN_MS = 5_000;

/** Where toasts appear. Their code is fetched when there is one to show; while it cannot be, they stand there plainly. */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const { plain, show } = usePlainToasts();
  useEffect(
    () =>
      onToastWanted(() => {
        loadToaster().then(
          (code) => setToaster(() => code.default),
          () => show(takeWaitingToasts()),
        );
      }),
    [show],
  );
  return (
    <>
      {Toaster && <Toaster />}
      <div role="status" className="fixed right-4 bottom-4 z-60 grid w-89 max-w-[calc(100vw-2rem)] gap-2">
        {plain.map(({ id, kind, text }) => (
          <Note key={id ?? text} tone={kind === "error" ? "stop" : "idle"} className="shadow-lift">
            {text}
          </Note>
        ))}
      </div>
    </>
  );
}

function usePlainToasts() {
  const [plain, setPlain] = useState<ToastMessage[]>([]);
  const [show] = useState(() => (messages: ToastMessage[]) => {
    if (messages.length === 0) return;
    const ids = new Set(messages.map(({ id, text }) => id ?? text));
    const others = (before: ToastMessage[]) => before.filter(({ id, text }) => !ids.has(id ?? text));
    // Of two messages with one id the later is the one that holds.
    const latest = [...new Map(messages.map((message) => [message.id ?? message.text, message])).values()];
    setPlain((before) => [...others(before), ...latest]);
    setTimeout(() => setPlain((before) => before.filter((message) => !latest.includes(message))), SHOWN_MS);
  });
  return { plain, show };
}
