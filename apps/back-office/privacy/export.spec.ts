import { recordExport } from '@probity/contracts/erasure/commands';
import type { Api } from '../../../testing/api';
import { data, refused } from '../../../testing/test-office';
import { at, decide, id, officer, officer2, patch, head, head2, test, WHY } from '../testing/reviewing-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const HOUR_MS = 3_600_000;

const asked = (api: Api, reason = 'a request by letter') => api.post(at(`/customers/${id}/export`), { reason });
const recorded = () => test.sent.filter(({ name }) => name === recordExport.name).length;
async function exported(api: Api): Promise<Record<string, unknown>[]> {
  const answer = await api.postForLines(at(`/customers/${id}/export`), { reason: 'a request by letter' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return answer.body;
}

describe('the export of a customer', () => {
  it('exports nothing before another officer approves, and then to its proposer only', async () => {
    const proposal = data(await asked(officer), 202);
    expect(proposal).toMatchObject({ action: 'export_customer', subject_id: id, status: 'pending' });
    expect(data(await asked(officer), 202).id).toBe(proposal.id);
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'applied', failure: null });
    expect(recorded()).toBe(0);

    const lines = await exported(officer);
    expect(lines[0]).toMatchObject({ table: 'customer_risk.customers' });
    expect(lines.at(-1)).toMatchObject({ done: true });
    expect(recorded()).toBe(1);
    data(await asked(officer2), 202);
    data(await asked(officer, 'another reason'), 202);
    expect(recorded()).toBe(1);
  });

  it('takes one officer if the policy says so', async () => {
    const { id: change } = data(await patch(head, '/four-eyes', { policy: { personal_data: false }, ...WHY }), 202);
    data(await decide(head2, change));
    expect(await exported(officer)).not.toEqual([]);
    expect(recorded()).toBe(1);
    data(await patch(head, '/four-eyes', { policy: { personal_data: true }, ...WHY }));
  });

  it('is not exported when another officer declines, or a day after the approval', async () => {
    const declined = data(await asked(officer), 202);
    data(await decide(officer2, declined.id, 'decline'));
    const approved = data(await asked(officer), 202);
    expect(approved.id).not.toBe(declined.id);
    refused(await decide(officer, approved.id), 403, /another person must decide/);
    data(await decide(officer2, approved.id));
    test.time.pass(10 * 60_000);
    expect(await exported(officer)).not.toEqual([]);
    test.time.pass(24 * HOUR_MS);
    expect((await asked(officer)).status).toBe(401); // the session has ended
    expect(recorded()).toBe(1);
  });
});
