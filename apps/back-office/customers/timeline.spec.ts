import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { at, office } from '../testing/office-of-tenant';
import { audited, DAY, newCustomer, restrict, transaction } from './testing/activity';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const timeline = async (id: string, query = '') => data(await office.get(at(`/customers/${id}/timeline${query}`)));
const actions = ({ items }: { items: { action: string }[] }) => items.map(({ action }) => action);

describe('the timeline of a customer', () => {
  it('is one list of events, alerts, decisions, cases, KYC and ratings, newest first', async () => {
    const id = await newCustomer();
    await audited(id, { action: 'customer.created', at: DAY(1) });
    const event = await transaction(id, { at: DAY(2), name: 'Northwind' });
    await audited(id, { action: 'alert.created', at: DAY(3), about: 'alert', id });
    await audited(id, { action: 'risk.rating_changed', at: DAY(4) });
    await audited(id, { action: 'alert.dismissed', at: DAY(5), about: 'alert', id });
    await audited(id, { action: 'case.opened', at: DAY(6), about: 'case', id });
    await audited(id, { action: 'kyc.approved', at: DAY(7) });
    await audited(id, { action: 'risk.assessed', at: DAY(8) });
    const all = await timeline(id);
    expect(all.items.map(({ kind, action }: any) => [kind, action])).toEqual([
      ['kyc', 'kyc.approved'],
      ['case', 'case.opened'],
      ['decision', 'alert.dismissed'],
      ['rating', 'risk.rating_changed'],
      ['alert', 'alert.created'],
      ['event', 'event.transaction'],
      ['profile', 'customer.created'],
    ]);
    expect(all.next).toBeNull();
    expect(all.items[1]).toMatchObject({ title: 'A case', actor: 'staff:1', reason: 'why case.opened', at: DAY(6) });
    expect(all.items[5]).toMatchObject({
      id: event,
      subject_type: 'event',
      data: { direction: 'outbound', amount: '100', currency: 'EUR', counterparty: 'Northwind', alerts: 0 },
    });
  });

  it('has pages, also when several entries have one time', async () => {
    const id = await newCustomer();
    for (let n = 0; n < 3; n++) {
      await transaction(id, { at: DAY(2) });
      await audited(id, { action: 'alert.created', at: DAY(2), about: 'alert', id });
    }
    const whole = await timeline(id);
    const read: { id: string }[] = [];
    let next: string | null = null;
    do {
      const page: any = await timeline(id, `?limit=2${next === null ? '' : `&before=${next}`}`);
      read.push(...page.items);
      next = page.next;
    } while (next !== null);
    expect(read).toEqual(whole.items);
    expect(new Set(read.map((one) => one.id)).size).toBe(6);
  });

  it('shows only the kinds that were asked for', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1) });
    await audited(id, { action: 'alert.created', at: DAY(2), about: 'alert', id });
    await audited(id, { action: 'kyc.rejected', at: DAY(3) });
    expect(actions(await timeline(id, '?kinds=kyc,event'))).toEqual(['kyc.rejected', 'event.transaction']);
    expect(actions(await timeline(id, '?kinds=alert'))).toEqual(['alert.created']);
  });

  it('has nothing of other customers and other tenants', async () => {
    const [id, other] = [await newCustomer(), await newCustomer()];
    await audited(other, { action: 'alert.created', at: DAY(2), about: 'alert', id: other });
    await transaction(other, { at: DAY(2) });
    await transaction(id, { at: DAY(2), tenant: randomUUID() });
    expect((await timeline(id)).items).toEqual([]);
    refused(await office.get(at(`/customers/${await newCustomer(randomUUID())}/timeline`)), 404, /customer/);
  });

  it('names no counterparty of a restricted customer', async () => {
    const id = await newCustomer();
    await transaction(id, { at: DAY(1), name: 'Northwind' });
    await restrict(id);
    expect(JSON.stringify(await timeline(id))).not.toContain('Northwind');
  });

  it('takes a place on a day that does not exist as one on the next day', async () => {
    const id = await newCustomer();
    await audited(id, { action: 'kyc.approved', at: DAY(1) });
    expect(actions(await timeline(id, `?before=2026-02-30T00:00:00.000Z~${randomUUID()}`))).toEqual(['kyc.approved']);
  });

  it.each([
    [
      'a year that Postgres does not know',
      `?before=0000-01-01T00:00:00.000Z~${randomUUID()}`,
      /^before must be the next/,
    ],
    ['an unknown kind', '?kinds=alert,nothing', /^kinds must be one or more of event, alert/],
    ['a place that no page had', '?before=yesterday', /^before must be the next of a page/],
    ['a time that does not exist', `?before=2026-99-01T00:00:00.000Z~${randomUUID()}`, /^before must be the next/],
    ['a page that is too large', '?limit=101', /^limit must be/],
  ])('is rejected with %s', async (_what, query, message) => {
    refused(await office.get(at(`/customers/${randomUUID()}/timeline${query}`)), 400, message);
  });
});
