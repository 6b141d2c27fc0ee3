import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { ScreeningSubjectRequest } from '@probity/providers/stage-call';
import { alertOfFinding } from '../../providers/provider-alerts';
import type { ProviderCalls } from '../../providers/provider-calls';
import { type RelatedSubject, subjectOfCounterparty, subjectsOfProfile } from '../../screening/subjects';
import { type ProvidedStage, type StageHealth, withFallback } from '../degraded-stage';
import { NO_COUNTERPARTY, type Screened, type ScreeningStage } from './screening-stage';

/**
 * A provider screens customers and counterparties.
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
    customerId: string,
    subjects: RelatedSubject[],
    settings: ComplianceSettings,
    withNative: () => Promise<Screened>,
  ): Promise<Screened> =>
    withFallback(
      health,
      provided,
      () => ask(customerId, subjects, settings, provided, calls),
      async (degraded) => {
        if (degraded.fallback === 'none') return { alerts: [], evidence: { degraded }, result: 'unavailable' };
        const screened = await withNative();
        return { ...screened, evidence: { ...screened.evidence, degraded } };
      },
    );
  return {
    mode: 'plugin',
    usesLists: false,
    screenProfile: (tenantId, customerId, profile, settings) =>
      screen(customerId, subjectsOfProfile(profile), settings, () =>
        native.screenProfile(tenantId, customerId, profile, settings),
      ),
    screenCounterparty(tenantId, customerId, counterparty, settings) {
      const { name } = counterparty ?? {};
      if (!counterparty || !name) return Promise.resolve(NO_COUNTERPARTY);
      return screen(customerId, [subjectOfCounterparty({ ...counterparty, name })], settings, () =>
        native.screenCounterparty(tenantId, customerId, counterparty, settings),
      );
    },
  };
}

async function ask(
  customerId: string,
  subjects: RelatedSubject[],
  { screening }: ComplianceSettings,
  { tenant_id, provider }: ProvidedStage,
  calls: ProviderCalls,
): Promise<Screened> {
  const { findings, evidence, provenance, cached } = await calls.call(tenant_id, 'screening', provider.plugin, {
    customer: { id: customerId },
    subjects: subjects.flatMap(asRequested),
    threshold: screening.threshold,
  });
  const alerts = findings.flatMap((finding) => {
    const match = finding.alert?.match;
    const trigger_ref = match ? `${provider.plugin}:${match.list}:${match.entry_id}` : provider.plugin;
    return alertOfFinding(customerId, finding, provenance, { trigger_ref, facts: {} }) ?? [];
  });
  const compared = subjects.map(({ role, names }) => ({ role, name: names.join(', ') }));
  return {
    alerts,
    evidence: { provider: provider.plugin, ...provenance, cached, subjects: compared, ...evidence },
    result: 'clear',
  };
}

const KINDS: Partial<Record<RelatedSubject['schema'], ScreeningSubjectRequest['kind']>> = {
  Person: 'person',
  Company: 'company',
};

const asRequested = ({ role, schema, names, birth_date, countries, identifiers }: RelatedSubject) =>
  names.map((name): ScreeningSubjectRequest => ({
    role,
    kind: KINDS[schema] ?? 'unknown',
    name,
    ...(birth_date !== undefined && { birth_date }),
    countries: countries ?? [],
    identifiers: identifiers ?? [],
  }));
