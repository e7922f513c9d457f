/** Arranging by keyboard and by buttons, and what is saved. */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import ArrangeTiles from "../../../../web/src/features/dashboard/arranging/arrange-tiles.tsx";
import { Announcer } from "../../../../web/src/ui/messages/announcer.tsx";
import { aDevice } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();
beforeAll(() => {
  // The test environment has none.
  Element.prototype.scrollIntoView ??= () => {};
});

const DEVICES = ["Lamp", "Fan", "Pump"].map((name, at) => aDevice({ id: `d${at}`, name }));

async function arrange() {
  const answers = Object.fromEntries(
    DEVICES.map((device) => [`PUT /v0/devices/on-off/${device.id}/`, () => device]),
  );
  const asked = server(answers);
  await show(
    <>
      <ArrangeTiles devices={DEVICES} />
      <Announcer />
    </>,
  );
  const names = () =>
    screen.getAllByRole("listitem").map((tile) => within(tile).getAllByRole("button")[0]?.textContent);
  return {
    user: userEvent.setup(),
    names,
    tile: (name: string) => screen.getByRole("button", { name }),
    saved: () => asked.map(({ call, body }) => [call.slice("PUT /v0/devices/on-off/".length, -1), body]),
  };
}

const said = (text: string) => screen.findByText(text);
const place = (name: string, at: number, size = "S") => ({ name, tiles: [{ key: null, place: at, size }] });

it("a tile is lifted, moved by arrows and dropped, and each step is announced", async () => {
  const { user, names, tile, saved } = await arrange();
  tile("Lamp").focus();
  await user.keyboard("{Enter}");
  await said("Lamp lifted from position 1 of 3.");
  await user.keyboard("{ArrowRight}");
  await said("Lamp moved to position 2 of 3.");
  expect(names()).toEqual(["Fan", "Lamp", "Pump"]);
  expect(document.activeElement).toBe(tile("Lamp"));
  await user.keyboard("{End}{ArrowDown}{Enter}");
  await said("Lamp dropped at position 3 of 3.");
  expect(names()).toEqual(["Fan", "Pump", "Lamp"]);
  await waitFor(() =>
    expect(saved()).toEqual([
      ["d1", place("Fan", 1_000)],
      ["d2", place("Pump", 2_000)],
      ["d0", place("Lamp", 3_000)],
    ]),
  );
});

it("Esc takes a lifted tile back, and nothing is saved", async () => {
  const { user, names, tile, saved } = await arrange();
  tile("Pump").focus();
  await user.keyboard("{Enter}{Home}");
  expect(names()).toEqual(["Pump", "Lamp", "Fan"]);
  await user.keyboard("{Escape}");
  await said("Pump taken back to position 3 of 3.");
  expect(names()).toEqual(["Lamp", "Fan", "Pump"]);
  await user.keyboard("{ArrowLeft}");
  expect(names()).toEqual(["Lamp", "Fan", "Pump"]);
  expect(saved()).toEqual([]);
});

it("without dragging, buttons move a tile and change its size", async () => {
  const { user, names, saved } = await arrange();
  await user.click(screen.getByRole("button", { name: "Later Lamp" }));
  await said("Lamp moved to position 2 of 3.");
  expect(names()).toEqual(["Fan", "Lamp", "Pump"]);
  await waitFor(() => expect(saved()).toHaveLength(3));
  await user.click(screen.getByRole("button", { name: "Size S Fan" }));
  await said("Fan is large.");
  await waitFor(() => expect(saved().slice(3)).toEqual([["d1", place("Fan", 1_000, "L")]]));
  await user.click(screen.getByRole("button", { name: "Earlier Fan" }));
  expect(names()).toEqual(["Fan", "Lamp", "Pump"]);
});
