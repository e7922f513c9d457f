/** Shared groups in the subscription index. */

import { expect, test } from "vitest";
import { add, remove, type SubscriptionIndex } from "../../../../broker/hub/delivery/subscription-index.ts";
import { TopicTree } from "../../../../broker/routing/topic-tree.ts";

const GROUP = "$share/g/a/#";
const subscription = (qos: 0 | 1 = 0) => ({
  filter: GROUP,
  qos,
  noLocal: false,
  retainAsPublished: false,
  identifier: 0,
});

test("the rotation of a shared group lasts as long as the group, also when its only member subscribes again", () => {
  const index: SubscriptionIndex = {
    tree: new TopicTree(),
    owners: new Map(),
    own: new Map(),
    automatic: new Map(),
    rotations: new Map(),
  };
  add(index, 1, subscription());
  const rotation = index.rotations.get(GROUP);
  add(index, 1, subscription(1));
  add(index, 2, subscription());
  expect(index.rotations.get(GROUP)).toBe(rotation);
  expect(rotation?.members).toBe(2);
  remove(index, 1, GROUP);
  expect(index.rotations.size).toBe(1);
  remove(index, 2, GROUP);
  expect(index.rotations.size).toBe(0);
});
