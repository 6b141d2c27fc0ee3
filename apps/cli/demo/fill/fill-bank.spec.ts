import { seedTag } from '../bank/customers';
import { bankToFill } from './fill-bank';
import type { Institution } from './institution';

const NOW = new Date('2026-11-25T10:00:00.000Z');

/** A gateway with one customer of the demo, or with none. */
const gateway = (first?: { tags: string[]; created_at: string }): Institution =>
  ({
    get: async (path: string) => (path.startsWith('customers?') ? (first ? [{ id: 'c' }] : []) : first),
  }) as unknown as Institution;

it('fills a tenant that has no demo, with the times of today', async () => {
  const bank = await bankToFill(gateway(), 1, NOW);
  const last = bank!.customers.flatMap(({ transactions }) => transactions.map(({ occurred_at }) => occurred_at));
  expect(last.toSorted().at(-1)!.slice(0, 10)).toBe('2026-11-24');
});

it('continues an interrupted run with the times of its first day', async () => {
  const interrupted = { tags: [seedTag(1)], created_at: '2026-11-20T08:00:00.000Z' };
  const bank = await bankToFill(gateway(interrupted), 1, NOW);
  const times = bank!.customers.flatMap(({ transactions }) => transactions.map(({ occurred_at }) => occurred_at));
  expect(times.toSorted().at(-1)!.slice(0, 10)).toBe('2026-11-19');
});

it('does nothing when the demo was filled before', async () => {
  const filled = { tags: [seedTag(1), 'demo-filled'], created_at: '2026-11-20T08:00:00.000Z' };
  expect(await bankToFill(gateway(filled), 1, NOW)).toBeUndefined();
});

it('rejects another seed: a tenant has one demo', async () => {
  const other = { tags: [seedTag(7), 'demo-filled'], created_at: '2026-11-20T08:00:00.000Z' };
  await expect(bankToFill(gateway(other), 1, NOW)).rejects.toMatchObject({
    code: 'demo_of_other_seed',
    message: expect.stringContaining('demo-seed-7'),
  });
});
