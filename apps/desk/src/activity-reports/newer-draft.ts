import type { Content } from './queries';

const WORDS: Record<keyof Content, string> = {
  kind: 'kind',
  narrative: 'what happened',
  measures: 'measures',
  indicators: 'indicators',
  event_ids: 'transactions',
  alert_ids: 'alerts',
};
const FIELDS = Object.keys(WORDS) as (keyof Content)[];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the person changed something since the version that they saw. */
export const isChanged = (seen: Content, form: Content): boolean =>
  FIELDS.some((field) => !isSame(seen[field], form[field]));

/**
 * The form with what a colleague saved meanwhile: what the person changed stays, everything else is the colleague's.
 *
 * @param seen the version with which the person began
 * @returns also the names of the fields that both changed, in words; there the form has what the person wrote
 */
export function withNewer(seen: Content, newer: Content, form: Content): { form: Content; both: string[] } {
  const own = FIELDS.filter((field) => !isSame(seen[field], form[field]));
  const kept = Object.fromEntries(own.map((field) => [field, form[field]]));
  const both = own.filter((field) => !isSame(seen[field], newer[field]) && !isSame(newer[field], form[field]));
  const { kind, narrative, measures, indicators, event_ids, alert_ids } = newer;
  return {
    form: { kind, narrative, measures, indicators, event_ids, alert_ids, ...kept },
    both: both.map((field) => WORDS[field]),
  };
}
