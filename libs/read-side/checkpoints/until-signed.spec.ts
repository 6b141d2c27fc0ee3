import { untilSigned } from './until-signed';

const pauses: number[] = [];
const pause = (ms: number): Promise<void> => {
  pauses.push(ms);
  return Promise.resolve();
};
beforeEach(() => pauses.splice(0));

it('waits until it is signed', async () => {
  let reads = 0;
  const read = () => Promise.resolve(++reads === 4 ? 'the head' : undefined);
  expect(await untilSigned('the ledger', read, pause)).toBe('the head');
  expect(pauses).toHaveLength(3);
});

it('tells after three seconds that it is not signed yet, and to retry', async () => {
  const waiting = untilSigned('the ledger', () => Promise.resolve(undefined), pause);
  await expect(waiting).rejects.toMatchObject({
    code: 'not_signed_yet',
    message: 'the notary has not signed the ledger yet; retry',
  });
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(3_000);
});

it('does not wait for what there is not', async () => {
  const missing = new Error('no such ledger');
  await expect(untilSigned('the ledger', () => Promise.reject(missing), pause)).rejects.toBe(missing);
  expect(pauses).toEqual([]);
});
