import { randomUUID } from 'node:crypto';
import {
  freshEmail,
  freshName,
  freshRef,
  listedPerson,
  newCustomer,
  riskView,
  ruleFor,
  send,
  transaction,
} from '../interface/customers';
import type { Product } from '../interface/product';
import { done, type Tenant } from '../interface/tenants';
import { expectOk, type KeyedPost, ofTenant, type Stored, WHY } from './keyed-post';
import { until as untilTrue } from './until';

/** A rescreening that staff cancelled: cancelling it again changes nothing. */
const CANCELLED = `
  INSERT INTO pipeline.rescreenings (id, tenant_id, preview, total, reason, started_by, started_at, outcome, ended_at)
  VALUES ($1, $2, true, 0, 'a test', 'a test', now(), 'cancelled', now())`;

/** What staff do with several alerts, with counterparties, and with the engines of the tenant. */
export async function deskPosts({ backOffice }: Product, tenant: Tenant, { sql }: Stored): Promise<KeyedPost[]> {
  const office = ofTenant(tenant, true);
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const paidTo = async (): Promise<string> => {
    const [name, account_ref] = [freshName(), freshRef()];
    await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(name));
    const customer = await newCustomer(tenant, {
      email: freshEmail(),
      full_name: freshName(),
      account_refs: [account_ref],
    });
    await send(tenant, transaction(tenant, account_ref, { counterparty: { name } }));
    let alertId = '';
    await untilTrue('the counterparty raised an alert', async () => {
      alertId = (await riskView(tenant, customer)).active_alerts[0]?.id ?? '';
      return alertId !== '';
    });
    return alertId;
  };
  const [together, closed, allowed, covered] = [await paidTo(), await paidTo(), await paidTo(), await paidTo()];
  await expectOk(backOffice.post(tenant.path(`/alerts/${closed}/dismiss`), WHY));
  const { body } = await backOffice.post(tenant.path('/allow-list'), { alert_id: covered, until, ...WHY });
  const { id: customer_id } = await newCustomer(tenant, { email: freshEmail(), full_name: freshName() });
  const opened = { customer_id, title: 'Files', alert_ids: [], ...WHY };
  const { id: caseId } = await done<{ id: string }>(backOffice, tenant.path('/cases'), opened);
  const aFile = { 'x-file-name': 'figures.txt' };
  const files = tenant.path(`/cases/${caseId}/files`);
  const attached = await backOffice.send('POST', files, '{"figures": [1, 2]}', aFile);
  const rescreeningId = randomUUID();
  await sql.query(CANCELLED, [rescreeningId, tenant.id]);
  return [
    office('/alerts/decide', { alert_ids: [together], decision: 'dismiss', ...WHY }, 200),
    office('/alerts/{alertId}/reopen', WHY, 201, { alertId: closed }),
    office('/allow-list', { alert_id: allowed, until, ...WHY }, 200),
    office('/allow-list/{allowListEntryId}/end', WHY, 200, { allowListEntryId: body.data.id }),
    { ...office('/cases/{caseId}/files', { figures: [3] }, 201, { caseId }), headers: aFile },
    office('/cases/{caseId}/files/{fileId}/remove', WHY, 200, { caseId, fileId: attached.body.data.id }),
    office('/monitoring-rules', { definition: ruleFor('XTS'), ...WHY }),
    office('/watchlist-entries', { entry: listedPerson(freshName()), ...WHY }),
    office('/rescreenings', { preview: true, ...WHY }),
    office('/rescreenings/{rescreeningId}/cancel', WHY, 200, { rescreeningId }),
  ];
}
