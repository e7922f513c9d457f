import { expect, it, vi } from "vitest";
import { isRemovedBy, removalId, removalText, remove } from "../../../../web/src/features/topics/removal.ts";
import { server, signedInAlways } from "../screen.tsx";

signedInAlways();

const CALL = "DELETE /v0/messages/";
const answer = (deleted: number, remaining: number, next: string | null, refused = 0) => ({
  deleted,
  refused,
  remaining,
  next,
});

it("goes on after the last topic until nothing remains, pauses where the rate is used up, and adds up", async () => {
  vi.useFakeTimers();
  const answers = [
    answer(200, 70, "old/b"),
    answer(30, 40, "old/c"),
    new Response("{}", { status: 429 }),
    answer(39, 0, null, 1),
  ];
  const asked = server({ [CALL]: () => answers.shift() });
  const progress: number[] = [];
  const removed = remove(
    { topic: "old", isBranch: true, count: 300 },
    ({ deleted }) => progress.push(deleted) > 0,
  );
  await vi.runAllTimersAsync();
  expect(await removed).toEqual(answer(269, 0, null, 1));
  expect(progress).toEqual([200, 230]);
  expect(asked.map(({ call }) => call)).toEqual([
    `${CALL}?filter=old%2F%23`,
    `${CALL}?filter=old%2F%23&after=old%2Fb`,
    `${CALL}?filter=old%2F%23&after=old%2Fc`,
    `${CALL}?filter=old%2F%23&after=old%2Fc`,
  ]);
  vi.useRealTimers();
});

it("removes one topic with one call, and ends with a failure", async () => {
  const asked = server({ [CALL]: () => answer(1, 0, null) });
  await remove({ topic: "a/b", isBranch: false, count: 1 }, () => true);
  expect(asked.map(({ call }) => call)).toEqual([`${CALL}?filter=a%2Fb`]);
  server({});
  await expect(remove({ topic: "a/b", isBranch: false, count: 1 }, () => true)).rejects.toThrow();
});

it("hides what is to be removed: a topic alone, or with the topics below it", () => {
  const topic = [removalId({ topic: "a", isBranch: false })];
  const branch = [removalId({ topic: "a", isBranch: true })];
  const hidden = (ids: readonly string[]) =>
    ["a", "a/b", "a-c", "b/a"].filter((each) => isRemovedBy(ids, each));
  expect(hidden(topic)).toEqual(["a"]);
  expect(hidden(branch)).toEqual(["a", "a/b"]);
  expect(hidden([...topic, removalId({ topic: "b", isBranch: true })])).toEqual(["a", "b/a"]);
  expect(hidden([])).toEqual([]);
  // ids of other lists
  expect(hidden(["", "0b8e4c64-6f7a-4d6e-9a53-8a6c9d4f1e11"])).toEqual([]);
});

it("says what was deleted, what stays and what remains", () => {
  expect(removalText(answer(1, 0, null))).toBe("1 message deleted.");
  expect(removalText(answer(1200, 3, "x", 2))).toBe(
    "1,200 messages deleted. 2 messages stay: only the broker writes them. 3 messages remain.",
  );
});
