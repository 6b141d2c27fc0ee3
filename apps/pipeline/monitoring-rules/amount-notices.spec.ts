import { pino } from 'pino';
import { ruleWith } from '@probity/monitoring/testing/samples';
import { MIN_OPEN_MS, type Notice } from '@probity/notices/notice-board';
import { AmountNotices } from './amount-notices';
import { ruleSet, type StoredRule } from './tenant-rules';

const TENANT = 'tenant';
const rule = (name: string, members: object): StoredRule => ({
  version: 1,
  mode: 'active',
  definition: ruleWith(true, { name, ...members }),
});
const RULES = ruleSet('rules', [
  ['strict', rule('Strict', { compare_unconverted_amounts: false })],
  ['opted', rule('Opted in', { compare_unconverted_amounts: true })],
  ['old', rule('Old', {})],
  ['older', rule('Older', {})],
]);
const YEN = { currency: 'JPY', reference_currency: 'USD', comparable: false };

describe('notices about amounts without a rate', () => {
  let now: number;
  let raised: Notice[];
  let settled: string[];
  let fails: boolean;
  let notices: AmountNotices;
  beforeEach(() => {
    now = 0;
    fails = false;
    [raised, settled] = [[], []];
    const stored = () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve());
    notices = new AmountNotices({
      board: {
        raise: (notice) => stored().then(() => void raised.push(notice)),
        settle: ({ kind, subject }) => stored().then(() => void settled.push(`${kind} ${subject}`)),
      },
      logger: pino({ level: 'silent' }),
      now: () => new Date(now),
    });
  });
  const observed = (compared_by: string[], unknown_to: string[], amount = YEN) =>
    notices.observed(TENANT, RULES, amount, { compared_by, unknown_to });
  const converted = () => observed([], [], { ...YEN, comparable: true });

  it('name the rules that do not see them, and how to change that', async () => {
    await observed(['opted'], ['strict']);
    expect(raised).toEqual([
      expect.objectContaining({
        tenantId: TENANT,
        kind: 'amounts_not_compared',
        subject: 'monitoring/JPY',
        severity: 'high',
        message: expect.stringMatching(/do not see amounts in JPY, because there is no rate for it: "Strict"\. Set it/),
        data: { currency: 'JPY', reference_currency: 'USD', rule_ids: ['strict'] },
      }),
    ]);
  });

  it('name the rules that compare them and never decided it; a rule that opted in is none', async () => {
    await observed(['opted', 'old', 'older'], []);
    expect(raised).toMatchObject([
      {
        kind: 'unconverted_amounts_compared',
        message: expect.stringMatching(/compare amounts in JPY as if they were in USD.*: "Old" and 1 more/),
      },
    ]);
    await observed(['old'], [], { ...YEN, reference_currency: null as never });
    expect(raised[1]).toMatchObject({ message: expect.stringContaining('there is no reference currency') });
  });

  it('are settled by a transaction whose amount is converted, also those of an earlier process', async () => {
    const both = ['amounts_not_compared monitoring/JPY', 'unconverted_amounts_compared monitoring/JPY'];
    await converted();
    expect(settled).toEqual(both);
    now = MIN_OPEN_MS;
    await converted();
    await converted();
    expect(settled).toEqual([...both, ...both]);
  });

  it('are settled again after they were raised again, as soon as the board can', async () => {
    await converted();
    now = MIN_OPEN_MS;
    await converted();
    await observed([], ['strict']);
    settled = [];
    await converted();
    now *= 100;
    await converted();
    await converted();
    expect(settled).toEqual(Array(2).fill('amounts_not_compared monitoring/JPY'));
  });

  it('keep no event from its outcome when they cannot be stored', async () => {
    fails = true;
    await observed([], ['strict']);
    await converted();
    now = MIN_OPEN_MS;
    await converted();
    fails = false;
    await converted();
    expect(settled).toHaveLength(2);
  });
});
