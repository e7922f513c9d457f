import type { FoundListed } from "../../broker/contract/found.ts";
import type { AdoptedAs, FoundDevice } from "../contract/found.ts";
import type { Adopted } from "../db/json-columns.ts";

export const foundOf = ({ id, name, source, how, truncated }: FoundListed): FoundDevice => {
  const why_not = "whyNot" in how ? how.whyNot : null;
  const command_topic = "whyNot" in how ? null : how.commandTopic;
  return { id, name, source, switchable: why_not === null, why_not, command_topic, truncated };
};

export const adoptedAs = ({ source, commandTopic, state, availability }: Adopted): AdoptedAs => ({
  source: source ?? null,
  command_topic: commandTopic,
  state_topic: state?.topic ?? null,
  availability_topics: availability.map(({ topic }) => topic),
});
