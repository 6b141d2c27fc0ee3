import type { CustomerFound } from '@probity/contracts/customers/customer-found';
import type { CustomerSummary, CustomerView, RiskHistoryItem } from '@probity/contracts/customers/views';
import type { RiskView } from '@probity/contracts/customers/risk-view';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { type Columns, facts, indentedTable } from '../output/table';
import { ALERT_COLUMNS } from './alert-report';
import { CASE_COLUMNS } from './case-report';

const nameOf = (customer: Pick<CustomerSummary, 'full_name' | 'business_name'>): string =>
  customer.full_name ?? customer.business_name ?? '-';
const FACTORS = ['identity', 'geographic', 'behavioral', 'product', 'relationship', 'channel'] as const;
const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

export const CUSTOMER_COLUMNS: Columns<CustomerSummary> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: nameOf },
  { title: 'TYPE', value: (row) => row.customer_type },
  { title: 'E-MAIL', value: (row) => row.email },
  { title: 'EXTERNAL ID', value: (row) => row.external_id },
  { title: 'KYC', value: (row) => row.kyc_status },
  { title: 'RISK', value: (row) => row.risk_rating },
  { title: 'CREATED', value: (row) => row.created_at },
];

export const FOUND_COLUMNS: Columns<CustomerFound> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: nameOf },
  { title: 'E-MAIL', value: (row) => row.email },
  { title: 'EXTERNAL ID', value: (row) => row.external_id },
  { title: 'RISK', value: (row) => row.risk_rating },
  { title: 'ACTIVE ALERTS', value: (row) => row.active_alerts },
  { title: 'OPEN CASES', value: (row) => row.open_cases },
];

export const HISTORY_COLUMNS: Columns<RiskHistoryItem> = [
  { title: 'AT', value: (row) => row.created_at },
  { title: 'FROM', value: (row) => row.rating_from },
  { title: 'TO', value: (row) => row.rating_to },
  { title: 'SCORE', value: (row) => row.score, align: 'right' },
  { title: 'CAUSE', value: (row) => row.trigger_type },
  { title: 'BY', value: (row) => row.actor_type },
  { title: 'REASON', value: (row) => row.reason },
];

const SCREENING_COLUMNS: Columns<RiskView['screening_results'][number]> = [
  { title: 'RESULT', value: (row) => row.status },
  { title: 'SCORE', value: (row) => row.score, align: 'right' },
  { title: 'SUBJECT', value: (row) => `${row.subject.replaceAll('_', ' ')} ${row.subject_name}` },
  { title: 'MATCHES', value: (row) => row.matched_name },
  { title: 'ENTRY', value: (row) => `${row.entry_id} of ${row.list} (${row.topics.join(', ')})` },
  { title: 'BY', value: (row) => row.plugin ?? 'native' },
  { title: 'ALERT', value: (row) => row.alert_id },
];

const SIGNAL_COLUMNS: Columns<RiskView['provider_signals'][number]> = [
  { title: 'AT', value: (row) => row.occurred_at },
  { title: 'PROVIDER', value: (row) => row.plugin },
  { title: 'EVENT', value: (row) => row.event_source },
  { title: 'KYC', value: (row) => row.kyc_status },
  { title: 'EFFECT', value: (row) => row.effect },
  { title: 'REASON', value: (row) => row.reason },
];

/** A customer with every field that has a value. */
export function customerReport(customer: CustomerView): string {
  const known = Object.entries(customer).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return `Customer ${customer.id}: ${printable(nameOf(customer))}\n\n${outline(Object.fromEntries(known))}`;
}

/** The risk view, for an officer who decides on the customer. */
export function riskViewReport(view: RiskView): string {
  const { customer, risk, identity_verification: identity } = view;
  const checks = identity.checks.filter(({ result }) => result !== 'pass');
  return report(
    `Customer ${customer.id}: ${printable(nameOf(customer))}`,
    facts([
      ['rating', `${risk.rating} (${risk.composite_score} of 1000)`],
      ['sanctioned', yesOrNo(view.is_sanctioned)],
      ['enhanced due diligence', view.requires_edd ? `yes: ${view.edd_reasons.join(', ')}` : 'no'],
      ['KYC status', identity.status],
      ['identity complete', yesOrNo(identity.complete)],
      ['identity consistent', yesOrNo(identity.consistent)],
      ['assessed', `${risk.assessed_at}, model ${risk.model_version}`],
    ]),
    section('Scores by factor', facts(FACTORS.map((factor) => [factor, risk[`${factor}_score`]]))),
    section(
      'Reasons for the scores',
      facts(risk.reasons.map(({ factor, points, reason }) => [factor, `${points > 0 ? '+' : ''}${points}  ${reason}`])),
    ),
    section('Identity checks that do not pass', facts(checks.map((c) => [`${c.field}: ${c.result}`, c.detail]))),
    section('Flags', facts(view.compliance_flags.map(({ flag, detail }) => [flag, detail]))),
    section('Screening', indentedTable(view.screening_results, SCREENING_COLUMNS)),
    section('Provider signals', indentedTable(view.provider_signals, SIGNAL_COLUMNS)),
    section(alertsTitle(view), indentedTable(view.active_alerts, ALERT_COLUMNS)),
    section('Open cases', indentedTable(view.open_cases, CASE_COLUMNS)),
    `As of ${view.generated_at}.`,
  );
}

function alertsTitle({ active_alerts: shown, active_alert_count: all }: RiskView): string {
  return shown.length === all ? 'Active alerts' : `Active alerts (the newest ${shown.length} of ${all})`;
}
