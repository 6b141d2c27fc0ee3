import type { ScreeningMeasurement } from '@probity/contracts/screening/measurement-views';
import { change } from '../declaration/kinds';
import { number, optional, repeated } from '../declaration/options';
import { alertsMeasurementReport } from '../screening/alerts-measurement-report';
import { readRule, readWeights } from '../screening/proposed-values';

const NOTES = `
The alerts of screening that were confirmed or dismissed are scored again, with the recorded subject and entry.
Without an option, the settings of today are measured. With --threshold and no --rule, one threshold applies to all
matches. Nothing is changed. Matches that were below the threshold of their time raised no alert and are not
measured: probity rescreenings start --preview --threshold counts those.`;

export const measureAlerts = change({
  usage: 'measure-alerts',
  summary: "measure on the tenant's own decided alerts what another threshold, rules or weights would have changed",
  example: '--threshold 0.8 --weight other_country=-0.2',
  path: 'tenants/{tenant}/screening-measurement',
  options: {
    threshold: optional(
      '--threshold <number>',
      'the proposed threshold; that of the settings if omitted',
      number(/^(?:0|1)(?:\.\d{1,6})?$/, 'a number from 0.5 to 1, such as 0.75', 1),
    ),
    rule: repeated('--rule <conditions>', 'a proposed rule, such as list=ofac-sdn,kind=person,threshold=0.9'),
    weight: repeated('--weight <name=number>', 'a proposed weight of the scorer, such as other_country=-0.2'),
  },
  notes: NOTES,
  body: ({ threshold, rule, weight }) => ({
    ...(threshold !== undefined && { threshold }),
    ...(rule && { thresholds: rule.map(readRule) }),
    ...(weight && { weights: readWeights(weight) }),
  }),
  report: (measured: ScreeningMeasurement) => alertsMeasurementReport(measured),
});
