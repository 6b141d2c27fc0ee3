/**
 * Processes items while later items are read, at most `atOnce` at a time. After the first failure no more items are
 * taken.
 *
 * @throws the first failure, after all running work has ended
 */
export async function inFlight<Item>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      const one = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(one));
      underWay.add(one);
      if (underWay.size >= atOnce) await Promise.race(underWay);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
}
