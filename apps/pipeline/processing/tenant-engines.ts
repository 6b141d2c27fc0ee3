import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { countryLists } from '@probity/scoring/country-risk';
import { checkModel, DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import { waitsForProviders } from '../stages/stage-modes';

/** The engine settings of a tenant. */
export interface Engines {
  version: number;
  settings: ComplianceSettings;
  countryLists: CountryLists;
  /** codes of the tenant's currencies; a change takes effect within CURRENCIES_KNOWN_MS */
  currencies: readonly string[];
}

const CURRENCIES_KNOWN_MS = 30_000;

/** Reads the settings of tenants at each call, and creates the engines once for each version of the settings. */
export class TenantEngines {
  private readonly known = new Map<string, Engines>();
  private readonly currencies = new Map<string, { codes: readonly string[]; readAt: number }>();

  constructor(private readonly queries: SettingsQueries) {}

  async of(tenantIds: string[]): Promise<Map<string, Engines>> {
    const engines = await Promise.all(
      tenantIds.map(async (tenantId): Promise<[string, Engines]> => [tenantId, await this.current(tenantId)]),
    );
    return new Map(engines);
  }

  /**
   * Whether the tenant's events may wait for a provider, by the settings that this process read last. They are read
   * again when the events are processed, so a changed mode sends at most one round of events to the wrong lane.
   */
  async waitsForProviders(tenantId: string): Promise<boolean> {
    const { settings } = this.known.get(tenantId) ?? (await this.current(tenantId));
    return waitsForProviders(settings);
  }

  private async current(tenantId: string): Promise<Engines> {
    const { version, settings } = await this.queries.current(tenantId);
    const currencies = await this.currenciesOf(tenantId);
    const known = this.known.get(tenantId);
    if (known?.version === version && known.currencies === currencies) return known;
    // The same lists keep the windows that were computed with them.
    const lists =
      known?.version === version
        ? known.countryLists
        : countryLists(checkModel(settings.scoring).model ?? DEFAULT_MODEL);
    const engines = { version, settings, countryLists: lists, currencies };
    this.known.set(tenantId, engines);
    return engines;
  }

  private async currenciesOf(tenantId: string): Promise<readonly string[]> {
    const known = this.currencies.get(tenantId);
    if (known && performance.now() - known.readAt < CURRENCIES_KNOWN_MS) return known.codes;
    const codes = await this.queries.currencies(tenantId);
    const same = known && known.codes.join() === codes.join() ? known.codes : codes;
    this.currencies.set(tenantId, { codes: same, readAt: performance.now() });
    return same;
  }
}
