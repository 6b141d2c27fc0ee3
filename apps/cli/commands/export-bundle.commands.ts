import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Static } from 'typebox';
import type { BundlePage } from '@probity/contracts/ledger/bundles';
import type { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { command } from '../declaration/command';
import { optional } from '../declaration/options';
import { writeNewFile } from '../files/write-new-file';
import { report } from '../output/report';
import { facts } from '../output/table';

const NOTES = `
The file has all events of the ledger up to its last signed checkpoint, which is at most about a second old. It is
compressed if its name ends in .gz. docs/guides/verify-a-ledger-elsewhere.md shows how anyone verifies it.`;

/** Canonical JSON has the type last. */
const POSTED = '"type":"TransactionPosted"}';

type Page = Static<typeof BundlePage>;

export const exportBundleCommand = command({
  usage: 'export-bundle <ledger-id>',
  summary: 'write the bundle of a ledger, with which anyone can verify it without Probity, to a new file',
  example: '--out ledger.jsonl.gz',
  notes: NOTES,
  path: 'tenants/{tenant}/ledgers/{ledger-id}/bundle',
  options: { out: optional('--out <file>', 'the new file; by default ledger-<id>.jsonl') },
  run: async ({ 'ledger-id': ledgerId, out = `ledger-${ledgerId}.jsonl` }, { backOffice, path, answer, progress }) => {
    const written: Written = { ledger_id: ledgerId, path: out, events: 0, transactions: 0, last_revision: 0, bytes: 0 };
    async function* text(): AsyncGenerator<Buffer> {
      for await (const { lines, revision, last_revision } of pages(backOffice, path)) {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        written.events += lines.length;
        written.transactions += lines.filter((line) => line.endsWith(POSTED)).length;
        written.bytes += bytes.length;
        written.last_revision = last_revision;
        progress.show(`wrote ${revision.toLocaleString('en-US')} of ${last_revision.toLocaleString('en-US')} events`);
        yield bytes;
      }
      written.events -= 1; // the header
    }
    const content = out.endsWith('.gz') ? Readable.from(text()).compose(createGzip()) : text();
    await writeNewFile(out, content as AsyncIterable<Uint8Array>).finally(progress.clear);
    answer(written, bundleReport(written));
  },
});

async function* pages(backOffice: BackOfficeClient, path: string): AsyncGenerator<Page> {
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await backOffice.get<Page>(after === '' ? path : `${path}?after=${after}`);
    yield page;
    after = page.next;
  }
}

interface Written {
  ledger_id: string;
  path: string;
  events: number;
  transactions: number;
  /** before it was compressed */
  bytes: number;
  last_revision: number;
}

const bundleReport = ({ ledger_id, path, events, transactions, bytes, last_revision }: Written): string =>
  report(
    `Wrote the bundle of ledger ${ledger_id} to ${path}.`,
    facts([
      ['transactions', transactions.toLocaleString('en-US')],
      ['events', events.toLocaleString('en-US')],
      ['last revision', last_revision],
      ['bytes', bytes.toLocaleString('en-US')],
    ]),
  );
