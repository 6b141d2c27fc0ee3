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

  it('have a maximum number of entries', async () => {
    const entries = [1, 2, 3, 4, 5].map((id) => entry(id));
    const found = await gathered(entries, { entries: 2, bytes: 1_000 });
    expect(found.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(found.flat()).toEqual(entries);
  });

  it('have a maximum number of bytes, counted as they are sent', async () => {
    const entries = [entry(1, 'é'.repeat(30)), entry(2, 'é'.repeat(30)), entry(3)];
    const found = await gathered(entries, { entries: 10, bytes: 150 });
    expect(found.map((batch) => batch.map((one) => (one as { id: number }).id))).toEqual([[1], [2, 3]]);
  });

  it('contain only one entry if it is larger than the maximum', async () => {
    const found = await gathered([entry(1), entry(2, 'x'.repeat(500)), entry(3)], { entries: 10, bytes: 100 });
    expect(found.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('are empty without entries', async () => {
    expect(await gathered([], { entries: 2, bytes: 100 })).toEqual([]);
  });
});
