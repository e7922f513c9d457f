/** Runs the task for each item, this many at once. A task must not throw. */
export async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers share one iterator.
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
