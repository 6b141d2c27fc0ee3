import { data } from '../../../testing/test-office';
import { ACTOR, at, office, sent, tenantId, test, WHY } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const RULE = {
  name: 'Large transfer',
  description: 'One transfer of 20000 or more.',
  reason: 'To look at each.',
  event_type: 'transaction',
  severity: 'high',
  alert_type: 'large_transfer',
  title: 'Large transfer',
  condition: { gte: [{ field: 'transaction.amount' }, 20_000] },
};
const check = async (definition: unknown) => data(await office.post(at('/monitoring-rules/check'), { definition }));

describe('a draft of a rule', () => {
  it('is checked, with its cost, and nothing is sent', async () => {
    expect(await check(RULE)).toEqual({ valid: true, cost: expect.any(Number), max_cost: 200_000, problems: [] });
    expect(sent).toEqual([]);
  });

  it('is returned with the place of each problem', async () => {
    const { problems, ...rest } = await check({
      ...RULE,
      severity: 'huge',
      condition: { gte: [{ field: 'nothing' }, 1] },
    });
    expect(rest).toEqual({ valid: false, cost: null, max_cost: 200_000 });
    expect(problems.map(({ path }: { path: string }) => path)).toEqual(['/severity', '/condition/gte/0/field']);
    expect(await check('a text')).toMatchObject({ valid: false, problems: [{ path: '' }] });
  });

  it('is returned with its cost when it is too expensive to be saved', async () => {
    const where = { lte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] };
    const windows = Array.from({ length: 18 }, (_, n) => ({
      gte: [{ aggregate: 'count', window: `${8_784 - n}h`, where }, 1],
    }));
    const checked = await check({ ...RULE, condition: { and: windows } });
    expect(checked).toMatchObject({ valid: false, problems: [{ path: '/condition/and/0/gte/0' }] });
    expect(checked.cost).toBeGreaterThan(200_000);
  });

  it('is saved disabled, with the reason', async () => {
    await office.post(at('/monitoring-rules'), { definition: RULE, ...WHY });
    expect(sent).toEqual([
      {
        name: 'pipeline.create-monitoring-rule',
        request: expect.objectContaining({ tenant_id: tenantId, mode: 'disabled', definition: RULE, ...WHY, ...ACTOR }),
      },
    ]);
  });

  it('is not saved if it is not valid', async () => {
    const { status, body } = await office.post(at('/monitoring-rules'), { definition: { ...RULE, title: '' }, ...WHY });
    expect([status, body.code]).toEqual([400, 'invalid_rule']);
    expect(sent).toEqual([]);
  });
});

describe('the list of a tenant', () => {
  it('gets an entry with the reason', async () => {
    test.replies['pipeline.add-watchlist-entries'] = ({ entries }) => entries;
    const entry = { schema: 'Person', names: ['Viktor Orlan'], topics: ['crime'] };
    await office.post(at('/watchlist-entries'), { entry, ...WHY });
    expect(sent).toMatchObject([{ request: { entries: [{ schema: 'Person', topics: ['crime'] }], ...WHY, ...ACTOR } }]);
  });

  it('rejects an entry that is not valid, and names the field', async () => {
    const { status, body } = await office.post(at('/watchlist-entries'), { entry: { schema: 'Person' }, ...WHY });
    expect([status, body.code]).toEqual([400, 'invalid_entry']);
    expect(body.message).toContain('names');
    expect(sent).toEqual([]);
  });

  it('does not remove an entry that it does not have', async () => {
    const { status } = await office.delete(`${at('/watchlist-entries/nothing')}?reason=because`);
    expect(status).toBe(404);
  });
});

describe('insights', () => {
  it.each([
    ['?from=2026-02-01&to=2026-01-01', 'the period must have 1 to 366 days; from is 2026-02-01 and to is 2026-01-01'],
    ['?from=2020-01-01&to=2026-01-01', 'the period must have 1 to 366 days; from is 2020-01-01 and to is 2026-01-01'],
    ['?from=2026-02-30', 'from must be a day from 1970 to 2999, such as 2026-03-01'],
  ])('reject the period %s', async (query, message) => {
    const { status, body } = await office.get(at(`/insights${query}`));
    expect([status, body.message]).toEqual([400, message]);
  });

  it('are about the last 30 days', async () => {
    const { from, to } = data(await office.get(at('/insights')));
    expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
  });
});
