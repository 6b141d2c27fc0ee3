import { pino } from 'pino';
import { ruleWith } from '@probity/monitoring/testing/samples';
import type { NoticeRaised } from '@probity/contracts/notices/events';
import { type Concern, MIN_OPEN_MS, type Revision } from '@probity/notices/notice-board';
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
  let open: Map<string, NoticeRaised>;
  let raised: NoticeRaised[];
  let settled: string[];
  let fails: boolean;
  let notices: AmountNotices;
  beforeEach(() => {
    now = 0;
    fails = false;
    open = new Map();
    [raised, settled] = [[], []];
    notices = newProcess();
  });
  const fail = () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve());
  const board = {
    settle: ({ subject }: { subject: string }) =>
      fail().then(() => void (subject === 'monitoring' || settled.push(subject))),
    revise: ({ kind, subject }: Concern, decide: (before?: NoticeRaised) => Revision | undefined) =>
      fail().then(() => {
        const before = open.get(kind);
        const revision = decide(before);
        if (!revision) return true;
        if (before && now - Date.parse(before.raised_at) < MIN_OPEN_MS) return false;
        open.delete(kind);
        if ('settle' in revision) {
          if (before) settled.push(`${kind}: ${revision.settle}`);
          return true;
        }
        const notice = { ...revision, kind, subject, raised_at: new Date(now).toISOString() } as NoticeRaised;
        open.set(kind, notice);
        raised.push(notice);
        return true;
      }),
  };
  const newProcess = () => new AmountNotices({ board, logger: pino({ level: 'silent' }), now: () => new Date(now) });
  const observed = (compared_by: string[], unknown_to: string[], amount = YEN) =>
    notices.observed(TENANT, RULES, amount, { compared_by, unknown_to });
  const unseen = (currency: string) => observed([], ['strict'], { ...YEN, currency });
  const converted = (currency = 'JPY') => observed([], [], { ...YEN, currency, comparable: true });
  const OVER = 'amounts_not_compared: All amounts are comparable now.';

  it('name the rules that do not see them, and how to change that', async () => {
    await observed(['opted'], ['strict']);
    expect(raised).toEqual([
      expect.objectContaining({
        kind: 'amounts_not_compared',
        subject: 'monitoring',
        severity: 'high',
        message: expect.stringMatching(
          /do not see amounts in JPY, because there are no rates for them: "Strict"\. Set it/,
        ),
        data: { currencies: ['JPY'], reference_currency: 'USD', rules: '"Strict"', rule_ids: ['strict'] },
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
    now = MIN_OPEN_MS;
    await observed(['old'], [], { currency: 'KRW', comparable: false, reference_currency: null as never });
    expect(raised[1]).toMatchObject({ message: expect.stringContaining('there is no reference currency') });
  });

  it('are one for all currencies, which names the first and a number, however many come', async () => {
    for (let n = 0; n < 150; n++) await unseen(`Q${n}`);
    expect(raised).toHaveLength(1);
    now = MIN_OPEN_MS;
    for (let n = 0; n < 150; n++) await unseen(`Q${n}`);
    expect(raised).toHaveLength(2);
    expect(raised[1]!.message).toContain('do not see amounts in Q0, Q1, Q2 and at least 97 more, because');
    now *= 2;
    for (let n = 0; n < 150; n++) await unseen(`R${n}`);
    expect(raised).toHaveLength(2);
  });

  it('are settled by transactions whose amounts are converted, also those of an earlier process', async () => {
    await unseen('JPY');
    await unseen('KRW');
    now = MIN_OPEN_MS;
    await unseen('JPY');
    expect(raised.at(-1)!.data.currencies).toEqual(['JPY', 'KRW']);
    notices = newProcess();
    now *= 2;
    await converted('EUR');
    await converted('JPY');
    expect(raised.at(-1)!.data).toMatchObject({ currencies: ['KRW'], rule_ids: ['strict'] });
    now *= 2;
    await converted('KRW');
    expect(settled).toContain(OVER);
    expect([...open]).toEqual([]);
  });

  it('are settled as soon as the board can, after they were raised', async () => {
    await unseen('JPY');
    await converted();
    now = MIN_OPEN_MS - 1;
    await converted();
    expect(settled).not.toContain(OVER);
    now = MIN_OPEN_MS;
    await converted();
    expect(settled).toContain(OVER);
  });

  it('are raised again for a cause that lasts, after an officer settled them', async () => {
    await unseen('JPY');
    open.clear();
    now = MIN_OPEN_MS;
    await unseen('JPY');
    expect(raised).toHaveLength(2);
  });

  it('take the place of those of one currency, which earlier versions raised', async () => {
    await unseen('JPY');
    expect(settled).toContain('monitoring/JPY');
  });

  it('keep no event from its outcome when they cannot be stored', async () => {
    fails = true;
    await unseen('JPY');
    await converted('EUR');
    fails = false;
    await unseen('JPY');
    expect(raised).toHaveLength(1);
  });
});
