/**
 * Finds the subscriptions that match a topic: a trie over the levels of the filters, and a cache of the last topics.
 */

import { levels } from "./filter.ts";

/** Null for none: most nodes have either children or values, and an empty collection is larger than the node. */
interface Node<T> {
  children: Map<string, Node<T>> | null;
  values: Set<T> | null;
}

const node = <T>(): Node<T> => ({ children: null, values: null });

/** A loop instead of spread: a topic may have more readers than a call may have arguments. */
function add<T>(found: T[], values: Iterable<T> | null): void {
  if (values === null) return;
  for (const value of values) found.push(value);
}

/** Topics whose matches are cached until a subscription changes. */
const REMEMBERED = 1024;

/** Values are compared by identity. A value under two matching filters is returned twice. */
export class TopicTree<T> {
  #root: Node<T> = node();
  #size = 0;
  readonly #remembered = new Map<string, readonly T[]>();

  get size(): number {
    return this.#size;
  }

  /** Number of different first levels; 0 when the tree is empty. */
  get firstLevels(): number {
    return this.#root.children?.size ?? 0;
  }

  insert(filter: string, value: T): void {
    let at = this.#root;
    for (const level of levels(filter)) {
      at.children ??= new Map();
      let next = at.children.get(level);
      if (next === undefined) {
        next = node();
        at.children.set(level, next);
      }
      at = next;
    }
    at.values ??= new Set();
    if (at.values.has(value)) return;
    at.values.add(value);
    this.#size++;
    this.#remembered.clear();
  }

  remove(filter: string, value: T): void {
    const path = [this.#root];
    const names = levels(filter);
    for (const level of names) {
      const next = path.at(-1)?.children?.get(level);
      if (next === undefined) return;
      path.push(next);
    }
    if (!path.at(-1)?.values?.delete(value)) return;
    this.#size--;
    this.#remembered.clear();
    // remove branches that lead to no subscription
    for (let depth = names.length; depth > 0; depth--) {
      const { children, values } = path[depth] as Node<T>;
      if ((children?.size ?? 0) > 0 || (values?.size ?? 0) > 0) return;
      path[depth - 1]?.children?.delete(names[depth - 1] as string);
    }
  }

  /** The result is cached: the caller must not change it. */
  match(topic: string): readonly T[] {
    const known = this.#remembered.get(topic);
    if (known !== undefined) return known;
    const found = this.#find(topic);
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    this.#remembered.set(topic, found);
    return found;
  }

  /** Iterates over levels instead of recursing: a filter may have as many levels as bytes. */
  #find(topic: string): T[] {
    const found: T[] = [];
    let reached = [this.#root];
    // [MQTT-4.7.2-1] a leading wildcard never matches a topic that begins with $
    let wildcards = !topic.startsWith("$");
    for (const level of levels(topic)) {
      const next: Node<T>[] = [];
      for (const { children } of reached) {
        if (children === null) continue;
        const exact = children.get(level);
        if (exact !== undefined) next.push(exact);
        if (!wildcards) continue;
        const any = children.get("+");
        if (any !== undefined) next.push(any);
        const rest = children.get("#");
        if (rest !== undefined) add(found, rest.values);
      }
      if (next.length === 0) return found;
      reached = next;
      wildcards = true;
    }
    for (const { children, values } of reached) {
      add(found, values);
      // a/# matches a too
      const rest = children?.get("#");
      if (rest !== undefined) add(found, rest.values);
    }
    return found;
  }
}
