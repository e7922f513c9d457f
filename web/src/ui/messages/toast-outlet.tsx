import { type ComponentType, useCallback, useEffect, useState } from "react";
import { Note } from "./note.tsx";
import { onToastWanted, type ToastMessage, takeWaitingToasts } from "./toast.ts";

const loadToaster = () => import("./toaster.tsx");
/** As long as the toaster shows a message. */
const SHOWN_MS = 5_000;

/** Shows toasts. The toaster is loaded with the first one; if that fails, messages are shown plainly. */
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
      <div className="fixed right-4 bottom-4 z-60 grid w-89 max-w-[calc(100vw-2rem)] gap-2">
        {plain.map((message) => (
          <Note
            live
            key={nameOf(message)}
            tone={message.kind === "error" ? "stop" : "idle"}
            className="shadow-lift"
          >
            {message.text}
          </Note>
        ))}
      </div>
    </>
  );
}

/** A message with the same id replaces the earlier one. */
const nameOf = ({ id, text }: ToastMessage): string => id ?? text;

function usePlainToasts() {
  const [plain, setPlain] = useState<ToastMessage[]>([]);
  const show = useCallback((messages: ToastMessage[]) => {
    setPlain((before) => [
      ...new Map([...before, ...messages].map((message) => [nameOf(message), message])).values(),
    ]);
    setTimeout(() => setPlain((before) => before.filter((message) => !messages.includes(message))), SHOWN_MS);
  }, []);
  return { plain, show };
}
