import { Controller } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { verifyLedger } from '@probity/contracts/ledger/commands';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { EventStore } from '@probity/event-store/event-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { VerificationReplies } from '@probity/messaging/verification-replies';
import { MaintenanceDatabase } from '../maintenance-database';
import { SigningKeys } from '../signing/signing-keys';
import { TimeSource } from '@probity/platform/time-source';
import { LedgerWalk } from './ledger-walk';

/** Postings of the same process wait for a chunk: a few milliseconds. */
export const SMALL_CHUNK = 50;

/** Verifies a whole ledger. Reports the progress several times, then the result. */
@Controller()
export class VerifyLedgerHandler {
  private readonly replies = new VerificationReplies<LedgerVerification>();

  constructor(
    private readonly database: MaintenanceDatabase,
    private readonly events: EventStore,
    private readonly signingKeys: SigningKeys,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(verifyLedger)
  handle({ tenant_id, ledger_id, checkpoints, paced }: RequestOf<typeof verifyLedger>): Observable<LedgerVerification> {
    const now = () => this.time.now();
    const { database, events, signingKeys } = this;
    const walk = new LedgerWalk(database, events, signingKeys, tenant_id, ledger_id, now, {
      kept: checkpoints,
      ...(paced && { chunkSize: SMALL_CHUNK }),
      // Probity's own verifications are many, and those of its audit trails read the logs.
      readsLog: !paced,
    });
    return this.replies.of(walk.run(), paced);
  }
}
