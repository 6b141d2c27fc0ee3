import type { PluginStage, StageRequests } from '../plugin';
import { everythingIn } from './plugin-fixtures';

/** Fields that say nothing about a person, and references that staff need. */
const HARMLESS =
  /^(id|role|kind|type|currency|direction|tags|account_refs?|occurred_at|\w+_(id|ref|type|status|provider))$/;
/** Shorter texts are in a message by chance. */
const MIN_LENGTH = 4;

/** What a request says about people: names, dates, documents, and the texts of a payload. */
function personalTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.length < MIN_LENGTH ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => (HARMLESS.test(name) ? [] : personalTexts(inside)));
}

/**
 * Staff read evidence and failures, and other rules than for the customer's data apply to them.
 *
 * @param allowed texts that may be shown
 */
export function expectNothingPersonal(
  request: StageRequests[PluginStage],
  shown: unknown,
  allowed: readonly string[] = [],
): void {
  const text = everythingIn(shown).toLowerCase();
  const found = personalTexts(request).filter((one) => text.includes(one.toLowerCase()) && !allowed.includes(one));
  expect(found).toEqual([]);
}
