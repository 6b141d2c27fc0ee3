import { setTimeout as delay } from 'node:timers/promises';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { reportFindings } from '@probity/contracts/customers/commands';
import type { RescreeningOutcome } from '@probity/contracts/rescreenings/words';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { TenantEngines } from '../processing/tenant-engines';
import { isPassing } from '../screening/passing';
import { withoutRaised } from '../screening/raised-alerts';
import type { Screening } from '../stages/screening/screening-stage';
import type { Stages } from '../stages/stage-modes';
import {
  advance,
  type CustomerToScreen,
  end,
  hasRunning,
  nextRescreening,
  nextToScreen,
  type PageTally,
  recordFailedStep,
  type RunningRescreening,
} from './rescreening-rows';
import type { ScorerRescreenings } from './scorer-rescreenings';

const LOCK = 'rescreen tenants';
const LOOK_MS = 1_000;
/** After this many attempts for the same customers, the rescreening fails. */
const MAX_ATTEMPTS = 5;
/** In the event, which is kept forever; the log has the error. */
const FAILED = `its customers could not be screened in ${MAX_ATTEMPTS} attempts; the log of the pipeline says why`;
const NO_LISTS = "the tenant does not screen with Probity's lists: its mode of screening is not native";

export interface RescreenTenantsParts {
  database: Database;
  commands: CommandBus;
  engines: TenantEngines;
  screening: Pick<Screening, 'refresh' | 'screenProfile'>;
  stages: Stages;
  scorer: ScorerRescreenings;
  logger: Logger;
  now: Clock;
}

/**
 * Screens all customers of a tenant again, against all present lists, for staff who asked for it or because
 * the scorer has a new version. It closes no alert. One process works at a time; its position is in the row, so that another one continues after it was killed. Alerts that it reports twice have
 * the same ids and are raised once.
 *
 * Not guaranteed: the counts, after a process was killed. Alerts of the last customers may be missing in them.
 */
export class RescreenTenants {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly parts: RescreenTenantsParts) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes the customers in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Works until no rescreening is left, or another process works. */
  async runOnce(): Promise<void> {
    const { database, screening, scorer } = this.parts;
    if (!(await hasRunning(database, scorer.version))) return;
    const lock = await database.tryLock(LOCK);
    if (!lock) return;
    try {
      await screening.refresh();
      const over = AbortSignal.any([lock.lost, this.stopping.signal]);
      const next = () => nextRescreening(database, scorer.version);
      for (let job = await next(); job && !over.aborted; job = await next()) await this.step(job);
    } finally {
      lock.release();
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.startAndRun().catch((err: unknown) =>
        this.parts.logger.warn({ err }, 'cannot screen all customers of a tenant now; retrying'),
      );
      await delay(LOOK_MS, undefined, { signal }).catch(() => {}); // ends early when it is stopped
    }
  }

  /** A rescreening that cannot be started keeps no other one waiting. */
  private async startAndRun(): Promise<void> {
    await this.startDue().catch((err: unknown) =>
      this.parts.logger.warn({ err }, 'cannot start to screen the customers of a tenant with the new scorer; retrying'),
    );
    await this.runOnce();
  }

  /** Starts all that are due before the work begins, so that tenants take turns from the beginning. */
  private async startDue(): Promise<void> {
    const { scorer } = this.parts;
    while (!this.stopping.signal.aborted && !(await scorer.startDue()));
  }

  private async step(job: RunningRescreening): Promise<void> {
    const { database, logger } = this.parts;
    try {
      await this.screenPage(job);
    } catch (error) {
      const counts = !isPassing(error);
      if (counts && job.attempts + 1 >= MAX_ATTEMPTS) {
        logger.error({ err: error, rescreening: job.id }, 'a screening of all customers failed');
        return this.end(job, 'failed', job.scorer_version === null ? textOf(error) : FAILED);
      }
      await recordFailedStep(database, job, error, counts);
      throw error;
    }
  }

  private async screenPage(job: RunningRescreening): Promise<void> {
    const { database, engines, stages } = this.parts;
    const customers = await nextToScreen(database, job);
    if (customers.length === 0) return this.end(job, 'completed', null);
    const { settings: present } = (await engines.of([job.tenant_id])).get(job.tenant_id)!;
    if (!stages.of(job.tenant_id, present).screening.usesLists) {
      return this.end(job, job.scorer_version === null ? 'failed' : 'cancelled', NO_LISTS);
    }
    const settings = withThreshold(present, job.threshold);
    const tally: PageTally = { matched: 0, critical: 0, high: 0, medium: 0, low: 0 };
    for (const customer of customers) {
      const alerts = await this.newAlerts(job, customer, settings);
      if (alerts.length === 0) continue;
      tally.matched++;
      for (const { severity } of alerts) tally[severity]++;
    }
    await advance(database, job, customers, tally);
  }

  /**
   * What is new about a customer, after it was reported. With the new scorer, a customer that fails again and again is
   * passed over and named in the log: the others are screened.
   */
  private async newAlerts(
    job: RunningRescreening,
    customer: CustomerToScreen,
    settings: ComplianceSettings,
  ): Promise<AlertToRaise[]> {
    try {
      const alerts = await this.newMatches(job, customer, settings);
      if (alerts.length > 0 && !job.preview) await this.report(job, customer, settings, alerts);
      return alerts;
    } catch (error) {
      const isLast = job.scorer_version !== null && job.attempts + 1 >= MAX_ATTEMPTS && !isPassing(error);
      if (!isLast) throw error;
      const about = { err: error, rescreening: job.id, customer: customer.id };
      this.parts.logger.error(about, 'a customer cannot be screened with the new scorer, and is passed over');
      return [];
    }
  }

  private end(job: RunningRescreening, outcome: RescreeningOutcome, reason: string | null): Promise<void> {
    const { database, scorer, now } = this.parts;
    if (job.scorer_version !== null) return scorer.end(job.id, { outcome, reason });
    return end(database, job, outcome, reason, now());
  }

  private async newMatches(
    { tenant_id }: RunningRescreening,
    { id, profile }: CustomerToScreen,
    settings: ComplianceSettings,
  ): Promise<AlertToRaise[]> {
    const { alerts } = await this.parts.screening.screenProfile(tenant_id, id, profile, settings);
    return withoutRaised(this.parts.database, alerts);
  }

  private async report(
    { tenant_id, scorer_version }: RunningRescreening,
    { id }: CustomerToScreen,
    settings: ComplianceSettings,
    alerts: AlertToRaise[],
  ): Promise<void> {
    const { commands, stages, now } = this.parts;
    await commands.send(reportFindings, {
      tenant_id,
      customer_id: id,
      trigger_type: 'list_change',
      reason: `all customers were screened again${withScorer(scorer_version)}: ${alerts.length} new ${alerts.length === 1 ? 'match' : 'matches'}`,
      occurred_at: now().toISOString(),
      alerts,
      ...stages.of(tenant_id, settings).kyc.reported,
    });
  }
}

/** The threshold of a preview replaces those of all rules. */
const withThreshold = (settings: ComplianceSettings, threshold: number | null): ComplianceSettings =>
  threshold === null ? settings : { ...settings, screening: { ...settings.screening, threshold, thresholds: [] } };

const withScorer = (version: number | null): string =>
  version === null ? '' : ` with version ${version} of the scorer`;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
