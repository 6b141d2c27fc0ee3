import { Body, Get, Patch, Query } from '@nestjs/common';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { ChangedSettings, CurrentSettings, SettingsVersion } from '@probity/contracts/settings/views';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';
import { changeSettings } from './check-settings';
import { ChangeSettingsBody } from './settings.dto';
import { settingsNotes } from './settings-notes';

const MAX_PROBLEMS = 5;

const REFUSALS: DocumentedRefusal[] = [
  {
    code: 'invalid_settings',
    message: 'screening.threshold must be a number from 0.5 to 1',
    when: 'the settings would not be valid; `message` names each bad field',
  },
  {
    code: 'settings_changed',
    message: 'expected_version is 1, but version 2 of the settings applies; read them and decide again',
    when: 'another version applies than the one that was expected',
  },
  {
    code: 'unknown_list',
    message: 'screening.lists names what was never imported: ofac; imported are: ofac-sdn',
    when: 'a list that is to apply was never imported',
  },
];

@ApiController('Settings', 'tenants/:slug/settings')
export class SettingsController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: SettingsQueries,
    private readonly watchlists: WatchlistQueries,
  ) {}

  @Get()
  @ApiRoute({
    summary: "Read how a tenant's compliance engines are set; version 0: the defaults",
    data: CurrentSettings,
  })
  read(@Tenant() tenant: TenantView) {
    return this.queries.current(tenant.id);
  }

  @Get('versions')
  @ApiRoute({
    summary: 'List every version of the settings with who made it and why, newest first',
    list: SettingsVersion,
  })
  versions(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.versions(tenant.id, page);
  }

  @Patch()
  @ApiRoute({ summary: "Change how a tenant's compliance engines are set", data: ChangedSettings, refusals: REFUSALS })
  async change(
    @Tenant() tenant: TenantView,
    @Body() { settings: change, reason, officer, expected_version }: ChangeSettingsBody,
  ): Promise<ChangedSettings> {
    const malformed = freeFormProblem(change, 'settings');
    if (malformed) throw invalid('invalid_field', malformed);

    let before!: CurrentSettings;
    let after!: CurrentSettings;
    const decide = async (): Promise<TenantEvent | undefined> => {
      before = await this.queries.current(tenant.id);
      if ((expected_version ?? before.version) !== before.version) {
        throw invalid(
          'settings_changed',
          `expected_version is ${expected_version}, but version ${before.version} of the settings applies; ` +
            'read them and decide again',
        );
      }
      const changed = changeSettings(before.settings, change);
      if (changed.problems) throw invalid('invalid_settings', sentence(changed.problems));
      const { settings } = changed;
      after = before;
      if (canonicalJson(settings) === canonicalJson(before.settings)) return undefined;
      await this.refuseUnknownLists(settings.screening.lists);
      after = { version: before.version + 1, settings };
      const changed_at = new Date().toISOString();
      return {
        type: 'ComplianceSettingsChanged',
        data: { tenant_id: tenant.id, ...after, reason, officer, changed_at },
      };
    };
    await this.stream.append(tenant.id, decide);

    return { ...after, notes: settingsNotes(tenant.slug, before.settings, after.settings) };
  }

  /** A name that is spelled wrong would turn screening off. */
  private async refuseUnknownLists(lists: string[] | null): Promise<void> {
    if (lists === null) return;
    const known = (await this.watchlists.lists()).map(({ list }) => list);
    const unknown = lists.filter((list) => !known.includes(list));
    if (unknown.length === 0) return;
    throw invalid(
      'unknown_list',
      `screening.lists names what was never imported: ${unknown.join(', ')}; imported are: ${known.join(', ') || 'none'}`,
    );
  }
}

function sentence(problems: string[]): string {
  const first = problems.slice(0, MAX_PROBLEMS).join('; ');
  return problems.length > MAX_PROBLEMS ? `${first}; and ${problems.length - MAX_PROBLEMS} more` : first;
}
