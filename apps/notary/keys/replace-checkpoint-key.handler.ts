import { Controller } from '@nestjs/common';
import { replaceCheckpointKey } from '@probity/contracts/checkpoints/commands';
import type { ReplacedCheckpointKey } from '@probity/contracts/checkpoints/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { tenantOrigin } from '@probity/ledger-verification/origins';
import { formatKey, keyIdOf } from '@probity/ledger-verification/verification-key';
import { CheckpointKeys } from './checkpoint-keys';

const DAY_MS = 86_400_000;

/**
 * Replaces the key of a tenant's logs, also on an instance on standby. The event of the new key is itself an event of the
 * log: the active instance signs it with the new key, and with the one before.
 */
@Controller()
export class ReplaceCheckpointKeyHandler {
  constructor(private readonly keys: CheckpointKeys) {}

  @OnCommand(replaceCheckpointKey)
  async handle({
    tenant_id,
    overlap_days,
    ...request
  }: RequestOf<typeof replaceCheckpointKey>): Promise<ReplacedCheckpointKey> {
    const replacement = { log: tenant_id, overlapMs: overlap_days * DAY_MS, ...request };
    const { key_id, public_key, created_at, replacing } = await this.keys.replace(replacement);
    const [name, publicKey] = [tenantOrigin(tenant_id), Buffer.from(public_key, 'base64')];
    const key = formatKey({ name, keyId: keyIdOf(name, publicKey), publicKey });
    return { key_id, key, ...replacing!, replaced_at: created_at };
  }
}
