import { invalid } from '@probity/platform/errors';
import type { ReassessmentProgress } from '@probity/contracts/customers/views';
import { reassessCustomers } from './reassess-customers';

describe('scoring all customers again', () => {
  const customers = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `c${index}` }));
  const pageOf =
    (all: { id: string }[]) =>
    async ({ limit, offset }: { limit: number; offset: number }) =>
      all.slice(offset, offset + limit);

  async function walk(count: number, assess: (id: string) => Promise<boolean>): Promise<ReassessmentProgress[]> {
    const all: ReassessmentProgress[] = [];
    for await (const progress of reassessCustomers(pageOf(customers(count)), assess))
      all.push(structuredClone(progress));
    return all;
  }

  it.each([0, 1, 99, 100, 101, 250])('scores each of %i customers once and reports the progress', async (count) => {
    const scored: string[] = [];
    const reports = await walk(count, async (id) => {
      scored.push(id);
      return id.endsWith('0');
    });
    expect([...scored].sort()).toEqual(
      customers(count)
        .map(({ id }) => id)
        .sort(),
    );
    expect(reports.map(({ done }) => done)).toEqual([...Array<boolean>(Math.floor(count / 100)).fill(false), true]);
    expect(reports.at(-1)).toEqual({
      done: true,
      customers: count,
      rating_changed: Math.ceil(count / 10),
      failed: 0,
      failures: [],
    });
  });

  it('continues after a customer that cannot be scored', async () => {
    const reports = await walk(30, async (id) => {
      if (id === 'c7') throw invalid('invalid_field', 'no profile');
      return false;
    });
    expect(reports.at(-1)).toMatchObject({
      done: true,
      customers: 29,
      failed: 1,
      failures: [{ customer_id: 'c7', message: 'no profile' }],
    });
  });

  it('stops after too many failures, and at the first unexpected error', async () => {
    let asked = 0;
    const refuse = async (): Promise<boolean> => {
      asked++;
      throw invalid('unavailable', 'the service is gone');
    };
    await expect(walk(500, refuse)).rejects.toThrow('the service is gone');
    expect(asked).toBeLessThan(30);
    await expect(walk(500, () => Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect');
  });
});
