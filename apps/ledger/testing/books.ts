import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { postTransaction, replaceSigningKey, verifyLedger } from '@probity/contracts/ledger/commands';
import { type CommitChained, ledgerStream } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { formatCheckpoint } from '@probity/ledger-verification/checkpoint';
import { fromBase64 } from '@probity/ledger-verification/encoding';
import { rootOf, treeOf } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { Sealer } from '@probity/platform/sealing';
import { signNote } from '@probity/platform/transparency/sign-note';
import { projectAppended, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import type { LedgerFixture } from '../../../testing/ledger-fixture';
import { chainAfter, chainCommit } from '../commits/chain-commit';

const BY = { officer: 'Ada', officer_id: 'ada', reason: 'yearly rotation' };

export interface Book {
  ledger_id: string;
  /** posts a transaction and returns its id */
  post: (bus?: LedgerFixture['commands']) => Promise<string>;
}

interface Key {
  signing_key_id: string;
  signing_key: KeyObject;
}

/** Ledgers of a fixture whose keys a test replaces, and what an insider with the database can do to them. */
export class Books {
  constructor(private readonly service: LedgerFixture) {}

  /** A ledger with two accounts. */
  async create(): Promise<Book> {
    const { service } = this;
    const ledger_id = await service.createLedger();
    const accounts = [await service.openAccount(ledger_id, 'asset'), await service.openAccount(ledger_id, 'liability')];
    const entries = [
      { account_id: accounts[0]!, debit: '100' },
      { account_id: accounts[1]!, credit: '100' },
    ];
    const about = { tenant_id: service.tenantId, posting: { ledger_id, currency: 'USD', entries } };
    return {
      ledger_id,
      post: async (bus = service.commands) =>
        (await bus.send(postTransaction, { ...about, transaction_id: randomUUID() })).posting.transaction.id,
    };
  }

  replaceKey(ledger_id: string, signing_key_id: string = randomUUID(), bus = this.service.commands) {
    return bus.send(replaceSigningKey, { tenant_id: this.service.tenantId, ledger_id, signing_key_id, ...BY });
  }

  verified(ledger_id: string, bus = this.service.commands) {
    return lastValueFrom(bus.progress(verifyLedger, { tenant_id: this.service.tenantId, ledger_id }));
  }

  async stored(stream: string): Promise<RecordedEvent[]> {
    const all: RecordedEvent[] = [];
    for await (const chunk of this.service.events.readStream(stream)) all.push(...chunk);
    return all;
  }

  /** The head of the ledger, signed as the notary signs it. */
  async signedHead(ledger_id: string, privateKey: KeyObject) {
    const { revision, data } = (await this.stored(ledgerStream(ledger_id))).at(-1)!;
    const { tree_size, frontier } = data as CommitChained;
    const hashes = frontier.map((hash) => fromBase64(hash)!);
    const [name, root] = [ledgerOrigin(ledger_id), rootOf(treeOf(tree_size, hashes)!)];
    const checkpoint = signNote(formatCheckpoint({ origin: name, size: tree_size, root }), { name, privateKey });
    return { ledger_id, revision, tree_size, checkpoint };
  }

  /** As a superuser, without triggers. */
  change(text: string, values: unknown[] = []): Promise<void> {
    return this.service.database.owner.transaction(async (sql) => {
      await sql.query("SET LOCAL session_replication_role = 'replica'");
      await sql.query(text, values);
    });
  }

  /** The keys of a ledger in the order in which they sign, opened with the master key. */
  async keysOf(ledgerId: string): Promise<Key[]> {
    const sealer = new Sealer(this.service.masterKey);
    const { rows } = await this.service.database.owner.query<{ id: string; sealed: Buffer }>(
      'SELECT id, sealed FROM ledger.signing_keys WHERE ledger_id = $1 ORDER BY position',
      [ledgerId],
    );
    return rows.map(({ id, sealed }) => ({
      signing_key_id: id,
      signing_key: createSecretKey(sealer.open(sealed, `ledger-signing-key/${ledgerId}/${id}`)),
    }));
  }

  /** Appends a commit that the key signs. */
  async commitWith(key: Key, ledger_id: string): Promise<void> {
    const last = (await this.stored(`ledger-${ledger_id}`)).at(-1)!;
    const { signing_key_id, tree_size: position } = last.data as CommitChained;
    const { signing_key } = (await this.keysOf(ledger_id)).find((each) => each.signing_key_id === signing_key_id)!;
    const chain = chainAfter(last, { ledger_id, position, signing_key_id, key: signing_key })!;
    const committed_at = new Date().toISOString();
    const commit = { id: randomUUID(), first_revision: last.revision + 1, committed_at, growth: [] };
    const data = chainCommit({ ledger_id, tenant_id: this.service.tenantId, ...key }, chain, commit);
    await this.service.events.append(
      `ledger-${ledger_id}`,
      last.revision,
      [{ id: commit.id, type: 'CommitChained', data }],
      (sql, events, atomic) => projectAppended(sql, events as RecordedLedgerEvent[], atomic),
    );
  }
}
