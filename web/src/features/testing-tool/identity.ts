import { deviceUsername, keyClientId } from "../../../../broker/contract/client.ts";
import type { View } from "../../../../broker/contract/grants.ts";
import { controlTopic } from "../../../../broker/contract/topics.ts";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { ConnectionOptions } from "../../live/connection.ts";
import { sentTopic } from "./topics.ts";

export type IdentityChoice =
  | { kind: "anonymous" }
  | { kind: "key-as-password" }
  | { kind: "credential"; credentialId: string /** Empty for none. */; deviceId: string };

export interface Holdings {
  userId: string;
  apiKey: string | null;
  credentials: Pick<Credential, "id" | "username" | "password" | "channels" | "view" | "grants" | "device">[];
  devices: Pick<Device, "id" | "channels">[];
}
type Held = Holdings["credentials"][number];

export interface ToolIdentity {
  options: Omit<ConnectionOptions, "url">;
  view: View;
  filters: string[];
}

export type Chosen = { identity: ToolIdentity } | { problem: string };

export function identityOf(choice: IdentityChoice, holdings: Holdings, suffix: string): Chosen {
  if (choice.kind !== "credential") return keyIdentity(choice.kind, holdings.apiKey, suffix);
  const credential = holdings.credentials.find(({ id }) => id === choice.credentialId);
  if (!credential) return { problem: "Please select valid credentials" };
  // A device's credential always stands for that device.
  const device = holdings.devices.find(({ id }) => id === (credential.device ?? choice.deviceId));
  const { username, password, view } = credential;
  const login =
    device && credential.device === null
      ? { clientId: keyClientId(device.id, suffix), username: deviceUsername(device.id, username) }
      : { clientId: keyClientId(credential.id, suffix), username };
  const filters = [...topicsOf(credential), ...(device ? heardBy(device, holdings.userId) : [])];
  const sent = filters.map((filter) => sentTopic(view, holdings.userId, filter));
  return { identity: { options: { ...login, password }, view, filters: [...new Set(sent)] } };
}

function keyIdentity(kind: "anonymous" | "key-as-password", key: string | null, suffix: string): Chosen {
  if (key === null) return { problem: 'Please create an API Key from "Profile" section' };
  if (kind === "anonymous") {
    return { identity: { options: { clientId: keyClientId(key, suffix) }, view: "account", filters: [] } };
  }
  const options = { clientId: `testing-tool-${suffix}`, username: "testing-tool", password: key };
  return { identity: { options, view: "root", filters: [] } };
}

/** The topics that it may read, as far as known without its client id. */
const topicsOf = ({ channels, grants }: Held): string[] => [
  ...channels.map(({ topic }) => topic),
  ...grants.filter(({ subscribe, filter }) => subscribe && !/%[cu]/.test(filter)).map(({ filter }) => filter),
];

/** Includes topics that the broker delivers to a device anyway. */
const heardBy = ({ id, channels }: Holdings["devices"][number], userId: string): string[] => [
  controlTopic(userId, id),
  ...channels.map(({ topic }) => topic),
];
