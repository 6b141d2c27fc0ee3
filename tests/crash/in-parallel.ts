/** Does the work for every item, at most `width` at a time. Returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
