import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { call } from "../../api/call.ts";
import { keepChoice, lastChoice } from "../../lib/last-choice.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { CHOICES } from "./programs/catalogue.ts";
import SnippetTabs from "./programs/snippet-tabs.tsx";
import { useGuide } from "./use-guide.ts";

const LANGUAGES = CHOICES.device.map(({ label }) => label);

const load = async () => {
  const [keys, credentials] = await Promise.all([call("listApiKeys"), call("listCredentials")]);
  return { apiKey: keys[0]?.key, credentials };
};

export default function DeviceProgram({ deviceId }: { deviceId: string }) {
  const guide = useGuide();
  const answer = useAnswer(load);
  const [credentialId, setCredentialId] = useState("");
  const own = answer.data;
  const credential = own?.credentials.find(({ id }) => id === credentialId) ?? own?.credentials[0];
  const filled = useMemo(
    () => ({
      ...guide,
      values: {
        ...guide.values,
        DEVICE_ID: deviceId,
        ...(own?.apiKey && { API_KEY: own.apiKey }),
        ...(credential && { USERNAME: credential.username, PASSWORD: credential.password }),
      },
    }),
    [guide, own, credential, deviceId],
  );
  return (
    <Loaded of={answer} failed="Your credentials could not be loaded.">
      {({ credentials }) => (
        <div className="grid min-w-0 gap-4">
          {credential ? (
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
              <SelectField
                label="Credential"
                value={credential.id}
                options={credentials.map(({ id, name }) => [id, name])}
                onChange={setCredentialId}
              />
              <Checkbox
                label="Show secrets"
                checked={guide.secretsShown}
                onChange={({ target }) => guide.showSecrets(target.checked)}
              />
            </div>
          ) : (
            <Note tone="wait">
              A device logs in with a credential:{" "}
              <Link to="/dashboard/mqtt/credentials">create one first</Link>.
            </Note>
          )}
          <SnippetTabs
            label="Programs"
            of="device"
            guide={filled}
            first={Math.max(0, LANGUAGES.indexOf(lastChoice("device program", LANGUAGES) ?? ""))}
            onChoose={(at) => keepChoice("device program", LANGUAGES[at] ?? "")}
          />
        </div>
      )}
    </Loaded>
  );
}
