import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { countryLists } from '@probity/scoring/country-risk';
import { checkModel, DEFAULT_MODEL } from '@probity/scoring/scoring-model';
import { waitsForProviders } from '../stages/stage-modes';

/** The engine settings of a tenant. The object stays the same until the settings change. */
export interface Engines {
  /** another text for each other object */
  name: string;
  version: number;
  settings: ComplianceSettings;
  countryLists: CountryLists;
}

/** How long a change of a tenant's currencies may go unnoticed. */
const CURRENCIES_KNOWN_MS = 30_000;

/** Reads the settings of tenants at each call, and creates the engines once for each version of the settings. */
export class TenantEngines {
  private readonly known = new Map<string, Engines>();
  private made = 0;
  private readonly currencies = new Map<string, { codes: readonly string[]; readAt: number }>();

  constructor(private readonly queries: SettingsQueries) {}

  async of(tenantIds: string[]): Promise<Map<string, Engines>> {
    const engines = await Promise.all(
      tenantIds.map(async (tenantId): Promise<[string, Engines]> => [tenantId, await this.current(tenantId)]),
    );
    return new Map(engines);
  }

  /** The codes of the currencies that are configured for each tenant. */
  async currenciesOf(tenantIds: string[]): Promise<Map<string, readonly string[]>> {
    const codes = await Promise.all(
      tenantIds.map(async (id): Promise<[string, readonly string[]]> => [id, await this.codesOf(id)]),
    );
    return new Map(codes);
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
    const known = this.known.get(tenantId);
    if (known?.version === version) return known;
    const lists = countryLists(checkModel(settings.scoring).model ?? DEFAULT_MODEL);
    const engines = { name: `${tenantId} ${++this.made}`, version, settings, countryLists: lists };
    this.known.set(tenantId, engines);
    return engines;
  }

  private async codesOf(tenantId: string): Promise<readonly string[]> {
    const known = this.currencies.get(tenantId);
    if (known && performance.now() - known.readAt < CURRENCIES_KNOWN_MS) return known.codes;
    const codes = await this.queries.currencies(tenantId);
    this.currencies.set(tenantId, { codes, readAt: performance.now() });
    return codes;
  }
}
