import { windowFilters } from './window-filters';

const AT = '2026-09-15T19:29:28.941Z';
const week = { part: 'transactions', from: '2026-09-08', to: '2026-09-15' };

it('shows the transactions that a window counted', () => {
  const where = {
    and: [
      { eq: [{ field: 'activity.direction' }, 'inbound'] },
      { gte: [{ field: 'activity.amount' }, 8000] },
      { lt: [{ field: 'activity.amount' }, '10000'] },
    ],
  };
  expect(windowFilters({ window: '7d', where }, AT)).toEqual({
    ...week,
    direction: 'inbound',
    min_amount: '8000',
    max_amount: '10000',
  });
});

it('shows an earlier window', () => {
  expect(windowFilters({ window: '84d', offset: '7d' }, AT)).toMatchObject({ from: '2026-06-16', to: '2026-09-08' });
});

it('leaves out conditions that the filters cannot express', () => {
  const where = { eq: [{ field: 'activity.method' }, 'cash'] };
  expect(windowFilters({ window: '168h', where }, AT)).toEqual(week);
});

it('asks for no more days than the page shows, and for no amount that it refuses', () => {
  const where = { and: [{ gte: [{ field: 'activity.amount' }, -5] }, { lt: [{ field: 'activity.amount' }, 1e-7] }] };
  expect(windowFilters({ window: '366d', where }, AT)).toEqual({ ...week, from: '2025-09-15' });
});

it.each([null, 'x', 7, {}, [], { and: [null, 'x', {}, { eq: null }, { gte: ['amount', 1] }] }])(
  'takes a condition of another form for one that it cannot express: %j',
  (where) => expect(windowFilters({ window: '7d', where }, AT)).toEqual(week),
);

it.each([
  ['999999999999d', AT],
  ['1y', AT],
  ['7d', 'yesterday'],
  ['7d', '-271821-04-20T00:00:00.000Z'],
  ['366d', '1970-02-03T00:00:00.000Z'],
])('has no filters for %s and %s', (window, at) => {
  expect(windowFilters({ window }, at)).toBeUndefined();
});
