import { expect, test } from "vitest";
import { sharedChannels } from "../../../worker/present/channel.ts";
import { aChannelRow } from "../../support/noun-rows.ts";

test("fifty credentials with the same hundred channels have a hundred objects of them, not five thousand", () => {
  const present = sharedChannels();
  const row = (n: number) =>
    aChannelRow({
      id: `c${n}`,
      name: "C",
      topic: `t/${n}`,
      description: "d".repeat(500),
      created_at: 0,
    });
  const objects = new Set<object>();
  for (let credential = 0; credential < 50; credential++)
    for (let n = 0; n < 100; n++) objects.add(present(row(n)));
  expect(objects.size).toBe(100);
  expect(present(row(7))).toMatchObject({ id: "c7", topic: "t/7" });
});
