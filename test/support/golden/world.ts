/** Two accounts with one of everything, and an empty one, made through the API. */

import type { World } from "./row.ts";

export type Send = (request: Request) => Promise<Response>;

export const PASSWORD = "Correct-horse-7";

export async function makeWorld(send: Send, base: string): Promise<World> {
  const run = crypto.randomUUID().slice(0, 8);
  const owner = await furnish(send, base, `owner-${run}@example.com`);
  const other = await furnish(send, base, `other-${run}@example.com`);
  const empty = await register(send, base, `empty-${run}@example.com`);
  const names: Record<string, string> = { run, base, password: PASSWORD, random: crypto.randomUUID() };
  for (const [name, value] of Object.entries(owner.names)) names[name] = value;
  for (const [name, value] of Object.entries(other.names)) names[`other_${name}`] = value;
  names.empty = empty.id;
  names.empty_email = `empty-${run}@example.com`;
  return { tokens: { owner: owner.token, other: other.token, empty: empty.token }, names };
}

const TOKEN = { name: "grafana", scopes: ["values:read", "messages:publish:lamp/set"] };

async function furnish(send: Send, base: string, email: string) {
  const { token, id: user } = await register(send, base, email);
  const make = maker(send, base, token);
  const key = await make("/v0/api-keys/");
  const channel = await make("/v0/mqtt/channels/", {
    name: "Door",
    topic: "house/door",
    description: "Front",
  });
  const spare_channel = await make("/v0/mqtt/channels/", { name: "Spare", topic: "spare" });
  const credential = await make("/v0/mqtt/credentials/", {
    name: "Board",
    username: "board",
    password: "s3cret",
    channels: [channel.id],
  });
  const spare_credential = await make("/v0/mqtt/credentials/", {
    name: "Spare",
    username: "spare",
    password: "p",
  });
  const device = await make("/v0/devices/on-off/", { name: "Lamp", channels: [channel.id] });
  const spare_device = await make("/v0/devices/on-off/", { name: "Spare" });
  const schedule = await make(`/v0/devices/on-off/${device.id}/schedules/`, {
    name: "Evening",
    state: true,
    when: { cron: "30 18 * * 1-5" },
    time_zone: "Europe/Berlin",
  });
  const machine = await make("/v0/tokens/", TOKEN);
  const made = {
    key,
    machine,
    channel,
    spare_channel,
    credential,
    spare_credential,
    device,
    spare_device,
    schedule,
  };
  const names: Record<string, string> = { user, email, token, key_text: key.key ?? "" };
  for (const [name, value] of Object.entries(made)) {
    names[name] = value.id;
    names[`${name}_at`] = value.created_at;
  }
  return { token, names };
}

interface Made {
  id: string;
  created_at: string;
  key?: string;
}

const maker =
  (send: Send, base: string, token: string) =>
  async (path: string, body?: unknown): Promise<Made> => {
    const response = await post(send, base + path, body, token);
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}.`);
    return (await response.json()) as Made;
  };

async function register(send: Send, base: string, email: string) {
  const response = await post(send, `${base}/v0/register/`, { email, password: PASSWORD });
  if (response.status !== 201) throw new Error(`register answered ${response.status}.`);
  const { data } = (await response.json()) as { data: { token: string; user: { id: string } } };
  return { token: data.token, id: data.user.id };
}

function post(send: Send, url: string, body?: unknown, token?: string): Promise<Response> {
  const headers = new Headers();
  if (token !== undefined) headers.set("Authorization", `Token ${token}`);
  if (body === undefined) return send(new Request(url, { method: "POST", headers }));
  headers.set("Content-Type", "application/json");
  return send(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
}
