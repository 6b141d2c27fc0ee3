import type { AlertView } from '@probity/contracts/alerts/views';
import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import type { ProviderView } from '@probity/contracts/providers/views';
import { canonicalHash } from '@probity/platform/canonical-json';
import { Refusal } from '@probity/platform/errors';

/** What decides whether an alert is closed by one person. */
export const alertAsSeen = ({ status, severity, source }: Pick<AlertView, 'status' | 'severity' | 'source'>): string =>
  canonicalHash({ is_active: status === 'open' || status === 'escalated', severity, source });

/** What decides whether an alert is reopened by one person. */
export const closedAlertAsSeen = ({ decisions }: { decisions: readonly { resolution: string | null }[] }): string =>
  canonicalHash({ was_confirmed: decisions.some(({ resolution }) => resolution === 'confirmed_match') });

/** With what a change of a rule is compared. */
export const ruleAsSeen = ({ version, mode, definition }: Pick<RuleView, 'version' | 'mode' | 'definition'>): string =>
  canonicalHash({ version, mode, definition });

/** What decides whether one person changes a provider, and what a second one compares; undefined: there is none. */
export const providerAsSeen = (
  provider: Pick<ProviderView, 'version' | 'status' | 'configuration'> | undefined,
): string => {
  if (!provider) return canonicalHash(null);
  const { version, status, configuration } = provider;
  return canonicalHash({ version, status, configuration });
};

/**
 * A service decides on its events, and a row that a caller saw may be older, or forged.
 *
 * @param what the name of the thing in the message, such as `alert`
 * @param actual of the thing as its events say it
 * @param seen what the caller saw; undefined: an earlier version sent the command
 * @throws Refusal `contention` when these differ
 */
export function refuseUnlessAsSeen(what: string, actual: string, seen: string | undefined): void {
  if (seen === undefined || seen === actual) return;
  throw new Refusal(
    'overloaded',
    'contention',
    `The ${what} differs from its stored row. No changes were made; retry. If it stays so, the row is older than the ` +
      'events, or was changed in the database.',
  );
}
