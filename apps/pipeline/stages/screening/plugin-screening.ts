import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { ScreenedCustomer, ScreeningSubjectRequest } from '@probity/providers/stage-call';
import { alertOfFinding } from '../../providers/provider-alerts';
import type { ProviderCalls } from '../../providers/provider-calls';
import { shownSubject } from '../../screening/customer-screening';
import { type RelatedSubject, subjectsOfProfile } from '../../screening/subjects';
import { subjectsOfTransaction } from '../../screening/transaction-subjects';
import { type ProvidedStage, type StageHealth, withFallback } from '../degraded-stage';
import { NOTHING_NAMED, type Screened, type ScreeningStage } from './screening-stage';

/**
 * A provider screens customers, counterparties, vessels and aircraft. It gets no texts, and no addresses without a name.
 *
 * @param native screens when the provider gives no result, if the tenant wants that
 */
export function pluginScreening(
  provided: ProvidedStage,
  calls: ProviderCalls,
  health: StageHealth,
  native: ScreeningStage,
): ScreeningStage {
  const screen = (
    customer: ScreenedCustomer,
    subjects: RelatedSubject[],
    settings: ComplianceSettings,
    withNative: () => Promise<Screened>,
  ): Promise<Screened> =>
    withFallback(
      health,
      provided,
      () => ask(customer, subjects, settings, provided, calls),
      async (degraded) => {
        if (degraded.fallback === 'none') return { alerts: [], evidence: { degraded }, result: 'unavailable' };
        const screened = await withNative();
        return { ...screened, evidence: { ...screened.evidence, degraded } };
      },
    );
  return {
    mode: 'plugin',
    usesLists: false,
    screenProfile: (tenantId, customerId, profile, settings, until) =>
      screen(screened(customerId, profile), subjectsOfProfile(profile), settings, () =>
        native.screenProfile(tenantId, customerId, profile, settings, until),
      ),
    screenTransaction(tenantId, customer, transaction, settings) {
      const subjects = subjectsOfTransaction(transaction, customer.profile).filter(isAsked);
      if (subjects.length === 0) return Promise.resolve(NOTHING_NAMED);
      return screen(screened(customer.id, customer.profile), subjects, settings, () =>
        native.screenTransaction(tenantId, customer, transaction, settings),
      );
    },
  };
}

const screened = (id: string, { account_refs, kyc_provider_ref }: CustomerProfile): ScreenedCustomer => ({
  id,
  account_refs,
  ...(kyc_provider_ref && { kyc_provider_ref }),
});

async function ask(
  customer: ScreenedCustomer,
  subjects: RelatedSubject[],
  { screening }: ComplianceSettings,
  { tenant_id, provider }: ProvidedStage,
  calls: ProviderCalls,
): Promise<Screened> {
  const { findings, evidence, provenance, cached } = await calls.call(tenant_id, 'screening', provider.plugin, {
    customer,
    subjects: subjects.flatMap(asRequested),
    threshold: screening.threshold,
  });
  const alerts = findings.flatMap((finding) => {
    const match = finding.alert?.match;
    const trigger_ref = match ? `${provider.plugin}:${match.list}:${match.entry_id}` : provider.plugin;
    return alertOfFinding(customer.id, finding, provenance, { trigger_ref, facts: {} }) ?? [];
  });
  const compared = subjects.map(shownSubject);
  return {
    alerts,
    evidence: { provider: provider.plugin, ...provenance, cached, subjects: compared, ...evidence },
    result: 'clear',
  };
}

const KINDS: Partial<Record<RelatedSubject['schema'], ScreeningSubjectRequest['kind']>> = {
  Person: 'person',
  Company: 'company',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

const isAsked = ({ schema }: RelatedSubject): boolean => schema !== 'Text' && schema !== 'Wallet';

const asRequested = ({ role, schema, names, birth_date, countries, identifiers }: RelatedSubject) =>
  names.map((name): ScreeningSubjectRequest => ({
    role,
    kind: KINDS[schema] ?? 'unknown',
    name,
    ...(birth_date !== undefined && { birth_date }),
    countries: countries ?? [],
    identifiers: identifiers ?? [],
  }));
