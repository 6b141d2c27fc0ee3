import Type from 'typebox';
import { command } from '../declaration/command';
import { Id } from '../fields';
import { officer } from '../staff/officer';
import { LOG_COMMANDS } from '../topics';
import { DEFAULT_OVERLAP_DAYS, MAX_OVERLAP_DAYS, REPLACED_KEY_EXAMPLE, ReplacedCheckpointKey } from './views';

export const replaceCheckpointKey = command({
  name: 'notary.replace-checkpoint-key',
  topic: LOG_COMMANDS,
  summary:
    'Give the logs of a tenant a new key that signs their checkpoints. For a while, the key before it signs too.',
  key: ({ tenant_id }) => tenant_id,
  request: Type.Object({
    tenant_id: Id,
    key_id: Type.String({
      format: 'uuid',
      description: 'of the new key; the caller chooses it, so that a redelivery is recognized',
    }),
    overlap_days: Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_DAYS,
      description: 'for so many days, the key before it signs too',
    }),
    ...officer,
    reason: Type.String(),
  }),
  reply: ReplacedCheckpointKey,
  example: { request: { key_id: REPLACED_KEY_EXAMPLE.key_id, overlap_days: DEFAULT_OVERLAP_DAYS } },
});
