import { randomUUID } from 'node:crypto';
import { NIL } from 'uuid';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { Contradictions } from '@probity/persistence/contradictions';
import { originOf } from '../logs/decide-checkpoint';
import { LedgerEvents, type NotaryFixture, silent } from '../testing/notary-suite';
import { keyOfNote } from './bucket/bucket-target';
import { LEDGERS_A_TURN } from './own-log';
import { TargetCopies } from './target-copies';
import type { CopiesFixture } from './testing/copies-fixture';
import { withCopies } from './testing/with-copies';

let notaries: NotaryFixture;
let outside: CopiesFixture;
withCopies((_test, ...started) => ([notaries, outside] = started));

const has = (origin: string, size: number) => outside.bucket.objects.has(`probity-1/${keyOfNote(origin, size)}`);

it('a tenant with many ledgers does not delay the copies of others', async () => {
  const [big, small, later] = [randomUUID(), randomUUID(), randomUUID()];
  const ledgers: string[] = [];
  await notaries.append(big, `customer-${randomUUID()}`, 1);
  for (let n = 0; n < LEDGERS_A_TURN + 50; n++) {
    const ledger = new LedgerEvents(big, notaries.writer, n === 0 ? NIL : randomUUID());
    notaries.appended.get(big)!.push(await ledger.commit(1));
    ledgers.push(ledger.id);
  }
  await notaries.append(small, `customer-${randomUUID()}`, 3);
  const notary = await notaries.start();
  await notaries.caughtUp(big, small);
  const { store: events, database, now } = notaries;
  const { keys, stopped } = notary;
  const store = new AggregateStore(events, database);
  const contradictions = new Contradictions(database);
  const parts = { events, store, database, keys, stopped, contradictions, logger: silent, now, count: () => {} };
  const copies = new TargetCopies(outside.bucketTarget, { ...parts, intervalMs: 3_600_000, compareMs: 3_600_000 });
  const copied = () => ledgers.filter((id) => has(ledgerOrigin(id), 1)).length;
  const turn = () => copies.work(new AbortController().signal);

  await turn();
  expect(has(originOf(small), await outside.size(small))).toBe(true);
  expect(copied()).toBe(LEDGERS_A_TURN);
  const before = await outside.size(big);
  expect(has(originOf(big), before)).toBe(false);
  expect(await outside.copied(big)).toEqual({});

  await notaries.append(big, `customer-${randomUUID()}`, 1);
  await notaries.append(later, `customer-${randomUUID()}`, 1);
  await notaries.caughtUp(big, later);
  await turn();
  expect(has(originOf(later), await outside.size(later))).toBe(true);
  expect(copied()).toBe(ledgers.length);
  // The checkpoint with which the copy began, because it is that of the ledgers that were copied first.
  expect(has(originOf(big), before)).toBe(true);
  expect(await outside.copied(big)).toEqual({ bucket: before });
});
