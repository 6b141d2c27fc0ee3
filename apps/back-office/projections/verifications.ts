import { Injectable } from '@nestjs/common';
import { concat, defer, filter, from, map, type Observable, of, tap } from 'rxjs';
import {
  verifyAcceptedEvents,
  verifyCustomerProjections,
  verifyLedgerProjections,
  verifyPipelineProjections,
  verifyWebhookProjections,
} from '@probity/contracts/projections/commands';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { VerificationReport } from '@probity/event-store/verification/verification-report';
import { CommandBus } from '@probity/messaging/command-bus';

/** Compares the whole read side with the events, one service after the other: each service compares its own. */
@Injectable()
export class ReadSideVerifications {
  constructor(
    private readonly own: RebuildProjections,
    private readonly commands: CommandBus,
  ) {}

  /** Reports the progress of each service, and in the end what all of them found. */
  all(): Observable<ReadSideVerification> {
    return defer(() => {
      const found = new VerificationReport();
      const services = concat(
        from(this.own.verify()),
        this.commands.progress(verifyLedgerProjections, {}),
        this.commands.progress(verifyPipelineProjections, {}),
        this.commands.progress(verifyWebhookProjections, {}),
        this.commands.progress(verifyCustomerProjections, {}),
        this.commands.progress(verifyAcceptedEvents, {}),
      );
      return concat(
        of(found.line('tenants')),
        services.pipe(
          tap((line) => line.done && found.add(line)),
          filter(({ done }) => !done),
          map((line) => found.with(line)),
        ),
        defer(() => of(found.line(undefined, true))),
      );
    });
  }
}
