import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { finishImport } from '@probity/contracts/watchlists/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { Imports } from './imports';

@Controller()
export class FinishImportHandler {
  constructor(private readonly imports: Imports) {}

  @MessagePattern(finishImport.name)
  handle(
    @Payload() { list, import_id, officer, allow_removal }: RequestOf<typeof finishImport>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof finishImport>> {
    return this.imports.finish(list, import_id, officer, allow_removal, traceparent);
  }
}
