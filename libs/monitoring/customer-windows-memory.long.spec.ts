import { CustomerWindows } from './customer-windows';
import { activity, NOON } from './testing/samples';
import { COUNT, readAll, specsOf } from './testing/windows';
import { asParsed, bytesInUse } from './testing/memory';

const MINUTE = 60_000;
const specs = specsOf([COUNT, { aggregate: 'distinct', of: 'counterparty', window: '2h' }]);

describe('the activities in memory', () => {
  it('do not grow with the length of the history', async () => {
    const windows = new CustomerWindows(specs, []);
    const live = (from: number, to: number): void => {
      for (let minute = from; minute < to; minute++) {
        const at = NOON + minute * 60_000;
        const current = activity({ at, counterparty: asParsed(`counterparty ${minute}`) });
        readAll(specs, windows.evaluate(current));
        windows.add(current);
        windows.prune(at);
      }
    };
    live(0, 1_000);
    const before = await bytesInUse();
    live(1_000, 40_000);
    expect((await bytesInUse()) - before).toBeLessThan(1_000_000); // the texts alone would be 4 million
    expect(windows.size).toBe(120);
    const again = activity({ at: NOON + 39_999 * 60_000, counterparty: 'counterparty 39999' });
    expect(readAll(specs, windows.evaluate(again))).toEqual([61, 120]);
  });

  it('use at most 200 bytes each, even if every counterparty is different', async () => {
    const count = 20_000;
    const fill = (): CustomerWindows =>
      new CustomerWindows(
        specsOf([COUNT]),
        Array.from({ length: count }, (_, index) =>
          activity({
            at: NOON + index * MINUTE,
            counterparty: asParsed(`counterparty-${String(index).padStart(22, '0')}`),
          }),
        ),
      );

    const before = await bytesInUse();
    const windows = fill();
    const bytes = ((await bytesInUse()) - before) / count;
    expect(windows.size).toBe(count);
    expect(bytes).toBeGreaterThan(48);
    expect(bytes).toBeLessThan(200);
  });
});
