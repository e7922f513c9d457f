/** Somebody who comes back sees the devices first: greetings and notices are one line once a device has been switched. */

import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { begun, celebrated, over } from "../../../../web/src/account/first-steps.ts";
import { devicesQuery } from "../../../../web/src/api/queries.ts";
import { FirstSteps } from "../../../../web/src/features/first-steps/first-steps.tsx";
import { aDevice } from "../../../support/nouns.ts";
import { server, show, signedInAlways, USER_ID } from "../screen.tsx";

const NOTICE = "This platform is at an early stage.";
const standing = { titles: ["Confirm your email", "Early stage"], notices: <p>{NOTICE}</p> };

signedInAlways();
beforeEach(() => localStorage.clear());

/** As in the dashboard, whose frame loads the list of devices. */
function Screen() {
  const { isSuccess } = useQuery(devicesQuery());
  return (
    <>
      {isSuccess && <p>Loaded</p>}
      <FirstSteps phone={() => null} standing={standing} />
    </>
  );
}

async function open(taken: boolean) {
  server({
    "GET /v0/devices/on-off/": () => [aDevice({ id: "lamp", name: "Lamp", taken, controls: [] })],
    "GET /v0/api-keys/": () => [],
    "GET /v0/mqtt/channels/": () => [],
    "GET /v0/mqtt/credentials/": () => [],
    "GET /v0/events/devices/on-off/": () => [],
  });
  await show(<Screen />);
  await screen.findByText("Loaded");
}

it("offers the next steps in one line with the notices, and unfolds them", async () => {
  begun.add(USER_ID);
  celebrated.add(USER_ID);
  await open(true);
  const line = await screen.findByText("What next? · Confirm your email · Early stage");
  expect(screen.queryByRole("list", { name: "Next steps" })).toBeNull();
  expect(screen.queryByText(NOTICE)).toBeNull();
  await userEvent.click(line);
  expect(await screen.findByRole("list", { name: "Next steps" })).toBeTruthy();
  expect(screen.getByText(NOTICE)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss next steps" }));
  expect(await screen.findByText("Confirm your email · Early stage")).toBeTruthy();
});

it("folds the notices in a browser that is new to the account, too", async () => {
  await open(true);
  expect(await screen.findByText("Confirm your email · Early stage")).toBeTruthy();
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it("shows the notices while nothing has been switched", async () => {
  over.add(USER_ID);
  await open(false);
  expect(await screen.findByText(NOTICE)).toBeTruthy();
});

it("shows the next steps open right after the first switch", async () => {
  begun.add(USER_ID);
  await open(true);
  expect(await screen.findByRole("list", { name: "Next steps" })).toBeTruthy();
  expect(screen.getByText(NOTICE)).toBeTruthy();
});
