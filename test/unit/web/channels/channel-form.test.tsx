import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import ChannelForm from "../../../../web/src/features/channels/channel-form.tsx";
import { server, show, signedInAlways, USER_ID } from "../screen.tsx";

signedInAlways();

it("names the taken topic and its channel [F375]", async () => {
  server({
    "GET /v0/mqtt/channels/": () => [
      { id: "c1", name: "Porch", topic: `${USER_ID}/home/porch`, description: "", series: null },
    ],
  });
  const listed = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation(async (address, init) =>
    init?.method === "POST"
      ? Response.json({ errors: { topic: ["This field must be unique."] } }, { status: 400 })
      : (listed as typeof fetch)(address, init),
  );
  await show(<ChannelForm channel={null} onClose={() => {}} />);
  await userEvent.type(await screen.findByLabelText("Channel Name"), "Again");
  await userEvent.type(screen.getByLabelText("MQTT Topic"), "home/porch");
  await userEvent.click(screen.getByRole("button", { name: "Add Channel" }));
  expect(await screen.findByText("home/porch is already the topic of the channel Porch.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("MQTT Topic"), "-2");
  expect(screen.getByText("home/porch is already the topic of the channel Porch.")).toBeDefined();
});

it("stores several values of one message, and leaves out one that is removed", async () => {
  const asked = server({
    "GET /v0/mqtt/channels/": () => [],
    "POST /v0/mqtt/channels/": () => ({ id: "c1" }),
  });
  await show(<ChannelForm channel={null} onClose={() => {}} />);
  await userEvent.type(await screen.findByLabelText("Channel Name"), "Uplink");
  await userEvent.type(screen.getByLabelText("MQTT Topic"), "uplink");
  await userEvent.click(screen.getByLabelText("Store its values over time"));
  for (const name of ["Warmth", "Damp", "Wind"]) {
    if (name !== "Warmth") await userEvent.click(screen.getByRole("button", { name: "Add another value" }));
    await userEvent.type(screen.getAllByLabelText("Value Name").at(-1) as HTMLElement, name);
    await userEvent.type(screen.getAllByLabelText("Path").at(-1) as HTMLElement, `/${name}`);
  }
  await userEvent.click(screen.getByRole("button", { name: "Remove Damp" }));
  await userEvent.click(screen.getByRole("button", { name: "Add Channel" }));
  const made = asked.find(({ call }) => call.startsWith("POST"));
  expect(made?.body).toMatchObject({
    series: [
      { name: "Warmth", path: "/Warmth", unit: null },
      { name: "Wind", path: "/Wind", unit: null },
    ],
  });
});
