import { expect, it } from "vitest";
import { mayEverything, topicsOf } from "../../../../web/src/features/credentials/may-do.ts";
import { aChannel } from "../../../support/nouns.ts";

const channel = aChannel({ id: "1", name: "Lamp", topic: "u/home/lamp" });
const grant = (filter: string, publish = true, subscribe = true) => ({ filter, publish, subscribe });

it("is everything only with full read and write rights", () => {
  const may = (...grants: ReturnType<typeof grant>[]) => mayEverything({ channels: [], grants });
  expect([may(), may(grant("home/#")), may(grant("#", false)), may(grant("a"), grant("#"))]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it("lists the topics of channels and grants once, with their restriction", () => {
  const grants = [grant("home/lamp"), grant("tele/#", false), grant("cmnd/#", true, false)];
  expect(topicsOf({ channels: [channel], grants }, "u")).toEqual([
    "home/lamp",
    "tele/# (read only)",
    "cmnd/# (write only)",
  ]);
});
