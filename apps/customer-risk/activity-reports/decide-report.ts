import { contentIn, type ReportContent } from '@probity/contracts/activity-reports/content';
import type {
  ReportApproved,
  ReportChanged,
  ReportDiscarded,
  ReportDrafted,
  ReportExported,
  ReportExportedByTemplate,
  ReportFiled,
} from '@probity/contracts/activity-reports/events';
import type { ReportFacts } from '@probity/contracts/activity-reports/facts';
import { isSameOfficer, type Officer, officerIn } from '@probity/contracts/staff/officer';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid, notFound } from '@probity/platform/errors';
import type { ReportState } from './report-state';

/** Who decided, and why. */
export type SaidBy = Officer & { reason: string };

/** The case of a report. A report includes only alerts of its case. */
export interface OfCase {
  case_id: string;
  customer_id: string;
  alert_ids: readonly string[];
}

/** @throws Refusal `not_found` for an alert outside of the case */
function refuseForeign({ alert_ids }: ReportContent, of: OfCase): void {
  const alert = alert_ids.find((id) => !of.alert_ids.includes(id));
  if (alert !== undefined) throw notFound(`alert of case ${of.case_id}`, alert);
}

/**
 * @param earlier the report that the new one replaces
 * @throws Refusal `report_not_approved` when it is a draft, which can still be changed itself; `report_discarded`
 */
export function draft(
  {
    report_id,
    tenant_id,
    replaces,
    ...wanted
  }: ReportContent & SaidBy & Pick<ReportDrafted, 'report_id' | 'tenant_id' | 'replaces'>,
  of: OfCase,
  earlier: ReportState | undefined,
  now: string,
): ReportDrafted {
  refuseForeign(wanted, of);
  if (earlier && earlier.drafted.case_id !== of.case_id)
    throw notFound(`report of case ${of.case_id}`, earlier.drafted.report_id);
  if (earlier?.status === 'draft') {
    throw invalid('report_not_approved', `report ${replaces} is a draft; change it instead of replacing it`);
  }
  if (earlier) refuseUnapproved(earlier);
  const { case_id, customer_id } = of;
  return {
    ...{ report_id, tenant_id, customer_id, case_id, ...said(wanted), ...contentIn(wanted) },
    ...(replaces !== undefined && { replaces }),
    drafted_at: now,
  };
}

/**
 * The new content; undefined when the draft has it already.
 *
 * @throws Refusal `report_approved`, `report_discarded`, `report_changed`
 */
export function change(
  state: ReportState,
  { expected_version, ...wanted }: ReportContent & SaidBy & { expected_version: number },
  of: OfCase,
  now: string,
): ReportChanged | undefined {
  refuseUnlessDraft(state);
  const content = contentIn(wanted);
  if (canonicalJson(content) === canonicalJson(state.content)) return undefined;
  refuseOther(state, expected_version);
  refuseForeign(content, of);
  return { ...about(state), ...said(wanted), ...content, changed_at: now };
}

/**
 * The approval; undefined when the same officer approved this version before.
 *
 * @param by who approves it
 * @param proposed who proposed it; undefined: one person decides alone
 * @param facts what the report says besides what staff wrote
 * @throws Refusal `report_approved`, `report_discarded`, `report_changed`
 */
export function approve(
  state: ReportState,
  { version, facts, proposed, ...by }: SaidBy & Pick<ReportApproved, 'proposed' | 'version'> & { facts: ReportFacts },
  now: string,
): ReportApproved | undefined {
  const { approved } = state;
  if (approved && isSameOfficer(approved, by) && approved.version === version) return undefined;
  refuseUnlessDraft(state);
  refuseOther(state, version);
  return { ...about(state), ...said(by), ...(proposed && { proposed }), version, facts, approved_at: now };
}

/**
 * The end of the draft; undefined when the same officer discarded this version before.
 *
 * @throws Refusal `report_approved`, `report_discarded`, `report_changed`
 */
export function discard(
  state: ReportState,
  { version, ...by }: SaidBy & { version: number },
  now: string,
): ReportDiscarded | undefined {
  const { discarded } = state;
  if (discarded && isSameOfficer(discarded, by) && discarded.version === version) return undefined;
  refuseUnlessDraft(state);
  refuseOther(state, version);
  return { ...about(state), ...said(by), version, discarded_at: now };
}

/** A request that is repeated within this time is one export. */
const SAME_EXPORT_MS = 15 * 60_000;

/**
 * The export; undefined when it is the last one again, a short time later.
 *
 * @throws Refusal `report_not_approved`, `report_discarded`
 */
export function recordExport(
  state: ReportState,
  { format, sha256, bytes, ...by }: SaidBy & Pick<ReportExported, 'format' | 'sha256' | 'bytes'>,
  now: string,
): ReportExported | undefined {
  refuseUnapproved(state);
  const { exported: last } = state;
  if (last?.format === format && isExportAgain(last, { ...by, sha256 }, now)) return undefined;
  return { ...about(state), ...said(by), format, sha256, bytes, exported_at: now };
}

/**
 * The export with a template; undefined when it is the last one again, a short time later.
 *
 * @throws Refusal `report_not_approved`, `report_discarded`
 */
export function recordTemplateExport(
  state: ReportState,
  { template, sha256, bytes, ...by }: SaidBy & Pick<ReportExportedByTemplate, 'template' | 'sha256' | 'bytes'>,
  now: string,
): ReportExportedByTemplate | undefined {
  refuseUnapproved(state);
  const { exportedByTemplate: last } = state;
  const { template_id, version } = template;
  const isSame = last?.template.template_id === template_id && last.template.version === version;
  if (isSame && isExportAgain(last, { ...by, sha256 }, now)) return undefined;
  return { ...about(state), ...said(by), template, sha256, bytes, exported_at: now };
}

/** Whether the same officer exported the same bytes for the same reason a short time ago. */
const isExportAgain = (
  last: SaidBy & { sha256: string; exported_at: string },
  now: SaidBy & { sha256: string },
  at: string,
): boolean =>
  isSameOfficer(last, now) &&
  last.reason === now.reason &&
  last.sha256 === now.sha256 &&
  Date.parse(at) - Date.parse(last.exported_at) < SAME_EXPORT_MS;

/**
 * The filing; undefined when the same officer recorded the same before.
 *
 * @throws Refusal `report_not_approved`, `report_discarded`, `report_filed`, `invalid_field`
 */
export function file(
  state: ReportState,
  { reference, filed_on, ...by }: SaidBy & Pick<ReportFiled, 'reference' | 'filed_on'>,
  now: string,
): ReportFiled | undefined {
  refuseUnapproved(state);
  const { approved, filed } = state;
  if (filed) {
    if (isSameOfficer(filed, by) && filed.reference === reference && filed.filed_on === filed_on) return undefined;
    throw invalid(
      'report_filed',
      `${filed.officer} recorded at ${filed.filed_at} that report ${filed.report_id} is filed`,
    );
  }
  if (filed_on > now.slice(0, 10)) throw invalid('invalid_field', 'filed_on must not be in the future');
  // An authority cannot have a report before its approval: an earlier day would only seem to keep a deadline.
  const approvedOn = approved!.approved_at.slice(0, 10);
  if (filed_on < approvedOn) {
    throw invalid('invalid_field', `filed_on must not be before ${approvedOn}, the day of the approval in UTC`);
  }
  return { ...about(state), ...said(by), reference, filed_on, filed_at: now };
}

function refuseUnlessDraft({ status, drafted, discarded }: ReportState): void {
  if (status === 'draft') return;
  if (discarded) throw wasDiscarded(discarded);
  const how = `to report something else, draft a new report that replaces it`;
  throw invalid('report_approved', `report ${drafted.report_id} is ${status} and no longer changes; ${how}`);
}

function refuseUnapproved({ status, drafted, discarded }: ReportState): void {
  if (discarded) throw wasDiscarded(discarded);
  if (status !== 'draft') return;
  throw invalid('report_not_approved', `report ${drafted.report_id} is a draft; a second person approves it first`);
}

const wasDiscarded = ({ report_id, officer, discarded_at }: ReportDiscarded) =>
  invalid('report_discarded', `${officer} discarded report ${report_id} at ${discarded_at}; draft a new one`);

function refuseOther({ version, drafted }: ReportState, seen: number): void {
  if (version === seen) return;
  const what = `expected_version is ${seen}, but report ${drafted.report_id} has version ${version}`;
  throw invalid('report_changed', `${what}; read it and decide again`);
}

const said = ({ reason, ...by }: SaidBy): SaidBy => ({ ...officerIn(by), reason });

const about = ({ drafted: { report_id, tenant_id, customer_id, case_id } }: ReportState) => ({
  ...{ report_id, tenant_id, customer_id, case_id },
});
