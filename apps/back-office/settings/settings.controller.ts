import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import {
  type CurrentSettings,
  SettingsQueries,
  type SettingsVersion,
} from '@probity/read-side/settings/settings-queries';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenants } from '../tenants/tenants';
import { changeSettings } from './check-settings';
import { ChangeSettingsBody, type ChangedSettingsAnswer } from './settings.dto';
import { settingsNotes } from './settings-notes';

const MAX_PROBLEMS = 5;

@Controller('tenants/:slug/settings')
@ApiTags('Settings')
@ApiBearerAuth()
export class SettingsController {
  constructor(
    private readonly tenants: Tenants,
    private readonly stream: TenantStream,
    private readonly queries: SettingsQueries,
    private readonly watchlists: WatchlistQueries,
  ) {}

  @Get()
  @ApiOperation({ summary: "Read how a tenant's compliance engines are set; version 0: the defaults" })
  async read(@Param('slug') slug: string): Promise<Envelope<CurrentSettings>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.queries.current(tenant.id));
  }

  @Get('versions')
  @ApiOperation({ summary: 'List every version of the settings with who made it and why, newest first' })
  async versions(@Param('slug') slug: string, @Query() page: PageQuery): Promise<Envelope<SettingsVersion[]>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.queries.versions(tenant.id, page));
  }

  @Patch()
  @ApiOperation({ summary: "Change how a tenant's compliance engines are set" })
  async change(
    @Param('slug') slug: string,
    @Body() { settings: change, reason, officer, expected_version }: ChangeSettingsBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<ChangedSettingsAnswer>> {
    const tenant = await this.tenants.bySlug(slug);
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
    await this.stream.append(tenant.id, decide, traceparent);

    return ok({ ...after, notes: settingsNotes(slug, before.settings, after.settings) });
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
