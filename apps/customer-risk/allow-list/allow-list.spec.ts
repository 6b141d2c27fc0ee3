import { randomUUID } from 'node:crypto';
import { dismissAlert, reopenAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { addAllowListEntry, endAllowListEntry } from '@probity/contracts/allow-list/commands';
import { canonicalHash } from '@probity/platform/canonical-json';
import { AllowListQueries } from '@probity/read-side/allow-list/allow-list-queries';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aSanctionsMatch, aScreeningAlert } from '../testing/examples';

let service: CustomerRiskFixture;
let queries: AllowListQueries;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  queries = new AllowListQueries(service.database.owner);
});
afterAll(() => service.stop());

const BY = { officer: 'Ann Lee', officer_id: '0190b6b0-0000-7000-8000-0000000000aa' };
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const UNTIL = inDays(90);
const ofCounterparty = () =>
  aScreeningAlert({ match: aSanctionsMatch({ subject: 'counterparty', subject_name: 'Acme Trading' }) });

async function customerWith(alert = ofCounterparty()): Promise<{ id: string; alertId: string }> {
  const { id } = await service.create();
  const [alertId] = await service.raise(id, alert);
  return { id, alertId: alertId! };
}

const add = ({ id, alertId }: { id: string; alertId: string }, more: object = {}) =>
  service.commands.send(addAllowListEntry, {
    tenant_id: service.tenantId,
    customer_id: id,
    alert_id: alertId,
    until: UNTIL,
    reason: 'another registration number',
    ...BY,
    ...more,
  });
const end = (customer_id: string, allow_list_entry_id: string, more: object = {}) =>
  service.commands.send(endAllowListEntry, {
    tenant_id: service.tenantId,
    customer_id,
    allow_list_entry_id,
    reason: 'it has another owner',
    ...BY,
    ...more,
  });

describe('adding a counterparty to the allow-list', () => {
  it('records the match, the reason, the officer and the end', async () => {
    const about = await customerWith();
    const entry = await add(about);
    expect(entry).toMatchObject({
      customer_id: about.id,
      alert_id: about.alertId,
      status: 'active',
      counterparty: 'Acme Trading',
      matched_name: 'BYRON, Ada',
      list: 'ofac-sdn',
      entry_id: '306',
      until: UNTIL,
      reason: 'another registration number',
      added_by: 'Ann Lee',
      ended_at: null,
    });
    const listed = await queries.entries(service.tenantId, PAGE, { customer_id: about.id }, new Date());
    expect(listed).toEqual([entry]);
    const trail = await service.audit.events(service.tenantId, PAGE, { subject_id: about.id });
    expect(trail).toContainEqual(
      expect.objectContaining({
        action: 'customer.counterparty_allowed',
        actor_name: 'Ann Lee',
        reason: 'another registration number',
        data: expect.objectContaining({ allow_list_entry_id: entry.id, until: UNTIL }),
      }),
    );
  });

  it('has one effect when it is repeated; a different request for the alert is rejected', async () => {
    const about = await customerWith();
    const [one, other] = await Promise.all([add(about), add(about)]);
    expect(other).toEqual(one);
    await expect(add(about, { until: inDays(20) })).rejects.toMatchObject({
      code: 'allow_list_entry_exists',
      message: expect.stringContaining('which Ann Lee added until'),
    });
  });

  it.each([
    ['is not about a match', aMonitoringAlert],
    ['is about the customer itself', aScreeningAlert],
  ])('is rejected for an alert that %s', async (_what, alert) => {
    await expect(add(await customerWith(alert()))).rejects.toMatchObject({ code: 'alert_not_about_counterparty' });
  });

  it('is rejected for a confirmed match, and accepted for a dismissed one', async () => {
    const confirmed = await customerWith();
    const decision = (alert_id: string) => ({ tenant_id: service.tenantId, alert_id, reason: 'looked', ...BY });
    await service.commands.send(resolveAlert, { ...decision(confirmed.alertId), resolution: 'confirmed_match' });
    await expect(add(confirmed)).rejects.toMatchObject({ code: 'alert_not_about_counterparty' });
    const dismissed = await customerWith();
    await service.commands.send(dismissAlert, decision(dismissed.alertId));
    expect(await add(dismissed)).toMatchObject({ status: 'active' });
  });

  it('is rejected for an alert that reopens a confirmed match, until it is dismissed', async () => {
    const { id, alertId } = await customerWith();
    const about = { tenant_id: service.tenantId, reason: 'looked', ...BY };
    await service.commands.send(resolveAlert, { ...about, alert_id: alertId, resolution: 'confirmed_match' });
    const again = await service.commands.send(reopenAlert, { ...about, alert_id: alertId });
    await expect(add({ id, alertId: again.id })).rejects.toMatchObject({ code: 'alert_not_about_counterparty' });
    await service.commands.send(dismissAlert, { ...about, alert_id: again.id });
    expect(await add({ id, alertId: again.id })).toMatchObject({ status: 'active' });
  });

  it.each([
    ['in the past', inDays(-1)],
    ['after more than 366 days', inDays(367)],
  ])('is rejected with an end %s', async (_when, until) => {
    await expect(add(await customerWith(), { until })).rejects.toMatchObject({ code: 'invalid_field' });
  });

  it('is rejected when the alert has changed since two people agreed', async () => {
    const about = await customerWith();
    const reviewed = canonicalHash({ status: 'escalated' });
    await expect(add(about, { reviewed })).rejects.toMatchObject({ code: 'proposal_outdated' });
    expect(await add(about, { reviewed: canonicalHash({ status: 'open' }) })).toMatchObject({ status: 'active' });
  });

  it('is rejected for an alert of another customer or tenant', async () => {
    const [one, other] = [await customerWith(), await customerWith()];
    await expect(add({ id: one.id, alertId: other.alertId })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(add(one, { tenant_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('ending an entry', () => {
  it('says who ended it and why', async () => {
    const about = await customerWith();
    const { id } = await add(about);
    const ended = await end(about.id, id);
    expect(ended).toMatchObject({ status: 'ended', ended_by: 'Ann Lee', end_reason: 'it has another owner' });
    expect(await end(about.id, id)).toEqual(ended);
    await expect(end(about.id, id, { reason: 'another reason' })).rejects.toMatchObject({
      code: 'allow_list_entry_ended',
    });
    const of = (status: 'active' | 'ended' | 'expired', now = new Date()) =>
      queries.entries(service.tenantId, PAGE, { customer_id: about.id, status }, now);
    expect([await of('active'), await of('expired'), (await of('ended')).map((entry) => entry.id)]).toEqual([
      [],
      [],
      [id],
    ]);
  });

  it('comes by itself at the end of its time', async () => {
    const about = await customerWith();
    const { id } = await add(about);
    const later = new Date(Date.parse(UNTIL) + 1);
    const filter = { customer_id: about.id };
    expect(await queries.entries(service.tenantId, PAGE, { ...filter, status: 'active' }, later)).toEqual([]);
    const expired = await queries.entries(service.tenantId, PAGE, { ...filter, status: 'expired' }, later);
    expect(expired).toMatchObject([{ id, status: 'expired' }]);
  });

  it('is rejected for an unknown entry', async () => {
    const { id } = await customerWith();
    await expect(end(id, randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
  });
});
