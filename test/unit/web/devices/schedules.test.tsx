/** Schedules on a device's page: one sentence, the next times while typing, one press to pause. */

import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { plannedText } from "../../../../web/src/devices/schedules/schedule-times.ts";
import ScheduleForm from "../../../../web/src/features/device-page/schedules/schedule-form.tsx";
import { SchedulesPanel } from "../../../../web/src/features/device-page/schedules/schedules-panel.tsx";
import { SchedulesScreen } from "../../../../web/src/features/schedules/schedules-screen.tsx";
import { aSchedule } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";

const DEVICE = "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a";
const LAMP = { id: DEVICE, name: "Lamp", command_ttl: 0 };
const LIST = `/v0/devices/on-off/${DEVICE}/schedules/`;
const SCHEDULE = aSchedule({
  id: "7d3f3b1c-9f0e-4a39-8d1a-5b6a7c8d9e0f",
  name: "Weekdays at 18:30, off",
  state: false,
  set: null,
  when: { cron: "30 18 * * 1-5" },
  time_zone: "Europe/Berlin",
  missed: "skip",
  grace: "PT10M",
  enabled: true,
  next_at: "2027-05-04T16:30:00.000Z",
  last_run: {
    planned_at: "2027-05-03T16:30:00.000Z",
    count: 1,
    ran_at: "2027-05-03T16:42:00.000Z",
    outcome: "taken",
    taken_at: "2027-05-03T16:42:00.300Z",
  },
});
const ONE = `${LIST}${SCHEDULE.id}/`;
const NEXT = ["2027-05-04T16:30:00.000Z", "2027-05-05T16:30:00.000Z", "2027-05-06T16:30:00.000Z"];

signedInAlways();

it("makes one from a sentence, and shows its next three times while typing", async () => {
  const asked = server({
    [`GET ${LIST}`]: () => [],
    [`POST ${LIST}preview/`]: () => ({ next: NEXT }),
    [`POST ${LIST}`]: () => SCHEDULE,
  });
  await show(<SchedulesPanel device={LAMP} />);
  await screen.findByText(/^Nothing switches it by itself/);
  await userEvent.click(screen.getByRole("button", { name: "Add Schedule" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("checkbox", { name: "Sunday" }));
  await userEvent.click(dialog.getByRole("checkbox", { name: "Saturday" }));
  expect(dialog.getByText("Weekdays at 6:30 PM, off")).toBeTruthy();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const at of NEXT) expect(await dialog.findByText(plannedText(at, zone))).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Add Schedule" }));
  await screen.findByText(/^Nothing switches it by itself/);
  const plan = { when: { cron: "30 18 * * 1-5" }, time_zone: zone, place: null };
  expect(asked.find(({ call }) => call === `POST ${LIST}preview/`)?.body).toMatchObject({ time_zone: zone });
  expect(asked.find(({ call }) => call === `POST ${LIST}`)?.body).toEqual({
    ...plan,
    name: "Weekdays at 6:30 PM, off",
    set: null,
    state: false,
    missed: "skip",
    grace: "PT10M",
  });
});

async function adding() {
  await show(<SchedulesPanel device={LAMP} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add Schedule" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByLabelText("When");
  return dialog;
}

it.each([
  ["Once", "Choose a date and a time."],
  ["At sunrise", "Choose the place: the sun needs it."],
])("requests the missing part of %s without an error", async (rhythm, sentence) => {
  const asked = server({ [`GET ${LIST}`]: () => [], [`POST ${LIST}preview/`]: () => ({ next: NEXT }) });
  const dialog = await adding();
  await userEvent.selectOptions(dialog.getByLabelText("When"), rhythm);
  expect((await dialog.findByText(sentence)).className).not.toContain("wait");
  await userEvent.type(dialog.getByLabelText("Switch it"), "{Tab}");
  const incomplete = asked.filter(({ body }) => /"at":""|"sun"/.test(JSON.stringify(body) ?? ""));
  expect(incomplete).toEqual([]);
});

it("says once that the place is missing", async () => {
  const refused = () => Response.json({ errors: { place: ["The sun needs a place."] } }, { status: 400 });
  server({ [`GET ${LIST}`]: () => [], [`POST ${LIST}`]: refused });
  const dialog = await adding();
  await userEvent.selectOptions(dialog.getByLabelText("When"), "At sunset");
  expect(await dialog.findByText("Choose the place: the sun needs it.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Add Schedule" }));
  expect(await dialog.findByText("The sun needs a place.")).toBeTruthy();
  expect(dialog.queryByText("Choose the place: the sun needs it.")).toBeNull();
});

it.each([
  ["Switch it", "on"],
  ["At", "07:15"],
])("asks once before Escape discards a chosen value of %s", async (label, value) => {
  server({ [`GET ${LIST}`]: () => [], [`POST ${LIST}preview/`]: () => ({ next: NEXT }) });
  const dialog = await adding();
  dialog.getByLabelText(label).focus();
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await userEvent.keyboard("{Escape}");
  expect(dialog.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
    "What you typed is not saved.",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("explains why it would never be due", async () => {
  server({ [`GET ${LIST}`]: () => [] });
  await show(<SchedulesPanel device={LAMP} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add Schedule" }));
  expect(await screen.findByText(/^The next times are not known/)).toBeTruthy();
});

it("lists the next time and the last outcome, and pauses with one press", async () => {
  const asked = server({
    [`GET ${LIST}`]: () => [SCHEDULE],
    [`PUT ${ONE}`]: () => ({ ...SCHEDULE, enabled: false, next_at: null }),
    [`GET ${ONE}runs/`]: () => [
      SCHEDULE.last_run,
      {
        planned_at: "2027-05-02T16:30:00.000Z",
        count: 1440,
        ran_at: null,
        outcome: "missed",
        taken_at: null,
      },
    ],
  });
  await show(<SchedulesPanel device={LAMP} />);
  // its name only says when, by the other clock
  expect(await screen.findByText("Weekdays at 6:30 PM, off")).toBeTruthy();
  expect(screen.getByText(plannedText("2027-05-04T16:30:00.000Z", "Europe/Berlin"))).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /^Taken, ran 12 min late/ }));
  expect(await screen.findByText("Missed, 1,440 times")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Pause Weekdays at 6:30 PM, off" }));
  const { id: _id, next_at: _next, last_run: _last, created_at: _made, set: _kept, ...said } = SCHEDULE;
  expect(asked.find(({ call }) => call === `PUT ${ONE}`)?.body).toEqual({ ...said, enabled: false });
});

it("lists those of all devices, and pauses one", async () => {
  const { created_at: _made, ...evening } = SCHEDULE;
  const asked = server({
    "GET /v0/schedules/": () => [{ ...evening, device_id: DEVICE }],
    "GET /v0/devices/on-off/": () => [{ ...LAMP, values: [] }],
    [`PUT ${ONE}`]: () => SCHEDULE,
  });
  await show(<SchedulesScreen form={ScheduleForm} />);
  const link = await screen.findByRole("link", { name: "Lamp" });
  expect(link.getAttribute("href")).toBe(`/dashboard/devices/${DEVICE}`);
  expect(screen.getByText("Taken, ran 12 min late")).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: "Active" }));
  expect(asked.find(({ call }) => call === `PUT ${ONE}`)?.body).toMatchObject({ enabled: false });
  expect(await screen.findByRole("button", { name: /^Run now/ })).toBeTruthy();
});

it("adds one for a chosen device and edits one, on the screen of all schedules", async () => {
  const { created_at: _made, ...evening } = SCHEDULE;
  const FAN = { ...LAMP, id: "9d1f5c1e-2f5a-4d3b-8c7e-1a2b3c4d5e6f", name: "Fan", values: [] };
  const asked = server({
    "GET /v0/schedules/": () => [{ ...evening, device_id: DEVICE }],
    "GET /v0/devices/on-off/": () => [{ ...LAMP, values: [] }, FAN],
    [`POST ${LIST}preview/`]: () => ({ next: NEXT }),
    [`POST /v0/devices/on-off/${FAN.id}/schedules/preview/`]: () => ({ next: NEXT }),
    [`POST /v0/devices/on-off/${FAN.id}/schedules/`]: () => SCHEDULE,
    [`PUT ${ONE}`]: () => SCHEDULE,
  });
  await show(<SchedulesScreen form={ScheduleForm} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add Schedule" }));
  const dialog = () => within(screen.getByRole("dialog"));
  await userEvent.selectOptions(await dialog().findByLabelText("Device"), "Fan");
  await userEvent.click(dialog().getByRole("button", { name: "Add Schedule" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.at(-1)?.call).not.toContain("preview");
  expect(asked.some(({ call }) => call === `POST /v0/devices/on-off/${FAN.id}/schedules/`)).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: /^Edit/ }));
  expect(dialog().queryByLabelText("Device")).toBeNull();
  await userEvent.selectOptions(await dialog().findByLabelText("Switch it"), "on");
  await userEvent.click(dialog().getByRole("button", { name: "Update Schedule" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.find(({ call }) => call === `PUT ${ONE}`)?.body).toMatchObject({
    name: "Weekdays at 6:30 PM, on",
    state: true,
  });
});

it("opens the form for a new one from a link", async () => {
  server({ [`GET ${LIST}`]: () => [] });
  await show(<SchedulesPanel device={LAMP} adds />);
  expect(await screen.findByRole("dialog", { name: "Add Schedule" })).toBeTruthy();
});

it("asks for a device before the first one", async () => {
  server({ "GET /v0/schedules/": () => [], "GET /v0/devices/on-off/": () => [] });
  await show(<SchedulesScreen form={ScheduleForm} />);
  expect((await screen.findByText(/^No schedules yet\./)).textContent).toContain("Add a device first.");
  expect(screen.queryByRole("button", { name: "Add Schedule" })).toBeNull();
});
