import { expect, test } from "vitest";
import { browserName } from "../../../worker/auth/browser-name.ts";

const MOZILLA = "Mozilla/5.0 (";
const WEBKIT = ") AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${MOZILLA}Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Windows"],
  [`${MOZILLA}X11; Linux x86_64${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`${MOZILLA}X11; Linux x86_64${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`${MOZILLA}Windows NT 10.0; Win64; x64${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
  [`${MOZILLA}Linux; Android 10; K${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${MOZILLA}Macintosh; Intel Mac OS X 10_15_7${WEBKIT} Version/18.0 Safari/605.1.15`, "Safari on macOS"],
  [
    `${MOZILLA}iPhone; CPU iPhone OS 18_0 like Mac OS X${WEBKIT} Version/18.0 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  ["curl/8.5.0", "curl"],
  ["python-requests/2.32.3", "Python"],
  ["node", "Node.js"],
  ["Mallory <script>", "Unknown program"],
  ["", "Unknown program"],
  [null, "Unknown program"],
])("%s is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
