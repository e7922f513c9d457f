import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import { devicesQuery } from "../../../api/queries.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyField } from "../../../ui/copy.tsx";
import { ModalDone } from "../../../ui/modal.tsx";
import { Note } from "../../../ui/note.tsx";
import { exampleCall } from "./example-call.ts";

export function NewToken({ made, onClose }: { made: ResponseOf<"createToken">; onClose(): void }) {
  const device = useQuery(devicesQuery()).data?.[0];
  const example = exampleCall(made, device?.id);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Note tone="wait" live>
        Copy the token now. It is not shown again.
      </Note>
      <CopyField value={made.token} label="token" className="min-h-10" />
      {example !== null && <CodeBlock name="curl command" title="Try it in a shell" text={example} />}
      <p className="text-sm text-soft">
        As an MQTT password it works with any user name and any client ID. Topics are written without your
        user ID.
      </p>
      <ModalDone onClose={onClose} />
    </div>
  );
}
