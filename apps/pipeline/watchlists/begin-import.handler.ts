import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { beginImport } from '@probity/contracts/watchlists/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Imports } from './imports';
import { checkListName } from './list-name';

@Controller()
export class BeginImportHandler {
  constructor(private readonly imports: Imports) {}

  @OnCommand(beginImport)
  async handle({
    list,
    import_id,
    format,
    officer,
  }: RequestOf<typeof beginImport>): Promise<ReplyOf<typeof beginImport>> {
    checkListName(list);
    await this.imports.begin(list, import_id, format, officer);
    return { import_id };
  }
}
