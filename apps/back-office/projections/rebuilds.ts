import { Injectable } from '@nestjs/common';
import {
  catchError,
  concat,
  defer,
  EMPTY,
  filter,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  tap,
  throwError,
} from 'rxjs';
import {
  overwriteErasedCustomers,
  rebuildAcceptedEvents,
  rebuildCustomerProjections,
  rebuildLedgerProjections,
  rebuildPipelineProjections,
  rebuildWebhookAudit,
} from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { CommandBus } from '@probity/messaging/command-bus';
import { Refusal } from '@probity/platform/errors';
import { RebuildTenants } from './rebuild-tenants';

const NOTHING = { streams: 0, streams_done: 0, events: 0 };

/** Rebuilds projections, one service after the other: each service rebuilds its own. */
@Injectable()
export class Rebuilds {
  constructor(
    private readonly tenants: RebuildTenants,
    private readonly own: RebuildProjections,
    private readonly commands: CommandBus,
  ) {}

  /** The first line is repeated while the tenants are rebuilt, so that clients do not take the connection for dead. */
  books(): Observable<RebuildProgress> {
    return concat(
      of({ ...NOTHING, done: false }),
      summed(
        this.ofOffice(() => this.own.correctAudit()),
        this.ofLedgers(),
      ),
    );
  }

  /**
   * Customers come after the pipeline, and accepted events after customers, because their processing needs them. In the
   * end, the rows of erased customers are overwritten, in all services. The last line has the sums.
   */
  all(): Observable<RebuildProgress> {
    return concat(
      of({ kind: 'tenants', ...NOTHING, done: false }),
      summed(
        this.ofOffice(() => this.own.run()),
        this.ofLedgers().pipe(map((line) => ({ kind: 'ledgers', ...line }))),
        this.commands.progress(rebuildPipelineProjections, {}),
        this.commands.progress(rebuildWebhookAudit, {}),
        this.commands.progress(rebuildCustomerProjections, {}),
        this.commands.progress(rebuildAcceptedEvents, {}),
        this.commands.progress(overwriteErasedCustomers, {}),
      ),
    );
  }

  /** A stream of a tenant that cannot be projected has no readable audit entries either. */
  private ofOffice(others: () => AsyncGenerator<RebuildProgress>): Observable<RebuildProgress> {
    return defer(() => this.tenants.run()).pipe(
      mergeMap((failed) =>
        from(others()).pipe(
          map((line) => (line.done ? { ...line, failed: Math.max(failed, line.failed ?? 0) } : line)),
        ),
      ),
    );
  }

  private ofLedgers(): Observable<RebuildProgress> {
    return this.commands.progress(rebuildLedgerProjections, {});
  }
}

/**
 * The progress of services one after the other; the last line has the sums. A service whose rebuild ends with a refusal,
 * for example because a signing key was changed, does not keep the others from being rebuilt: the refusal comes last.
 */
function summed(...services: Observable<RebuildProgress>[]): Observable<RebuildProgress> {
  return defer(() => {
    const total = { ...NOTHING, failed: 0, audit: { added: 0, replaced: 0, removed: 0 } };
    let refusal: Refusal | undefined;
    const postponed = (service: Observable<RebuildProgress>): Observable<RebuildProgress> =>
      service.pipe(
        catchError((error: unknown) => {
          if (!(error instanceof Refusal) || error.code !== 'signing_key_changed') throw error;
          refusal ??= error;
          return EMPTY;
        }),
      );
    return concat(
      concat(...services.map(postponed)).pipe(
        tap((line) => line.done && add(total, line)),
        filter(({ done }) => !done),
      ),
      defer(() => (refusal ? throwError(() => refusal) : of({ ...total, done: true }))),
    );
  });
}

function add(total: Required<Omit<RebuildProgress, 'kind' | 'done'>>, line: RebuildProgress): void {
  total.streams += line.streams;
  total.streams_done += line.streams_done;
  total.events += line.events;
  total.failed += line.failed ?? 0;
  total.audit.added += line.audit?.added ?? 0;
  total.audit.replaced += line.audit?.replaced ?? 0;
  total.audit.removed += line.audit?.removed ?? 0;
}
