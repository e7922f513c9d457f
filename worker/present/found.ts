import type { FoundListed } from "../../broker/contract/found.ts";
import type { FoundDevice } from "../contract/found.ts";

export const foundOf = ({ id, name, source, how }: FoundListed): FoundDevice => {
  const why_not = "whyNot" in how ? how.whyNot : null;
  return { id, name, source, switchable: why_not === null, why_not };
};
