import type { ReportingSettings } from '@probity/contracts/settings/reporting-settings';
import { isLongerThan, NOT_BLANK, textProblem } from '@probity/platform/text';

const MAX_TEXT = 255;
/** goAML has a number, of at most 9 digits so that each receiver can read it. */
const FORMS: Partial<Record<keyof ReportingSettings, [form: RegExp, words: string]>> = {
  entity_id: [/^[1-9][0-9]{0,8}$/, 'one to nine digits, as the authority gave them'],
  country: [/^[A-Z]{2}$/, 'two capital letters, such as DE'],
  currency: [/^[A-Z]{3}$/, 'three capital letters, such as EUR'],
  contact_email: [/^[^\s@]+@[^\s@]+$/, 'an email address'],
};

/** The types guarantee nothing here: the value comes from a request. */
export function reportingProblems(reporting: ReportingSettings): string[] {
  return Object.entries<unknown>(reporting).flatMap(([field, value]) => {
    const path = `reporting.${field}`;
    if (value === null) return [];
    if (typeof value !== 'string' || !NOT_BLANK.test(value))
      return [`${path} must be a text that is not blank, or null`];
    if (isLongerThan(MAX_TEXT, value)) return [`${path} must have at most ${MAX_TEXT} characters`];
    const [form, words] = FORMS[field as keyof ReportingSettings] ?? [];
    if (form && !form.test(value)) return [`${path} must be ${words}`];
    const problem = textProblem(value);
    return problem ? [`${path} ${problem}`] : [];
  });
}
