import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { insertAllowListEntry, markAllowListEntryEnded } from '@probity/read-side/allow-list/allow-list-projection';
import { listEntryFingerprint } from '@probity/read-side/allow-list/list-entry-fingerprint';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';

const MATCH: AlertToRaise = {
  alert_id: newId(),
  source: 'screening',
  alert_type: 'sanctions_match',
  severity: 'critical',
  title: 'Possible sanctions match',
  trigger_ref: 'ofac-sdn:306',
  metadata: {},
  match: {
    list: 'ofac-sdn',
    entry_id: '306',
    topics: ['sanction'],
    subject: 'counterparty',
    subject_name: 'Acme Trading',
    matched_name: 'ACME TRADING',
    score: 0.92,
  },
  evidence: {},
};
const PAID = { account_ref: 'acc', counterparty: { name: 'Acme Trading' } };
const BY = { officer: 'Ann Lee' };

describe('the allow-list in the pipeline', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  let customer: string;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    pipeline = new TestPipeline(database, test.owner);
    pipeline.found = {
      alerts: [MATCH],
      evidence: { entries: 1, threshold: 0.7, scorer_version: SCORER_VERSION, subjects: [], matches: [] },
    };
    customer = await pipeline.customer(['acc']);
  });

  const about = (allow_list_entry_id: string) => ({
    allow_list_entry_id,
    customer_id: customer,
    tenant_id: pipeline.tenantId,
    ...BY,
  });
  async function allowed(until = '2999-01-01T00:00:00.000Z'): Promise<string> {
    const { list, entry_id, subject_name: counterparty, matched_name } = MATCH.match!;
    const entry = { list, entry_id, alert_type: MATCH.alert_type, counterparty, matched_name };
    const id = newId();
    await insertAllowListEntry(test.owner, {
      ...about(id),
      alert_id: MATCH.alert_id,
      ...entry,
      fingerprint: listEntryFingerprint(MATCH),
      until,
      reason: 'another company',
      added_at: new Date(0).toISOString(),
    });
    return id;
  }
  async function pay(): Promise<string> {
    const [id] = await pipeline.ingest(PAID);
    await pipeline.drain();
    return id!;
  }
  const raised = () => pipeline.reported.flatMap(({ alerts }) => alerts);

  it('an active entry covers the match: no alert, and the evidence names the entry', async () => {
    const entry = await allowed();
    const event = await pay();
    expect(await pipeline.stageOf(event, 'screening')).toMatchObject({
      result: 'allowed',
      evidence: { allowed: [{ allow_list_entry_id: entry, entry_id: '306', score: 0.92 }] },
    });
    expect(raised()).toEqual([]);
  });

  it('without an entry, or with one of another customer, the match raises its alert', async () => {
    const other = customer;
    await allowed();
    customer = await pipeline.customer(['second']);
    const [event] = await pipeline.ingest({ ...PAID, account_ref: 'second' });
    await pipeline.drain();
    expect(customer).not.toBe(other);
    expect(await pipeline.stageOf(event!, 'screening')).toMatchObject({ result: 'hit' });
    expect(raised().map(({ alert_id }) => alert_id)).toEqual([MATCH.alert_id]);
  });

  it('an entry that is over, or that staff ended, covers nothing: a new alert is raised', async () => {
    const entry = await allowed('2030-01-01T00:00:00.000Z');
    pipeline.now = new Date('2029-12-31T23:59:59Z');
    await pay();
    expect(raised()).toEqual([]);
    pipeline.now = new Date('2030-01-01T00:00:00Z');
    await pay();
    expect(raised()).toMatchObject([{ evidence: { allow_list: { allow_list_entry_id: entry } } }]);
    expect(raised()[0]!.alert_id).not.toBe(MATCH.alert_id);
    pipeline.now = new Date('2029-01-01T00:00:00Z');
    await markAllowListEntryEnded(test.owner, { ...about(entry), reason: 'r', ended_at: new Date(0).toISOString() });
    await pay();
    expect(raised().at(-1)).toMatchObject({ evidence: { allow_list: { covers_no_longer: 'ended' } } });
  });
});
