import { storedTopic } from "../../../../broker/contract/topics.ts";
import { call } from "../../api/call.ts";
import { generatedPassword } from "../../lib/generated-password.ts";

/** Reuses what was made by hand, here or in another window. Returns the device's id. */
export async function setUp(userId: string): Promise<string> {
  const [keys, channels, credentials, devices] = await Promise.all([
    call("listApiKeys"),
    call("listChannels"),
    call("listCredentials"),
    call("listDevices"),
  ]);
  if (keys.length === 0) await call("createApiKey");
  const channel =
    channels[0] ??
    (await call("createChannel", { body: { name: "Lamp", topic: storedTopic(userId, "home/lamp") } }));
  if (credentials.length === 0) {
    const password = generatedPassword();
    const body = { name: "Lamp", username: "lamp", password, channels: [channel.id] };
    await call("createCredential", { body });
  }
  const device =
    devices[0] ??
    (await call("createDevice", { body: { name: "Lamp", state: false, channels: [channel.id] } }));
  return device.id;
}
