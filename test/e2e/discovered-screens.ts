/** Screens of an account with discovered devices, and with past, missed and planned schedules. */

import type { Page } from "@playwright/test";
import { changeAnswers } from "./answers.ts";
import { expect } from "./journey.ts";
import { openDevice, openSettings } from "./measured-screens.ts";
import type { Screen } from "./screen.ts";

const HOUR = 3_600_000;
const iso = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const found = (id: number, name: string, source: string, why_not: string | null = null) => ({
  id: `f${id}`,
  name,
  source,
  switchable: why_not === null,
  why_not,
});
const FOUND = [
  found(1, "Kitchen lamp", "Tasmota"),
  found(2, "Garage Door plug_switch", "AEON Labs"),
  found(3, "Living room ceiling lamp with a name that nobody shortened", "Zigbee2MQTT"),
  found(4, "Valve", "Home Assistant discovery", "Its commands are made by a template."),
  found(
    5,
    "Pool",
    "Home Assistant discovery",
    "Its state is reported by a template that is more than a path: {{ 'ON' if value_json.speed * 60 > 1 else 'OFF' }}",
  ),
];

export const offer = (page: Page) =>
  page.route("**/v0/devices/found/", (route) => route.fulfill({ json: FOUND }));

async function openReasons(page: Page): Promise<void> {
  await page.getByText("2 more cannot be switched from here").click();
  await expect(page.getByText("Its commands are made by a template.")).toBeVisible();
}

const run = (hours: number, outcome: string) => {
  const ran_at = outcome === "missed" ? null : iso(hours);
  return { planned_at: iso(hours), ran_at, outcome, taken_at: outcome === "taken" ? ran_at : null };
};
const RUNS = {
  s1: [run(-1.5, "taken"), run(-6, "missed"), run(-13, "not_connected")],
  s2: [run(-8, "accepted")],
};
const schedule = (id: keyof typeof RUNS, name: string, state: boolean, next: number) => ({
  id,
  name,
  state,
  when: { cron: "30 18 * * *" },
  time_zone: "Europe/Berlin",
  place: null,
  missed: "skip",
  grace: "PT10M",
  enabled: true,
  next_at: iso(next),
  last_run: RUNS[id][0],
  created_at: iso(-900),
});

async function plan(page: Page): Promise<void> {
  const all = [schedule("s1", "Every evening, on", true, 1), schedule("s2", "Every night, off", false, 3)];
  await page.route("**/v0/devices/on-off/*/schedules/", (route) => route.fulfill({ json: all }));
  for (const [id, runs] of Object.entries(RUNS)) {
    await page.route(`**/schedules/${id}/runs/`, (route) => route.fulfill({ json: runs }));
  }
}

/** The lamp as a discovered device. */
async function adopt(page: Page): Promise<void> {
  await plan(page);
  await changeAnswers(page, /on-off\/[\w-]{36}\/$/, (device: object) => {
    const topics = { command_topic: "cmnd/tasmota_129D1F/POWER", state_topic: "stat/tasmota_129D1F/POWER" };
    const found = { source: "Tasmota", ...topics, availability_topics: ["tele/tasmota_129D1F/LWT"] };
    return { ...device, kind: "found", clients: [], found };
  });
}

async function openFound(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Connections" }).click();
  const band = page.getByRole("img", {
    name: /Schedules switched it once, sent a command without proof once and missed it 2 times\.$/,
  });
  await expect(band).toBeVisible();
  await band.evaluate((drawn) => drawn.scrollIntoView({ block: "center" }));
}

async function openTopics(page: Page): Promise<void> {
  await openSettings(page);
  await expect(page.getByRole("region", { name: "Its own topics" })).toBeVisible();
}

async function openSchedules(page: Page): Promise<void> {
  await openDevice(page);
  await page.getByRole("tab", { name: "Schedules" }).click();
}

async function addSchedule(page: Page): Promise<void> {
  await openSchedules(page);
  await page.getByRole("button", { name: "Add Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("When").selectOption("At sunset");
  await dialog.getByRole("button", { name: "Weekdays" }).click();
  await dialog.getByLabel("Latitude").fill("52.5");
  const planned = page.waitForResponse("**/schedules/preview/");
  await dialog.getByLabel("Longitude").fill("13.4");
  await planned;
  await expect(dialog.getByRole("time").first()).toBeVisible();
}

/** The real one, one at the sun on some days, and a paused one. */
async function planAll(page: Page): Promise<void> {
  await changeAnswers(page, "**/v0/schedules/", ([real]: object[]) => {
    const when = { sun: "sunset", offset: "-PT30M", days: [1, 3, 5] };
    const at = { next_at: iso(2), last_run: RUNS.s1[0] };
    const sun = { ...real, id: "s1", name: "Light on the stairs", state: true, when, ...at };
    const paused = { enabled: false, next_at: null, last_run: RUNS.s1[1] };
    const quarter = { ...real, id: "s2", name: "Fan", when: { cron: "*/15 * * * *" }, ...paused };
    return [sun, real, quarter];
  });
}

async function openRuns(page: Page): Promise<void> {
  await openSchedules(page);
  await page.getByRole("button", { name: /^Taken/ }).click();
  await expect(page.getByRole("dialog").getByText("Missed")).toBeVisible();
}

const devices = { path: "/dashboard/devices", signedIn: true, heading: "Devices" };

export const DISCOVERED_SCREENS: Screen[] = [
  { name: "devices-found", ...devices, prepare: offer, open: openReasons },
  { name: "device-found", ...devices, prepare: adopt, open: openFound },
  { name: "schedules", path: "/dashboard/schedules", signedIn: true, heading: "Schedules", prepare: planAll },
  { name: "device-found-topics", ...devices, prepare: adopt, open: openTopics },
  { name: "schedule-form", ...devices, open: addSchedule },
  { name: "schedule-runs", ...devices, prepare: plan, open: openRuns },
];
