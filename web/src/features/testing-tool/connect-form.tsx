import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { apiKeysQuery, credentialsQuery, ownDevicesQuery } from "../../api/queries.ts";
import { randomId } from "../../lib/random.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCard, Choices } from "../../ui/inputs/choice-card.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { type IdentityChoice, identityOf } from "./identity.ts";
import type { Tool } from "./tool.ts";

interface ConnectFormProps {
  tool: Tool;
  credentialId: string | undefined;
  atOnce: boolean;
  connecting: boolean;
}

const KINDS: Record<IdentityChoice["kind"], { title: string; means: string }> = {
  anonymous: {
    title: "Anonymous",
    means: "With the API key. It reads and writes every topic, and writes no device events.",
  },
  "key-as-password": {
    title: "API key as password",
    means: "Logs in like a ready program: topics need no user ID in front.",
  },
  credential: {
    title: "Credential",
    means: "With the rights of a credential, or as one of your devices.",
  },
};

export function ConnectForm({ tool, credentialId: given, atOnce, connecting }: ConnectFormProps) {
  const { id: userId } = useUser();
  const keys = useQuery(apiKeysQuery());
  const credentials = useQuery(credentialsQuery());
  const devices = useQuery(ownDevicesQuery());
  const [kind, setKind] = useState<IdentityChoice["kind"]>(given === undefined ? "anonymous" : "credential");
  const [credentialId, setCredentialId] = useState(given ?? "");
  const [deviceId, setDeviceId] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const pending = keys.isPending || credentials.isPending || devices.isPending;

  const connect = () => {
    const chosen = identityOf(
      kind === "credential" ? { kind, credentialId, deviceId } : { kind },
      {
        userId,
        apiKey: keys.data?.[0]?.key || null,
        credentials: credentials.data ?? [],
        devices: devices.data ?? [],
      },
      randomId(),
    );
    if ("problem" in chosen) return setProblem(chosen.problem);
    setProblem(null);
    void tool.connect(brokerUrl(userId, window.location), chosen.identity);
  };
  useFirst(atOnce && !pending, connect);

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!connecting) connect();
      }}
    >
      <Choices legend="Connect as" columns="three">
        {Object.entries(KINDS).map(([each, { title, means }]) => (
          <ChoiceCard
            key={each}
            group="testing-tool-kind"
            title={title}
            checked={each === kind}
            onChoose={() => setKind(each as IdentityChoice["kind"])}
          >
            {means}
          </ChoiceCard>
        ))}
      </Choices>
      {kind === "credential" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Credential"
            value={credentialId}
            options={[
              ["", "Select credentials..."],
              ...(credentials.data ?? []).map(
                ({ id, name, username }) => [id, `${name} (${username})`] as const,
              ),
            ]}
            onChange={setCredentialId}
          />
          <SelectField
            label="Device"
            value={deviceId}
            options={[["", "No device"], ...(devices.data ?? []).map(({ id, name }) => [id, name] as const)]}
            onChange={setDeviceId}
          />
        </div>
      )}
      {problem && <Note tone="stop">{problem}</Note>}
      <Button type="submit" look="primary" busy={connecting || pending} className="justify-self-start">
        Connect
      </Button>
    </form>
  );
}

/** Runs once, as soon as it is possible. */
function useFirst(possible: boolean, what: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!possible || done.current) return;
    done.current = true;
    what();
  });
}
