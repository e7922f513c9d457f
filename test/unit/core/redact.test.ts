/** No secret that a caller puts into an address reaches a log. */

import { expect, test } from "vitest";
import { withoutSecrets } from "../../../worker/contract/redact.ts";

const TOKEN = `swt_${"aB3".repeat(18)}x`;
const LINK = "x-_".repeat(14);
const escaped = (text: string) =>
  [...text].map((each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`).join("");

test.each([
  `/guest%23${TOKEN}`,
  `/guest%23${TOKEN.slice(0, 20)}`,
  `/guest%2523${TOKEN}`,
  `/guest#${TOKEN}`,
  `/guest/${TOKEN}`,
  `/v0/devices/${TOKEN}/switch/`,
  `/v0/nothing/${escaped(TOKEN)}`,
  `/guest%23${escaped(TOKEN)}`,
  `/mqtt/${TOKEN}`,
  `/v0/stream/?filter=a&ticket=${TOKEN}`,
  `/v0/devices/?Token=${TOKEN.slice(0, 20)}`,
  `/v0/devices/?access_token=${TOKEN}`,
  `/reset-password/?token=${LINK}`,
  `/verify/${LINK}`,
  "/v0/login/?password=Correct-horse-1",
  "/v0/login/?a=1&passWord=Correct-horse-1&b=2",
])("%s", (address) => {
  const shown = withoutSecrets(address);
  expect(shown).toContain("{secret}");
  for (const secret of [TOKEN.slice(4, 20), LINK.slice(0, 20), "Correct-horse", escaped(TOKEN).slice(0, 30)])
    expect(shown).not.toContain(secret);
});

test.each([
  "/v0/devices/on-off/00000000-0000-4000-8000-000000000001/switch/",
  "/v0/events/devices/on-off/?device=00000000-0000-4000-8000-000000000001&size=20",
  "/assets/index-Bx8_k2.js",
])("%s is shown as it is", (address) => {
  expect(withoutSecrets(address)).toBe(address);
});
