import fc from 'fast-check';
import type { CustomerEvent, SignalEffect } from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import { KYC_STATUSES } from '@probity/contracts/customers/words';
import { mayMove } from '@probity/scoring/kyc-transitions';
import { evolveCustomer } from '../customers/customer-state';
import { aCustomer, aProviderSignal, CUSTOMER_ID, NOW, stateOf, TENANT_ID } from '../testing/examples';
import { decideSignal, type ReportedSignal } from './provider-decisions';

const at = (minute: number): string => `2026-11-20T11:${String(minute).padStart(2, '0')}:00.000Z`;
const signal = (status: KycStatus, minute: number, signal_id = `signal-${minute}`): ReportedSignal =>
  aProviderSignal({ signal_id, occurred_at: at(minute), kyc: { status, reason: `decided ${status}` } });

/** The customer's events after signals, which are recorded once each. */
function apply(history: CustomerEvent[], ...signals: ReportedSignal[]): CustomerEvent[] {
  return signals.reduce((events, one) => {
    const isKnown = events.some(
      ({ type, data }) => type === 'ProviderSignalRecorded' && data.signal_id === one.signal_id,
    );
    return isKnown ? events : [...events, ...decideSignal(stateOf(events), one, NOW)];
  }, history);
}

const byStaff = (from: KycStatus, to: KycStatus, minute: number): CustomerEvent => ({
  type: 'KycStatusChanged',
  data: {
    customer_id: CUSTOMER_ID,
    tenant_id: TENANT_ID,
    from,
    to,
    reason: 'documents seen',
    actor_type: 'staff',
    actor: 'j.smith',
    changed_at: at(minute),
  },
});

const statusOf = (events: CustomerEvent[]): KycStatus => stateOf(events).kyc_status;
const effects = (events: CustomerEvent[]): SignalEffect[] =>
  events.flatMap(({ type, data }) => (type === 'ProviderSignalRecorded' ? [data.effect] : []));
const moves = (events: CustomerEvent[]): string[] =>
  events.flatMap(({ type, data }) => (type === 'KycStatusChanged' ? [`${data.from} > ${data.to}`] : []));

describe('a signal of a provider', () => {
  it('is recorded with its origin, and its rejection changes the status', () => {
    expect(decideSignal(stateOf(aCustomer()), signal('rejected', 1), NOW)).toEqual([
      {
        type: 'ProviderSignalRecorded',
        data: {
          customer_id: CUSTOMER_ID,
          tenant_id: TENANT_ID,
          ...signal('rejected', 1),
          effect: 'changed',
          recorded_at: NOW,
        },
      },
      {
        type: 'KycStatusChanged',
        data: {
          customer_id: CUSTOMER_ID,
          tenant_id: TENANT_ID,
          from: 'pending',
          to: 'rejected',
          reason: 'decided rejected',
          actor_type: 'provider',
          actor: 'sumsub',
          signal_id: 'signal-1',
          changed_at: NOW,
        },
      },
    ]);
  });

  it('without a decision on the identity changes no status', () => {
    const { kyc: _kyc, ...withoutDecision } = signal('rejected', 1);
    const events = apply(aCustomer(), withoutDecision);
    expect(effects(events)).toEqual(['no_decision']);
    expect(statusOf(events)).toBe('pending');
  });

  it.each(KYC_STATUSES)('rejects a customer that is %s', (from) => {
    expect(moves(apply(aCustomer({}, from), signal('rejected', 1)))).toEqual([`${from} > rejected`]);
  });

  it.each<[KycStatus, KycStatus, string[]]>([
    ['pending', 'approved', ['pending > approved']],
    ['rejected', 'approved', ['rejected > in_review', 'in_review > approved']],
    ['approved', 'pending', ['approved > in_review', 'in_review > pending']],
    ['rejected', 'pending', ['rejected > in_review', 'in_review > pending']],
    ['approved', 'expired', ['approved > expired']],
    ['approved', 'approved', []],
  ])('moves from %s to %s by %j', (from, to, path) => {
    expect(moves(apply(aCustomer({}, from), signal(to, 1)))).toEqual(path);
  });

  it.each<KycStatus>(['pending', 'in_review', 'rejected'])('does not expire a customer that is %s', (from) => {
    const events = apply(aCustomer({}, from), signal('expired', 1));
    expect(effects(events)).toEqual(['not_allowed']);
    expect(statusOf(events)).toBe(from);
  });

  it('rejects a rejected customer again, if it is newer', () => {
    const events = apply(aCustomer(), signal('rejected', 2), signal('rejected', 3), signal('rejected', 1));
    expect(moves(events)).toEqual(['pending > rejected', 'rejected > rejected']);
    expect(effects(events)).toEqual(['changed', 'changed', 'superseded']);
  });

  it('that is older than another changes nothing', () => {
    const events = apply(aCustomer(), signal('approved', 2), signal('rejected', 1));
    expect(statusOf(events)).toBe('approved');
    expect(effects(events)).toEqual(['changed', 'superseded']);
  });

  it.each([
    ['a', 'z'],
    ['z', 'a'],
  ])('that rejects wins over an approval of the same time, with the ids %s and %s', (rejection, approval) => {
    const signals = [signal('rejected', 1, rejection), signal('approved', 1, approval)];
    expect(statusOf(apply(aCustomer(), ...signals))).toBe('rejected');
    expect(statusOf(apply(aCustomer(), ...signals.reverse()))).toBe('rejected');
  });

  it('takes effect late when a newer one was waiting for it', () => {
    const events = apply(aCustomer(), signal('expired', 2), signal('approved', 1));
    expect(moves(events)).toEqual(['pending > approved', 'approved > expired']);
    expect(effects(events)).toEqual(['not_allowed', 'changed']);
  });

  it('does not undo a status that the native checks set after a newer signal', () => {
    const approved = apply(aCustomer(), signal('approved', 2));
    const expired: CustomerEvent = {
      type: 'KycStatusChanged',
      data: { ...byStaff('approved', 'expired', 3).data, actor_type: 'system' } as never,
    };
    expect(statusOf(apply([...approved, expired], signal('in_review', 1)))).toBe('expired');
  });
});

describe('a decision of staff', () => {
  it('ends the effect of all signals before it', () => {
    const decided = [...apply(aCustomer(), signal('rejected', 1)), byStaff('rejected', 'in_review', 10)];
    const events = apply(decided, signal('rejected', 9), signal('approved', 2));
    expect(statusOf(events)).toBe('in_review');
    expect(effects(events)).toEqual(['changed', 'overruled', 'overruled']);
  });

  it('does not prevent a later rejection', () => {
    const decided = [...aCustomer(), byStaff('pending', 'approved', 10)];
    expect(statusOf(apply(decided, signal('rejected', 11)))).toBe('rejected');
  });
});

describe('signals in any order, any number of times', () => {
  const reported = fc
    .array(fc.tuple(fc.constantFrom(...KYC_STATUSES), fc.integer({ min: 0, max: 20 })), { maxLength: 12 })
    .map((all) => all.map(([status, minute], n) => signal(status, minute, `signal-${n}`)));
  const shuffled = reported.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
    ),
  );
  const inOrder = (all: ReportedSignal[]): ReportedSignal[] =>
    [...all].sort((a, b) => (`${a.occurred_at} ${a.signal_id}` < `${b.occurred_at} ${b.signal_id}` ? -1 : 1));

  it('end with the same status', () => {
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...KYC_STATUSES), ([all, mixed], status) => {
        expect(statusOf(apply(aCustomer({}, status), ...mixed))).toBe(
          statusOf(apply(aCustomer({}, status), ...inOrder(all))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('end with the same status when staff decided before them', () => {
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...KYC_STATUSES), ([all, mixed], status) => {
        const decided = [...aCustomer(), byStaff('pending', status, 10)];
        expect(statusOf(apply(decided, ...mixed))).toBe(statusOf(apply(decided, ...inOrder(all))));
      }),
      { numRuns: 500 },
    );
  });

  it('change the status by allowed changes only', () => {
    fc.assert(
      fc.property(shuffled, ([, mixed]) => {
        const events = apply(aCustomer(), ...mixed);
        let status: KycStatus = 'pending';
        for (const { type, data } of events) {
          if (type !== 'KycStatusChanged') continue;
          expect(data.from).toBe(status);
          expect(data.to === 'rejected' || mayMove(data.from, data.to, 'provider')).toBe(true);
          status = data.to;
        }
        expect(events.reduce(evolveCustomer, undefined)!.kyc_status).toBe(status);
      }),
      { numRuns: 200 },
    );
  });
});
