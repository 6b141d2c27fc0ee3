import { type DynamicModule, Module } from '@nestjs/common';
import { VerifyLogHandler } from './verification/verify-log.handler';
import { WalkParts } from './verification/log-walk';

/** The commands of the notary. */
@Module({})
export class NotaryModule {
  static with(parts: WalkParts): DynamicModule {
    return {
      module: NotaryModule,
      controllers: [VerifyLogHandler],
      providers: [{ provide: WalkParts, useValue: parts }],
    };
  }
}
