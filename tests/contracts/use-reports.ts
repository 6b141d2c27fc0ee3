import type { Api } from '../../testing/api';
import { expecting } from './expecting';

const decision = { reason: 'looked at' };

/**
 * Triggers every type of event of reports of suspicious activity and of their templates.
 *
 * @param tenant the path of the tenant
 */
export async function useReports(backOffice: Api, tenant: string, caseId: string): Promise<void> {
  const content = { kind: 'SAR', narrative: 'moved money for others', ...decision };
  const drafted = () => expecting(201, backOffice.post(`${tenant}/cases/${caseId}/reports`, content));
  const { id: unwanted } = await drafted();
  await expecting(200, backOffice.post(`${tenant}/reports/${unwanted}/discard`, { expected_version: 1, ...decision }));
  const { id } = await drafted();
  const report = `${tenant}/reports/${id}`;
  const changed = JSON.stringify({ ...content, indicators: ['MULE'], expected_version: 1 });
  await expecting(200, backOffice.send('PATCH', report, changed));
  await expecting(200, backOffice.post(`${report}/approve`, { expected_version: 2, ...decision }));
  await expecting(200, backOffice.post(`${report}/exports`, { format: 'pdf', ...decision }));
  const letter = { name: 'Letter', media_type: 'text/plain', extension: 'txt', template: '{{kind}}', ...decision };
  const { template_id } = await expecting(201, backOffice.post(`${tenant}/report-templates`, letter));
  await expecting(200, backOffice.post(`${report}/template-exports`, { template_id, ...decision }));
  await expecting(200, backOffice.post(`${tenant}/report-templates/${template_id}/remove`, decision));
  const filed_on = new Date().toISOString().slice(0, 10);
  await expecting(200, backOffice.post(`${report}/filing`, { reference: 'F-1', filed_on, ...decision }));
}
