/** The stream as a shell reads it: `curl -N`, cut and begun again, until its token is deleted. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, inject, it, onTestFinished } from "vitest";
import { newAccount } from "../support/account.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");

/** `curl -N`, and what it has printed so far. */
function curl(token: string, ...more: string[]) {
  const url = new URL("/v0/stream/?events=true&filter=lamp/%23", baseUrl).href;
  const child = spawn("curl", ["-sN", "-H", `Authorization: Bearer ${token}`, ...more, url]);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += String(chunk);
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(stop);
  const ids = () => [...text.matchAll(/^event: device\nid: (.+)$/gm)].map(([, id = ""]) => id);
  return { ids, ended, stop, text: () => text };
}

it("curl -N prints events and messages, misses none over a cut, and is sent nothing once its token is deleted", async () => {
  const account = await newAccount(baseUrl);
  await account.newKey();
  const lamp = await account.newDevice("Lamp");
  const scopes = ["events:read", "messages:read:lamp/#"];
  const made = { name: "curl", scopes };
  const { id, token } = await account.call<{ id: string; token: string }>("POST", "/v0/tokens/", made);
  const listed = async () =>
    (await account.call<{ id: string }[]>("GET", "/v0/events/devices/on-off/"))
      .map((event) => event.id)
      .reverse();

  const first = curl(token);
  await until("the stream", () => first.text().startsWith("retry:"));
  await account.switchDevice(lamp, "on");
  await until("the first event", () => first.ids().length === 1);
  await first.stop();
  for (const state of ["off", "on", "off"] as const) await account.switchDevice(lamp, state);

  const second = curl(token, "-H", `Last-Event-ID: ${first.ids().at(-1)}`);
  await until("the missed events", () => second.ids().length === 3);
  expect(second.text()).toMatch(/^event: gap\ndata: \{"from":".+","to":".+","why":".+"\}$/m);
  expect([...first.ids(), ...second.ids()]).toEqual(await listed());
  await account.call("POST", "/v0/messages/lamp/set?qos=1", "on");
  await until("the message", () => second.text().includes('"topic":"lamp/set"'));

  await account.call("DELETE", `/v0/tokens/${id}/`);
  await second.ended;
  const third = curl(token, "-w", "%{http_code}");
  await third.ended;
  expect(third.text()).toMatch(/Invalid token.*401$/);
});
