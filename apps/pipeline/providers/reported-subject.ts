import { comparableName, subjectKey } from '@probity/contracts/alerts/match-kind';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { SignalAlert } from '@probity/contracts/providers/signal';
import type { Sql } from '@probity/persistence/database';
import type { ProviderSignal } from '@probity/providers/provider-signal';
import { namesOfCustomer, type SubjectRole } from '../screening/subjects';
import type { ClaimedSignal } from './signal-queue';

const PROFILE = 'SELECT profile FROM customer_risk.customers WHERE tenant_id = $1 AND id = $2';

/** A reported alert as the signal stores it. Until the customer is known, it is the subject of the match. */
export function storedAlert({ match, ...alert }: NonNullable<ProviderSignal['alert']>): SignalAlert {
  if (!match) return alert;
  const { subject } = match;
  if (subject) return { ...alert, match: { ...match, subject } };
  return { ...alert, match: { ...match, subject: 'customer' }, subject_unknown: true };
}

/**
 * The alert of a signal with the subject of its match. If the provider did not name the role, the name decides, and
 * completes the key as in the screening stage: the same match raises one alert, whether a call or a webhook reports it.
 */
export async function alertWithSubject(
  sql: Sql,
  { tenant_id, alert }: Pick<ClaimedSignal, 'tenant_id' | 'alert'>,
  customerId: string,
): Promise<SignalAlert | undefined> {
  if (!alert?.match || !alert.subject_unknown) return alert ?? undefined;
  const { rows } = await sql.query<{ profile: CustomerProfile }>(PROFILE, [tenant_id, customerId]);
  const { subject_name } = alert.match;
  const subject = roleOf(subject_name, rows[0]!.profile);
  return { ...alert, key: alert.key + subjectKey(subject, subject_name), match: { ...alert.match, subject } };
}

/** An unknown name is probably another spelling of the customer's. */
function roleOf(name: string, profile: CustomerProfile) {
  const { beneficial_owners, related_parties } = profile;
  const wanted = comparableName(name);
  const named: [SubjectRole, string[]][] = [
    ['customer', namesOfCustomer(profile)],
    ['beneficial_owner', beneficial_owners.map((party) => party.name)],
    ['related_party', related_parties.map((party) => party.name)],
  ];
  const found = named.find(([, names]) => names.some((one) => comparableName(one) === wanted));
  return found?.[0] ?? 'customer';
}
