import type { ScreeningMeasurement } from '@probity/contracts/screening/measurement-views';
import { alertsMeasurementReport } from './alerts-measurement-report';

const FIGURES = { confirmed: 2, false: 8, saved: 5, lost: 1, precision: 0.2, proposed_precision: 0.25 };
const MEASURED: ScreeningMeasurement = {
  threshold: 0.8,
  thresholds: [],
  weights: { other_country: -0.2 },
  scorer_version: 2,
  measured: 10,
  left_out: { undecided: 3, reopened: 0, restricted: 1, without_evidence: 0, older: 0 },
  total: FIGURES,
  by_list: [{ list: 'ofac-sdn', ...FIGURES }],
  by_kind: [{ kind: 'person', ...FIGURES, confirmed: 0, false: 0, precision: null, proposed_precision: null }],
  table: [{ threshold: 0.5, saved: 0, lost: 0 }],
  lost_alerts: ['0199d5a9-a490-75c6-97d8-3a4b5c6d7e8f'],
  notes: ['A note.'],
};

describe('the report of a measurement on decided alerts', () => {
  it('shows the figures of the proposal, the table of thresholds and the lost alerts', () => {
    const text = alertsMeasurementReport(MEASURED);
    expect(text).toMatch(/^10 decided alerts with threshold 0\.8, and the weights other_country -0\.2\n/);
    expect(text).toMatch(/\n {2}all +2 +8 +5 +1 +20\.0% +25\.0%\n {2}list ofac-sdn +2 /);
    expect(text).toMatch(/\n {2}person +0 +0 +5 +1 +- +-\n/);
    expect(text).toMatch(/\n +0\.50 +0 +0\n/);
    expect(text).toContain('would be lost; look at each:\n  - 0199d5a9-a490-75c6-97d8-3a4b5c6d7e8f\n');
  });

  it('says what was left out and what the figures do not say', () => {
    const text = alertsMeasurementReport(MEASURED);
    expect(text).toContain('\n  - 3 resolved in another way\n  - 1 of erased or restricted customers\n');
    expect(text).not.toContain('raised again later');
    expect(text).toContain('\n  - A note.');
  });
});
