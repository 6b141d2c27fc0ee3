import { SeenIds } from './seen-ids';

describe('ids that were seen', () => {
  it('distinguish new ids from known ones, also after the table has grown', () => {
    const seen = new SeenIds();
    const ids = Array.from({ length: 20_000 }, (_, at) => `id-${at}`);
    expect(ids.every((id) => seen.add(id))).toBe(true);
    expect(ids.some((id) => seen.add(id))).toBe(false);
    expect(seen.add('')).toBe(true);
    expect(seen.add('')).toBe(false);
  });
});
