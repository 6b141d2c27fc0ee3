/**
 * `approved`: two people agree on the content, which no longer changes. `filed`: the authority has it. `discarded`: the
 * draft was given up, and stays as it is.
 */
export const REPORT_STATUSES = ['draft', 'approved', 'filed', 'discarded'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** STR: suspicious transactions. SAR: suspicious activity, also without a transaction. */
export const REPORT_KINDS = ['STR', 'SAR'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_FORMATS = ['pdf', 'goaml'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const MAX_NARRATIVE = 8_000;
export const MAX_MEASURES = 4_000;
export const MAX_INDICATORS = 30;
/** A code of the authority, such as `TAX-01`. */
export const INDICATOR = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$/;
/** So that a report, with what is known of each transaction, is one event of bounded size. */
export const MAX_REPORTED_EVENTS = 200;
export const MAX_REPORTED_ALERTS = 200;
export const MAX_FILING_REFERENCE = 100;
