import { expect, it } from "vitest";
import { ConnectQueue } from "../../../../worker/bridge/connect-queue.ts";

function scene(total: number, perAddress: number) {
  const queue = new ConnectQueue({ total, perAddress });
  const inside: string[] = [];
  const enter = (name: string, address = name[0] as string) => {
    const slot = queue.add(address);
    void slot.ready.then(() => inside.push(name));
    return slot;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { enter, inside, settle };
}

it("admits a bounded number; the next one enters when one leaves", async () => {
  const { enter, inside, settle } = scene(2, 2);
  const [first] = ["a1", "b1", "c1", "d1"].map((name) => enter(name));
  await settle();
  expect(inside).toEqual(["a1", "b1"]);
  first?.release();
  first?.release();
  await settle();
  expect(inside).toEqual(["a1", "b1", "c1"]);
});

it("lets no client wait behind an address that has its maximum [T181]", async () => {
  const { enter, inside, settle } = scene(4, 2);
  const [first] = ["a1", "a2", "a3", "a4", "b1", "c1", "d1"].map((name) => enter(name));
  await settle();
  expect(inside).toEqual(["a1", "a2", "b1", "c1"]);
  first?.release();
  await settle();
  expect(inside).toEqual(["a1", "a2", "b1", "c1", "a3"]);
});

it("counts IPv6 addresses by their /64", async () => {
  const { enter, inside, settle } = scene(4, 1);
  enter("first", "2001:db8:0:1::1");
  enter("same network", "2001:db8:0:1:ffff::2");
  enter("other network", "2001:db8:0:2::1");
  await settle();
  expect(inside).toEqual(["first", "other network"]);
});

it("forgets a client that gave up waiting", async () => {
  const { enter, inside, settle } = scene(1, 1);
  const [first, second] = ["a1", "b1", "c1"].map((name) => enter(name));
  second?.release();
  first?.release();
  await settle();
  expect(inside).toEqual(["a1", "c1"]);
});
