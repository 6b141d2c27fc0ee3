import { pino } from 'pino';
import type { Database } from '@probity/persistence/database';
import type { Claim } from './claim';
import { ClaimLease } from './claim-lease';

/** Subjects that the fake database renews. */
let renewable: string[];
let renewals: string[][];
let isDown: boolean;
const database = {
  query: (_sql: string, [subjects]: [string[]]) => {
    if (isDown) return Promise.reject(new Error('Connection terminated'));
    renewals.push(subjects);
    return Promise.resolve({ rows: renewable.filter((one) => subjects.includes(one)).map((subject) => ({ subject })) });
  },
} as unknown as Database;

const leaseOf = (...subjects: string[]): ClaimLease => {
  const claim = { token: 't', claimedAt: performance.now(), subjects: subjects.map((subject) => ({ subject })) };
  return new ClaimLease(database, claim as unknown as Claim, pino({ level: 'silent' }));
};

beforeEach(() => {
  jest.useFakeTimers();
  [renewable, renewals, isDown] = [['a', 'b'], [], false];
});
afterEach(() => jest.useRealTimers());

it('is renewed until the work on each subject ends', async () => {
  const lease = leaseOf('a', 'b');
  await jest.advanceTimersByTimeAsync(60_000);
  lease.throwIfLost('a');
  await lease.end('a');
  renewals = [];
  await jest.advanceTimersByTimeAsync(60_000);
  lease.throwIfLost('b');
  expect(new Set(renewals.flat())).toEqual(new Set(['b']));
  await lease.end('b');
  expect(jest.getTimerCount()).toBe(0);
});

it('costs no renewal when the work ends soon', async () => {
  const lease = leaseOf('a');
  await jest.advanceTimersByTimeAsync(1_500);
  await lease.end('a');
  expect(renewals).toEqual([]);
});

it('is lost for the subject that another process took over, and for no other', async () => {
  const lease = leaseOf('a', 'b');
  renewable = ['b'];
  await jest.advanceTimersByTimeAsync(2_100);
  expect(() => lease.throwIfLost('a')).toThrow('another process may have taken over these events');
  lease.throwIfLost('b');
  await Promise.all([lease.end('a'), lease.end('b')]);
});

it('is lost when it could not be renewed in time', async () => {
  const lease = leaseOf('a');
  isDown = true;
  await jest.advanceTimersByTimeAsync(4_900);
  lease.throwIfLost('a');
  await jest.advanceTimersByTimeAsync(200);
  expect(() => lease.throwIfLost('a')).toThrow('another process may have taken over these events');
  await lease.end('a');
});
