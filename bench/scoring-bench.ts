import { DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import { checkIdentity } from '@probity/scoring/kyc-checks';
import { scoringSteps } from '@probity/scoring/score-customer';
import type { ScoredAlert, ScoringInput } from '@probity/scoring/scoring-input';

// The cost of scoring one customer with 200 owners and related parties and many alerts, half of them matches.
// `largest_step_ms` is how long the event loop of customer-risk is busy at once. The baseline has no alerts.

const AS_OF = '2026-11-20';
const RUNS = 15;
const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
const SUBJECTS = ['customer', 'beneficial_owner', 'related_party', 'counterparty'] as const;

const person = (n: number) => ({ name: `Person Number ${n}`, nationality: 'RU', pep_status: 'foreign' as const });
const profile = {
  email: 'customer@example.com',
  customer_type: 'corporate',
  legal_name: 'Example Trading Ltd',
  pep_status: 'none',
  account_refs: [],
  tags: [],
  identity_documents: [],
  beneficial_owners: Array.from({ length: 100 }, (_, n) => ({ ...person(n), ownership_percentage: 1 })),
  related_parties: Array.from({ length: 100 }, (_, n) => ({ ...person(100 + n), role: 'director' })),
} as unknown as ScoringInput['profile'];

function alert(n: number): ScoredAlert {
  const of = { severity: SEVERITIES[n % 4]!, status: 'open' as const, raised_at: '2026-10-11', count: 1 };
  if (n % 2 === 1) return { ...of, source: 'monitoring', alert_type: `type ${n % 37}` };
  const entry = {
    list: 'ofac',
    entry_id: `e${n}`,
    topics: ['sanction', 'pep', 'crime'],
    matched_name: 'P',
    score: 0.9,
  };
  const match = { ...entry, subject: SUBJECTS[(n >> 1) % 4]!, subject_name: `Person Number ${n}` };
  return { ...of, source: 'screening', alert_type: 'sanctions_match', match } as unknown as ScoredAlert;
}

function measure(alerts: number) {
  const totals: number[] = [];
  const largest: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const kyc = checkIdentity(profile, AS_OF);
    const ofCustomer = { kyc_status: 'approved' as const, alerts: Array.from({ length: alerts }, (_, n) => alert(n)) };
    const steps = scoringSteps(
      { profile, as_of: AS_OF, kyc, counterparty_countries: [], ...ofCustomer },
      DEFAULT_MODEL,
    );
    let [total, most] = [0, 0];
    for (let done = false; !done;) {
      const begun = performance.now();
      done = steps.next().done ?? false;
      const took = performance.now() - begun;
      total += took;
      most = Math.max(most, took);
    }
    totals.push(total);
    largest.push(most);
  }
  const median = (times: number[]): number => Number(times.sort((a, b) => a - b)[RUNS >> 1]!.toFixed(2));
  return { alerts, score_ms: median(totals), largest_step_ms: median(largest) };
}

measure(1_000); // the just-in-time compiler
const [baseline, ...measured] = [0, 100, 1_000, 5_000, 10_000, 50_000].map(measure);
console.log(JSON.stringify({ workload: `${RUNS} scores each, medians; 200 parties`, baseline, measured }, null, 2));
