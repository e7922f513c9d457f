/** Packets that never come to their end: all of an account's together are bounded. */

import { expect, test } from "vitest";
import { publish, utf8 } from "../../support/packet-bytes.ts";
import { nap } from "./support/account.ts";
import { type Client, eventually } from "./support/client.ts";
import { home } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

const MIB = 1_048_576;

prepare();

async function scene(version: 4 | 5) {
  const { account, join } = home(version);
  const topic = account.topic("large");
  const large = publish(version, { topic, payload: utf8("x".repeat(MIB - 200)) });
  /** So many with all of a message but its last byte. */
  const begin = async (many: number): Promise<Client[]> => {
    const clients: Client[] = [];
    for (let n = 0; n < many; n++) {
      const client = await join();
      client.bytes(large.subarray(0, large.length - 1));
      clients.push(client);
    }
    return clients;
  };
  const refused = () =>
    eventually(
      () => account.stub.refusals(),
      (all) => all.length > 0,
    );
  return { account, join, topic, large, begin, refused };
}

test.each([4, 5] as const)(
  "beyond 16 MiB the one that was unfinished longest goes, level %i [T161]",
  async (version) => {
    const { join, topic, large, begin, refused } = await scene(version);
    const clients = await begin(16);
    const [first, second, ...others] = clients;
    // it comes to its end, and begins anew: it is the last then
    first?.bytes(large.subarray(large.length - 1));
    first?.bytes(large.subarray(0, 1000));
    const reader = await join();
    await reader.subscribe(topic, 0);
    const more = await begin(2);
    await second?.end();
    expect(second?.received.map((each) => each.cmd === "disconnect" && each.reasonCode)).toEqual(
      version === 5 ? [0x97] : [],
    );
    expect((await refused())[0]?.rule).toMatch(/unfinished packets hold more than 16 MiB/);
    expect([first, ...others, ...more].filter((each) => each?.closed !== null)).toEqual([]);
    others[0]?.bytes(large.subarray(large.length - 1));
    expect((await reader.next("publish")).payload.length).toBe(MIB - 200);
  },
);

test("a nap forgets none of them", async () => {
  const { account, begin, refused } = await scene(5);
  const clients = await begin(16);
  await account.stub.clients();
  await nap(account);
  clients.push(...(await begin(1)));
  await refused();
  await eventually(
    () => clients.filter(({ closed }) => closed !== null).length,
    (gone) => gone === 1,
  );
});
