/** The main path, end to end: a user switches a real MQTT device on from a browser. */

import { PASSWORD } from "../support/account.ts";
import { paho, type RunningDevice } from "../support/device-process.ts";
import { baseUrl, expect, test } from "./journey.ts";
import {
  createChannel,
  createCredential,
  createDevice,
  createKey,
  expectEvents,
  register,
  rowOf,
} from "./steps.ts";

// The product as deployed, with the service worker.
test.use({ serviceWorkers: "allow" });

test("a user switches a real MQTT device on from a browser", async ({ page }) => {
  const topic = "workshop/lamp";
  await register(page);
  const userId = await createKey(page);
  await createChannel(page, topic);
  await createCredential(page, "bench", topic);
  const deviceId = await createDevice(page, "Desk lamp", topic);

  const control = `${userId}/devices/${deviceId}/control`;
  const login = { clientId: "desk-lamp", username: `${deviceId}:bench`, password: PASSWORD };
  const lamp: RunningDevice = await paho({
    baseUrl: baseUrl(),
    userId,
    version: 4,
    login,
    topic: control,
  });
  try {
    const row = rowOf(page, "Desk lamp");
    await expect(row).toContainText("Off");
    await expect(row).toContainText("Connected");
    await row.getByRole("button", { name: "Turn On" }).click();
    await lamp.untilHeard(1);
    expect(lamp.heard).toEqual([{ topic: control, payload: '{"state":"on"}' }]);
    await expect(row.getByRole("button", { name: "Turn Off" })).toBeVisible();

    await page.reload();
    await expect(row.getByRole("button", { name: "Turn Off" })).toHaveAttribute("data-proof", "taken");
    await lamp.kill();
    await expect(row).toContainText("Not connected");
  } finally {
    await lamp.kill();
  }
  await expectEvents(page, ["Connection Lost", "Turned On", "Connected"]);
});
