import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { beginImport, finishImport, importBatch } from '@probity/contracts/watchlists/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { readImportedEntries } from './imported-entry';
import { Imports } from './imports';
import { checkListName } from './list-name';

@Controller()
export class ImportsHandler {
  constructor(private readonly imports: Imports) {}

  @MessagePattern(beginImport.name)
  async begin(
    @Payload() { list, import_id, format, officer }: RequestOf<typeof beginImport>,
  ): Promise<ReplyOf<typeof beginImport>> {
    checkListName(list);
    await this.imports.begin(list, import_id, format, officer);
    return { import_id };
  }

  @MessagePattern(importBatch.name)
  async stage(
    @Payload() { list, import_id, entries }: RequestOf<typeof importBatch>,
  ): Promise<ReplyOf<typeof importBatch>> {
    return { received: await this.imports.stage(list, import_id, readImportedEntries(list, entries)) };
  }

  @MessagePattern(finishImport.name)
  finish(
    @Payload() { list, import_id, officer, allow_removal }: RequestOf<typeof finishImport>,
    @Ctx() { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof finishImport>> {
    return this.imports.finish(list, import_id, officer, allow_removal, traceparent);
  }
}
