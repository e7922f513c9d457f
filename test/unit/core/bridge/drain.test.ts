import { expect, it } from "vitest";
import { drain } from "../../../../worker/bridge/bridge.ts";

/** A client that leaves after DISCONNECT, unless it hangs. */
function guest(said: string[], name: string, hangs = false) {
  let go = () => {};
  const closed = new Promise<void>((resolve) => {
    go = resolve;
  });
  return {
    closed,
    go,
    endGracefully: () => {
      said.push(`${name} is disconnected`);
      if (!hangs) go();
    },
    destroy: () => {
      said.push(`${name} is ended`);
      go();
    },
  };
}

it("disconnects one client after the other, the oldest first", async () => {
  const said: string[] = [];
  const guests = ["a", "b", "c"].map((name) => guest(said, name));
  await drain(new Set(guests), 0.03, new AbortController().signal);
  expect(said.filter((line) => line.endsWith("disconnected"))).toEqual([
    "a is disconnected",
    "b is disconnected",
    "c is disconnected",
  ]);
});

it("ends all at once on a second signal", async () => {
  const said: string[] = [];
  const now = new AbortController();
  const guests = ["a", "b", "c"].map((name) => guest(said, name, true));
  const drained = drain(new Set(guests), 3600, now.signal);
  now.abort();
  await drained;
  expect(said).toEqual(["a is disconnected", "a is ended", "b is ended", "c is ended"]);
});

it("does not wait for clients that have left", async () => {
  const said: string[] = [];
  const [first, second] = [guest(said, "a"), guest(said, "b")];
  const drained = drain(new Set([first, second]), 3600, new AbortController().signal);
  second.go();
  await drained;
  expect(said).not.toContain("b is disconnected");
});
