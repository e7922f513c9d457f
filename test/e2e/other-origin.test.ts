/** The page on its own host, the product on another: built for it, and served as static files. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { baseUrl, expect, otherOrigin, test } from "./journey.ts";
import { goTo, register, rowOf } from "./steps.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

async function build(outDir: string): Promise<void> {
  const args = [
    "build",
    "--config",
    "web/vite.config.ts",
    "--outDir",
    outDir,
    "--minify",
    "false",
    "--logLevel",
    "warn",
  ];
  const child = spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      VITE_API_URL: baseUrl(),
      VITE_BROKER_URL: baseUrl().replace(/^http/, "ws"),
    },
    stdio: "inherit",
  });
  expect((await once(child, "close"))[0]).toBe(0);
}

/** The headers of `/*` in the file that static hosts read. */
function policyOf(folder: string): string {
  const policy = /Content-Security-Policy: (.*)/.exec(readFileSync(join(folder, "_headers"), "utf8"))?.[1];
  if (policy === undefined) throw new Error("The built page has no content security policy.");
  return policy;
}

async function serve(folder: string, port: number): Promise<Server> {
  const policy = policyOf(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", otherOrigin());
    const wanted = join(folder, pathname);
    const file = extname(pathname) !== "" && existsSync(wanted) ? wanted : join(folder, "index.html");
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
    response.setHeader("Content-Security-Policy", policy);
    response.end(readFileSync(file));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
  baseURL: async ({}, use) => use(otherOrigin()),
});

test("the page works from another origin", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-page-"));
  await build(folder);
  const server = await serve(folder, Number(new URL(otherOrigin()).port));
  try {
    await register(page);
    await page.getByRole("button", { name: "Do the first four for me" }).click();
    await goTo(page, "Devices");
    await expect(page.getByRole("status").filter({ hasText: "Broker:" })).toContainText("Connected");
    const row = rowOf(page, "Lamp");
    await row.getByRole("button", { name: "Turn On" }).click();
    await expect(row.getByRole("button", { name: "Turn Off" })).toBeVisible();
    await goTo(page, "Events");
    await expect(page.getByRole("table", { name: "Events" })).toContainText("Turned On", { timeout: 30_000 });
    expect(new URL(page.url()).origin).toBe(otherOrigin());
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
