import { Note } from "../../ui/note.tsx";
import { accountUrl } from "./broker.ts";
import { type SnippetChoice, speaksTcp } from "./catalogue.ts";
import { Snippet } from "./snippet.tsx";
import type { Guide } from "./use-guide.ts";

export function Programs({ choice: { files }, guide }: { choice: SnippetChoice; guide: Guide }) {
  return (
    <>
      {files.some(speaksTcp) && <WithoutTcp guide={guide} />}
      {files.map((file) => (
        <Snippet key={file} file={file} guide={guide} />
      ))}
    </>
  );
}

/** A broker without TCP needs a bridge, and the snippet the bridge's address. */
function WithoutTcp({ guide: { broker } }: { guide: Guide }) {
  if (broker.data?.tcp !== null) return null;
  const to = accountUrl(broker.data, "").replace(/\/$/, "");
  return (
    <Note tone="wait" title="This broker speaks MQTT over WebSocket only">
      For TCP run the bridge on a machine near your device, and put that machine's address and the bridge's
      port into the code: <code className="break-all">npm run bridge -- --to {to}</code>
    </Note>
  );
}
