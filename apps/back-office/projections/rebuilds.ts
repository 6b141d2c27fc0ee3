import { Injectable } from '@nestjs/common';
import { concat, defer, filter, from, ignoreElements, map, type Observable, of, tap } from 'rxjs';
import {
  rebuildAcceptedEvents,
  rebuildCustomerProjections,
  rebuildLedgerProjections,
  rebuildPipelineProjections,
  rebuildWebhookAudit,
} from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { CommandBus } from '@probity/messaging/command-bus';
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
      this.ofTenants(),
      summed(from(this.own.correctAudit()), this.ofLedgers()),
    );
  }

  /**
   * Customers come after the pipeline: in the end, the rows of erased customers are overwritten, also the pipeline's.
   * Accepted events come last, because their processing needs their customers. The last line has the sums.
   */
  all(): Observable<RebuildProgress> {
    return concat(
      of({ kind: 'tenants', ...NOTHING, done: false }),
      this.ofTenants(),
      summed(
        from(this.own.run()),
        this.ofLedgers().pipe(map((line) => ({ kind: 'ledgers', ...line }))),
        this.commands.progress(rebuildPipelineProjections, {}),
        this.commands.progress(rebuildWebhookAudit, {}),
        this.commands.progress(rebuildCustomerProjections, {}),
        this.commands.progress(rebuildAcceptedEvents, {}),
      ),
    );
  }

  private ofTenants(): Observable<never> {
    return defer(() => this.tenants.run()).pipe(ignoreElements());
  }

  private ofLedgers(): Observable<RebuildProgress> {
    return this.commands.progress(rebuildLedgerProjections, {});
  }
}

/** The progress of services one after the other; the last line has the sums. */
function summed(...services: Observable<RebuildProgress>[]): Observable<RebuildProgress> {
  return defer(() => {
    const total = { ...NOTHING, failed: 0, audit: { added: 0, replaced: 0, removed: 0 } };
    return concat(
      concat(...services).pipe(
        tap((line) => line.done && add(total, line)),
        filter(({ done }) => !done),
      ),
      defer(() => of({ ...total, done: true })),
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
