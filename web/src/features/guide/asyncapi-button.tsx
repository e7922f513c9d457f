import { useState } from "react";
import { call } from "../../api/call.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";

const FAILED = "The document could not be loaded. Please try again.";

export default function AsyncapiButton() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const save = async () => {
    setBusy(true);
    setProblem("");
    try {
      const document = await call("readAsyncapi");
      saveFile("asyncapi.json", new Blob([JSON.stringify(document, null, 2)], { type: "application/json" }));
    } catch {
      setProblem(FAILED);
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" busy={busy} onClick={save}>
        Download asyncapi.json
      </Button>
      <span role="alert" className="text-sm text-stop">
        {problem}
      </span>
    </div>
  );
}
