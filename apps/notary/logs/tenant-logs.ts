import { LRUCache } from 'lru-cache';
import { logStream } from '@probity/contracts/checkpoints/events';
import { EventDamaged } from '@probity/event-store/damaged';
import { type EventStore, NO_STREAM } from '@probity/event-store/event-store';
import { projectStream } from '@probity/event-store/project-stream';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { sameBytes } from '@probity/ledger-verification/encoding';
import { EMPTY_TREE, type Frontier, rootOf } from '@probity/ledger-verification/merkle-tree';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { keyIdOf } from '@probity/ledger-verification/verification-key';
import type { Database } from '@probity/persistence/database';
import { isCount } from '@probity/persistence/storable';
import type { Clock } from '@probity/platform/clock';
import { newId } from '@probity/platform/ids';
import { projectLog } from '@probity/read-side/checkpoints/log-projection';
import type { CheckpointKey, CheckpointKeys } from '../keys/checkpoint-keys';
import type { LastHeads } from '../leaves/last-heads';
import type { NewLeaf } from '../leaves/sort-out';
import { decideCheckpoint, originOf } from './decide-checkpoint';
import { inBatches } from './log-batches';
import { LogContradicts } from './log-damage';
import { readLogEnd, treeAtEnd } from './log-end';

const MAX_KNOWN = 10_000;
const PROJECTED = 'SELECT revision::float8 AS revision FROM notary.logs WHERE log = $1';

/** The end of a log. */
interface Head {
  /** of its stream */
  revision: number;
  tree: Frontier;
  /** the keys that signed its last checkpoint */
  keyIds: string[];
}

/** The logs of all tenants, in their streams. Only one process may write them; another one is stopped by the revision. */
export class TenantLogs {
  private readonly heads = new LRUCache<string, Head>({ max: MAX_KNOWN });
  /** what this process signed last, also while another one writes */
  private readonly signed = new LRUCache<string, Frontier>({ max: MAX_KNOWN });

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly keys: CheckpointKeys,
    private readonly lastHeads: LastHeads,
    private readonly now: Clock,
  ) {}

  /** Another process may have written since. */
  forget(): void {
    this.heads.clear();
    this.lastHeads.forget();
  }

  /** Whether its end is known, so that an append of another process would be noticed. */
  isPrepared(log: string): boolean {
    return this.heads.has(log);
  }

  /**
   * Reads the end of a log, unless it is known. Returns whether it was read: then the read side has got what it lacked,
   * and what was read of it before is out of date.
   *
   * @throws an error that `isDamage` tells from others, when the events of the log or of its key are damaged
   */
  async prepare(log: string): Promise<boolean> {
    if (this.heads.has(log)) {
      await this.keys.of(log); // read again after an event about them
      return false;
    }
    this.heads.set(log, await this.load(log));
    return true;
  }

  /**
   * Appends leaves to a prepared log, signs its head and the heads of its ledgers, and projects both.
   *
   * @throws an error that `isDamage` tells from others, when the log has events that contradict these
   */
  async append(log: string, leaves: NewLeaf[]): Promise<void> {
    const { signers, all } = await this.keys.of(log);
    let head = this.heads.get(log);
    if (!head) throw new Error(`the log ${log} is not prepared`);
    refuseLostKeys(head.keyIds, all); // they may have been read again since
    this.heads.delete(log); // until its append is known to be stored
    for (const batch of inBatches(leaves)) {
      const { logged, signed, tree } = decideCheckpoint(log, head.tree, batch, signers, this.now());
      const events = [
        { id: newId(), type: 'EventsLogged', data: logged },
        { id: newId(), type: 'CheckpointSigned', data: signed },
      ];
      await this.store.append(logStream(log), head.revision, events, projectLog);
      head = { revision: head.revision + events.length, tree, keyIds: signed.key_ids };
      this.signed.set(log, tree);
      for (const { ledger_id, checkpoint } of signed.ledgers) this.lastHeads.add(log, ledger_id, checkpoint);
    }
    this.heads.set(log, head);
  }

  private async load(log: string): Promise<Head> {
    const stream = logStream(log);
    const { rows } = await this.database.query<{ revision: number }>(PROJECTED, [log]);
    const last = await this.store.lastEvent(stream);
    if (last && !isCount(last.revision)) throw new EventDamaged(last);
    const revision = last?.revision ?? NO_STREAM;
    const projected = rows[0]?.revision ?? NO_STREAM;
    if (projected > revision) {
      throw new LogContradicts(`the event store has it up to revision ${revision}, but ${projected} was signed`);
    }
    // Read after the end of the log, so that the keys that signed it are among them.
    this.keys.forget(log);
    const { all } = await this.keys.of(log);
    if (!last) return { revision, tree: EMPTY_TREE, keyIds: [] };
    // After a crash, the projection may lack events.
    await projectStream(this.store, this.database, projectLog, [last]);
    return { revision, ...(await this.signedTree(log, revision, all)) };
  }

  private async signedTree(log: string, revision: number, keys: CheckpointKey[]): Promise<Omit<Head, 'revision'>> {
    const end = await readLogEnd(this.store, logStream(log), revision);
    const { signed } = end;
    refuseLostKeys(signed.key_ids, keys);
    const origin = originOf(log);
    const trusted = keys.map(({ publicKey }) => ({ name: origin, keyId: keyIdOf(origin, publicKey), publicKey }));
    const checkpoint = await verifyCheckpoint(signed.checkpoint, origin, trusted).catch((cause: unknown) => {
      throw new LogContradicts('its last checkpoint is not one that was signed', { cause });
    });
    const lost = parseNote(signed.checkpoint).signatures.find(
      ({ name, keyId }) => name !== origin || !trusted.some((key) => key.keyId === keyId),
    );
    if (lost) throw lostKey(`${lost.name}+${lost.keyId}`);
    const tree = treeAtEnd(end);
    if (checkpoint.size !== tree.size || !sameBytes(checkpoint.root, rootOf(tree)))
      throw new LogContradicts('its last checkpoint was changed');
    this.refuseOlder(log, tree);
    return { tree, keyIds: signed.key_ids };
  }

  /** Another process may have signed more since; nothing that this one signed goes away. @throws LogContradicts */
  private refuseOlder(log: string, tree: Frontier): void {
    const signed = this.signed.get(log);
    if (!signed) return;
    if (tree.size > signed.size || (tree.size === signed.size && sameBytes(rootOf(tree), rootOf(signed)))) return;
    throw new LogContradicts(`its last checkpoint has ${tree.size} events, but ${signed.size} were signed`);
  }
}

/**
 * A key that signed is never removed, so its replacement was undone. One known signature is not enough: both keys sign for
 * a while.
 *
 * @throws LogContradicts
 */
function refuseLostKeys(signers: string[], keys: CheckpointKey[]): void {
  const lost = signers.find((signer) => !keys.some(({ id }) => id === signer));
  if (lost !== undefined) throw lostKey(lost);
}

const lostKey = (key: string): LogContradicts =>
  new LogContradicts(`its last checkpoint is signed with the key ${key}, which the stream of its keys does not have`);
