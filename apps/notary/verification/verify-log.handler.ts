import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { verifyLog } from '@probity/contracts/audit/commands';
import type { LogVerification } from '@probity/contracts/audit/verification';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { NoPlace, VerificationPlaces } from '@probity/messaging/verification-places';
import { VerificationReplies } from '@probity/messaging/verification-replies';
import { invalid } from '@probity/platform/errors';
import { LogWalk, WalkParts } from './log-walk';

/** Walks for people in progress, so that the notary keeps the connections that it signs with. One with rests may be beside. */
const MAX_WALKS = 2;
const MAX_WAITING = 20;

/**
 * Verifies logs, also on an instance on standby. Reports the progress several times, then the result. A walk that a person
 * waits for never waits for one with rests.
 */
@Controller()
export class VerifyLogHandler {
  private readonly replies = new VerificationReplies<LogVerification>();
  private readonly places = new VerificationPlaces(MAX_WALKS, MAX_WAITING);

  constructor(private readonly parts: WalkParts) {}

  /** @throws Refusal `audit_comparison_running` */
  @OnCommand(verifyLog)
  handle({ log, tenant_id, checkpoint, paced }: RequestOf<typeof verifyLog>): Observable<LogVerification> {
    // Probity's own walks are many; beside them, `UnloggedWatch` goes over the events for all logs at once.
    const walk = new LogWalk(this.parts, log, checkpoint, !paced);
    if (paced) return this.replies.of(walk.run(), paced);
    try {
      return this.places.run(tenant_id ?? log, walk.progress(), () => from(walk.run()));
    } catch (error) {
      if (!(error instanceof NoPlace)) throw error;
      throw invalid('audit_comparison_running', `logs are being verified: ${error.message}; retry when that has ended`);
    }
  }
}
