import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import type { Call } from '../declaration/call';
import { command } from '../declaration/command';
import { optional } from '../declaration/options';
import { writeNewFile } from '../files/write-new-file';
import { report } from '../output/report';
import { facts } from '../output/table';

const NOTES = `
The file has all events of the ledger up to its last signed checkpoint: usually all but those of the last second. It is
compressed if its name ends in .gz, and complete when it has its name. docs/guides/verify-a-ledger-elsewhere.md shows how anyone verifies it.`;

const LINE_FEED = 10;
/** The end of a line of an event has its revision and its type. */
const END_OF_LINE = 200;

export const exportBundleCommand = command({
  usage: 'export-bundle <ledger-id>',
  summary: 'write the bundle of a ledger, with which anyone can verify it without Probity, to a new file',
  example: '--out ledger.jsonl.gz',
  notes: NOTES,
  path: 'tenants/{tenant}/ledgers/{ledger-id}/bundle',
  options: { out: optional('--out <file>', 'the new file; by default ledger-<id>.jsonl') },
  run: async ({ 'ledger-id': ledgerId, out = `ledger-${ledgerId}.jsonl` }, { backOffice, path, answer, progress }) => {
    const counted = new CountedBundle(backOffice.getFile(path), progress);
    await writeNewFile(out, out.endsWith('.gz') ? compressed(counted) : counted).finally(progress.clear);
    const { transactions, events, bytes } = counted;
    answer(
      { ledger_id: ledgerId, path: out, transactions, events, bytes },
      report(
        `Wrote the bundle of ledger ${ledgerId} to ${out}.`,
        facts([
          ['transactions', transactions.toLocaleString('en-US')],
          ['events', events.toLocaleString('en-US')],
          ['bytes', bytes.toLocaleString('en-US')],
        ]),
      ),
    );
  },
});

/** Reads nothing before its own first byte is wanted, so that no error comes before its reader. */
async function* compressed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  const written = pipeline(content, gzip);
  written.catch(() => {}); // the reader gets the error below
  yield* gzip as AsyncIterable<Uint8Array>;
  await written;
}

/** The bytes of a bundle, counted as they pass. */
class CountedBundle implements AsyncIterable<Uint8Array> {
  /** of the checkpoint with which the bundle ends */
  transactions = 0;
  events = 0;
  /** before they are compressed */
  bytes = 0;
  private lastRevision = 0;

  constructor(
    private readonly content: AsyncIterable<Uint8Array>,
    private readonly progress: Call['progress'],
  ) {}

  /** @throws BackOfficeError `cut_off` when the last event is not the one that the header names */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let [start, end] = [Buffer.alloc(0), Buffer.alloc(0)];
    let lines = 0;
    for await (const chunk of this.content) {
      if (lines === 0) start = Buffer.concat([start, chunk]);
      const before = lines;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
      if (before === 0 && lines > 0) this.readHeader(start);
      this.events = Math.max(0, lines - 1);
      this.bytes += chunk.length;
      this.progress.show(`wrote ${this.events.toLocaleString('en-US')} of ${this.inAll} events`);
      end = Buffer.concat([end, chunk.subarray(-END_OF_LINE)]).subarray(-END_OF_LINE);
      yield chunk;
    }
    if (end.toString('latin1').endsWith(`"revision":${this.lastRevision},"type":"CommitChained"}\n`)) return;
    throw new BackOfficeError(0, 'cut_off', 'the bundle is incomplete; repeat the export');
  }

  private get inAll(): string {
    return (this.lastRevision + 1).toLocaleString('en-US');
  }

  private readHeader(start: Buffer): void {
    const header = start.subarray(0, start.indexOf(LINE_FEED)).toString();
    const { last_revision, checkpoint } = JSON.parse(header) as { last_revision: number; checkpoint: string };
    this.lastRevision = last_revision;
    this.transactions = Number(checkpoint.split('\n')[1]);
  }
}
