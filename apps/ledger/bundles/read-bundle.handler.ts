import { Controller } from '@nestjs/common';
import type { Static } from 'typebox';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { BUNDLE_PLACE, type BundlePage } from '@probity/contracts/ledger/bundles';
import { readBundle } from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { EventStore } from '@probity/event-store/event-store';
import { formatHeader } from '@probity/ledger-verification/bundle-header';
import { eventText } from '@probity/ledger-verification/event-chain';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { invalid, notFound } from '@probity/platform/errors';
import { unprovable } from '../receipts/unprovable';
import { BundleHeaders } from './bundle-headers';

const SIGNED = `
  SELECT c.revision::float8 AS revision FROM ledger.ledgers l LEFT JOIN notary.ledger_checkpoints c ON c.ledger_id = l.id
  WHERE l.tenant_id = $1 AND l.id = $2`;

/** So many events are read at once; most of them have about a kilobyte. */
const EVENTS = 400;
/** A page ends before it has more, unless a single event has more. */
const MAX_BYTES = 524_288;

/**
 * Reads the bundle of a ledger in pages. The place of a page names the last event of the bundle, so that no page has what
 * was appended after the header was made, and nothing is kept between two pages.
 */
@Controller()
export class ReadBundleHandler {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
    private readonly headers: BundleHeaders,
  ) {}

  @OnCommand(readBundle)
  async page({ tenant_id, ledger_id, after }: RequestOf<typeof readBundle>): Promise<Static<typeof BundlePage>> {
    if (after === undefined) {
      const header = await this.headers.last(tenant_id, ledger_id);
      return this.lines(ledger_id, 0, header.last_revision, [formatHeader(header)]);
    }
    const { rows } = await this.database.query<{ revision: number | null }>(SIGNED, [tenant_id, ledger_id]);
    if (!rows[0]) throw notFound('ledger', ledger_id);
    const [last, before] = BUNDLE_PLACE.exec(after)?.slice(1).map(Number) ?? [];
    if (last === undefined || before! >= last || last > (rows[0].revision ?? -1)) {
      throw invalid('invalid_field', 'after must be the next of a page that was read before');
    }
    return this.lines(ledger_id, before! + 1, last, []);
  }

  private async lines(ledgerId: string, from: number, to: number, lines: string[]): Promise<Static<typeof BundlePage>> {
    let [revision, bytes] = [from - 1, 0];
    for await (const chunk of this.events.readStream(ledgerStream(ledgerId), { from, to, chunkSize: EVENTS })) {
      for (const event of chunk) {
        if (event.isForeign) revision = event.revision;
        if (event.isForeign) continue;
        if (event.data === undefined)
          throw unprovable(ledgerId, `its event at revision ${event.revision} cannot be read`);
        const line = eventText(event);
        bytes += Buffer.byteLength(line);
        if (bytes > MAX_BYTES && revision >= from) break;
        lines.push(line);
        revision = event.revision;
      }
      return { lines, revision, last_revision: to, next: revision === to ? null : `${to}-${revision}` };
    }
    throw unprovable(ledgerId, `it has no event from revision ${from} to ${to}`);
  }
}
