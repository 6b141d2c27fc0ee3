import { batches } from './batches';

async function* from<Item>(items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function gathered(entries: object[], bounds: { entries: number; bytes: number }): Promise<object[][]> {
  const all: object[][] = [];
  for await (const batch of batches(from(entries), bounds)) all.push(batch);
  return all;
}

describe('batches', () => {
  const entry = (id: number, text = ''): { id: number; text: string } => ({ id, text });

  it('have so many entries at most', async () => {
    const entries = [1, 2, 3, 4, 5].map((id) => entry(id));
    const found = await gathered(entries, { entries: 2, bytes: 1_000 });
    expect(found.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(found.flat()).toEqual(entries);
  });

  it('have so many bytes at most, counted as they are sent', async () => {
    const entries = [entry(1, 'é'.repeat(30)), entry(2, 'é'.repeat(30)), entry(3)];
    const found = await gathered(entries, { entries: 10, bytes: 150 });
    expect(found.map((batch) => batch.map((one) => (one as { id: number }).id))).toEqual([[1], [2, 3]]);
  });

  it('let an entry go alone that is larger than a batch', async () => {
    const found = await gathered([entry(1), entry(2, 'x'.repeat(500)), entry(3)], { entries: 10, bytes: 100 });
    expect(found.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('are none when there is nothing', async () => {
    expect(await gathered([], { entries: 2, bytes: 100 })).toEqual([]);
  });
});
