import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { canonicalJson } from '@probity/platform/canonical-json';
import { isComparable } from '@probity/monitoring/comparable-amounts';
import { stageChanges } from '@probity/read-side/settings/stage-changes';

const RULES_AND_AMOUNTS =
  'To rules, amounts in these currencies are unknown; rules with compare_unconverted_amounts, and rules that never ' +
  'decided about it, compare them as they are.';

/**
 * Sentences about amounts that are not comparable, and about rates that no currency of the tenant needs.
 *
 * @param currencies the codes of the tenant's currencies
 */
export function currencyNotes({ monitoring }: ComplianceSettings, currencies: readonly string[]): string[] {
  return [...foreignCurrencyNotes(monitoring, currencies), ...unconvertedNotes(monitoring, currencies)];
}

/** Rates for currencies that the tenant does not have are possible, but often a wrong code. */
function foreignCurrencyNotes(
  { reference_currency, rates }: ComplianceSettings['monitoring'],
  currencies: readonly string[],
): string[] {
  const notes: string[] = [];
  if (reference_currency !== null && !currencies.includes(reference_currency)) {
    notes.push(
      `monitoring.reference_currency is ${reference_currency}, which is no currency of the tenant. Check the code.`,
    );
  }
  const foreign = Object.keys(rates).filter((code) => !currencies.includes(code));
  if (foreign.length > 0) {
    notes.push(
      `monitoring.rates has rates for ${foreign.join(', ')}, which the tenant does not have. Check the codes.`,
    );
  }
  return notes;
}

function unconvertedNotes(monitoring: ComplianceSettings['monitoring'], currencies: readonly string[]): string[] {
  const unconverted = currencies.filter((code) => !isComparable(code, monitoring, currencies));
  if (unconverted.length === 0) return [];
  const names = unconverted.join(', ');
  if (monitoring.reference_currency === null) {
    return [
      `The tenant has several currencies (${names}) and no monitoring.reference_currency. ${RULES_AND_AMOUNTS} ` +
        'Set the reference currency and the rates of the others.',
    ];
  }
  return [`monitoring.rates has no rate for ${names}. ${RULES_AND_AMOUNTS} Set a rate for each.`];
}

/**
 * Sentences about the steps that a change of settings leaves to the officer who made it.
 *
 * @param slug of the tenant
 */
export function settingsNotes(slug: string, before: ComplianceSettings, after: ComplianceSettings): string[] {
  const notes: string[] = [];
  if (canonicalJson(before.scoring) !== canonicalJson(after.scoring)) {
    notes.push(
      'The scoring model changed. Each customer is scored with it at its next event or decision; ' +
        `to score all of them now, run: probity customers reassess --tenant ${slug}`,
    );
  }
  if (canonicalJson(before.screening) !== canonicalJson(after.screening)) {
    notes.push(
      'From now on, screening uses these settings: at onboarding, when a profile changes, and for changed entries of ' +
        'a list. Customers that were screened before are not screened again.',
    );
  }
  const [was, now] = [before.monitoring.reference_currency, after.monitoring.reference_currency];
  if (was !== null && was !== now) {
    notes.push(
      `From the next event on, monitoring rules see amounts ${now === null ? 'without conversion' : `in ${now}`}, not in ${was}. ` +
        'Check the amounts in their conditions.',
    );
  }
  for (const { stage, before: was, after: now } of stageChanges(before, after)) {
    if (now.mode === 'external' && was.mode !== 'external') {
      notes.push(`The stage ${stage} is skipped from now on: a provider must post its alerts.`);
    }
    if (now.mode === 'plugin' && now.provider) {
      const otherwise = now.provider.fallback === 'native' ? 'the built-in engine runs it' : 'nothing runs it';
      notes.push(
        `The provider ${now.provider.plugin} runs the stage ${stage} from the next event on. While it gives no usable ` +
          `result, ${otherwise}, and staff get a notice.`,
      );
    }
  }
  const { provider_payload_years: years } = after.retention;
  if (years < before.retention.provider_payload_years) {
    notes.push(
      `Sealed bodies of providers' webhooks that are older than ${years === 1 ? '1 year' : `${years} years`} are deleted within about an hour. ` +
        'A longer period does not bring them back.',
    );
  }
  return notes;
}
