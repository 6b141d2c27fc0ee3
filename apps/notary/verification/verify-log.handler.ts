import { Controller } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { verifyLog } from '@probity/contracts/audit/commands';
import type { LogVerification } from '@probity/contracts/audit/verification';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { VerificationReplies } from '@probity/messaging/verification-replies';
import { invalid } from '@probity/platform/errors';
import { LogWalk, WalkParts } from './log-walk';

/** Walks in progress, so that the notary keeps the connections that it signs with. */
const MAX_WALKS = 2;

/** Verifies logs, also on an instance on standby. Reports the progress several times, then the result. */
@Controller()
export class VerifyLogHandler {
  private readonly replies = new VerificationReplies<LogVerification>();
  private walks = 0;

  constructor(private readonly parts: WalkParts) {}

  @OnCommand(verifyLog)
  handle({ log, checkpoint, paced }: RequestOf<typeof verifyLog>): Observable<LogVerification> {
    return this.replies.of(this.walk(log, checkpoint), paced);
  }

  /** @throws Refusal `audit_comparison_running` */
  private async *walk(log: string, checkpoint: string | undefined): AsyncGenerator<LogVerification> {
    if (this.walks >= MAX_WALKS)
      throw invalid('audit_comparison_running', 'other logs are being verified; retry when that has ended');
    this.walks++;
    try {
      yield* new LogWalk(this.parts, log, checkpoint).run();
    } finally {
      this.walks--;
    }
  }
}
