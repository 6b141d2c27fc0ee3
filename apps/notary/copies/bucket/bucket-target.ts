import { sameBytes } from '@probity/ledger-verification/encoding';
import type { Clock } from '@probity/platform/clock';
import { CopyFailed, OutsideContradicts } from '../copy-failures';
import { type CopyTarget, nameOf } from '../copy-target';
import { LEDGERS_A_TURN, type LedgerNote, type OwnLog } from '../own-log';
import type { ObjectBucket } from './object-bucket';

/** Sizes have up to 16 digits. All keys have as many, so that a listing has them in order. */
const DIGITS = 16;
const LEDGERS_AT_ONCE = 8;

/** The key of a checkpoint, without the prefix. The name of the log does not reveal ids. */
export const keyOfNote = (origin: string, size: number): string => `${origin}/${sortable(size)}`;

const sortable = (size: number): string => String(size).padStart(DIGITS, '0');

/**
 * A bucket with object lock. Each object is a signed note: the checkpoint of a log, or of a ledger that changed since the
 * last copy. An object is never replaced: another one at its key contradicts the log.
 */
export class BucketTarget implements CopyTarget {
  readonly kind = 'bucket';

  /** @param name of the bucket */
  constructor(
    readonly name: string,
    private readonly bucket: ObjectBucket,
    private readonly now: Clock,
  ) {}

  async copy(log: OwnLog, signal: AbortSignal): Promise<null | undefined> {
    await this.compare(log, signal);
    const ledgers = await log.ledgers();
    for (let n = 0; n < ledgers.length; n += LEDGERS_AT_ONCE) {
      const some = ledgers.slice(n, n + LEDGERS_AT_ONCE);
      await this.putAll(log, some, signal);
      log.row.after_ledger = some.at(-1)!.ledger_id;
    }
    if (ledgers.length === LEDGERS_A_TURN) return undefined;
    // Last, so that this object means that those of the ledgers are there.
    await this.put(log, { origin: log.origin, size: log.head.size, note: log.row.note }, signal);
    return null;
  }

  async compare(log: OwnLog, signal: AbortSignal): Promise<void> {
    const size = await this.latest(log, signal);
    if (size === undefined) return;
    const note = await this.bucket.get(keyOfNote(log.origin, size), signal);
    if (note === undefined) throw new CopyFailed(`${nameOf(this)} lists an object that it does not have`, false);
    const kept = await log.compareNote(note, nameOf(this));
    if (kept.size !== size)
      throw new CopyFailed(`${nameOf(this)} has another note at the key of ${size} events`, false);
  }

  /**
   * The largest size of which the bucket has a checkpoint. S3 lists keys only upwards: two requests are enough when it is
   * that of the last copy; otherwise it halves the range in which it is.
   */
  private async latest(log: OwnLog, signal: AbortSignal): Promise<number | undefined> {
    const { head, row } = log;
    const expected = Math.min(row.copied_size ?? 0, head.size);
    let latest = await this.next(log, expected - 1, signal);
    let nothingAfter = expected - 1;
    if (latest === undefined) latest = await this.next(log, -1, signal);
    else {
      const later = await this.next(log, latest, signal);
      if (later === undefined) return latest;
      const beyond = await this.next(log, head.size, signal);
      if (beyond !== undefined) return beyond;
      [latest, nothingAfter] = [later, head.size];
    }
    while (latest !== undefined && latest < nothingAfter) {
      const middle: number = Math.floor((latest + nothingAfter) / 2);
      const later = await this.next(log, middle, signal);
      if (later === undefined) nothingAfter = middle;
      else latest = later;
    }
    return latest;
  }

  /** The next size of which the bucket has a checkpoint. */
  private async next(log: OwnLog, after: number, signal: AbortSignal): Promise<number | undefined> {
    const start = `${log.origin}/`;
    const key = await this.bucket.firstAfter(start, after < 0 ? start : keyOfNote(log.origin, after), signal);
    if (key === undefined) return undefined;
    const digits = key.slice(start.length);
    if (key.startsWith(start) && /^\d{16}$/.test(digits) && Number(digits) > after) return Number(digits);
    const message = `${nameOf(this)} has an object that is no checkpoint of the log: ${key.slice(0, 200)}`;
    throw new CopyFailed(message, false);
  }

  private async putAll(log: OwnLog, notes: LedgerNote[], signal: AbortSignal): Promise<void> {
    const put = await Promise.allSettled(notes.map((note) => this.put(log, note, signal)));
    for (const one of put) if (one.status === 'rejected') throw one.reason;
  }

  private async put(
    log: OwnLog,
    { origin, size, note }: Omit<LedgerNote, 'ledger_id'>,
    signal: AbortSignal,
  ): Promise<void> {
    const key = keyOfNote(origin, size);
    if (await this.bucket.put(key, note, this.now(), signal)) return;
    const there = await this.bucket.get(key, signal);
    if (there === note) return;
    if (there === undefined) throw new CopyFailed(`${nameOf(this)} neither has nor takes an object at ${key}`, false);
    const kept = await log.verified(there, origin, nameOf(this));
    const own = await log.verified(note, origin, nameOf(this));
    // Another signature of the same tree is no contradiction: keys are replaced.
    if (kept.size !== own.size || !sameBytes(kept.root, own.root))
      throw new OutsideContradicts(`${nameOf(this)} has another checkpoint of ${origin} with ${size} leaves`);
  }
}
