/** What a user of the guide's programs has, and what they are filled in with. */

import type { SnippetValues } from "../../web/src/features/guide/programs/fill.ts";
import type { Credential } from "../../worker/contract/credentials.ts";
import type { BrokerInfo } from "../../worker/contract/service.ts";
import { newDeviceSetup } from "./account.ts";

/** Characters with a meaning in some language. */
const AWKWARD = "a'b\"c\\d$e`f??= #;%Z9";

/** The values lack a device. */
export async function newProgramAccount(baseUrl: string) {
  const { account, key, channel } = await newDeviceSetup(baseUrl);
  const info = await account.call<BrokerInfo>("GET", "/v0/broker/");
  const credential = await account.call<Credential>("POST", "/v0/mqtt/credentials/", {
    name: "Porch",
    username: "porch",
    password: AWKWARD,
    channels: [channel.id],
  });
  if (info.tcp === null) throw new Error("The product says that it serves no TCP.");
  const scopes = ["devices:switch", "values:read", "messages:publish:lamp/#", "messages:read:lamp/#"];
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "curl", scopes });
  const values: Omit<SnippetValues, "DEVICE_ID"> = {
    BROKER_URL: info.url_template?.replace("{userId}", account.userId) ?? "",
    TCP_HOST: info.tcp.host,
    TCP_PORT: String(info.tcp.port),
    USER_ID: account.userId,
    USERNAME: credential.username,
    PASSWORD: AWKWARD,
    API_KEY: key.key,
    API_URL: baseUrl,
    TOKEN: token,
  };
  return { account, channel, values };
}

/** As the page fills them in when its reader chooses TCP. */
export const overTcp = (values: SnippetValues): SnippetValues => ({
  ...values,
  BROKER_URL: `mqtt://${values.TCP_HOST}:${values.TCP_PORT}`,
});

/** Compiled for the bench. */
export const isSketch = (name: string): boolean => /\.(ino|c)$/.test(name);
