import { randomUUID } from 'node:crypto';
import type { AlertEvent, AlertRaised, Resolution } from '@probity/contracts/alerts/events';
import type { CustomerEvent, ProviderSignalRecorded } from '@probity/contracts/customers/events';
import { MAX_SHOWN_FINDINGS, MAX_SHOWN_SIGNALS } from '@probity/contracts/customers/limits';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { newId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectAlertEvents } from '../alerts/alert-projection';
import { AlertQueries } from '../alerts/alert-queries';
import { projectCustomerEvents } from './customer-projection';
import { RiskViews } from './risk-view';

let test: TestDatabase;
let views: RiskViews;
beforeAll(async () => {
  test = await createTestDatabase();
  views = new RiskViews(test.owner);
});
afterAll(() => test.drop());

const tenant_id = randomUUID();
const NOW = new Date('2026-11-20T12:00:00.000Z');
const RAISED = '2026-11-01T10:00:00.123Z';
const assessment = {
  composite_score: 412,
  identity_score: 1,
  geographic_score: 2,
  product_score: 3,
  behavioral_score: 4,
  channel_score: 5,
  relationship_score: 6,
  rating: 'medium' as const,
  reasons: [{ factor: 'channel', points: 5, reason: 'the channel is digital' }],
  model_version: 'v1/test',
};

async function aCustomer(profile: Partial<CustomerProfile> = {}): Promise<string> {
  const customer_id = newId();
  const about = { customer_id, tenant_id };
  const full: CustomerProfile = {
    email: 'ada@example.com',
    customer_type: 'individual',
    full_name: 'Ada Byron',
    pep_status: 'none',
    account_refs: [],
    tags: [],
    beneficial_owners: [],
    related_parties: [],
    identity_documents: [],
    ...profile,
  };
  const by = { reason: 'because', trigger_type: 'onboarding' as const, actor_type: 'system' as const };
  const events: CustomerEvent[] = [
    { type: 'CustomerCreated', data: { ...about, profile: full, kyc_status: 'approved', created_at: RAISED } },
    {
      type: 'RiskAssessed',
      data: { ...about, ...by, rating_from: null, rating_to: 'medium', assessment, assessed_at: RAISED },
    },
  ];
  const recorded = events.map((event, revision) => ({ ...event, id: newId(), stream: 'c', revision }));
  await projectCustomerEvents(test.owner, recorded);
  return customer_id;
}

const SIGNALS = [newId(), newId(), newId()] as const;

/** Adds signals to a customer that has no other events than those of its creation. */
async function signals(customer_id: string, ...reported: Partial<ProviderSignalRecorded>[]): Promise<void> {
  const recorded = reported.map((signal, n) => {
    const data: ProviderSignalRecorded = {
      customer_id,
      tenant_id,
      signal_id: newId(),
      plugin: 'sumsub',
      plugin_version: '1.0.0',
      event_source: 'applicantReviewed',
      occurred_at: RAISED,
      metadata: { reject_type: 'FINAL' },
      payload_sha256: 'a'.repeat(64),
      effect: 'changed',
      recorded_at: RAISED,
      ...signal,
    };
    return { type: 'ProviderSignalRecorded' as const, data, id: newId(), stream: 'c', revision: 2 + n };
  });
  await projectCustomerEvents(test.owner, recorded);
}

async function anAlert(
  customer_id: string,
  raised: Partial<AlertRaised> = {},
  ...then: ('dismissed' | 'escalated' | Resolution)[]
): Promise<string> {
  const alert_id = newId();
  const about = { alert_id, tenant_id, customer_id };
  const decided = { ...about, reason: 'because', officer: 'j.smith', decided_at: RAISED };
  const events: AlertEvent[] = [
    {
      type: 'AlertRaised',
      data: {
        ...about,
        source: 'screening',
        alert_type: 'sanctions_match',
        severity: 'high',
        title: 'Possible match',
        trigger_ref: 'ofac-sdn:306',
        metadata: {},
        match: {
          list: 'ofac-sdn',
          entry_id: '306',
          topics: ['sanction'],
          subject: 'customer',
          subject_name: 'Ada Byron',
          matched_name: 'BYRON, Ada',
          score: 0.91,
        },
        evidence: {},
        raised_at: RAISED,
        ...raised,
      },
    },
    ...then.map((what): AlertEvent => {
      if (what === 'dismissed') return { type: 'AlertDismissed', data: decided };
      if (what === 'escalated') return { type: 'AlertEscalated', data: decided };
      return { type: 'AlertResolved', data: { ...decided, resolution: what } };
    }),
  ];
  const recorded = events.map((event, revision) => ({ ...event, id: newId(), stream: 'a', revision }));
  await projectAlertEvents(test.owner, recorded);
  return alert_id;
}
const viewOf = async (customerId: string) => (await views.of(tenant_id, customerId, NOW))!;

describe('the risk view', () => {
  it('has the profile, the score with its reasons, and the time of the view', async () => {
    const view = await viewOf(await aCustomer({ kyc_provider: 'sumsub', kyc_provider_ref: 'app-1' }));
    expect(view).toMatchObject({
      customer: { full_name: 'Ada Byron', risk_rating: 'medium', nationality: null, created_at: RAISED },
      risk: { ...assessment, assessed_at: RAISED },
      active_alerts: [],
      active_alert_count: 0,
      open_cases: [],
      is_sanctioned: false,
      screening_results: [],
      identity_verification: {
        status: 'approved',
        provider: 'sumsub',
        provider_ref: 'app-1',
        provider_decision: null,
      },
      provider_signals: [],
      generated_at: NOW.toISOString(),
    });
  });

  it('checks the identity data on the day of the view', async () => {
    const identity_documents = [{ type: 'passport', number: '1', issuing_country: 'GB', expires_on: '2026-11-20' }];
    const id = await aCustomer({ identity_documents });
    const expiry = async (now: string) =>
      (await views.of(tenant_id, id, new Date(now)))!.identity_verification.checks.find(
        ({ check }) => check === 'document_expiry',
      )!.result;
    expect(await expiry('2026-11-19T23:59:59Z')).toBe('pass');
    expect(await expiry('2026-11-22T00:00:00Z')).toBe('fail');
  });

  it('names missing identity data', async () => {
    const { identity_verification, compliance_flags } = await viewOf(await aCustomer());
    expect(identity_verification.complete).toBe(false);
    expect(identity_verification.checks).toContainEqual(
      expect.objectContaining({ field: 'date_of_birth', result: 'missing' }),
    );
    expect(compliance_flags.map(({ flag }) => flag)).toContain('kyc_incomplete');
  });

  it('requires enhanced due diligence and gives the reasons', async () => {
    expect(await viewOf(await aCustomer())).toMatchObject({ requires_edd: false, edd_reasons: [] });
    const view = await viewOf(await aCustomer({ pep_status: 'declared' }));
    expect(view.requires_edd).toBe(true);
    expect(view.edd_reasons).toEqual([expect.stringMatching(/^pep: /)]);
  });

  it('shows the newest of thousands of active alerts, and counts and scores all', async () => {
    const id = await aCustomer();
    const raised = await Promise.all(
      Array.from({ length: MAX_SHOWN_FINDINGS + 2 }, () => anAlert(id, { raised_at: '2026-11-02T10:00:00.000Z' })),
    );
    await anAlert(id);
    const { active_alerts, active_alert_count, screening_results } = await viewOf(id);
    const newest = raised.sort().reverse().slice(0, MAX_SHOWN_FINDINGS);
    expect(active_alerts.map((alert) => alert.id)).toEqual(newest);
    expect(screening_results.map(({ alert_id }) => alert_id)).toEqual(newest);
    expect(active_alert_count).toBe(MAX_SHOWN_FINDINGS + 3);
    const scored = await new AlertQueries(test.owner).ofCustomerForScoring(tenant_id, id, new Date(0));
    expect(scored.map(({ raised_at, count }) => [raised_at, count])).toEqual([
      ['2026-11-02', MAX_SHOWN_FINDINGS + 2],
      ['2026-11-01', 1],
    ]);
  });

  it('shows only active alerts, newest first, with times in UTC', async () => {
    const id = await aCustomer();
    const older = await anAlert(id, { source: 'monitoring', match: undefined }, 'escalated');
    await anAlert(id, {}, 'dismissed');
    const newer = await anAlert(id, { raised_at: '2026-11-02T10:00:00.000Z' });
    const { active_alerts } = await viewOf(id);
    expect(active_alerts.map((alert) => alert.id)).toEqual([newer, older]);
    expect(active_alerts[1]).toEqual({
      id: older,
      customer_id: id,
      alert_type: 'sanctions_match',
      severity: 'high',
      title: 'Possible match',
      trigger_ref: 'ofac-sdn:306',
      metadata: {},
      source: 'monitoring',
      status: 'escalated',
      case_id: null,
      created_at: RAISED,
      updated_at: RAISED,
    });
  });

  it('shows the outcome of every screening hit', async () => {
    const id = await aCustomer();
    const statuses = {
      [await anAlert(id)]: 'potential_match',
      [await anAlert(id, {}, 'escalated')]: 'potential_match',
      [await anAlert(id, {}, 'confirmed_match')]: 'confirmed_match',
      [await anAlert(id, {}, 'dismissed')]: 'false_positive',
      [await anAlert(id, {}, 'handled')]: 'handled',
    };
    await anAlert(id, { source: 'monitoring', match: undefined });
    const { screening_results } = await viewOf(id);
    expect(Object.fromEntries(screening_results.map(({ alert_id, status }) => [alert_id, status]))).toEqual(statuses);
    expect(screening_results[0]).toMatchObject({
      list: 'ofac-sdn',
      entry_id: '306',
      subject: 'customer',
      matched_name: 'BYRON, Ada',
      score: 0.91,
      screened_at: RAISED,
      plugin: null,
    });
  });

  it('names the provider that found a match', async () => {
    const id = await aCustomer();
    await anAlert(id, { source: 'plugin', metadata: { source: 'plugin', plugin: 'yente' } });
    expect((await viewOf(id)).screening_results).toMatchObject([{ list: 'ofac-sdn', plugin: 'yente' }]);
  });

  it('shows the signals of providers, newest first, and the newest decision on the identity', async () => {
    const id = await aCustomer();
    const kyc = (status: 'in_review' | 'rejected') => ({ status, reason: `it is ${status}` });
    await signals(
      id,
      { signal_id: SIGNALS[0], occurred_at: '2026-11-03T10:00:00.000Z', kyc: kyc('rejected') },
      { signal_id: SIGNALS[1], occurred_at: '2026-11-02T10:00:00.000Z', kyc: kyc('in_review'), effect: 'superseded' },
      { signal_id: SIGNALS[2], occurred_at: '2026-11-04T10:00:00.000Z', effect: 'no_decision' },
    );
    const { provider_signals, identity_verification } = await viewOf(id);
    expect(provider_signals.map(({ signal_id }) => signal_id)).toEqual([SIGNALS[2], SIGNALS[0], SIGNALS[1]]);
    expect(provider_signals[0]).toMatchObject({ kyc_status: null, reason: null, effect: 'no_decision' });
    expect(identity_verification.provider_decision).toEqual({
      signal_id: SIGNALS[0],
      plugin: 'sumsub',
      plugin_version: '1.0.0',
      event_source: 'applicantReviewed',
      occurred_at: '2026-11-03T10:00:00.000Z',
      kyc_status: 'rejected',
      reason: 'it is rejected',
      effect: 'changed',
      metadata: { reject_type: 'FINAL' },
      payload_sha256: 'a'.repeat(64),
      recorded_at: RAISED,
    });
    expect(provider_signals[1]).toEqual(identity_verification.provider_decision);
  });

  it('shows the newest signals only', async () => {
    const id = await aCustomer();
    const many = Array.from({ length: MAX_SHOWN_SIGNALS + 5 }, () => ({ signal_id: newId() }));
    await signals(id, ...many);
    expect((await viewOf(id)).provider_signals).toHaveLength(MAX_SHOWN_SIGNALS);
  });

  it('shows a customer as sanctioned even if the match was confirmed years ago', async () => {
    const id = await aCustomer();
    await anAlert(id, { raised_at: '2019-01-01T00:00:00.000Z' }, 'confirmed_match');
    expect(await viewOf(id)).toMatchObject({ is_sanctioned: true, requires_edd: true });
  });

  it('does not show a customer as sanctioned if no match was confirmed', async () => {
    const id = await aCustomer();
    await anAlert(id, {}, 'handled');
    await anAlert(id, {}, 'dismissed');
    expect((await viewOf(id)).is_sanctioned).toBe(false);
  });
});
