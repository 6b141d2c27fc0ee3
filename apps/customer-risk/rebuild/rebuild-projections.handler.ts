import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { rebuildCustomerProjections } from '@probity/contracts/projections/commands';
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

  /** Events of customers that were erased have placeholders. Their rows have less: also that is restored. */
  private async *run(): AsyncGenerator<RebuildProgress> {
    for await (const progress of this.projections.run()) {
      if (progress.done) await eraseAgain(this.database);
      yield progress;
    }
  }
}
