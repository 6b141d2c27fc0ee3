import type { EventStore } from '@probity/event-store/event-store';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type BundleHeader } from '@probity/ledger-verification/bundle-header';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import type { Sql } from '@probity/persistence/database';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import type { SignedTrees } from '../receipts/signed-trees';
import { proveLoggedCommit } from './prove-logged-commit';

/** Makes the headers of bundles. */
export class BundleHeaders {
  private readonly checkpoints: CheckpointQueries;

  constructor(
    sql: Sql,
    private readonly events: EventStore,
    private readonly trees: SignedTrees,
  ) {
    this.checkpoints = new CheckpointQueries(sql);
  }

  /**
   * The header of a bundle that ends with the last signed commit. The same checkpoint has the same header.
   *
   * @throws Refusal `not_found`, or `not_signed_yet` after three seconds
   */
  async last(tenantId: string, ledgerId: string): Promise<BundleHeader> {
    const { checkpoint, keys, revision, logRevision } = await this.trees.of(tenantId, ledgerId, 0);
    const commit = logRevision === null ? undefined : { tenantId, ledgerId, revision, logRevision };
    return {
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      ledger_id: ledgerId,
      tenant_id: tenantId,
      origin: ledgerOrigin(ledgerId),
      last_revision: revision,
      keys: [...keys, ...(await this.checkpoints.keys(tenantId, tenantOrigin(tenantId)))],
      checkpoint,
      ...(commit && { tenant_log: { revision, proof: await proveLoggedCommit(this.events, commit) } }),
    };
  }
}
