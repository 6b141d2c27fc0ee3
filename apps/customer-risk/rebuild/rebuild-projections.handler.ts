import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { overwriteErasedCustomers, rebuildCustomerProjections } from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { eraseAgain } from '../erasure/erase-again';
import { Database } from '@probity/persistence/database';

@Controller()
export class RebuildProjectionsHandler {
  constructor(
    private readonly projections: RebuildProjections,
    private readonly database: Database,
  ) {}

  @OnCommand(rebuildCustomerProjections)
  handle(): Observable<RebuildProgress> {
    return from(this.run());
  }

  @OnCommand(overwriteErasedCustomers)
  overwrite(): Observable<RebuildProgress> {
    return from(this.overwriteErased());
  }

  private async *overwriteErased(): AsyncGenerator<RebuildProgress> {
    for await (const customers of eraseAgain(this.database)) yield erasedSoFar(customers);
    yield { streams: 0, streams_done: 0, events: 0, done: true };
  }

  /**
   * Events of customers that were erased have placeholders. Their rows have less: also that is restored, even if the
   * caller leaves before.
   */
  private async *run(): AsyncGenerator<RebuildProgress> {
    let last: RebuildProgress | undefined;
    let isErased = false;
    try {
      for await (last of this.projections.run()) if (!last.done) yield last;
      for await (const done of eraseAgain(this.database)) yield erasedSoFar(done);
      isErased = true;
    } finally {
      if (last && !isErased) for await (const _ of eraseAgain(this.database)) continue;
    }
    if (last) yield last;
  }
}

const erasedSoFar = (customers: number): RebuildProgress => ({
  kind: 'erased customers',
  streams: customers,
  streams_done: customers,
  events: 0,
  done: false,
});
