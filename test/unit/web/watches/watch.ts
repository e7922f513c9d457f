import type { Watch } from "../../../../worker/contract/watches.ts";
import { aWatch } from "../../../support/nouns.ts";

export const FREEZER = "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a";
export const NAMES = { device: "Freezer", value: "temperature", unit: "°C" };

export const watchWith = (change: Partial<Watch> = {}): Watch =>
  aWatch({
    id: "7d3f3b1c-9f0e-4a39-8d1a-5b6a7c8d9e0f",
    name: "Freezer is not connected for 5 minutes",
    when: { device: FREEZER, lost_for: "PT5M" },
    enabled: true,
    state: "clear",
    since: "2027-05-03T12:02:00.000Z",
    ...change,
  });
