import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { importBatch } from '@probity/contracts/watchlists/commands';
import { Imports } from './imports';
import { readImportedEntries } from './imported-entry';

@Controller()
export class ImportBatchHandler {
  constructor(private readonly imports: Imports) {}

  @MessagePattern(importBatch.name)
  async handle(
    @Payload() { list, import_id, entries }: RequestOf<typeof importBatch>,
  ): Promise<ReplyOf<typeof importBatch>> {
    return { received: await this.imports.stage(list, import_id, readImportedEntries(list, entries)) };
  }
}
