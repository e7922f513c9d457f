/** Makes what is missing of the first four: an API key, a channel, a credential, a device. */

import { storedTopic } from "../../../../broker/contract/topics.ts";
import { createApiKey, listApiKeys } from "../../api/account.ts";
import { createDevice, listDevices } from "../../api/devices.ts";
import { createChannel, createCredential, listChannels, listCredentials } from "../../api/mqtt.ts";
import { generatedPassword } from "../../lib/generated-password.ts";

/** Looks first: what was made by hand, here or in another window, is not made again. Answers the device's id. */
export async function setUp(userId: string): Promise<string> {
  const [keys, channels, credentials, devices] = await Promise.all([
    listApiKeys(),
    listChannels(),
    listCredentials(),
    listDevices(),
  ]);
  if (keys.length === 0) await createApiKey();
  const channel =
    channels[0] ?? (await createChannel({ name: "Lamp", topic: storedTopic(userId, "home/lamp") }));
  if (credentials.length === 0) {
    await createCredential({
      name: "Lamp",
      username: "lamp",
      password: generatedPassword(),
      channels: [channel.id],
    });
  }
  const device = devices[0] ?? (await createDevice({ name: "Lamp", state: false, channels: [channel.id] }));
  return device.id;
}
