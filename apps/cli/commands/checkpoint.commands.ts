import type { Static } from 'typebox';
import {
  type CheckpointView,
  DEFAULT_OVERLAP_DAYS,
  MAX_OVERLAP_DAYS,
  type ReplacedCheckpointKey,
} from '@probity/contracts/checkpoints/views';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { group } from '../declaration/command';
import { change, show } from '../declaration/kinds';
import { DECISION, number, optional } from '../declaration/options';
import { facts } from '../output/table';

export const addCheckpointCommands = group(
  'checkpoint',
  'the signed head of all events of a tenant, and the key that signs it',
  'show --tenant acme',
  [
    show({
      usage: 'show',
      summary: 'show the last signed checkpoint of a tenant, and the public keys that verify its checkpoints',
      path: 'tenants/{tenant}/checkpoint',
      report: checkpointReport,
    }),
    change({
      usage: 'replace-key',
      summary: 'replace the key that signs the checkpoints of a tenant; for a while, the key before signs too',
      example: '--overlap-days 30 --reason "yearly rotation"',
      path: 'tenants/{tenant}/checkpoint-key',
      options: {
        overlap_days: optional(
          '--overlap-days <number>',
          `days for which the key before signs too; ${DEFAULT_OVERLAP_DAYS} if omitted, 0 for a key that leaked`,
          number(/^\d+$/, `a whole number up to ${MAX_OVERLAP_DAYS}`, MAX_OVERLAP_DAYS),
        ),
        ...DECISION,
      },
      report: ({ key, replaces, both_until, replaced_at }: ReplacedCheckpointKey) => {
        const isOver = Date.parse(both_until) <= Date.parse(replaced_at);
        const before = isOver
          ? `Key ${replaces} signs nothing more. Give the new key to the institution now`
          : `Key ${replaces} signs too until ${both_until}. Give the new key to the institution before that`;
        return `The new public key is\n\n${key}\n\n${before}, on a way that it trusts.`;
      },
    }),
  ],
);

/** A copy can be of an earlier checkpoint, with fewer events. */
export function checkpointReport(shown: Static<typeof CheckpointView>): string {
  const { tree_size, root_hash, signed_at, keys, copies, checkpoint } = shown;
  const signers = signersOf(checkpoint);
  return `${facts([
    ['events', tree_size],
    ['root hash', root_hash],
    ['signed', signed_at],
    ...keys.map((key): [string, string] => [signers.includes(key.split('+')[1]!) ? 'signed by' : 'key before', key]),
    ...copies.map(({ kind, name, ...copy }): [string, string] => [
      'copy',
      `${kind} ${name}: ${copy.tree_size} events, ${copy.copied_at}${copy.is_configured ? '' : ', no longer configured'}`,
    ]),
  ])}\n\n${checkpoint.trimEnd()}`;
}

/** The ids of the keys that the note names. A note that was changed is shown, too. */
function signersOf(note: string): string[] {
  try {
    return parseNote(note).signatures.map(({ keyId }) => keyId);
  } catch (error) {
    if (error instanceof LedgerVerificationError) return [];
    throw error;
  }
}
