import { freshEmail, freshName, newCustomer } from '../interface/customers';
import type { Product } from '../interface/product';
import { done, type Tenant } from '../interface/tenants';
import { expectOk, type KeyedPost, ofTenant, WHY } from './keyed-post';

const WRITTEN = { kind: 'SAR', narrative: 'Moved money for others.', indicators: ['MULE'] };
const SEEN = { expected_version: 1, ...WHY };

/** What staff do with reports of suspicious activity. */
export async function reportPosts({ backOffice }: Product, tenant: Tenant): Promise<KeyedPost[]> {
  const office = ofTenant(tenant, true);
  const created = async (path: string, body: object): Promise<string> =>
    (await done<{ id: string }>(backOffice, tenant.path(path), { ...body, ...WHY })).id;
  const { id: customer_id } = await newCustomer(tenant, { email: freshEmail(), full_name: freshName() });
  const caseId = await created('/cases', { customer_id, title: 'Mule', alert_ids: [] });
  const drafted = () => created(`/cases/${caseId}/reports`, WRITTEN);
  const [draft, approved, unwanted] = [await drafted(), await drafted(), await drafted()];
  await expectOk(backOffice.post(tenant.path(`/reports/${approved}/approve`), SEEN));
  const template = { name: 'Letter', media_type: 'text/plain', extension: 'txt', template: '{{kind}}' };
  const templateOf = async (name: string) =>
    (await done<{ template_id: string }>(backOffice, tenant.path('/report-templates'), { ...template, name, ...WHY }))
      .template_id;
  const [used, removed] = [await templateOf('Used'), await templateOf('Removed')];
  return [
    office('/report-templates', { ...template, ...WHY }),
    office('/report-templates/{templateId}/remove', WHY, 200, { templateId: removed }),
    office('/reports/{reportId}/template-exports', { template_id: used, ...WHY }, 200, { reportId: approved }),
    office('/cases/{caseId}/reports', { ...WRITTEN, ...WHY }, 201, { caseId }),
    office('/reports/{reportId}/approve', SEEN, 200, { reportId: draft }),
    office('/reports/{reportId}/discard', SEEN, 200, { reportId: unwanted }),
    office('/reports/{reportId}/exports', { format: 'pdf', ...WHY }, 200, { reportId: approved }),
    office(
      '/reports/{reportId}/filing',
      { reference: 'FIU-1', filed_on: new Date().toISOString().slice(0, 10), ...WHY },
      200,
      {
        reportId: approved,
      },
    ),
  ];
}
