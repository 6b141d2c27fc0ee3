import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { finishImport } from '@probity/contracts/watchlists/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Imports } from './imports';

@Controller()
export class FinishImportHandler {
  constructor(private readonly imports: Imports) {}

  @OnCommand(finishImport)
  handle(
    { list, import_id, officer, allow_removal }: RequestOf<typeof finishImport>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof finishImport>> {
    return this.imports.finish(list, import_id, officer, allow_removal, traceparent);
  }
}
