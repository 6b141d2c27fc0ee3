import type { CustomerEvent } from '@probity/contracts/customers/events';
import { aCustomer, aProviderSignal, CUSTOMER_ID, NOW, stateOf, TENANT_ID } from '../testing/examples';
import { decideSignal } from '../kyc/provider-decisions';
import { decideFindings, earlierOutcome, type Findings, isOfFindings } from './decide-findings';

const E1 = '0190b6b0-0000-7000-8000-0000000000e1';
const E2 = '0190b6b0-0000-7000-8000-0000000000e2';
const PASSPORT = { type: 'passport', number: '123456789', issuing_country: 'GB', expires_on: '2030-01-01' };

const onboarding = (findings: Partial<Findings> = {}): Findings => ({
  event_id: E1,
  trigger_type: 'onboarding',
  ...findings,
});
/** The outcome of findings that the customer's events have. */
function repeated(history: CustomerEvent[], findings: Findings) {
  const at = history.findIndex(
    ({ type, data }) => type === 'CustomerProfileChanged' && data.event_id === findings.event_id,
  );
  const mark = history[at];
  if (mark?.type !== 'CustomerProfileChanged') throw new Error('the findings were not recorded');
  const after = history.slice(at + 1);
  const end = after.findIndex((event) => !isOfFindings(event, mark, findings));
  const decided = end < 0 ? after : after.slice(0, end);
  return earlierOutcome(stateOf(history.slice(0, at + 1)), mark, decided, findings);
}
const types = (events: CustomerEvent[]): string[] => events.map(({ type }) => type);

describe('findings', () => {
  it('change the fields that differ, and no others', () => {
    const changes = { occupation: 'judge', full_name: 'Ada Byron', tags: [], phone: '+44 20 1234' };
    const { events } = decideFindings(stateOf(aCustomer()), onboarding({ changes, skip_kyc: true }), NOW);
    expect(events).toEqual([
      {
        type: 'CustomerProfileChanged',
        data: {
          customer_id: CUSTOMER_ID,
          tenant_id: TENANT_ID,
          changes: { occupation: 'judge', phone: '+44 20 1234' },
          event_id: E1,
          changed_at: NOW,
        },
      },
    ]);
  });

  it('of a transaction without identity findings change nothing', () => {
    const state = stateOf(aCustomer({ date_of_birth: undefined }));
    const { events, kyc } = decideFindings(state, { event_id: E1, trigger_type: 'transaction' }, NOW);
    expect(events).toEqual([]);
    expect(kyc).toMatchObject({ mode: 'native', from: 'pending', to: 'pending', moves: [], complete: false });
  });

  it('move the KYC status when the identity data is complete', () => {
    const { events, kyc } = decideFindings(
      stateOf(aCustomer()),
      onboarding({ changes: { identity_documents: [PASSPORT] } }),
      NOW,
    );
    expect(types(events)).toEqual(['CustomerProfileChanged', 'KycStatusChanged']);
    expect(events[1]!.data).toMatchObject({ from: 'pending', to: 'in_review', actor_type: 'system' });
    expect(kyc).toMatchObject({ from: 'pending', to: 'in_review', complete: true, consistent: true });
  });

  it('of a changed list do not affect the KYC status', () => {
    const state = stateOf(aCustomer({ identity_documents: [PASSPORT] }));
    expect(decideFindings(state, { trigger_type: 'list_change' }, NOW).events).toEqual([]);
  });

  it('do not affect the KYC status when the tenant runs the KYC stage elsewhere', () => {
    const state = stateOf(aCustomer({ identity_documents: [PASSPORT] }));
    const { events, kyc } = decideFindings(state, onboarding({ skip_kyc: true }), NOW);
    expect(events).toEqual([]);
    expect(kyc).toEqual({ mode: 'skipped', from: 'pending', to: 'pending', moves: [] });
  });

  it('set the status that the institution gives, if the transition is allowed', () => {
    const { events, kyc } = decideFindings(stateOf(aCustomer()), onboarding({ kyc_status: 'approved' }), NOW);
    expect(events[1]!.data).toMatchObject({ from: 'pending', to: 'approved', actor_type: 'institution' });
    expect(kyc).toMatchObject({ to: 'approved', supplied: { kyc_status: 'approved', accepted: true } });
  });

  it('ignore a status whose transition is not allowed, and report that', () => {
    const state = stateOf(aCustomer({}, 'rejected'));
    const { events, kyc } = decideFindings(state, onboarding({ kyc_status: 'approved' }), NOW);
    expect(types(events)).toEqual(['CustomerProfileChanged']);
    expect(kyc).toMatchObject({
      from: 'rejected',
      to: 'rejected',
      supplied: {
        kyc_status: 'approved',
        accepted: false,
        reason: 'ignored: an event may not change the status from rejected to approved',
      },
    });
  });

  it('revoke an approval immediately when its document has expired', () => {
    const expired = { ...PASSPORT, expires_on: '2026-01-01' };
    const state = stateOf(aCustomer({ identity_documents: [expired] }));
    const { events } = decideFindings(state, onboarding({ kyc_status: 'approved' }), NOW);
    expect(events.slice(1).map(({ data }) => (data as { to: string }).to)).toEqual(['approved', 'expired']);
  });

  it('are recorded with their event even when they change nothing', () => {
    const { events } = decideFindings(
      stateOf(aCustomer({}, 'in_review')),
      onboarding({ changes: { occupation: 'engineer' } }),
      NOW,
    );
    expect(events).toMatchObject([{ type: 'CustomerProfileChanged', data: { changes: {}, event_id: E1 } }]);
  });
});

const returned = (changes: object = {}): Findings['provider_kyc'] => {
  const { signal_id: _id, kyc, ...reported } = aProviderSignal(changes);
  return { ...reported, kyc: kyc! };
};
const rejectedByProvider = (): CustomerEvent[] => [
  ...aCustomer(),
  ...decideSignal(stateOf(aCustomer()), aProviderSignal(), NOW),
];

describe('the rejection of a provider', () => {
  it.each(['plugin', 'external'] as const)(
    'stays when the institution gives another status, in mode %s',
    (kyc_mode) => {
      const state = stateOf(rejectedByProvider());
      for (const kyc_status of ['in_review', 'approved'] as const) {
        const { events, kyc } = decideFindings(state, onboarding({ kyc_status, kyc_mode, skip_kyc: true }), NOW);
        expect(types(events)).toEqual(['CustomerProfileChanged']);
        expect(kyc).toMatchObject({
          from: 'rejected',
          to: 'rejected',
          supplied: { kyc_status, accepted: false, reason: expect.stringMatching(/^ignored: a provider rejected/) },
        });
      }
    },
  );

  it('stays while the built-in checks run as the fallback of the provider', () => {
    const { kyc } = decideFindings(
      stateOf(rejectedByProvider()),
      onboarding({ kyc_status: 'in_review', kyc_mode: 'plugin' }),
      NOW,
    );
    expect(kyc).toMatchObject({ mode: 'native', to: 'rejected' });
  });

  it('can be reviewed by the institution when Probity runs the KYC stage', () => {
    const { kyc } = decideFindings(stateOf(rejectedByProvider()), onboarding({ kyc_status: 'in_review' }), NOW);
    expect(kyc).toMatchObject({ to: 'in_review', supplied: { accepted: true } });
  });
});

describe('the decision that a provider returns for an event', () => {
  it('is recorded as a signal and decides on the status', () => {
    const findings = onboarding({ skip_kyc: true, kyc_mode: 'plugin', provider_kyc: returned() });
    const { events, kyc } = decideFindings(stateOf(aCustomer()), findings, NOW);
    expect(types(events)).toEqual(['CustomerProfileChanged', 'ProviderSignalRecorded', 'KycStatusChanged']);
    expect(events[2]!.data).toMatchObject({ from: 'pending', to: 'rejected', actor_type: 'provider', actor: 'sumsub' });
    expect(kyc).toMatchObject({
      from: 'pending',
      to: 'rejected',
      provider: { plugin: 'sumsub', plugin_version: '1.0.0', kyc_status: 'rejected', effect: 'changed' },
    });
  });

  it('decides over the status that the institution gives', () => {
    const findings = onboarding({
      kyc_status: 'approved',
      skip_kyc: true,
      kyc_mode: 'plugin',
      provider_kyc: returned(),
    });
    expect(decideFindings(stateOf(aCustomer()), findings, NOW).kyc).toMatchObject({
      supplied: { accepted: true },
      to: 'rejected',
    });
  });

  it('is recognised when the event is processed again, between other signals', () => {
    const findings = onboarding({ skip_kyc: true, kyc_mode: 'plugin', provider_kyc: returned() });
    const first = decideFindings(stateOf(aCustomer()), findings, NOW);
    const before = [...aCustomer(), ...first.events];
    const approval = aProviderSignal({
      occurred_at: '2026-11-20T11:30:00.000Z',
      kyc: { status: 'approved', reason: 'reviewed again' },
    });
    const history = [...before, ...decideSignal(stateOf(before), approval, NOW)];
    expect(stateOf(history).kyc_status).toBe('approved');
    const earlier = repeated(history, findings);
    expect(earlier).toMatchObject({ events: first.events, kyc: first.kyc });
    expect(earlier.state.kyc_status).toBe('rejected');
  });
});

describe('the same findings again', () => {
  const first = onboarding({
    changes: { occupation: 'engineer', identity_documents: [PASSPORT] },
    kyc_status: 'pending',
  });

  it('are recognised by their event, and return the first result', () => {
    const history = aCustomer();
    const outcome = decideFindings(stateOf(history), first, NOW);
    const later: CustomerEvent[] = [
      ...history,
      ...outcome.events,
      ...decideFindings(
        stateOf([...history, ...outcome.events]),
        onboarding({
          event_id: E2,
          changes: { occupation: 'judge', date_of_birth: '2020-01-01' },
          kyc_status: 'approved',
        }),
        '2026-11-20T12:00:01.000Z',
      ).events,
    ];
    const earlier = repeated(later, first);
    expect(earlier.kyc).toEqual(outcome.kyc);
    expect(earlier.events).toEqual(outcome.events);
    expect(earlier.state.kyc_status).toBe('in_review');
  });

  it('do not include a later decision of an officer', () => {
    const history = aCustomer({}, 'in_review');
    const asked = onboarding({ changes: { occupation: 'judge' }, skip_kyc: true });
    const outcome = decideFindings(stateOf(history), asked, NOW);
    const byStaff: CustomerEvent = {
      type: 'KycStatusChanged',
      data: {
        customer_id: CUSTOMER_ID,
        tenant_id: TENANT_ID,
        from: 'in_review',
        to: 'approved',
        reason: 'seen',
        actor_type: 'staff',
        actor: 'j.smith',
        changed_at: NOW,
      },
    };
    const earlier = repeated([...history, ...outcome.events, byStaff], asked);
    expect(earlier.state.kyc_status).toBe('in_review');
    expect(earlier.kyc).toEqual(outcome.kyc);
  });
});
