import { parseWitnessKey } from '../witness/witness-key';
import type { NotaryFixture } from '../../testing/notary-suite';
import { keyIdOf, type VerificationKey } from '@probity/ledger-verification/verification-key';
import type { Database } from '@probity/persistence/database';
import { originOf } from '../../logs/decide-checkpoint';
import { BucketTarget } from '../bucket/bucket-target';
import { ObjectBucket } from '../bucket/object-bucket';
import type { CopyOptions } from '../copies';
import type { CopyTarget } from '../copy-target';
import type { CopyOutcome } from '../target-copies';
import { WitnessTarget } from '../witness/witness-target';
import { BucketServer } from './bucket-server';
import { WitnessServer } from './witness-server';

/** Waits until a condition holds. */
export async function until(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const limit = Date.now() + 20_000; !(await condition());) {
    if (Date.now() > limit) throw new Error(`not yet: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A bucket and a witness outside, and notaries that copy to them. */
export class CopiesFixture {
  readonly bucket = new BucketServer('archive');
  readonly witness: WitnessServer;
  /** of each request. A late response on a busy machine is no failure: the next tries come after 2, 4 and 8 seconds. */
  timeoutMs = 20_000;
  readonly outcomes: [target: string, CopyOutcome][] = [];

  constructor(
    private readonly notaries: NotaryFixture,
    private readonly owner: Database,
  ) {
    this.witness = new WitnessServer('witness.example/one', (origin) => this.keysOf(origin));
    this.bucket.now = this.witness.now = notaries.now;
  }

  async start(): Promise<void> {
    process.env.AWS_ACCESS_KEY_ID = 'AKIDEXAMPLE';
    process.env.AWS_SECRET_ACCESS_KEY = 'a secret key';
    await Promise.all([this.bucket.start(), this.witness.start()]);
  }

  async stop(): Promise<void> {
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
    await Promise.all([this.bucket.stop(), this.witness.stop()]);
  }

  get bucketTarget(): CopyTarget {
    const place = { bucket: 'archive', prefix: 'probity-1/', region: 'us-east-1', endpoint: this.bucket.url };
    const bucket = new ObjectBucket({ ...place, lockMode: 'COMPLIANCE', lockDays: 365 }, this.timeoutMs);
    return new BucketTarget('archive', bucket, this.notaries.now);
  }

  get witnessTarget(): CopyTarget {
    return new WitnessTarget(
      parseWitnessKey(this.witness.vkey)!,
      new URL(this.witness.url),
      this.notaries.now,
      this.timeoutMs,
    );
  }

  options(targets: CopyTarget[], more: Partial<CopyOptions> = {}): CopyOptions {
    const count: CopyOptions['count'] = ({ kind }, outcome) => void this.outcomes.push([kind, outcome]);
    return { targets, lookMs: 10, intervalMs: 1, count, ...more };
  }

  failures(kind: string): number {
    return this.outcomes.filter(([target, outcome]) => target === kind && outcome === 'failed').length;
  }

  /** The size of the last copy of a log by the kind of its target. */
  async copied(log: string): Promise<Record<string, number>> {
    const { rows } = await this.owner.query<{ kind: string; size: number }>(
      'SELECT kind, tree_size::float8 AS size FROM notary.copies WHERE log = $1',
      [log],
    );
    return Object.fromEntries(rows.map(({ kind, size }) => [kind, size]));
  }

  async size(log: string): Promise<number> {
    const { rows } = await this.owner.query<{ size: number }>(
      'SELECT tree_size::float8 AS size FROM notary.logs WHERE log = $1',
      [log],
    );
    return rows[0]?.size ?? 0;
  }

  /** Waits until targets of these kinds have the last checkpoint of a log. */
  async caughtUp(log: string, ...kinds: string[]): Promise<void> {
    await this.notaries.caughtUp(log);
    await until(
      async () => {
        const [copied, size] = [await this.copied(log), await this.size(log)];
        return kinds.every((kind) => copied[kind] === size);
      },
      `${kinds.join(', ')} have the checkpoint`,
    );
  }

  async problems(log: string): Promise<{ problem: string; outside: string | null }[]> {
    const { rows } = await this.owner.query<{ problem: string; outside: string | null }>(
      'SELECT problem, outside FROM notary.stopped_logs WHERE log = $1',
      [log],
    );
    return rows;
  }

  private async keysOf(origin: string): Promise<VerificationKey[]> {
    const { rows } = await this.owner.query<{ log: string; public_key: Buffer }>(
      'SELECT log, public_key FROM notary.keys',
    );
    return rows
      .filter(({ log }) => originOf(log) === origin)
      .map(({ public_key: publicKey }) => ({ name: origin, keyId: keyIdOf(origin, publicKey), publicKey }));
  }
}
