import { LRUCache } from 'lru-cache';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { LedgerVerificationError, malformed } from '@probity/ledger-verification/ledger-verification-error';
import { verifyConsistency } from '@probity/ledger-verification/merkle-proofs';
import { rootOf } from '@probity/ledger-verification/merkle-tree';
import { parseNote } from '@probity/ledger-verification/signed-note';
import type { Clock } from '@probity/platform/clock';
import { askTarget, refused } from '../ask-target';
import { CopyFailed, OutsideContradicts } from '../copy-failures';
import type { CopyTarget } from '../copy-target';
import type { OwnLog } from '../own-log';
import { cosignedAt, type WitnessKey } from './witness-key';

const MAX_REPLY_BYTES = 16_384;
const MAX_TRIES = 3;
const MAX_KNOWN = 10_000;
/** The clock of a witness may differ by so much. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * A witness (c2sp.org/tlog-witness). It remembers the last checkpoint of each log that it cosigned, and cosigns only one
 * that continues it.
 */
export class WitnessTarget implements CopyTarget {
  readonly kind = 'witness';
  readonly name: string;
  /** what the witness had last */
  private readonly sizes = new LRUCache<string, number>({ max: MAX_KNOWN });

  constructor(
    private readonly key: WitnessKey,
    private readonly url: URL,
    private readonly now: Clock,
    private readonly timeoutMs?: number,
  ) {
    this.name = key.name;
  }

  /** Returns the line of the cosignature, without its line feed. */
  async copy(log: OwnLog, signal: AbortSignal): Promise<string> {
    const { row, head } = log;
    let old = Math.min(this.sizes.get(row.log) ?? row.copied_size ?? 0, head.size);
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { status, type, body } = await this.ask(log, old, signal);
      if (status === 200) {
        const line = this.cosignature(log, body.toString('utf8'));
        this.sizes.set(row.log, head.size);
        return line;
      }
      if (status === 409) old = await this.sizeIn(log, old, type, body);
      else throw this.refusal(log, old, status, body);
    }
    throw new CopyFailed(`the witness ${this.name} named another size ${MAX_TRIES} times`, false);
  }

  /** A witness compares a checkpoint that it cosigns again. */
  async compare(log: OwnLog, signal: AbortSignal): Promise<void> {
    await this.copy(log, signal);
  }

  private async ask(log: OwnLog, old: number, signal: AbortSignal) {
    const { row, head, tree } = log;
    const before = await tree.at(row.log, old);
    const proof = await tree.prove(row.log, before, head.size);
    // Then a witness that rejects the proof knows another tree.
    if (!verifyConsistency(old, rootOf(before), head.size, head.root, proof))
      throw new OutsideContradicts(`notary.leaves has other events than the signed checkpoint of ${head.size} events`);
    const body = [`old ${old}`, ...proof.map(toBase64), '', row.note].join('\n');
    const url = new URL('add-checkpoint', this.url);
    const question = { url, contentType: 'text/plain; charset=utf-8', body, maxBytes: MAX_REPLY_BYTES, signal };
    return askTarget(question, this.timeoutMs);
  }

  private cosignature(log: OwnLog, reply: string): string {
    const { text } = parseNote(log.row.note);
    let signatures;
    try {
      const note = parseNote(`${text}\n${reply}`);
      if (note.text !== text) throw malformed('it has more than signatures');
      ({ signatures } = note);
    } catch (cause) {
      if (!(cause instanceof LedgerVerificationError)) throw cause;
      throw new CopyFailed(`the witness ${this.name} did not return lines of signatures`, true, { cause });
    }
    const latest = this.now().getTime() + MAX_AHEAD_MS;
    const own = signatures.findIndex((each) => {
      const at = cosignedAt(this.key, each, text);
      return at !== undefined && at.getTime() > 0 && at.getTime() <= latest;
    });
    if (own < 0) {
      const message = `the witness ${this.name} returned no valid signature of its key ${this.key.keyId}`;
      throw new CopyFailed(message, true);
    }
    return reply.split('\n')[own]!;
  }

  /** What the witness has, according to its reply. The next request continues from there. */
  private async sizeIn(log: OwnLog, old: number, type: string | null, body: Buffer): Promise<number> {
    const { row, head } = log;
    const [, digits] = /^(0|[1-9][0-9]{0,15})\n?$/.exec(body.toString('utf8')) ?? [];
    const size = Number(digits);
    if (!type?.startsWith('text/x.tlog.size') || !Number.isSafeInteger(size)) throw refused(this.name, 409, body);
    this.sizes.set(row.log, size);
    if (size > head.size) {
      const now = await log.sizeNow();
      if (size > now) {
        this.sizes.delete(row.log); // a restored log is compared anew
        const message = `witness ${this.name} cosigned a checkpoint of ${size} events, and the log has only ${now}`;
        throw new OutsideContradicts(message);
      }
      throw new CopyFailed(`the witness ${this.name} has a later checkpoint already`, false);
    }
    if (size === old && old === head.size)
      throw new OutsideContradicts(`witness ${this.name} cosigned another tree of ${size} events`);
    return size;
  }

  private refusal(log: OwnLog, old: number, status: number, body: Buffer): Error {
    if (status === 422)
      return new OutsideContradicts(
        `witness ${this.name} cosigned another tree of ${old} events: it rejects the proof that the log continues it`,
      );
    if (status === 404) return new CopyFailed(`the witness ${this.name} does not know the log ${log.origin}`, false);
    if (status === 403)
      return new CopyFailed(`the witness ${this.name} does not have the public key of ${log.origin}`, false);
    return refused(`the witness ${this.name}`, status, body);
  }
}
