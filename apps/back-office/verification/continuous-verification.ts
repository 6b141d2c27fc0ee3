import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { fromEvent, lastValueFrom, type Observable, takeUntil } from 'rxjs';
import { verifyLedger } from '@probity/contracts/ledger/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import { TimeSource } from '@probity/platform/time-source';
import { VerifyAudit } from '../audit/verify-audit';
import { LOGGER } from '@probity/platform/logger.token';
import { DueVerifications, type Verifiable, type VerifiedKind } from './due-verifications';
import { FailedVerifications } from './failed-verifications';
import { PROBITY, RecordVerifications } from './record-verifications';
import { VerificationLoop } from './verification-loop';
import { VERIFICATION_SETTINGS } from './verification-settings.token';
import type { VerificationSettings } from './verification-settings';

const HOUR_MS = 3_600_000;
const FAILED = 'probity_verification_failed';
const OLDEST = 'probity_verification_oldest_seconds';

/** Verifies all ledgers and audit trails again and again, without a request by staff. */
@Injectable()
export class ContinuousVerification implements OnModuleInit, OnModuleDestroy {
  private readonly kinds: { kind: VerifiedKind; due: DueVerifications; loop: VerificationLoop }[];

  constructor(
    private readonly database: Database,
    private readonly time: TimeSource,
    private readonly commands: CommandBus,
    private readonly audit: VerifyAudit,
    private readonly recorded: RecordVerifications,
    private readonly failed: FailedVerifications,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(VERIFICATION_SETTINGS) settings: VerificationSettings,
  ) {
    const { VERIFY_LEDGERS_EVERY_HOURS, VERIFY_AUDIT_TRAILS_EVERY_HOURS } = settings;
    this.kinds = [
      ...this.kindOf('ledger', VERIFY_LEDGERS_EVERY_HOURS, (item, over) => this.verifyLedger(item, over)),
      ...this.kindOf('audit_trail', VERIFY_AUDIT_TRAILS_EVERY_HOURS, (item, over) => this.verifyAuditTrail(item, over)),
    ];
  }

  onModuleInit(): void {
    this.watch();
    for (const { loop } of this.kinds) loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.kinds.map(({ loop }) => loop.stop()));
  }

  /** Verifies what is due, as it happens every minute. */
  async look(signal = new AbortController().signal): Promise<void> {
    await Promise.all(this.kinds.map(({ loop }) => loop.look(signal)));
  }

  private kindOf(kind: VerifiedKind, hours: number, verify: Verify) {
    if (hours === 0) return [];
    const { database, logger } = this;
    const due = new DueVerifications(database, kind, hours * HOUR_MS, this.time);
    return [{ kind, due, loop: new VerificationLoop(kind, { database, due, verify, logger }) }];
  }

  private async verifyLedger({ tenantId, subjectId }: Verifiable, over: AbortSignal): Promise<void> {
    const request = { tenant_id: tenantId, ledger_id: subjectId, paced: true };
    const result = await lastOf(this.commands.progress(verifyLedger, request), over);
    await this.recorded.record(tenantId, PROBITY, { ...result, ...this.ended() });
  }

  private async verifyAuditTrail({ tenantId }: Verifiable, over: AbortSignal): Promise<void> {
    await this.recorded.recordAuditTrail({ ...(await lastOf(this.audit.runPaced(tenantId), over)), ...this.ended() });
  }

  /** The time decides what is due, so it is always of the same clock. */
  private ended(): { verified_at: string } {
    return { verified_at: this.time.now().toISOString() };
  }

  private watch(): void {
    this.metrics.watch(
      {
        [FAILED]:
          'Ledgers, audit trails and the objects of the database that did not verify when Probity verified them last',
      },
      ['kind'],
      async () =>
        Object.entries(await this.failed.count()).map(([kind, value]) => ({ gauge: FAILED, labels: { kind }, value })),
      (err) => this.logger.warn({ err }, 'the number of failed verifications cannot be read'),
    );
    this.metrics.watch(
      { [OLDEST]: 'How long ago that was verified which was verified the longest time ago; only where it is verified' },
      ['kind'],
      async () =>
        this.kinds.flatMap(({ kind, due: { oldestSeconds } }) =>
          oldestSeconds === undefined ? [] : [{ gauge: OLDEST, labels: { kind }, value: oldestSeconds }],
        ),
      () => {},
    );
  }
}

type Verify = (item: Verifiable, over: AbortSignal) => Promise<void>;

/**
 * The result of a verification, which is the last report. Aborting the signal ends the verification.
 *
 * @throws Error when it ended without a result
 */
async function lastOf<Report extends { done: boolean }>(
  reports: Observable<Report>,
  over: AbortSignal,
): Promise<Report> {
  over.throwIfAborted();
  const last = await lastValueFrom(reports.pipe(takeUntil(fromEvent(over, 'abort'))));
  if (!last.done) throw new Error('the verification ended without a result');
  return last;
}
