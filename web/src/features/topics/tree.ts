/**
 * PURE. Topics as a tree. An account may have 10,000 topics of 500 levels, so nodes are no objects: a node is a range of
 * a sorted list, and only the rows of open nodes are made.
 */

/**
 * In a key it stands between the levels, so that a topic is followed by all topics below it: in plain order `a-b` comes
 * between `a` and `a/b`. No topic contains it [MQTT-1.5.4-2].
 */
const BETWEEN = "\0";
/** The first character that may follow a key and is not the start of a level below it. */
const BEYOND = "\u0001";

export const keyOf = (topic: string): string => topic.replaceAll("/", BETWEEN);
export const topicOf = (key: string): string => key.replaceAll(BETWEEN, "/");

/** Keys in their order. */
export type SortedKeys = readonly string[];

export const sortedKeys = (topics: Iterable<string>): SortedKeys => [...topics].map(keyOf).sort();

export interface TreeRow {
  key: string;
  topic: string;
  /** The last level of the topic. */
  name: string;
  /** From 1. */
  level: number;
  /** Among its siblings, from 1. */
  position: number;
  siblings: number;
  /** There is a message on this topic. */
  isMessage: boolean;
  /** Messages on topics below it. */
  below: number;
  /** Null: nothing is below it. */
  isOpen: boolean | null;
}

interface Node {
  key: string;
  /** Its range of the sorted keys. */
  from: number;
  to: number;
}

/** The index of the first key that is not before `bound`. */
function indexOf(keys: SortedKeys, bound: string, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nodes one level below `parent`, or the first level for null. */
function nodesBelow(keys: SortedKeys, parent: Node | null): Node[] {
  const start = parent === null ? 0 : parent.key.length + 1;
  const [from, to] = parent === null ? [0, keys.length] : [parent.from, parent.to];
  const nodes: Node[] = [];
  // the topic of the parent itself is the first key of its range
  let at = parent !== null && keys[from] === parent.key ? from + 1 : from;
  while (at < to) {
    const full = keys[at] as string;
    const end = full.indexOf(BETWEEN, start);
    const key = end < 0 ? full : full.slice(0, end);
    const next = indexOf(keys, key + BEYOND, at, to);
    nodes.push({ key, from: at, to: next });
    at = next;
  }
  return nodes;
}

function rowOf(keys: SortedKeys, { key, from, to }: Node, level: number) {
  const isMessage = keys[from] === key;
  const below = to - from - (isMessage ? 1 : 0);
  const name = key.slice(key.lastIndexOf(BETWEEN) + 1);
  return { key, topic: topicOf(key), name, level, isMessage, below };
}

/** The rows of all open nodes, in order, at most `max`. */
export function rowsOf(keys: SortedKeys, isOpen: (key: string) => boolean, max: number): TreeRow[] {
  const rows: TreeRow[] = [];
  // no recursion: a topic may have more levels than the stack has room for
  const stack: { nodes: Node[]; at: number }[] = [{ nodes: nodesBelow(keys, null), at: 0 }];
  while (stack.length > 0 && rows.length < max) {
    const top = stack[stack.length - 1] as { nodes: Node[]; at: number };
    const node = top.nodes[top.at++];
    if (node === undefined) {
      stack.pop();
      continue;
    }
    const row = rowOf(keys, node, stack.length);
    const open = row.below === 0 ? null : isOpen(row.key);
    rows.push({ ...row, position: top.at, siblings: top.nodes.length, isOpen: open });
    if (open) stack.push({ nodes: nodesBelow(keys, node), at: 0 });
  }
  return rows;
}

const rangeOf = (keys: SortedKeys, key: string): Node => {
  const from = indexOf(keys, key, 0, keys.length);
  return { key, from, to: indexOf(keys, key + BEYOND, from, keys.length) };
};

/** What there is on a topic and below it; null for nothing. */
export function nodeOf(keys: SortedKeys, topic: string): Pick<TreeRow, "isMessage" | "below"> | null {
  const node = rangeOf(keys, keyOf(topic));
  return node.to === node.from ? null : rowOf(keys, node, 1);
}

/**
 * The keys to open when a node is opened: with it its descendants down to the first that has a message or siblings, so
 * that a chain of single levels takes one press.
 */
export function openedWith(keys: SortedKeys, key: string): string[] {
  const opened: string[] = [];
  let node: Node | undefined = rangeOf(keys, key);
  while (node !== undefined) {
    opened.push(node.key);
    const [only, other] = nodesBelow(keys, node);
    node = only !== undefined && other === undefined && keys[only.from] !== only.key ? only : undefined;
  }
  return opened;
}

/** The keys of the nodes above a topic: open, they show it. */
export function above(key: string): string[] {
  const keys: string[] = [];
  for (let at = key.indexOf(BETWEEN); at >= 0; at = key.indexOf(BETWEEN, at + 1)) keys.push(key.slice(0, at));
  return keys;
}

/** The topics that contain every word, in any order. */
export function searched(keys: SortedKeys, search: string): SortedKeys {
  const words = search.trim().toLowerCase().split(/\s+/).map(keyOf);
  if (words.join("") === "") return keys;
  return keys.filter((key) => {
    const within = key.toLowerCase();
    return words.every((word) => within.includes(word));
  });
}

/** Whether a topic is that of a branch, or below it. */
export const isWithin = (topic: string, branch: string): boolean =>
  topic === branch || topic.startsWith(`${branch}/`);

/** The filter of a topic and all topics below it. */
export const branchFilter = (topic: string): string => `${topic}/#`;
