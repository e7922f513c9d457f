/** What README.md tells people to type, typed. */

import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { LANGUAGES, runSnippet, snippetsIn } from "../support/snippets.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const snippets = snippetsIn(readme);

it("shows how to connect a device in three languages", () => {
  expect(new Set(snippets.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
});

it.each(snippets.map((snippet) => [snippet.language, snippet] as const))(
  "connects a device with the example in %s",
  async (_, snippet) => {
    const baseUrl = inject("baseUrl");
    const { account, credential, device } = await newDeviceSetup(baseUrl);
    const { hostname, port } = new URL(baseUrl);
    const example = runSnippet(snippet, {
      SWITCHYARD_HOST: hostname,
      SWITCHYARD_PORT: port,
      SWITCHYARD_USER_ID: account.userId,
      SWITCHYARD_DEVICE_ID: device.id,
      SWITCHYARD_USERNAME: credential.username,
      SWITCHYARD_PASSWORD: PASSWORD,
    });
    try {
      await account.untilEvent(device.id, "connected");
      await account.switchDevice(device, "on");
      await example.untilSaid('{"state":"on"}');
    } finally {
      await example.stop();
    }
  },
);
