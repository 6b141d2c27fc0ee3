import { type DynamicModule, Module } from '@nestjs/common';
import { CheckpointKeys } from './keys/checkpoint-keys';
import { ReplaceCheckpointKeyHandler } from './keys/replace-checkpoint-key.handler';
import { VerifyLogHandler } from './verification/verify-log.handler';
import { WalkParts } from './verification/log-walk';

/** The commands of the notary. */
@Module({})
export class NotaryModule {
  static with(parts: WalkParts): DynamicModule {
    return {
      module: NotaryModule,
      controllers: [VerifyLogHandler, ReplaceCheckpointKeyHandler],
      providers: [
        { provide: WalkParts, useValue: parts },
        { provide: CheckpointKeys, useValue: parts.keys },
      ],
    };
  }
}
