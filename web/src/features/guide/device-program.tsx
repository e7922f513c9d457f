import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { listApiKeys } from "../../api/account.ts";
import { listCredentials } from "../../api/mqtt.ts";
import { Checkbox, Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Select } from "../../ui/select.tsx";
import { Loading } from "../../ui/spinner.tsx";
import SnippetTabs from "./snippet-tabs.tsx";
import { useAnswer } from "./use-answer.ts";
import { useGuide } from "./use-guide.ts";

const load = async () => {
  const [keys, credentials] = await Promise.all([listApiKeys(), listCredentials()]);
  return { apiKey: keys[0]?.key, credentials };
};

/** The programs that connect one device, filled in. */
export default function DeviceProgram({ deviceId }: { deviceId: string }) {
  const guide = useGuide();
  const answer = useAnswer(load);
  const [credentialId, setCredentialId] = useState("");
  const own = answer.state === "ready" ? answer.value : null;
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
  if (answer.state === "failed") return <Note tone="stop">Your credentials could not be loaded.</Note>;
  if (own === null) return <Loading />;
  return (
    <div className="grid min-w-0 gap-4">
      {credential ? (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
          <Field label="Credential">
            {(input) => (
              <Select
                {...input}
                value={credential.id}
                onChange={({ target }) => setCredentialId(target.value)}
              >
                {own.credentials.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Checkbox
            label="Show secrets"
            checked={guide.secretsShown}
            onChange={({ target }) => guide.showSecrets(target.checked)}
          />
        </div>
      ) : (
        <Note tone="wait">
          A device logs in with a credential: <Link to="/dashboard/mqtt/credentials">create one first</Link>.
        </Note>
      )}
      <SnippetTabs label="Programs" of="device" guide={filled} />
    </div>
  );
}
