import type { QueryClient } from "@tanstack/react-query";
import { storedTopic } from "../../../../broker/contract/topics.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { generatedPassword } from "../../lib/generated-password.ts";

type Made = "apiKeys" | "channels" | "credentials" | "devices";

/** Reuses what was made by hand, here or in another window. `onMaking` gets the name of each thing before it is made. */
export async function setUp(
  userId: string,
  client: QueryClient,
  onMaking: (what: string) => void,
): Promise<void> {
  const [keys, channels, credentials, devices] = await Promise.all([
    call("listApiKeys"),
    call("listChannels"),
    call("listCredentials"),
    call("listDevices"),
  ]);
  const make = async <T>(what: string, list: Made, made: () => Promise<T>): Promise<T> => {
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
