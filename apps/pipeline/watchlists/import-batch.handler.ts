import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { importBatch } from '@probity/contracts/watchlists/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Imports } from './imports';
import { readImportedEntries } from './imported-entry';

@Controller()
export class ImportBatchHandler {
  constructor(private readonly imports: Imports) {}

  @OnCommand(importBatch)
  async handle({ list, import_id, entries }: RequestOf<typeof importBatch>): Promise<ReplyOf<typeof importBatch>> {
    return { received: await this.imports.stage(list, import_id, readImportedEntries(list, entries)) };
  }
}
