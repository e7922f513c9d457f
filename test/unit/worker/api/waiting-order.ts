import { type Account, api } from "./client.ts";

/** An order that waits: of a token, for a device that asks first. */
export async function orderOf({ call }: Account): Promise<string> {
  const { id } = (await call("POST /v0/devices/on-off/", { name: "Gate", ask_first: ["token"] })).body;
  const { token } = (await call("POST /v0/tokens/", { name: "robot", scopes: ["devices:switch"] })).body;
  return (await api(`POST /v0/devices/on-off/${id}/switch/`, { state: true }, { token })).body.approval;
}
