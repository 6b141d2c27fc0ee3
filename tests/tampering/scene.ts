import type { LedgerVerification } from '@probity/contracts/ledger/views';
import type { VerificationView } from '@probity/contracts/ledger/views';
import type { Sql } from '@probity/persistence/database';
import type { Answer } from '../../testing/api';
import { type Product, startProduct } from './product';
import { keepCheckpoints, signedCheckpoint } from './signed-checkpoint';
import { makeSampleLedger, type SampleLedger } from './sample-ledger';
import { keepState, restoreState, tamper } from './stored-state';
import { StoredEvents } from './stored-events';

/** The arguments of a function that changes stored data. */
export interface Stored {
  sql: Sql;
  events: StoredEvents;
  ledger: SampleLedger;
  masterKey: Buffer;
}

export type Change = (stored: Stored) => Promise<unknown>;

/** Equally long, so that the events of copies are equally long, too. */
const MARKS = 'abcdefghijklmnopqrstuvwxyz';

/** A running product with the sample ledger. Tests can change its stored data and restore it. */
export class Scene {
  private constructor(
    readonly product: Product,
    readonly ledger: SampleLedger,
    /** the signed head of the ledger, as an auditor keeps it outside of the product */
    readonly checkpoint: string,
    /** more ledgers with the same content */
    readonly copies: { ledger: SampleLedger; checkpoint: string }[],
  ) {}

  /** @param eventStoreUrl of an EventStoreDB; if omitted, the events are in Postgres */
  static async set(eventStoreUrl?: string, copies = 0): Promise<Scene> {
    const product = await startProduct(eventStoreUrl);
    const ledgers = [await makeSampleLedger(product)];
    for (let copy = 0; copy < copies; copy++) ledgers.push(await makeSampleLedger(product, MARKS[copy]));
    const signed = [];
    for (const ledger of ledgers) signed.push({ ledger, checkpoint: await signedCheckpoint(product, ledger) });
    await keepCheckpoints(product);
    const [{ ledger, checkpoint }, ...others] = signed as [(typeof signed)[number], ...typeof signed];
    const scene = new Scene(product, ledger, checkpoint, others);
    await scene.keep();
    return scene;
  }

  /** From now on, `restore` returns to what is stored now. */
  keep(): Promise<void> {
    return keepState(this.product.database.owner);
  }

  /** Creates a ledger with so many transactions, and returns its id. */
  async bigLedger(transactions: number): Promise<string> {
    const { api, tenantSlug } = this.product;
    const created = async (path: string, body: object): Promise<any> => {
      const answer = await api.post<any>(`/tenants/${tenantSlug}${path}`, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer));
      return answer.body;
    };
    const { id } = (await created('/ledgers', { name: 'Big', currency: 'USD' })).data;
    const open = async (account_type: string): Promise<string> =>
      (await created(`/ledgers/${id}/accounts`, { code: `${account_type}-${id}`, name: 'An account', account_type }))
        .id;
    const [asset, equity] = [await open('asset'), await open('equity')];
    const entries = [
      { account_id: asset, debit: '1' },
      { account_id: equity, credit: '1' },
    ];
    const post = () => created('/postings', { ledger_id: id, currency: 'USD', entries });
    for (let posted = 0; posted < transactions; posted += 64) await Promise.all(Array.from({ length: 64 }, post));
    return id;
  }

  tamper(change: Change): Promise<unknown> {
    const { database, masterKey } = this.product;
    return tamper(database.owner, (sql) =>
      change({ sql, events: new StoredEvents(sql, this.ledger.id), ledger: this.ledger, masterKey }),
    );
  }

  restore(): Promise<void> {
    return restoreState(this.product.database.owner);
  }

  /**
   * Verifies the whole ledger, as an operator does. Returns the final result.
   *
   * @param checkpoints that were kept outside
   */
  async walk(checkpoints: string[] = [], ledgerId = this.ledger.id): Promise<LedgerVerification> {
    const path = `tenants/${this.product.tenantSlug}/ledgers/${ledgerId}/verification`;
    let last: LedgerVerification | undefined;
    for await (const line of this.product.backOffice.postForLines<LedgerVerification>(path, { checkpoints }))
      last = line;
    if (!last?.done) throw new Error('the verification ended without a result');
    return last;
  }

  /** Verifies one posting, as an institution does. */
  verify(position: number): Promise<Answer<{ data: VerificationView }>> {
    return this.product.api.get(`${this.postingPath(position)}/verify`);
  }

  /** Rebuilds the read side. The writers of all ledgers discard their caches and read again. Returns the last progress. */
  async rebuild(): Promise<unknown> {
    let last: unknown;
    for await (const line of this.product.backOffice.postForLines('projections/rebuild', { reason: 'a test' }))
      last = line;
    return last;
  }

  /** Posts a small amount and returns the HTTP status. */
  async post(currency = 'USD'): Promise<number> {
    const { deposits, cash } = this.ledger.accounts;
    const answer = await this.product.api.post(`/tenants/${this.product.tenantSlug}/postings`, {
      ledger_id: this.ledger.id,
      currency,
      entries: [
        { account_id: deposits, debit: '3' },
        { account_id: cash, credit: '3' },
      ],
    });
    return answer.status;
  }

  /** Returns every response about the ledger that an institution can get. */
  async everyAnswer(): Promise<object> {
    const { product, ledger } = this;
    const path = `/tenants/${product.tenantSlug}/ledgers/${ledger.id}`;
    const paths = [
      path,
      `${path}/accounts`,
      `${path}/transactions`,
      ...ledger.postings.map((_, index) => this.postingPath(index + 1)),
    ];
    const answers = await Promise.all(paths.map((each) => product.api.get(each)));
    return Object.fromEntries(answers.map(({ status, body }, index) => [paths[index], { status, body }]));
  }

  async stop(): Promise<void> {
    await this.product.stop();
  }

  private postingPath(position: number): string {
    return `/tenants/${this.product.tenantSlug}/postings/${this.ledger.postings[position - 1]!.transaction.id}`;
  }
}
