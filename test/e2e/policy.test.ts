/**
 * What the content security policy blocks. That the page itself keeps to it is tested on every screen, in
 * `accessibility.test.ts`.
 */

import { expect, signIn, test } from "./journey.ts";

const KEPT_OUT = {
  thrown: ["markup", "script from a blob", "script text", "worker from elsewhere"],
  called: ["https://elsewhere.example/", "wss://elsewhere.example/mqtt"],
};

test("text does not become script, and only the product's own host is called [T53]", async ({
  page,
  account,
  pageErrors,
}) => {
  await account.newKey();
  await signIn(page, account, "/dashboard");
  // MQTT.js is loaded and its clock runs: the policy's one exception
  await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
  expect(pageErrors).toEqual([]);
  const refused = await page.evaluate(async () => {
    const names = (attempts: Record<string, () => unknown>) =>
      Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch {
          return [name];
        }
      });
    const blob = URL.createObjectURL(new Blob(["postMessage(1)"]));
    const script = document.createElement("script");
    const heard = new Promise<string[]>((resolve) => {
      const directives: string[] = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
        if (effectiveDirective === "connect-src") directives.push(blockedURI);
        if (directives.length === 2) resolve(directives);
      });
    });
    const thrown = names({
      markup: () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
      "script from a blob": () => {
        script.src = blob;
      },
      "script text": () => {
        script.text = "1";
      },
      "worker from elsewhere": () => new Worker("/before-paint.js"),
    });
    void fetch("https://elsewhere.example/").catch(() => {});
    new WebSocket("wss://elsewhere.example/mqtt", "mqtt");
    return { thrown, called: await heard };
  });
  expect(refused).toEqual(KEPT_OUT);
  // provoked above
  pageErrors.length = 0;
});

test("the page requires HTTPS like the API [T53]", async ({ request }) => {
  for (const path of ["/", "/docs", "/assets/none", "/v0/health/"]) {
    const { "strict-transport-security": policy } = (await request.get(path)).headers();
    expect(policy, path).toBe("max-age=31536000; includeSubDomains");
  }
});
