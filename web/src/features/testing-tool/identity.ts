/** As whom the tool connects, and what it listens to from the start. */

import { deviceUsername, keyClientId } from "../../../../broker/contract/client.ts";
import { controlTopic } from "../../../../broker/contract/topics.ts";
import type { Credential } from "../../../../worker/contract/credential.ts";
import type { Device } from "../../../../worker/contract/device.ts";
import type { ConnectionOptions } from "../../live/connection.ts";

export type Choice =
  | { kind: "anonymous" }
  | { kind: "credential"; credentialId: string /** Empty for none. */; deviceId: string };

/** What the account has to choose from. */
export interface Holdings {
  userId: string;
  apiKey: string | null;
  credentials: Pick<Credential, "id" | "username" | "password" | "channels">[];
  devices: Pick<Device, "id" | "channels">[];
}

export interface Identity {
  options: Omit<ConnectionOptions, "url">;
  filters: string[];
}

export type Chosen = { identity: Identity } | { problem: string };

/** `suffix` makes the client id unique. */
export function identityOf(choice: Choice, holdings: Holdings, suffix: string): Chosen {
  if (choice.kind === "anonymous") {
    if (holdings.apiKey === null) return { problem: 'Please create an API Key from "Profile" section' };
    return { identity: { options: { clientId: keyClientId(holdings.apiKey, suffix) }, filters: [] } };
  }
  const credential = holdings.credentials.find(({ id }) => id === choice.credentialId);
  if (!credential) return { problem: "Please select valid credentials" };
  const device = holdings.devices.find(({ id }) => id === choice.deviceId);
  const { username, password } = credential;
  const topics = credential.channels.map(({ topic }) => topic);
  if (!device) {
    return {
      identity: {
        options: { clientId: keyClientId(credential.id, suffix), username, password },
        filters: topics,
      },
    };
  }
  // What the broker sends to a device anyway is listed too.
  const heard = [controlTopic(holdings.userId, device.id), ...device.channels.map(({ topic }) => topic)];
  return {
    identity: {
      options: {
        clientId: keyClientId(device.id, suffix),
        username: deviceUsername(device.id, username),
        password,
      },
      filters: [...new Set([...topics, ...heard])],
    },
  };
}
