import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostingView } from '@probity/contracts/ledger/views';
import type { Answer } from '../../testing/api';
import type { LoadLedger } from './load-ledger';
import type { Random } from './random';
import type { PostingBody, TenantClient } from './tenant-client';

/** What the response says about the outcome of a posting. */
export type Outcome =
  | { kind: 'acknowledged'; posting: PostingView }
  /** the service returned that nothing was done */
  | { kind: 'not_done' }
  /** no response, or one that leaves open whether the posting was made; `why` gives the reason */
  | { kind: 'unknown'; why: string }
  /** a response that a crash does not explain */
  | { kind: 'wrong'; why: string };

/** A posting that was sent. `key` is its reference and its idempotency key, and is unique. */
export interface SentPosting {
  key: string;
  body: PostingBody;
  outcome: Outcome;
}

const MAX_POSTINGS = 2_000_000;
const PROGRESS_DEADLINE_MS = 30_000;
/** The pause after a 5xx response before the next request on the same connection. */
const BACK_OFF_MS = 50;

/**
 * Posts over several connections until it is stopped, and remembers the requests and responses. Each connection
 * sends one request at a time, always to the same ledger.
 */
export class PostingLoad {
  readonly sent: SentPosting[] = [];
  private readonly progress = new EventEmitter();
  private readonly ended: Promise<unknown>;
  private acknowledged = 0;
  private started = 0;
  private connected: number;
  private stopped = false;

  constructor(
    private readonly client: TenantClient,
    private readonly ledgers: LoadLedger[],
    private readonly random: Random,
    private readonly name: string,
    connections: number,
    /** whether a lost connection is opened again, as a client of several gateways does */
    private readonly reconnects = false,
  ) {
    this.connected = connections;
    this.ended = Promise.all(Array.from({ length: connections }, (_, n) => this.run(ledgers[n % ledgers.length]!)));
  }

  /** Waits until `more` further postings have been acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const goal = this.acknowledged + more;
    while (this.acknowledged < goal) {
      if (this.connected === 0) throw new Error(`the load lost all its connections: ${this.lastTrouble()}`);
      await once(this.progress, 'answered', { signal: AbortSignal.timeout(PROGRESS_DEADLINE_MS) }).catch(() => {
        throw new Error(`no response for ${PROGRESS_DEADLINE_MS / 1000} s; before that: ${this.lastTrouble()}`);
      });
    }
  }

  /** Sends nothing more, and waits until each request has its response or is lost. */
  async stop(): Promise<SentPosting[]> {
    this.stopped = true;
    await this.ended;
    return this.sent;
  }

  private async run(ledger: LoadLedger): Promise<void> {
    let lost = false;
    while (!this.stopped && !lost && this.started < MAX_POSTINGS) {
      const key = `${this.name}-${++this.started}`;
      const body = this.nextBody(ledger, key);
      const outcome = await this.client.post(body).then(outcomeOf, (error: unknown): Outcome => {
        lost = !this.reconnects;
        return { kind: 'unknown', why: `no response: ${reasonOf(error)}` };
      });
      this.sent.push({ key, body, outcome });
      if (outcome.kind === 'acknowledged') this.acknowledged++;
      if (lost) this.connected--;
      this.progress.emit('answered');
      if (outcome.kind !== 'acknowledged' && !lost) await delay(BACK_OFF_MS);
    }
  }

  /** Makes a posting of one debit and one to three credits. One amount in ten exceeds 64 bits. */
  private nextBody(ledger: LoadLedger, key: string): PostingBody {
    const [debited, ...credited] = this.random.pick(ledger.accountIds, this.random.between(2, 4));
    const amounts = credited.map(() => BigInt(this.random.between(1, 1_000_000)));
    if (this.random.between(1, 10) === 1) amounts[0]! += 10n ** 24n;
    const total = amounts.reduce((sum, amount) => sum + amount, 0n);
    return {
      ledger_id: ledger.id,
      currency: 'USD',
      reference: key,
      idempotency_key: key,
      entries: [
        { account_id: debited!, debit: String(total) },
        ...credited.map((account_id, index) => ({ account_id, credit: String(amounts[index]) })),
      ],
    };
  }

  private lastTrouble(): string {
    const last = this.sent.findLast(({ outcome }) => outcome.kind !== 'acknowledged')?.outcome;
    return last && 'why' in last ? last.why : 'no problem was seen';
  }
}

function outcomeOf({ status, body }: Answer): Outcome {
  if (status === 201) return { kind: 'acknowledged', posting: body.data as PostingView };
  if (status === 503 && body.code === 'unavailable') return { kind: 'not_done' };
  const why = `${status} ${body.code}`;
  return status >= 500 ? { kind: 'unknown', why } : { kind: 'wrong', why: `${why}: ${body.message}` };
}

/** Returns the cause of the error, because the message of `fetch` is only "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = (error as Error).cause as { code?: string; message?: string } | undefined;
  return cause?.code ?? cause?.message ?? (error as Error).message;
}
