import { isDeepStrictEqual } from 'node:util';
import type { TransactionView } from '@probity/contracts/ledger/views';
import type { Answer } from '../../testing/api';
import { inParallel } from './in-parallel';
import { LedgerRecord } from './ledger-record';
import type { LoadLedger } from './load-ledger';
import type { SentPosting } from './posting-load';
import type { TenantClient } from './tenant-client';

const WIDTH = 8;
/** How many acknowledged postings of a round are sent again. */
const REPEATED = 5;

/** What the checks after a crash found. */
export interface AuditReport {
  /** acknowledged postings that are missing */
  lost: number;
  /** postings that exist more than once */
  duplicated: number;
  /** postings of unknown outcome that had been made */
  unknownDone: number;
  /** the problems, one sentence each; empty if all checks pass */
  findings: string[];
}

/**
 * Checks ledgers after a crash, over HTTP, against all responses that the product has given about them:
 * - every acknowledged posting exists exactly once, with the id, hash and position of its response;
 * - a posting does not exist if the service returned that nothing was done;
 * - repeating a posting of unknown outcome, twice at the same time, gives exactly one transaction; if the
 *   posting existed before, it is the same transaction;
 * - the transactions that earlier audits saw are unchanged, and no transaction exists without a request;
 * - the chain verifies from its first position;
 * - the balances are the sums of the entries.
 */
export class Audit {
  readonly records: LedgerRecord[];

  constructor(ledgers: LoadLedger[]) {
    this.records = ledgers.map((ledger) => new LedgerRecord(ledger));
  }

  /** @param sent the postings since the last audit; no other client may post during the audit */
  async check(client: TenantClient, sent: SentPosting[]): Promise<AuditReport> {
    const report: AuditReport = { lost: 0, duplicated: 0, unknownDone: 0, findings: [] };
    await Promise.all(
      this.records.map(async (record) => {
        const ofLedger = sent.filter((posting) => posting.body.ledger_id === record.ledger.id);
        await new LedgerAudit(client, record, report).run(ofLedger);
      }),
    );
    return report;
  }
}

class LedgerAudit {
  constructor(
    private readonly client: TenantClient,
    private readonly record: LedgerRecord,
    private readonly report: AuditReport,
  ) {}

  async run(sent: SentPosting[]): Promise<void> {
    await this.compareAnswers(sent);
    await this.repeat(sent);
    const listed = await this.client.transactions(this.record.ledger.id);
    this.compareHistory(listed);
    this.countEveryPosting(listed);
    await this.verifyChain(listed.length);
    await this.recount(listed);
    this.record.history = listed;
  }

  /** Compares the state after the crash with the responses, before any posting is repeated. */
  private async compareAnswers(sent: SentPosting[]): Promise<void> {
    const listed = groupByReference(await this.client.transactions(this.record.ledger.id, this.record.history.length));
    for (const { key, body, outcome } of sent) {
      const [found] = listed.get(key) ?? [];
      if (outcome.kind === 'acknowledged') {
        const { transaction } = outcome.posting;
        this.record.known.set(key, { id: transaction.id, body });
        if (found && !isDeepStrictEqual(found, transaction)) {
          this.find(`${key} was returned as ${JSON.stringify(transaction)} and is listed as ${JSON.stringify(found)}`);
        }
      }
      if (outcome.kind === 'wrong') this.find(`${key} returned ${outcome.why}`);
      if (outcome.kind === 'not_done' && found) this.find(`${key} returned "nothing was done", but it is listed`);
      if (outcome.kind === 'unknown' && found) {
        this.report.unknownDone++;
        this.record.known.set(key, { id: found.id, body });
      }
    }
  }

  private async repeat(sent: SentPosting[]): Promise<void> {
    const open = sent.filter(({ outcome }) => outcome.kind === 'unknown' || outcome.kind === 'not_done');
    const acknowledged = sent.filter(({ outcome }) => outcome.kind === 'acknowledged').slice(-REPEATED);
    await inParallel([...open, ...acknowledged], WIDTH, async ({ key, body }) => {
      const before = this.record.known.get(key);
      const answers = await Promise.all([this.client.post(body), this.client.post(body)]);
      const ids = answers.map(answeredId);
      if (ids[0] === undefined || ids[0] !== ids[1]) {
        this.find(`${key} was repeated twice, with the responses ${answers.map(describe).join(' and ')}`);
        return;
      }
      this.record.known.set(key, { id: ids[0], body });
      const replays = answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true').length;
      if (before && before.id !== ids[0])
        this.find(`${key} was transaction ${before.id}; its repetition was ${ids[0]}`);
      if (replays !== (before ? 2 : 1)) {
        this.find(
          `${key} was ${before ? 'there' : 'not there'}; ${replays} of two repetitions were returned as replays`,
        );
      }
    });
  }

  private compareHistory(listed: TransactionView[]): void {
    for (const [index, before] of this.record.history.entries()) {
      if (!isDeepStrictEqual(listed[index], before)) {
        this.find(`position ${index + 1} was ${JSON.stringify(before)} and is ${JSON.stringify(listed[index])}`);
      }
    }
    const gap = listed.findIndex((transaction, index) => transaction.hash_chain_position !== index + 1);
    if (gap >= 0) this.find(`position ${listed[gap]!.hash_chain_position} is number ${gap + 1} in the list`);
  }

  private countEveryPosting(listed: TransactionView[]): void {
    const found = groupByReference(listed);
    for (const [key, { id }] of this.record.known) {
      const transactions = found.get(key) ?? [];
      if (!transactions.some((transaction) => transaction.id === id)) {
        this.report.lost++;
        this.find(`${key} was transaction ${id}, which is lost; ${transactions.length} others have the key`);
      }
      if (transactions.length > 1) {
        this.report.duplicated++;
        this.find(`${key} exists ${transactions.length} times`);
      }
    }
    const ids = new Set(listed.map(({ id }) => id));
    if (ids.size !== listed.length) this.find(`${listed.length} transactions have ${ids.size} ids`);
    for (const key of found.keys())
      if (!this.record.known.has(key)) this.find(`${key} is listed, but no request sent it`);
  }

  private async verifyChain(transactions: number): Promise<void> {
    const walk = await this.client.verification(this.record.ledger.id);
    if (!walk.verified || walk.checked !== transactions || walk.head.position !== transactions) {
      this.find(`${transactions} transactions are listed, but verification returned ${JSON.stringify(walk)}`);
    }
  }

  /** Adds the postings since the last audit to the totals, and compares the totals with the balances. */
  private async recount(listed: TransactionView[]): Promise<void> {
    const { history, known, totals, ledger } = this.record;
    await inParallel(listed.slice(history.length), WIDTH, async (transaction) => {
      const posting = await this.client.posting(transaction.id);
      const asked = known.get(String(transaction.reference))?.body.entries.map((entry) => ({
        account_id: entry.account_id,
        debit_minor: entry.debit ?? '0',
        credit_minor: entry.credit ?? '0',
      }));
      const entries = posting.entries.map(({ id: _, ...entry }) => entry);
      if (!isDeepStrictEqual(posting.transaction, transaction))
        this.find(`${transaction.id} differs from its list item when read by its id`);
      if (!isDeepStrictEqual(entries, asked))
        this.find(`the entries of ${transaction.reference} differ from the entries that were sent`);
      for (const entry of entries) totals.add(entry.account_id, entry.debit_minor, entry.credit_minor);
    });
    const differences = totals.differencesFrom(await this.client.accounts(ledger.id), 'adding up the postings');
    for (const difference of differences) this.find(difference);
  }

  private find(detail: string): void {
    this.report.findings.push(`ledger ${this.record.ledger.id}: ${detail}`);
  }
}

function groupByReference(transactions: TransactionView[]): Map<string, TransactionView[]> {
  const groups = new Map<string, TransactionView[]>();
  for (const transaction of transactions) {
    const group = groups.get(String(transaction.reference));
    if (group) group.push(transaction);
    else groups.set(String(transaction.reference), [transaction]);
  }
  return groups;
}

const answeredId = ({ status, body }: Answer): string | undefined =>
  status === 201 ? (body.data.transaction.id as string) : undefined;

const describe = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;
