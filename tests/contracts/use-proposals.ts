import type { Api } from '../../testing/api';
import { newPerson } from '../../testing/staff-person';
import { expecting } from './expecting';

const WHY = { reason: 'agreed' };

/**
 * Triggers every type of event of proposals. Afterwards the tenant needs two people for its settings.
 *
 * @param endTime makes the time of a proposal end
 */
export async function useProposals(
  backOffice: Api,
  slug: string,
  endTime: (proposalId: string) => Promise<void>,
): Promise<void> {
  const tenant = `/tenants/${slug}`;
  const head = await newPerson(backOffice, slug, ['compliance_admin']);
  const patch = (path: string, body: object) =>
    backOffice.send('PATCH', `${tenant}${path}`, JSON.stringify({ ...body, ...WHY }));
  await expecting(200, patch('/four-eyes', { policy: { settings: true } }));

  const propose = async (threshold: number): Promise<string> => {
    const { id } = await expecting(202, patch('/settings', { settings: { screening: { threshold } } }));
    return id;
  };
  const decide = (by: Api, id: string, how: string) => expecting(200, by.post(`${tenant}/proposals/${id}/${how}`, WHY));
  const [applied, failed] = [await propose(0.71), await propose(0.72)];
  await decide(head, applied, 'approve');
  await decide(head, failed, 'approve');
  await decide(head, await propose(0.73), 'decline');
  await decide(backOffice, await propose(0.74), 'withdraw');
  await endTime(await propose(0.75));
}
