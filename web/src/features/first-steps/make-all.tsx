import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { storedTopic } from "../../../../broker/contract/topics.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { generatedPassword } from "../../lib/random.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";

export function MakeAll() {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const [making, setMaking] = useState("");
  const { busy, problem, run } = useFormCall({
    fallback: "Not everything could be made. Please try again.",
    done: "The first four steps are done.",
  });
  return (
    <>
      <ProblemNote problem={problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="primary"
          size="lg"
          busy={busy}
          className="max-sm:w-full"
          onClick={() => run(() => setUp(userId, client, setMaking))}
        >
          Do the first four for me
        </Button>
        <p role="status" className="text-sm text-soft">
          {busy === true && making
            ? `Making the ${making}…`
            : "Makes what is still missing. You can change all of it later."}
        </p>
      </div>
    </>
  );
}

type Made = "apiKeys" | "channels" | "credentials" | "devices";

/** Reuses what was made by hand, here or in another window. `onMaking` gets the name of each thing before it is made. */
async function setUp(userId: string, client: QueryClient, onMaking: (what: string) => void): Promise<void> {
  const [keys, channels, credentials, devices] = await Promise.all([
    call("listApiKeys"),
    call("listChannels"),
    call("listCredentials"),
    call("listDevices"),
  ]);
  const make = async <T,>(what: string, list: Made, made: () => Promise<T>): Promise<T> => {
    onMaking(what);
    try {
      return await made();
    } finally {
      // Also after a failure: it may exist.
      void client.invalidateQueries({ queryKey: queryKeys[list] });
    }
  };
  if (keys.length === 0) await make("API key", "apiKeys", () => call("createApiKey"));
  const { id: channel } =
    channels[0] ??
    (await make("channel", "channels", () =>
      call("createChannel", { body: { name: "Lamp", topic: storedTopic(userId, "home/lamp") } }),
    ));
  if (credentials.length === 0) {
    const body = { name: "Lamp", username: "lamp", password: generatedPassword(), channels: [channel] };
    await make("credential", "credentials", () => call("createCredential", { body }));
  }
  if (devices.length === 0) {
    const body = { name: "Lamp", state: false, channels: [channel] };
    await make("device", "devices", () => call("createDevice", { body }));
  }
}
