import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import {
  accounts,
  analyst,
  at,
  decide,
  id,
  officer,
  officer2,
  proposals,
  tenantId,
  test,
} from '../testing/reviewing-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const DRAFT = `
  INSERT INTO customer_risk.reports (id, tenant_id, customer_id, case_id, kind, narrative, measures, indicators,
    event_ids, alert_ids, status, version, drafted_by, entries, created_at, updated_at, revision)
  VALUES ($1, $2, $3, $3, 'SAR', 'Ana Example moved money.', '', '{MULE}', '{}', '{}', 'draft', 1, 'Ann', '[]', now(), now(), 0)`;

async function drafted(): Promise<string> {
  const report = randomUUID();
  await test.owner.query(DRAFT, [report, tenantId, id]);
  return report;
}

const propose = (by: typeof officer, report: string) =>
  by.post(at(`/reports/${report}/approve`), { expected_version: 1, reason: 'complete' });

describe('a report that two people agree on', () => {
  it('names who approved it with the reason of this person, and who proposed it', async () => {
    const report = await drafted();
    const proposal = data(await propose(analyst, report), 202);
    expect(data(await decide(officer, proposal.id))).toMatchObject({ status: 'applied' });
    expect(test.sent).toMatchObject([
      {
        name: 'customer-risk.approve-report',
        request: {
          ...{ report_id: report, officer: 'officer', officer_id: accounts.officer, reason: 'because' },
          proposed: { officer: 'analyst', officer_id: accounts.analyst, reason: 'complete', at: proposal.made_at },
        },
      },
    ]);
  });

  it('is in proposals without what it says', async () => {
    const proposal = data(await propose(officer, await drafted()), 202);
    expect(JSON.stringify(data(await officer2.get(proposals(`/${proposal.id}`))))).not.toMatch(
      /Ana Example|moved money/,
    );
    const { rows } = await test.owner.query<{ data: string }>(
      'SELECT data::text FROM event_store.events WHERE stream = $1',
      [`proposal-${proposal.id}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.data).not.toMatch(/Ana Example|moved money/);
  });

  it('is not approved by who proposed it', async () => {
    const proposal = data(await propose(officer, await drafted()), 202);
    refused(await decide(officer, proposal.id), 403, /another person must decide/);
    expect(test.sent).toEqual([]);
  });

  it('is not proposed when its draft was discarded', async () => {
    const report = await drafted();
    await test.owner.query(`UPDATE customer_risk.reports SET status = 'discarded' WHERE id = $1`, [report]);
    refused(await propose(officer2, report), 400, /was discarded/);
  });
});
