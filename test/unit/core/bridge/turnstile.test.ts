import { expect, it } from "vitest";
import { Turnstile } from "../../../../worker/bridge/turnstile.ts";

/** Who came in, in order. */
function scene(all: number, perAddress: number) {
  const turnstile = new Turnstile({ all, perAddress });
  const inside: string[] = [];
  const enter = (name: string) => {
    const turn = turnstile.enter(name[0] as string);
    void turn.come.then(() => inside.push(name));
    return turn;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { enter, inside, settle };
}

it("lets so many in; the next one comes when somebody leaves", async () => {
  const { enter, inside, settle } = scene(2, 2);
  const [first] = ["a1", "b1", "c1", "d1"].map(enter);
  await settle();
  expect(inside).toEqual(["a1", "b1"]);
  first?.leave();
  first?.leave();
  await settle();
  expect(inside).toEqual(["a1", "b1", "c1"]);
});

it("lets nobody wait behind an address that has its places [T181]", async () => {
  const { enter, inside, settle } = scene(4, 2);
  const [first] = ["a1", "a2", "a3", "a4", "b1", "c1", "d1"].map(enter);
  await settle();
  expect(inside).toEqual(["a1", "a2", "b1", "c1"]);
  first?.leave();
  await settle();
  expect(inside).toEqual(["a1", "a2", "b1", "c1", "a3"]);
});

it("forgets who gave up waiting", async () => {
  const { enter, inside, settle } = scene(1, 1);
  const [first, second] = ["a1", "b1", "c1"].map(enter);
  second?.leave();
  first?.leave();
  await settle();
  expect(inside).toEqual(["a1", "c1"]);
});
