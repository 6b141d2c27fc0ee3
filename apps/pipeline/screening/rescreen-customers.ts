import { setTimeout as delay } from 'node:timers/promises';
import { reportFindings } from '@probity/contracts/customers/commands';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { TenantEngines } from '../processing/tenant-engines';
import type { Stages } from '../stages/stage-modes';
import { isPassing } from './passing';
import { withoutRaised } from './raised-alerts';
import {
  advanceJob,
  finishJob,
  hasUnfinishedJob,
  type JobCustomer,
  nextCustomers,
  nextJob,
  type PageResult,
  recordFailure,
  type RescreenJob,
} from './rescreen-jobs';
import type { RemoteScreening } from './remote-screening';

const LOCK = 'rescreen customers';
const LOOK_MS = 1_000;
const AFTER_TROUBLE_MS = 2_000;
const MAX_REPORTS_AT_ONCE = 8;
/** Then it is the turn of another tenant. Several, because the first one of a turn reads the changed entries again. */
const PAGES_OF_A_TURN = 10;
/** After this many attempts, a customer whose report fails is skipped, and the work continues with the others. */
const MAX_ATTEMPTS = 5;

export interface RescreeningParts {
  database: Database;
  commands: CommandBus;
  engines: TenantEngines;
  screening: Pick<RemoteScreening, 'refresh' | 'screenChanges'>;
  stages: Stages;
  logger: Logger;
  now: Clock;
}

/** A customer with the new alerts that the changed entries raise. */
interface Finding {
  customer: JobCustomer;
  settings: ComplianceSettings;
  alerts: AlertToRaise[];
}

/**
 * Screens all customers again after changes of lists, against the added or changed entries. The position of a job
 * is in its row, so that another process continues after a killed one. Tenants take turns. Alerts that it reports twice have the same
 * ids and are raised once. Only one process works at a time.
 */
export class RescreenCustomers {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  /** the job that had the last turn */
  private last: RescreenJob | undefined;

  /** @param pagesOfATurn of 200 customers each */
  constructor(
    private readonly parts: RescreeningParts,
    private readonly pagesOfATurn = PAGES_OF_A_TURN,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes the customers in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Works on jobs until none is left. Returns whether this process worked on a job. */
  async runOnce(): Promise<boolean> {
    const { database } = this.parts;
    if (!(await hasUnfinishedJob(database))) return false;
    const lock = await database.tryLock(LOCK);
    if (!lock) return false;
    try {
      const over = AbortSignal.any([lock.lost, this.stopping.signal]);
      let worked = false;
      while (!over.aborted) {
        const job = await nextJob(database, this.last);
        if (!job) break;
        this.last = job;
        await this.work(job, over);
        worked = true;
      }
      return worked;
    } finally {
      lock.release();
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let rest = LOOK_MS;
      try {
        await this.parts.screening.refresh(); // so that no other screening waits for a long list
        await this.runOnce();
      } catch (err) {
        this.parts.logger.warn({ err }, 'cannot screen customers again now; retrying');
        rest = AFTER_TROUBLE_MS;
      }
      await delay(rest, undefined, { signal }).catch(() => {}); // ends early when it is stopped
    }
  }

  private async work(begun: RescreenJob, over: AbortSignal): Promise<void> {
    const { database } = this.parts;
    let job = begun;
    try {
      for (let pages = 0; pages < this.pagesOfATurn; pages++) {
        const customers = await nextCustomers(database, job);
        const findings = customers.length > 0 ? await this.find(job, customers) : undefined;
        if (!findings) return await finishJob(database, job);
        const result = await this.reportAll(job, findings, over);
        if (over.aborted) return;
        job = await advanceJob(database, job, customers, result);
      }
    } catch (error) {
      await recordFailure(database, job, error);
      throw error;
    }
  }

  private async reportAll(job: RescreenJob, waiting: Finding[], over: AbortSignal): Promise<PageResult> {
    const result: PageResult = { reported: 0, failed: 0 };
    const errors: unknown[] = [];
    const report = async (): Promise<void> => {
      for (let next = waiting.shift(); next && !over.aborted && errors.length === 0; next = waiting.shift()) {
        try {
          if (await this.report(job, next)) result.reported++;
          else result.failed++;
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: MAX_REPORTS_AT_ONCE }, report));
    if (errors.length > 0) throw errors[0];
    return result;
  }

  /** Undefined when all changed entries were removed again. */
  private async find(job: RescreenJob, customers: JobCustomer[]): Promise<Finding[] | undefined> {
    const { engines: ofTenants, stages, screening } = this.parts;
    const engines = await ofTenants.of([...new Set(customers.map(({ tenant_id }) => tenant_id))]);
    const settingsOf = ({ tenant_id }: JobCustomer) => engines.get(tenant_id)!.settings;
    const screened = customers.filter(
      (customer) => stages.of(customer.tenant_id, settingsOf(customer)).screening.usesLists,
    );
    const wanted = screened.map((customer) => {
      const { lists, ...thresholds } = settingsOf(customer).screening;
      const { id, tenant_id, profile } = customer;
      return { id, tenant_id, profile, lists, thresholds };
    });
    const found = await screening.screenChanges(job, wanted);
    if (!found) return undefined;
    const findings = screened
      .map((customer, n): Finding => ({ customer, settings: settingsOf(customer), alerts: found[n]! }))
      .filter((finding) => finding.alerts.length > 0);
    const alerts = findings.flatMap((finding) => finding.alerts);
    const missing = new Set(await withoutRaised(this.parts.database, alerts));
    return findings
      .map((finding) => ({ ...finding, alerts: finding.alerts.filter((alert) => missing.has(alert)) }))
      .filter((finding) => finding.alerts.length > 0);
  }

  /** Returns false when a report fails and all attempts are used up. */
  private async report(job: RescreenJob, { customer, settings, alerts }: Finding): Promise<boolean> {
    const { commands, now, logger, stages } = this.parts;
    const lists = [...new Set(alerts.map(({ match }) => match!.list))];
    try {
      await commands.send(reportFindings, {
        tenant_id: customer.tenant_id,
        customer_id: customer.id,
        trigger_type: 'list_change',
        reason: `screened again after a change of list ${lists.join(', ')}: ${alerts.length} new ${alerts.length === 1 ? 'match' : 'matches'}`,
        occurred_at: now().toISOString(),
        alerts,
        ...stages.of(customer.tenant_id, settings).kyc.reported,
      });
      return true;
    } catch (err) {
      if (isPassing(err) || job.attempts + 1 < MAX_ATTEMPTS) throw err;
      const about = { err, job: job.id, customer: customer.id, alerts: alerts.map(({ alert_id }) => alert_id) };
      logger.error(about, 'cannot report matches with a changed list; skipping them');
      return false;
    }
  }
}
