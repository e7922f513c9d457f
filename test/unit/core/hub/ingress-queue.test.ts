import { expect, test } from "vitest";
import type { Connection } from "../../../../broker/hub/socket/connection.ts";
import { IngressQueue, TRANSACTION } from "../../../../broker/hub/socket/ingress-queue.ts";

const A = { name: "a" } as unknown as Connection;
const B = { name: "b" } as unknown as Connection;

/** A queue with frames of A that wait. */
function waiting(): { queue: IngressQueue; served: string[] } {
  const served: string[] = [];
  const queue = new IngressQueue(
    (_connection, frame) => {
      served.push(String(frame));
      queue.spend(TRANSACTION);
    },
    () => 0,
  );
  // a full round is spent
  queue.spend(8 * TRANSACTION);
  for (let n = 0; n < 20; n++) queue.wait(A, `${n}`);
  return { queue, served };
}

test("what waits is processed before the answer, and nothing that came later is waited for", async () => {
  const { queue, served } = waiting();
  const processed = queue.processed(A);
  queue.wait(A, "later");
  await processed;
  expect(served.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
});

test("nothing waits of another connection", () => {
  expect(waiting().queue.processed(B)).toBeNull();
});

test("a connection that is dropped meanwhile holds up nobody", async () => {
  const { queue, served } = waiting();
  const processed = queue.processed(A);
  queue.forget(A);
  await processed;
  expect(served).toEqual([]);
});
