import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freePort, LOOPBACK } from "../../../worker/local/port.ts";

/** Linux gives outgoing connections ports from here on. */
const OUTGOING = 32_768;
const run = promisify(execFile);

test("a chosen port is free, is not chosen again, and no outgoing connection can take it", async () => {
  const ports = new Set<number>();
  for (let count = 0; count < 100; count++) ports.add(await freePort());
  expect(ports.size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(OUTGOING);
  const server = createServer();
  server.listen([...ports][0], LOOPBACK);
  await once(server, "listening");
  server.close();
});

test("processes that start together choose different ports", async () => {
  const code = `import(${JSON.stringify(new URL("../../../worker/local/port.ts", import.meta.url).href)})
    .then(async ({ freePort }) => { for (let n = 0; n < 8; n++) console.log(await freePort()); })`;
  const outputs = await Promise.all(
    Array.from({ length: 6 }, () => run(process.execPath, ["--input-type=module", "-e", code])),
  );
  const ports = outputs.flatMap(({ stdout }) => stdout.trim().split("\n"));
  expect(new Set(ports).size).toBe(48);
});
