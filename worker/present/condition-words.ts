/** The words of a notice about a condition: a row a kind. Each text follows the name of the device. */

import {
  type Condition,
  type ConditionKind,
  type ConditionOf,
  kindOf,
} from "../../broker/contract/condition.ts";

/** The name of a value, and a limit with its unit. */
export interface NamedValue {
  key: string;
  limit(number: number): string;
}

interface Texts {
  raised: string;
  cleared: string;
}

interface Words<K extends ConditionKind = ConditionKind> {
  of(value: NamedValue, when: ConditionOf<K>): Texts;
}

const passing = (key: string, limit: string): Texts => ({
  raised: `: ${key} is ${limit}.`,
  cleared: `: ${key} is no longer ${limit}.`,
});

const WORDS: { [K in ConditionKind]: Words<K> } = {
  lost_for: { of: () => ({ raised: " is not connected.", cleared: " is connected again." }) },
  silent_for: {
    of: ({ key }) => ({ raised: ` sends no ${key}.`, cleared: ` sends ${key} again.` }),
  },
  above: { of: ({ key, limit }, { above }) => passing(key, `above ${limit(above)}`) },
  below: { of: ({ key, limit }, { below }) => passing(key, `below ${limit(below)}`) },
  not_taken_for: {
    of: () => ({ raised: " has not taken its last command.", cleared: " has taken its last command." }),
  },
  differs_for: {
    of: ({ key }) => ({
      raised: ` reports another ${key} than the wanted one.`,
      cleared: ` no longer reports another ${key} than the wanted one.`,
    }),
  },
  increase_above: {
    of({ key, limit }, { increaseAbove, inMs }) {
      const within = inMs < 86_400_000 ? "the last hour" : "the last 24 hours";
      return {
        raised: `: ${key} has added more than ${limit(increaseAbove)} in ${within}.`,
        cleared: `: ${key} has no longer added more than ${limit(increaseAbove)} in ${within}.`,
      };
    },
  },
  // an event has words of its own
  events: { of: () => ({ raised: ".", cleared: "." }) },
};

export function wordsOf(when: Condition, value: NamedValue): Texts {
  const { of }: Words = WORDS[kindOf(when)];
  return of(value, when);
}
