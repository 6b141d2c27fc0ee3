import { randomUUID } from 'node:crypto';
import { COPIES_STREAM_PREFIX } from '@probity/contracts/checkpoints/events';
import type { TestDatabase } from '../../../testing/test-database';
import type { NotaryFixture } from '../testing/notary-suite';
import { type CopiesFixture, until } from './testing/copies-fixture';
import { withCopies } from './testing/with-copies';

let test: TestDatabase;
let notaries: NotaryFixture;
let outside: CopiesFixture;
withCopies((...started) => ([test, notaries, outside] = started));

it.each([
  'tree_size = 1000000',
  'log_revision = 1000000',
  "copied_at = now() + interval '1 year'",
  'revision = 1000000',
  'revision = 1000000, tree_size = 1000000',
])('a row of copies with %s counts as not copied, and operators get a notice', async (wrong) => {
  const log = randomUUID();
  await notaries.append(log, `customer-${randomUUID()}`, 3);
  await notaries.start(undefined, outside.options([outside.bucketTarget]));
  await outside.caughtUp(log, 'bucket');
  await test.owner.query(`UPDATE notary.copies SET ${wrong} WHERE log = $1`, [log]);
  await notaries.append(log, `customer-${randomUUID()}`, 3);
  await outside.caughtUp(log, 'bucket');
  const reports = () =>
    test.owner.query('SELECT FROM platform.contradictions WHERE stream = $1', [`${COPIES_STREAM_PREFIX}${log}`]);
  await until(async () => (await reports()).rowCount === 1, 'it is reported');
  await notaries.append(log, `customer-${randomUUID()}`, 3);
  const before = outside.outcomes.length;
  await outside.caughtUp(log, 'bucket');
  expect(outside.outcomes.slice(before).every(([, outcome]) => outcome === 'copied')).toBe(true);
});
