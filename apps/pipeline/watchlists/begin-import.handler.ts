import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { beginImport } from '@probity/contracts/watchlists/commands';
import { Imports } from './imports';
import { checkListName } from './list-name';

@Controller()
export class BeginImportHandler {
  constructor(private readonly imports: Imports) {}

  @MessagePattern(beginImport.name)
  async handle(
    @Payload() { list, import_id, format, officer }: RequestOf<typeof beginImport>,
  ): Promise<ReplyOf<typeof beginImport>> {
    checkListName(list);
    await this.imports.begin(list, import_id, format, officer);
    return { import_id };
  }
}
