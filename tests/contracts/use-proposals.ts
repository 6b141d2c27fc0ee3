import type { Api } from '../../testing/api';
import { newPerson } from '../../testing/staff-person';
import { until } from '../crash/until';
import { expecting } from './expecting';

const WHY = { reason: 'agreed' };

/** Triggers every type of event of proposals. Afterwards the tenant needs two people for its settings. */
export async function useProposals(backOffice: Api, slug: string): Promise<void> {
  const tenant = `/tenants/${slug}`;
  const head = await newPerson(backOffice, slug, ['compliance_admin']);
  const leaving = await newPerson(backOffice, slug, ['compliance_admin'], 'Leaving');
  const patch = (path: string, body: object, by = backOffice) =>
    by.send('PATCH', `${tenant}${path}`, JSON.stringify({ ...body, ...WHY }));
  await expecting(200, patch('/four-eyes', { policy: { settings: true } }));

  const propose = async (threshold: number, by = backOffice): Promise<string> => {
    const { id } = await expecting(202, patch('/settings', { settings: { screening: { threshold } } }, by));
    return id;
  };
  const decide = (by: Api, id: string, how: string) => expecting(200, by.post(`${tenant}/proposals/${id}/${how}`, WHY));
  const [applied, failed] = [await propose(0.71), await propose(0.72)];
  await decide(head, applied, 'approve');
  await decide(head, failed, 'approve');
  await decide(head, await propose(0.73), 'decline');
  await decide(backOffice, await propose(0.74), 'withdraw');

  // Time does not pass here, but a proposal also ends when its proposer is invited again.
  const ended = await propose(0.75, leaving);
  const { id } = await expecting(200, leaving.get('/me'));
  await expecting(201, backOffice.post(`${tenant}/staff/${id}/invite`, WHY));
  const status = async () => (await expecting(200, backOffice.get(`${tenant}/proposals/${ended}`))).status as string;
  await until('the proposal expires', async () => (await status()) === 'expired');
}
