import { pagesUpTo } from './pages-up-to';

const ALL = Array.from({ length: 250 }, (_, index) => index);

/** A list of 250 numbers; each page but the last names the place of the next one. */
function backOffice() {
  const asked: string[] = [];
  return {
    asked,
    get: async <Page>(path: string): Promise<Page> => {
      asked.push(path);
      const query = new URLSearchParams(path.split('?')[1]);
      const start = Number(query.get('before') ?? 0);
      const end = start + Number(query.get('limit'));
      return { of: 'numbers', items: ALL.slice(start, end), next: end < ALL.length ? String(end) : null } as Page;
    },
  };
}
interface Numbers {
  of: string;
  items: number[];
  next: string | null;
}
const read = (office: ReturnType<typeof backOffice>, limit: number) =>
  pagesUpTo<number, Numbers>(office, 'numbers', { kind: 'a', none: undefined }, limit);

describe('a list with places', () => {
  it('is read page by page, with the filter', async () => {
    const office = backOffice();
    expect(await read(office, 120)).toEqual({ of: 'numbers', items: ALL.slice(0, 120), more: true });
    expect(office.asked).toEqual(['numbers?kind=a&limit=100', 'numbers?kind=a&limit=20&before=100']);
  });

  it('ends with its last page', async () => {
    expect(await read(backOffice(), Infinity)).toEqual({ of: 'numbers', items: ALL, more: false });
    expect(await read(backOffice(), 250)).toEqual({ of: 'numbers', items: ALL, more: false });
  });
});
