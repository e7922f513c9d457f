/** The examples of README.md, run unchanged. */

import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { LANGUAGES, runSnippet, snippetsIn } from "../support/snippets.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const snippets = snippetsIn(readme);

/** Runs one example with the values of a new account. */
async function start(language: (typeof LANGUAGES)[number]) {
  const baseUrl = inject("baseUrl");
  const { account, credential, device } = await newDeviceSetup(baseUrl);
  const scopes = ["messages:publish:lamp/#", "messages:read:lamp/#"];
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "curl", scopes });
  const { hostname, port } = new URL(baseUrl);
  const snippet = snippets.find((each) => each.language === language);
  if (snippet === undefined) throw new Error(`README.md has no example in ${language}.`);
  const example = runSnippet(snippet, {
    SWITCHYARD_HOST: hostname,
    SWITCHYARD_PORT: port,
    SWITCHYARD_USER_ID: account.userId,
    SWITCHYARD_DEVICE_ID: device.id,
    SWITCHYARD_USERNAME: credential.username,
    SWITCHYARD_PASSWORD: PASSWORD,
    SWITCHYARD_TOKEN: token,
  });
  return { account, device, example };
}

it("has one example in each language", () => {
  expect(snippets.map(({ language }) => language)).toEqual(LANGUAGES);
});

it("connects a device", async () => {
  const { account, device, example } = await start("node");
  try {
    await account.untilEvent(device.id, "connected");
    await account.switchDevice(device, "on");
    await example.untilSaid('{"state":"on"}');
  } finally {
    await example.stop();
  }
});

it("publishes and reads with a token", async () => {
  const { example } = await start("sh");
  try {
    await example.untilSaid('"topic":"lamp/set"');
    await example.untilSaid("}bright");
    await example.untilSaid("event: message");
  } finally {
    await example.stop();
  }
});
