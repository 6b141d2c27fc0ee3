/** Ids that may be used only once. */
export interface Ids {
  /** unique in the ledger */
  idempotencyKey?: string;
  /** unique in all ledgers */
  transactionId?: string;
}

/** The earlier uses of ids. */
export interface IdUses {
  /** the transaction of each idempotency key of the ledger */
  transactions: ReadonlyMap<string, string>;
  /** the ledger of each transaction id */
  ledgers: ReadonlyMap<string, string>;
}

type Read = (keys: string[], transactionIds: string[]) => Promise<IdUses>;

const MAX_REMEMBERED = 5_000;
const UNUSED = null;

/**
 * Finds the earlier uses of ids. It can begin to read them while another batch is being written.
 *
 * Stored results stay valid. This process reports every id that it writes (`used`). If another process has written,
 * the append of this process fails, and the writer calls `forget`. An id stays used for ever, so a result that names
 * a use cannot become wrong.
 */
export class UsedIds {
  private readonly transactions = new Map<string, string | typeof UNUSED>();
  private readonly ledgers = new Map<string, string | typeof UNUSED>();
  private running: { promise: Promise<unknown>; keys: Set<string>; ids: Set<string> } | undefined;
  /** increases with each `forget`; a read that began in an earlier generation does not store its result */
  private generation = 0;

  constructor(private readonly read: Read) {}

  /** Begins to read the unknown ids. Returns false when another read is running and must end first. */
  readAhead(wanted: Iterable<Ids>): boolean {
    if (this.running) return false;
    const { keys, ids } = this.unknown(wanted);
    if (keys.size + ids.size === 0) return true;
    const promise = this.fetch(keys, ids)
      .catch(() => {}) // a later caller reads it again and receives the error
      .finally(() => (this.running = undefined));
    this.running = { promise, keys, ids };
    return true;
  }

  /** The known uses of these ids. */
  async of(wanted: Iterable<Ids>): Promise<{ transactions: Map<string, string>; ledgers: Map<string, string> }> {
    const all = [...wanted];
    const underWay = this.running;
    const { keys, ids } = this.unknown(all);
    for (const key of underWay?.keys ?? []) keys.delete(key);
    for (const id of underWay?.ids ?? []) ids.delete(id);
    await Promise.all([underWay?.promise, keys.size + ids.size > 0 && this.fetch(keys, ids)]);
    const missing = this.unknown(all); // a read failed, or its result was discarded
    if (missing.keys.size + missing.ids.size > 0) await this.fetch(missing.keys, missing.ids);

    const transactions = new Map<string, string>();
    const ledgers = new Map<string, string>();
    for (const { idempotencyKey, transactionId } of all) {
      const transaction = idempotencyKey !== undefined && this.transactions.get(idempotencyKey);
      if (transaction) transactions.set(idempotencyKey, transaction);
      const ledger = transactionId !== undefined && this.ledgers.get(transactionId);
      if (ledger) ledgers.set(transactionId, ledger);
    }
    return { transactions, ledgers };
  }

  /** Records that these ids were used now. */
  used(ledgerId: string, writes: Iterable<Ids & { transactionId: string }>): void {
    for (const { idempotencyKey, transactionId } of writes) {
      this.ledgers.set(transactionId, ledgerId);
      if (idempotencyKey !== undefined) this.transactions.set(idempotencyKey, transactionId);
    }
    if (this.transactions.size + this.ledgers.size > MAX_REMEMBERED) this.forget();
  }

  forget(): void {
    this.generation++;
    this.transactions.clear();
    this.ledgers.clear();
  }

  private async fetch(keys: Set<string>, ids: Set<string>): Promise<void> {
    const { generation } = this;
    const uses = await this.read([...keys], [...ids]);
    if (generation !== this.generation) return;
    // Does not replace a use that was reported meanwhile: it is newer than the result of the read.
    for (const key of keys)
      if (!this.transactions.get(key)) this.transactions.set(key, uses.transactions.get(key) ?? UNUSED);
    for (const id of ids) if (!this.ledgers.get(id)) this.ledgers.set(id, uses.ledgers.get(id) ?? UNUSED);
  }

  private unknown(wanted: Iterable<Ids>): { keys: Set<string>; ids: Set<string> } {
    const keys = new Set<string>();
    const ids = new Set<string>();
    for (const { idempotencyKey, transactionId } of wanted) {
      if (idempotencyKey !== undefined && !this.transactions.has(idempotencyKey)) keys.add(idempotencyKey);
      if (transactionId !== undefined && !this.ledgers.has(transactionId)) ids.add(transactionId);
    }
    return { keys, ids };
  }
}
