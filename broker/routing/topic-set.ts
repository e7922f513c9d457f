/** What a principal may publish to, or read: topic names and filters, never outside the account. */

import { accountPrefix } from "../contract/topics.ts";
import { isTopicFilter, isTopicName, matches, overlap, unshared } from "./filter.ts";

export class TopicSet {
  readonly #prefix: string;
  readonly #topics = new Set<string>();
  readonly #filters: string[] = [];
  #everything = false;

  constructor(userId: string) {
    this.#prefix = accountPrefix(userId);
  }

  /** A stored topic outside the account gives no right. */
  addTopics(topics: Iterable<string>): this {
    for (const topic of topics) {
      if (topic.startsWith(this.#prefix) && isTopicName(topic)) this.#topics.add(topic);
    }
    return this;
  }

  addFilter(filter: string): this {
    if (!filter.startsWith(this.#prefix) || !isTopicFilter(filter)) return this;
    if (filter === `${this.#prefix}#`) this.#everything = true;
    else if (isTopicName(filter)) this.#topics.add(filter);
    else this.#filters.push(filter);
    return this;
  }

  has = (topic: string): boolean => {
    // checked for every message: no set lookup for a principal with all rights
    if (this.#everything) return topic.startsWith(this.#prefix);
    if (this.#topics.has(topic)) return true;
    return topic.startsWith(this.#prefix) && this.#filters.some((filter) => matches(filter, topic));
  };

  /** Whether the filter can match one of the topics. A shared filter counts as the filter inside it. */
  meets = (given: string): boolean => {
    const filter = unshared(given);
    if (filter === null) return false;
    if (this.#topics.has(filter)) return true;
    // any filter of two or more levels whose first level matches the account's
    if (this.#everything && (filter === "#" || filter.startsWith(this.#prefix) || filter.startsWith("+/"))) {
      return true;
    }
    for (const topic of this.#topics) if (matches(filter, topic)) return true;
    return this.#filters.some((each) => overlap(filter, each));
  };
}
