/** What the publish form offers, as the account takes it. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PublishForm } from "../../../../web/src/features/testing-tool/publish-form.tsx";
import { Tool } from "../../../../web/src/features/testing-tool/tool.ts";
import { show, signedInAlways, USER_ID } from "../screen.tsx";

signedInAlways();

const filters = [`${USER_ID}/home/#`, `${USER_ID}/lamp`];

async function form(full: boolean) {
  const tool = new Tool((topic) => topic);
  const publish = vi.spyOn(tool, "publish").mockResolvedValue();
  const state = { phase: "connected", view: "account", filters, full } as const;
  await show(<PublishForm tool={tool} of={state} topics={["home/hall", "garden"]} />);
  const qos = await screen.findByLabelText<HTMLSelectElement>("QoS");
  return { publish, qos, offered: [...qos.options].map(({ text }) => text) };
}

it("retains, at QoS 2, and suggests the channels that it may use", async () => {
  const { publish, qos, offered } = await form(true);
  expect(offered).toEqual(["0", "1", "2"]);
  const list = document.getElementById(
    screen.getByLabelText("Topic to publish to").getAttribute("list") ?? "",
  );
  expect([...(list?.querySelectorAll("option") ?? [])].map(({ value }) => value)).toEqual([
    "lamp",
    "home/hall",
  ]);
  await userEvent.selectOptions(qos, "2");
  await userEvent.click(screen.getByRole("checkbox", { name: "Retain" }));
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(publish).toHaveBeenCalledWith(`${USER_ID}/lamp`, expect.any(String), 2, true);
});

it("has neither in a classic account", async () => {
  const { offered } = await form(false);
  expect(offered).toEqual(["0", "1"]);
  expect(screen.queryByRole("checkbox", { name: "Retain" })).toBeNull();
});
