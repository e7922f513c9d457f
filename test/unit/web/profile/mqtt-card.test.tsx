import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { MqttCard } from "../../../../web/src/features/profile/mqtt-card.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

const SETTINGS = "/v0/mqtt/settings/";
/** Folded for an account that is full. */
const unfold = async () => userEvent.click(await screen.findByText("Advanced"));
const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>("radio", { name });

signedInAlways();

it("shows the account's profile, and changes it by one press", async () => {
  const asked = server({
    [`GET ${SETTINGS}`]: () => ({ profile: "full", home_assistant: false }),
    [`PUT ${SETTINGS}`]: (body) => body,
  });
  await show(<MqttCard />);
  await unfold();
  expect((await choice(/^Full/)).checked).toBe(true);
  await userEvent.click(await choice(/^Classic/));
  await expect.poll(async () => (await choice(/^Classic/)).checked).toBe(true);
  expect(asked.at(-1)).toEqual({
    call: `PUT ${SETTINGS}`,
    body: { profile: "classic", home_assistant: false },
  });
});

it("keeps the profile when a change fails, and reports it", async () => {
  server({ [`GET ${SETTINGS}`]: () => ({ profile: "classic", home_assistant: false }) });
  await show(<MqttCard />);
  await userEvent.click(await choice(/^Full/));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no PUT");
  expect((await choice(/^Classic/)).checked).toBe(true);
});

it("enables Home Assistant's discovery, and explains where it is impossible", async () => {
  const asked = server({
    [`GET ${SETTINGS}`]: () => ({ profile: "full", home_assistant: false }),
    [`PUT ${SETTINGS}`]: (body) => body,
  });
  await show(<MqttCard />);
  const box = () => screen.findByRole<HTMLInputElement>("checkbox", { name: /^Let Home Assistant find/ });
  await userEvent.click(await box());
  await expect.poll(async () => (await box()).checked).toBe(true);
  expect(asked.at(-1)?.body).toEqual({ profile: "full", home_assistant: true });
  await unfold();
  await userEvent.click(await choice(/^Classic/));
  await screen.findByText(/^With Classic it finds none/);
});
