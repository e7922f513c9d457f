/** Adding a chat: each service asks for what it needs, and a test shows whether it takes messages. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import ChatForm from "../../../../web/src/features/watches/targets/chat-form.tsx";
import { TargetsPanel } from "../../../../web/src/features/watches/targets/targets-panel.tsx";
import { aTarget } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const ID = "5d0e8f0a-3b1c-4c2d-9e8f-1a2b3c4d5e6f";
const TARGET = {
  ...aTarget({ id: ID, kind: "webhook", format: "discord", address: "discord.com" }),
  secret: null,
};

async function fill(service: string, fields: Record<string, string>) {
  await userEvent.selectOptions(await screen.findByLabelText("Service"), service);
  for (const [label, value] of Object.entries(fields)) {
    await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByRole("button", { name: "Add Chat" }));
}

it.each([
  [
    "Discord",
    { "Webhook address": "https://discord.com/api/webhooks/1/a" },
    { format: "discord", url: "https://discord.com/api/webhooks/1/a" },
  ],
  [
    "Slack",
    { "Webhook address": "https://hooks.slack.com/services/T/B/a" },
    { format: "slack", url: "https://hooks.slack.com/services/T/B/a" },
  ],
  [
    "Telegram",
    { "Token of the bot": "1:a", Chat: "-100" },
    { format: "telegram", token: "1:a", chat: "-100" },
  ],
  ["ntfy", { "Server and topic": "https://ntfy.sh/a" }, { format: "ntfy", url: "https://ntfy.sh/a" }],
  [
    "ntfy",
    { "Server and topic": "https://ntfy.sh/a", "Access token (only for a topic that needs one)": "tk_a" },
    { format: "ntfy", url: "https://ntfy.sh/a", token: "tk_a" },
  ],
])("%s asks for what it needs, with a hint at each field: %j", async (service, fields, body) => {
  const asked = server({ "POST /v0/targets/": () => TARGET });
  await show(<ChatForm onClose={() => {}} />);
  await fill(service, fields);
  await screen.findByText(/Send a test/);
  expect(asked.find(({ call }) => call === "POST /v0/targets/")?.body).toEqual({ kind: "webhook", ...body });
});

it("what was typed for one service is not sent to another", async () => {
  const asked = server({ "POST /v0/targets/": () => TARGET });
  await show(<ChatForm onClose={() => {}} />);
  await userEvent.type(
    await screen.findByLabelText("Webhook address"),
    "https://discord.com/api/webhooks/1/a",
  );
  await fill("Slack", {});
  expect(asked.find(({ call }) => call === "POST /v0/targets/")?.body).toMatchObject({ url: "" });
});

it("each mistake is at its field", async () => {
  const sentence = "Enter the chat's number, such as -1001234567890, or @ and the name of a public channel.";
  server({
    "POST /v0/targets/": () => Response.json({ errors: { chat: [sentence] } }, { status: 400 }),
  });
  await show(<ChatForm onClose={() => {}} />);
  await fill("Telegram", { "Token of the bot": "1:a", Chat: "Ann" });
  await screen.findByText(sentence);
  const field = screen.getByLabelText("Chat");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it("the test after adding says what the service said", async () => {
  const detail =
    "Discord answered 404: Unknown Webhook. Make a new webhook in Discord, and add it here as a new target.";
  server({
    "POST /v0/targets/": () => TARGET,
    [`POST /v0/targets/${ID}/test/`]: () => ({ outcome: "gone", detail, target: TARGET }),
  });
  await show(<ChatForm onClose={() => {}} />);
  await fill("Discord", { "Webhook address": "https://discord.com/api/webhooks/1/a" });
  await userEvent.click(await screen.findByRole("button", { name: /Send Test/ }));
  expect((await screen.findByText(/Unknown Webhook/)).textContent).toBe(`Not sent. ${detail}`);
});

it("a chat in the list shows its service and host, and has no secret to replace", async () => {
  server({ "GET /v0/targets/": () => [TARGET] });
  await show(<TargetsPanel />);
  const row = (await screen.findByText("Discord")).closest("li") as HTMLElement;
  expect(within(row).getByText("discord.com")).toBeTruthy();
  expect(within(row).queryByRole("button", { name: /New secret/ })).toBeNull();
});
