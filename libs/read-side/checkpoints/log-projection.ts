import { LOG_STREAM_PREFIX, logStream, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { EventDamaged } from '@probity/event-store/damaged';
import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { isLogName, loggedIn, signedIn } from './log-events';
import { hashOfLeaf } from './logged-leaf';

/**
 * ON CONFLICT names no column on purpose: with (log), a concurrent insert of the same log can fail on the unique index of
 * the tenant.
 */
const BEGIN = `
  INSERT INTO notary.logs (log, tenant_id, revision) VALUES ($1, $2, ${NO_STREAM}) ON CONFLICT DO NOTHING`;
const LOCK = 'SELECT revision::float8 AS revision FROM notary.logs WHERE log = $1 FOR UPDATE';
const ADVANCE = 'UPDATE notary.logs SET revision = $2 WHERE log = $1';

/** Without leaves of streams that belong to another log. */
const ADD_LEAVES = `
  INSERT INTO notary.leaves (log, index, stream, revision, hash)
  SELECT $1, $2::bigint + l.n - 1, l.stream, l.revision, l.hash
  FROM unnest($3::text[], $4::bigint[], $5::bytea[]) WITH ORDINALITY AS l (stream, revision, hash, n)
  LEFT JOIN LATERAL (
    SELECT log FROM notary.leaves WHERE stream = l.stream ORDER BY revision DESC LIMIT 1) AS before ON true
  WHERE coalesce(before.log, $1) = $1`;
const SIGN = 'UPDATE notary.logs SET tree_size = $2, checkpoint = $3, signed_at = $4 WHERE log = $1';
/** Without ledgers that belong to another log. */
const SIGN_LEDGERS = `
  INSERT INTO notary.ledger_checkpoints AS c
    (ledger_id, log, tenant_id, revision, tree_size, checkpoint, signed_at, log_revision)
  SELECT ledger_id, $1, $2::uuid, revision, tree_size, checkpoint, $3, $4
  FROM unnest($5::uuid[], $6::bigint[], $7::bigint[], $8::text[]) AS l (ledger_id, revision, tree_size, checkpoint)
  ON CONFLICT (ledger_id) DO UPDATE SET revision = excluded.revision, tree_size = excluded.tree_size,
    checkpoint = excluded.checkpoint, signed_at = excluded.signed_at, log_revision = excluded.log_revision
    WHERE c.log = excluded.log`;

/**
 * Projects events of one log. Events that are projected already have no effect.
 *
 * @throws ReadSideBehind when earlier events of the stream are not projected yet
 * @throws EventDamaged when the notary has not written an event so, or it is about another log
 */
export async function projectLog(sql: Sql, events: RecordedEvent[]): Promise<void> {
  const own = events.filter(({ isForeign }) => !isForeign);
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  const log = first.stream.slice(LOG_STREAM_PREFIX.length);
  if (own.length > 0) {
    if (!isLogName(log)) throw new EventDamaged(own[0]!, 'is in the stream of no log');
    await sql.query(BEGIN, [log, log === PLATFORM_LOG ? null : log]);
  }
  const { rows } = await sql.query<{ revision: number }>(LOCK, [log]);
  const projected = rows[0]?.revision ?? NO_STREAM;
  if (first.revision > projected + 1) throw new ReadSideBehind(logStream(log), projected);
  if (last.revision <= projected) return;
  for (const event of own) {
    if (event.revision <= projected) continue;
    if (event.type === 'EventsLogged') await addLeaves(sql, event);
    if (event.type === 'CheckpointSigned') await sign(sql, event);
  }
  await sql.query(ADVANCE, [log, last.revision]);
}

async function addLeaves(sql: Sql, event: RecordedEvent): Promise<void> {
  const { log, first_index, leaves } = loggedIn(event);
  const [streams, revisions] = [leaves.map(([stream]) => stream), leaves.map(([, revision]) => revision)];
  const { rowCount } = await sql.query(ADD_LEAVES, [log, first_index, streams, revisions, leaves.map(hashOfLeaf)]);
  if (rowCount !== leaves.length) throw new EventDamaged(event, 'has events of streams that belong to another log');
}

async function sign(sql: Sql, event: RecordedEvent): Promise<void> {
  const { log, tenant_id, tree_size, checkpoint, signed_at, ledgers } = signedIn(event);
  await sql.query(SIGN, [log, tree_size, checkpoint, signed_at]);
  if (ledgers.length === 0) return;
  const columns = (['ledger_id', 'revision', 'tree_size', 'checkpoint'] as const).map((field) =>
    ledgers.map((ledger) => ledger[field]),
  );
  await sql.query(SIGN_LEDGERS, [log, tenant_id, signed_at, event.revision, ...columns]);
}
