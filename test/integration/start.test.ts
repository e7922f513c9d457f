/** `npm start` with obstacles. Others: `restarts.test.ts`. */

import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { databasesIn, migrate } from "../../worker/local/migrate.ts";
import { failingStart, NPM } from "../support/failing-start.ts";
import { freePort, newStateDirectory, startProductProcess } from "../support/product-process.ts";

const stateDirectory = newStateDirectory();
afterAll(() => rmSync(stateDirectory, { recursive: true, force: true }));

it("prints in one sentence that its port is in use", async () => {
  const port = await freePort();
  const squatter = createServer().listen(port, "127.0.0.1");
  const { code, said } = await failingStart(stateDirectory, { env: { PORT: String(port) } });
  squatter.close();
  expect(code).toBe(1);
  expect(said.trim()).toBe(
    `Port ${port} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
  );
});

it("prints in one sentence where assistants connect, and which of them can log in", async () => {
  const product = await startProductProcess();
  const said = product.log();
  await product.stop();
  expect(said).toMatch(
    /Assistants http:\/\/localhost:\d+\/mcp \(apps on this computer can log in; elsewhere they need a token\)/,
  );
});

it("prints in one sentence that it has no TLS", async () => {
  const { code, said } = await failingStart(stateDirectory, {
    args: ["--local-protocol", "https"],
    by: NPM,
  });
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^--local-protocol https is not supported: .*\.$/);
});

it("prints in one sentence that its folder cannot be written", async () => {
  const file = join(stateDirectory, "a file");
  writeFileSync(file, "");
  const { code, said } = await failingStart(file);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(
    /^The data cannot be written in .*a file \(.*\): .* another folder with STATE_DIR\.$/,
  );
});

it("prints in one sentence that a migration is broken", async () => {
  migrate(stateDirectory);
  const [file = ""] = databasesIn(stateDirectory);
  const database = new DatabaseSync(file);
  database.exec("DELETE FROM d1_migrations");
  database.close();
  const { code, said } = await failingStart(stateDirectory);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(
    /^The migration \d{4}_\w+\.sql could not be applied to the local database: table `\w+` already exists.*$/,
  );
});
