import { Body, Get, Patch, Query } from '@nestjs/common';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { Proposal } from '@probity/contracts/proposals/views';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { OWN_LIST } from '@probity/contracts/watchlists/events';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Assignees } from '../alerts/assignees';
import { settingsChanges } from '@probity/read-side/settings/settings-changes';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import {
  ChangedSettings,
  type CurrentSettings,
  ReadSettings,
  SettingsVersion,
} from '@probity/contracts/settings/views';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';
import { ActiveProviders } from './active-providers';
import { changeSettings } from './check-settings';
import { ChangeSettingsBody } from './settings.dto';
import { currencyNotes, settingsNotes } from './settings-notes';
import { SettleStageNotices } from './settle-stage-notices';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';
import { TenantHistory } from '../proposals/tenant-history';

const MAX_PROBLEMS = 5;

const REFUSALS: DocumentedRefusal[] = [
  {
    code: 'invalid_settings',
    message: 'screening.threshold must be a number from 0.5 to 1',
    when: 'the settings would be invalid; `message` names each invalid field',
  },
  {
    code: 'settings_changed',
    message: 'expected_version is 1, but the settings have version 2; read them and decide again',
    when: 'the settings have another version than the expected one',
  },
  {
    code: 'unknown_list',
    message: 'screening.lists names lists that were never imported: ofac; imported lists are: ofac-sdn',
    when: 'a list in screening.lists, or in a changed rule of screening.thresholds, was never imported',
  },
  {
    code: 'invalid_assignee',
    message:
      'queue.assignment names account 0198c0de-0000-7000-8000-000000000031, which is not on the staff of bank, or ' +
      'may not work on alerts there; name a analyst or compliance_officer',
    when: 'a changed rule of assignment names an account that may not work on alerts of the tenant',
  },
  {
    code: 'provider_unavailable',
    message:
      'providers.screening.plugin is yente, which is inactive; activate it first: probity providers activate ' +
      '--tenant <slug> yente',
    when: 'a stage changes to a provider that the tenant does not have, that is inactive, or that does not serve it',
  },
];

@ApiController('Settings', 'tenants/:slug/settings')
export class SettingsController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: SettingsQueries,
    private readonly watchlists: WatchlistQueries,
    private readonly providers: ActiveProviders,
    private readonly stageNotices: SettleStageNotices,
    private readonly fourEyes: FourEyes,
    private readonly history: TenantHistory,
    private readonly assignees: Assignees,
  ) {}

  @Get()
  @ApiRoute({
    summary: "Read the settings of a tenant's compliance engines; version 0 means the defaults",
    permission: 'read_configuration',
    data: ReadSettings,
  })
  async read(@Tenant() tenant: TenantView): Promise<ReadSettings> {
    const current = await this.queries.current(tenant.id);
    return { ...current, warnings: await this.warnings(tenant, current) };
  }

  @Get('versions')
  @ApiRoute({
    summary: 'List every version of the settings with its officer and reason, newest first',
    permission: 'read_configuration',
    list: SettingsVersion,
  })
  versions(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.versions(tenant.id, page);
  }

  @Patch()
  @ApiRoute({
    summary: "Change the settings of a tenant's compliance engines",
    permission: 'configure_compliance',
    data: ChangedSettings,
    reviewed: true,
    refusals: REFUSALS,
  })
  async change(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { settings: change, reason, expected_version }: ChangeSettingsBody,
  ): Promise<ChangedSettings | Proposal> {
    const malformed = freeFormProblem(change, 'settings');
    if (malformed) throw invalid('invalid_field', malformed);

    let [before, after] = await this.changed(tenant, change, expected_version);
    const pending =
      before === after && !review.approved
        ? undefined
        : await this.fourEyes.review(review, tenant, {
            action: 'change_settings',
            subject: ['settings', tenant.id],
            summary: `change the settings: ${Object.keys(sections(before.settings, after.settings)).join(', ')}`,
            reason,
            needed: (policy) => policy.settings,
            state: { version: before.version },
            shown: sections(before.settings, after.settings),
          });
    if (pending) return pending;
    // What was reviewed is changed, and no later version.
    const expected = review.approved ? before.version : expected_version;
    const decide = async (): Promise<TenantEvent | undefined> => {
      [before, after] = await this.changed(tenant, change, expected);
      if (before === after) return undefined;
      const changed_at = new Date().toISOString();
      return {
        type: 'ComplianceSettingsChanged',
        data: { tenant_id: tenant.id, ...after, reason, ...by, changed_at },
      };
    };
    await this.stream.append(tenant.id, decide);
    await this.stageNotices.after(tenant.id, { before: before.settings, after: after.settings, by });

    const notes = settingsNotes(tenant.slug, before.settings, after.settings);
    // A change of another section, such as the stages, has nothing to do with currencies.
    const warnings = Object.hasOwn(change, 'monitoring') ? await this.warnings(tenant, after) : [];
    return { ...after, notes: [...notes, ...warnings] };
  }

  /** The settings before and after the change; both are the same object if it changes nothing. */
  private async changed(
    tenant: TenantView,
    change: Record<string, unknown>,
    expectedVersion: number | null | undefined,
  ): Promise<[before: CurrentSettings, after: CurrentSettings]> {
    // Not the row: the event has all settings, also the unchanged ones, which no reviewer sees.
    const { settings: before } = await this.history.upToNow(tenant.id);
    if ((expectedVersion ?? before.version) !== before.version) {
      throw invalid(
        'settings_changed',
        `expected_version is ${expectedVersion}, but the settings have version ${before.version}; ` +
          'read them and decide again',
      );
    }
    const changed = changeSettings(before.settings, change, await this.queries.currencies(tenant.id));
    if (changed.problems) throw invalid('invalid_settings', sentence(changed.problems));
    const { settings } = changed;
    if (canonicalJson(settings) === canonicalJson(before.settings)) return [before, before];
    await this.refuseUnknownLists('screening.lists', settings.screening.lists ?? []);
    await this.refuseUnknownLists('screening.thresholds', addedLists(before.settings, settings));
    await this.providers.refuseUnavailable(tenant.id, before.settings, settings);
    // People who left later do not keep other settings from changing.
    if (canonicalJson(settings.queue.assignment) !== canonicalJson(before.settings.queue.assignment)) {
      await this.assignees.refuseUnable(tenant, settings.queue.assignment);
    }
    return [before, { version: before.version + 1, settings }];
  }

  private async warnings({ id }: TenantView, { settings }: CurrentSettings): Promise<string[]> {
    return currencyNotes(settings, await this.queries.currencies(id));
  }

  /** Rejects unknown lists, because a misspelt name would turn off screening against the list, or a rule about it. */
  private async refuseUnknownLists(path: string, lists: string[]): Promise<void> {
    if (lists.length === 0) return;
    const known = (await this.watchlists.lists()).map(({ list }) => list);
    const unknown = lists.filter((list) => !known.includes(list));
    if (unknown.length === 0) return;
    throw invalid(
      'unknown_list',
      `${path} names lists that were never imported: ${unknown.join(', ')}; imported lists are: ${known.join(', ') || 'none'}`,
    );
  }
}

/** The shared lists that only the changed rules for thresholds name: a list that is gone keeps no setting from changing. */
function addedLists(before: ComplianceSettings, after: ComplianceSettings): string[] {
  const named = ({ screening }: ComplianceSettings) =>
    screening.thresholds.flatMap(({ list }) => (typeof list === 'string' && list !== OWN_LIST ? [list] : []));
  const known = new Set(named(before));
  return [...new Set(named(after))].filter((list) => !known.has(list));
}

/** The sections that differ, before and after. */
function sections(before: ComplianceSettings, after: ComplianceSettings): Record<string, unknown> {
  const changed = settingsChanges(before, after).changed as (keyof ComplianceSettings)[];
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

function sentence(problems: string[]): string {
  const first = problems.slice(0, MAX_PROBLEMS).join('; ');
  return problems.length > MAX_PROBLEMS ? `${first}; and ${problems.length - MAX_PROBLEMS} more` : first;
}
