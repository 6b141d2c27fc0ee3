import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { beginImport, finishImport, importBatch } from '@probity/contracts/watchlists/commands';
import { reportedIn } from '@probity/contracts/watchlists/reported-records';
import { officerIn } from '@probity/contracts/staff/officer';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { readImportedEntries } from './imported-entry';
import { Imports } from './imports';
import { checkListName } from './list-name';

@Controller()
export class ImportsHandler {
  constructor(private readonly imports: Imports) {}

  @OnCommand(beginImport)
  async begin({ list, import_id, format, officer }: RequestOf<typeof beginImport>) {
    checkListName(list);
    await this.imports.begin(list, import_id, format, officer);
    return { import_id };
  }

  @OnCommand(importBatch)
  async stage({ list, import_id, entries }: RequestOf<typeof importBatch>) {
    return { received: await this.imports.stage(list, import_id, readImportedEntries(list, entries)) };
  }

  @OnCommand(finishImport)
  finish({ list, import_id, allow_removal, reason, ...rest }: RequestOf<typeof finishImport>) {
    return this.imports.finish(
      list,
      import_id,
      { ...officerIn(rest), ...(reason !== undefined && { reason }), ...reportedIn(rest) },
      allow_removal,
    );
  }
}
