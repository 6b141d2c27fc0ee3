import { Controller } from '@nestjs/common';
import { addCaseNote } from '@probity/contracts/cases/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { Cases } from './cases';
import { decideNote } from './decide-case';

@Controller()
export class AddCaseNoteHandler {
  constructor(
    private readonly cases: Cases,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(addCaseNote)
  handle(
    { tenant_id, case_id, note, officer }: RequestOf<typeof addCaseNote>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof addCaseNote>> {
    return this.cases.change(tenant_id, case_id, traceparent, (state) => {
      const data = decideNote(state, { officer, text: note }, this.time.now().toISOString());
      return data && { event: { type: 'CaseNoteAdded', data } };
    });
  }
}
