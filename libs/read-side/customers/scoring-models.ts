import { LRUCache } from 'lru-cache';
import { canonicalJson } from '@probity/platform/canonical-json';
import { checkModel, DEFAULT_MODEL, type ScoringModel } from '@probity/scoring/scoring-model';
import { SettingsQueries } from '../settings/settings-queries';

const MAX_REMEMBERED = 500;

/** The scoring models of tenants, according to their current settings. */
export class ScoringModels {
  private readonly models = new LRUCache<string, ScoringModel>({ max: MAX_REMEMBERED });

  constructor(private readonly settings: SettingsQueries) {}

  /** @throws Error when the settings contain a model that this version of Probity cannot use */
  async of(tenantId: string): Promise<ScoringModel> {
    const { version, settings } = await this.settings.current(tenantId);
    if (Object.keys(settings.scoring).length === 0) return DEFAULT_MODEL;
    const changes = canonicalJson(settings.scoring);
    const known = this.models.get(changes);
    if (known) return known;
    const { model, problems } = checkModel(settings.scoring);
    if (!model) {
      throw new Error(
        `version ${version} of the settings of tenant ${tenantId} has a scoring model that cannot be used; ` +
          `correct these problems and save the settings again: ${problems.join('; ')}`,
      );
    }
    this.models.set(changes, model);
    return model;
  }
}
