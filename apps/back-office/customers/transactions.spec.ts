import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { at, office, test } from '../testing/office-of-tenant';
import { DAY, newCustomer, restrict, transaction } from './testing/activity';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const list = async (id: string, query = '') => data(await office.get(at(`/customers/${id}/transactions${query}`)));
const sums = async (id: string, query: string) =>
  data(await office.get(at(`/customers/${id}/transactions/sums${query}`)));
const ids = ({ items }: { items: { event_id: string }[] }) => items.map(({ event_id }) => event_id);

describe('the transactions of a customer', () => {
  it('have their amounts as texts, and the counterparty', async () => {
    const id = await newCustomer();
    const event = await transaction(id, { at: DAY(1), amount: '1250.50', name: 'Northwind  Traders' });
    expect(await list(id)).toEqual({
      reference_currency: null,
      items: [
        {
          event_id: event,
          transaction_id: `t-${event}`,
          occurred_at: DAY(1),
          direction: 'outbound',
          amount: '1250.50',
          currency: 'EUR',
          compared_amount: '1250.5',
          method: null,
          counterparty: 'northwind  traders',
          counterparty_name: 'Northwind  Traders',
          counterparty_account: null,
          counterparty_country: 'DE',
          description: 'An invoice',
          alerts: 0,
        },
      ],
      next: null,
    });
  });

  it('say when there was no rate', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1), amount: '5', currency: 'XAU', comparable: false });
    expect((await list(id)).items[0]).toMatchObject({ amount: '5', currency: 'XAU', compared_amount: null });
  });

  it('are filtered by direction, counterparty, amount and days', async () => {
    const id = await newCustomer();
    const small = await transaction(id, { at: DAY(1), amount: '9.99', direction: 'inbound', name: 'Ana' });
    const middle = await transaction(id, { at: DAY(2), amount: '10', name: 'Ana' });
    const large = await transaction(id, { at: DAY(3, 23), amount: '100000000000000000.01', name: 'Bo Li' });
    expect(ids(await list(id))).toEqual([large, middle, small]);
    expect(ids(await list(id, '?direction=inbound'))).toEqual([small]);
    expect(ids(await list(id, '?counterparty=ANA'))).toEqual([middle, small]);
    expect(ids(await list(id, '?counterparty=%20Bo%20%20Li'))).toEqual([large]);
    expect(ids(await list(id, '?min_amount=10'))).toEqual([large, middle]);
    expect(ids(await list(id, '?min_amount=100000000000000000.02'))).toEqual([]);
    expect(ids(await list(id, '?max_amount=9.99'))).toEqual([small]);
    expect(ids(await list(id, '?from=2026-03-02&to=2026-03-03'))).toEqual([large, middle]);
    expect(ids(await list(id, '?counterparty=Ana&direction=outbound&max_amount=10'))).toEqual([middle]);
  });

  it('have pages, with and without filters', async () => {
    const id = await newCustomer();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push(await transaction(id, { at: DAY(2), name: 'Ana' }));
    for (const filter of ['', '&counterparty=ana', '&direction=outbound']) {
      const first = await list(id, `?limit=3${filter}`);
      const second = await list(id, `?limit=3${filter}&before=${first.next}`);
      expect([...ids(first), ...ids(second)]).toEqual([...made].sort().reverse());
      expect(second.next).toBeNull();
    }
  });

  it('go on after many that the filter leaves out', async () => {
    const id = await newCustomer();
    const wanted = await transaction(id, { at: DAY(1), direction: 'inbound' });
    await test.owner.query(
      `INSERT INTO pipeline.processed_events
       SELECT p.tenant_id, gen_random_uuid(), p.event_type, p.customer_id, p.payload, p.stages, p.alert_ids,
         p.duplicate_of, p.received_at, p.processed_at, p.occurred_at + make_interval(secs => n), 'x' || n, p.amount,
         p.currency, 'outbound', p.method, p.counterparty, p.counterparty_country, p.channel, p.account_ref, true
       FROM pipeline.processed_events p, generate_series(1, 5000) n WHERE p.event_id = $1`,
      [wanted],
    );
    const first = await list(id, '?direction=inbound');
    expect(first.items).toEqual([]);
    expect(ids(await list(id, `?direction=inbound&before=${first.next}`))).toEqual([wanted]);
  });

  it('belong to one customer of one tenant', async () => {
    const [id, other] = [await newCustomer(), await newCustomer()];
    await transaction(other, { at: DAY(1) });
    await transaction(id, { at: DAY(1), tenant: randomUUID() });
    expect(ids(await list(id))).toEqual([]);
    expect((await sums(id, '?from=2026-03-01&to=2026-03-31')).counted).toBe(0);
    const foreign = await newCustomer(randomUUID());
    for (const path of ['transactions', 'transactions/sums', 'network']) {
      refused(await office.get(at(`/customers/${foreign}/${path}`)), 404, /customer/);
    }
  });

  it('name no counterparty of a restricted customer', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1), name: 'Northwind' });
    await restrict(id);
    const { items } = await list(id, '?counterparty=someone-else');
    expect(items).toEqual([
      expect.objectContaining({ counterparty: null, counterparty_name: null, description: null, amount: '100' }),
    ]);
  });

  it.each([
    ['an amount that is a word', '?min_amount=much', /^min_amount must be a decimal/],
    ['an amount below zero', '?max_amount=-1', /^max_amount must be zero or more/],
    ['a day that does not exist', '?from=2026-13-01', /^from must be a day/],
    ['an unknown direction', '?direction=up', /direction/],
  ])('are rejected with %s', async (_what, query, message) => {
    refused(await office.get(at(`/customers/${randomUUID()}/transactions${query}`)), 400, message);
  });
});

describe('the sums of transactions', () => {
  it('are exact, by day or by week, and leave out what has no rate', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(2, 10), amount: '0.1', direction: 'inbound' });
    await transaction(id, { at: DAY(2, 23), amount: '0.2', direction: 'inbound' });
    await transaction(id, { at: DAY(3), amount: '7', direction: 'outbound' });
    await transaction(id, { at: DAY(9), amount: '1', direction: 'outbound' });
    await transaction(id, { at: DAY(3), amount: '2.5', currency: 'XAU', comparable: false });
    const period = '?from=2026-03-01&to=2026-03-31';
    const byDay = await sums(id, period);
    expect(byDay.periods).toEqual([
      { start: '2026-03-02', inbound: '0.3', outbound: '0', inbound_count: 2, outbound_count: 0 },
      { start: '2026-03-03', inbound: '0', outbound: '7', inbound_count: 0, outbound_count: 1 },
      { start: '2026-03-09', inbound: '0', outbound: '1', inbound_count: 0, outbound_count: 1 },
    ]);
    expect(byDay).toMatchObject({
      by: 'day',
      counted: 5,
      is_complete: true,
      without_rate: [{ currency: 'XAU', direction: 'outbound', transactions: 1, amount: '2.5' }],
    });
    expect((await sums(id, `${period}&by=week`)).periods).toEqual([
      { start: '2026-03-02', inbound: '0.3', outbound: '7', inbound_count: 2, outbound_count: 1 },
      { start: '2026-03-09', inbound: '0', outbound: '1', inbound_count: 0, outbound_count: 1 },
    ]);
    expect((await sums(id, '?from=2026-03-03&to=2026-03-03')).counted).toBe(2);
  });

  it('add no currencies up without a reference currency', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(2), amount: '100', currency: 'USD', direction: 'inbound' });
    await transaction(id, { at: DAY(3), amount: '9000', currency: 'JPY', direction: 'inbound' });
    expect(await sums(id, '?from=2026-03-01&to=2026-03-31')).toMatchObject({
      reference_currency: null,
      periods: [],
      without_rate: [
        { currency: 'JPY', amount: '9000' },
        { currency: 'USD', amount: '100' },
      ],
    });
  });

  it.each(['?from=2026-03-02&to=2026-03-01', '?from=2024-03-02&to=2026-03-01'])(
    'are rejected for %s',
    async (period) => {
      const id = await newCustomer();
      refused(
        await office.get(at(`/customers/${id}/transactions/sums${period}`)),
        400,
        /^the period must have 1 to 366/,
      );
    },
  );
});
