import { generateKeyPairSync } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { logStream } from '@probity/contracts/checkpoints/events';
import { verifyLedger } from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { publicBytes } from '@probity/platform/transparency/sign-note';
import { projectLog } from '@probity/read-side/checkpoints/log-projection';
import { logEvents } from '@probity/read-side/checkpoints/testing/log-events';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { Books } from '../testing/books';

const COPY = 'CREATE TABLE kept AS TABLE notary.ledger_checkpoints';
const PUT_BACK = 'INSERT INTO notary.ledger_checkpoints SELECT * FROM kept';
const CUT = 'DELETE FROM event_store.events WHERE stream = $1 AND revision > $2';
const KEY = `
  INSERT INTO notary.keys (id, log, tenant_id, public_key, created_at, revision)
  VALUES (gen_random_uuid(), $1::uuid::text, $1::uuid, $2, now(), 0)`;

describe('the last checkpoint of a ledger', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  let service: LedgerFixture;
  let books: Books;
  let ledger_id: string;
  /** the revision of the commit that the row of the insider has */
  let earlier: number;

  /** Signs the head of the ledger, as the notary does. Returns the revision of its last commit. */
  async function sign(): Promise<number> {
    const { database, tenantId } = service;
    const head = await books.signedHead(ledger_id, privateKey);
    const store = new PostgresEventStore(database.owner);
    const before = (await store.lastEvent(logStream(tenantId)))?.revision ?? NO_STREAM;
    const at = { first: (before + 1) / 2, revision: before + 1 };
    const events = logEvents(tenantId, at, [head]);
    await store.append(logStream(tenantId), before, events, projectLog);
    return head.revision;
  }
  const verified = (paced = false) =>
    lastValueFrom(service.commands.progress(verifyLedger, { tenant_id: service.tenantId, ledger_id, paced }));

  beforeEach(async () => {
    service = await startLedgerFixture();
    books = new Books(service);
    await service.database.owner.query(KEY, [service.tenantId, Buffer.from(publicBytes(privateKey))]);
    const book = await books.create();
    ({ ledger_id } = book);
    await book.post();
    earlier = await sign();
    await service.database.owner.query(COPY);
    await book.post();
    await sign();
  });
  afterEach(() => service?.stop());

  it('is that of the row, if the log has no later one', async () => {
    expect(await verified()).toMatchObject({ verified: true, checkpoints: [{ source: 'notary', size: 2 }] });
    expect(await verified(true)).toMatchObject({ verified: true, checkpoints: [{ source: 'notary', size: 2 }] });
  });

  it.each([
    ['an earlier one', PUT_BACK],
    ['none', 'SELECT'],
  ])('is read from the log after an insider cut the events and left the row of %s', async (_what, row) => {
    await books.change(CUT, [ledgerStream(ledger_id), earlier]);
    await lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));
    await books.change('DELETE FROM notary.ledger_checkpoints');
    await books.change(row);
    const detail = 'the ledger ends with transaction 1, but the last checkpoint of the notary has 2';
    expect(await verified()).toMatchObject({ verified: false, broken: { check: 'checkpoint', detail } });
  });

  it.each([
    ['another place', 'log_revision = 0', 'it does not have the checkpoint of notary.ledger_checkpoints at revision 0'],
    [
      'a later place than the log has',
      'log_revision = 99',
      'it ends before revision 99, at which notary.ledger_checkpoints says that it was signed',
    ],
    [
      'another note',
      'checkpoint = kept.checkpoint FROM kept',
      'it does not have the checkpoint of notary.ledger_checkpoints at revision 3',
    ],
  ])('is not taken from a row with %s', async (_what, change, problem) => {
    await books.change(`UPDATE notary.ledger_checkpoints SET ${change}`);
    const detail = `the log of the tenant contradicts the ledger: ${problem}`;
    expect(await verified()).toMatchObject({ verified: false, broken: { check: 'checkpoint', detail } });
  });

  it('is not taken from an event of the log that was changed, or is missing', async () => {
    await books.change('DELETE FROM notary.ledger_checkpoints');
    const stream = logStream(service.tenantId);
    await books.change(`UPDATE event_store.events SET data = '{}' WHERE stream = $1 AND revision = 3`, [stream]);
    expect(await verified()).toMatchObject({ verified: false, broken: { check: 'checkpoint' } });
    await books.change('DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', [stream]);
    const detail = 'the log of the tenant contradicts the ledger: its event at revision 2 is missing';
    expect(await verified()).toMatchObject({ verified: false, broken: { check: 'checkpoint', detail } });
  });
});
