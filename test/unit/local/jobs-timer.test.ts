import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { runJobsRegularly } from "../../../worker/local/jobs.ts";

test("runs the jobs at the start and periodically, one run at a time, until it is stopped [F78]", async () => {
  const asked: (string | undefined)[] = [];
  let [running, most] = [0, 0];
  let third = (): void => {};
  const enough = new Promise<void>((resolve) => {
    third = resolve;
  });
  const server = createServer((request, response) => {
    asked.push(request.url);
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.end("ok");
      if (asked.length === 3) third();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = new AbortController();
  const { port } = server.address() as AddressInfo;
  runJobsRegularly(() => new URL(`http://127.0.0.1:${port}/?cron=k%26y`), stop.signal, 1);
  // its timer does not keep the process alive
  await enough;
  stop.abort();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(new Set(asked)).toEqual(new Set(["/?cron=k%26y"]));
  expect(most).toBe(1);
});
