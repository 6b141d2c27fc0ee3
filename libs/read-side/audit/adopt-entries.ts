import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventDamaged } from '@probity/event-store/damaged';
import { StreamCutOff } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { newId } from '@probity/platform/ids';
import { type ActingTrail, type ActionRecorded, actionsOf, ADOPTION } from './recorded-actions';

const AT_ONCE = 200;

/**
 * Makes events of the entries that earlier versions wrote as rows only. It does so once: an entry that has no event
 * later is forged. Can be repeated after a crash.
 *
 * @param rowsOnly SQL: a condition on the row `a` of the trail that holds for these entries
 */
export async function adoptOlderEntries(
  store: AggregateStore,
  database: Database,
  logger: Logger,
  trail: ActingTrail,
  rowsOnly: string,
): Promise<void> {
  const aggregate = actionsOf(trail);
  if (await wereAdopted(store, aggregate)) return;
  const statement = `
    SELECT id AS action_id, tenant_id, subject_type, subject_id, action, actor, actor_name, reason, data, at
    FROM ${trail}.audit_events a WHERE (${rowsOnly}) AND id > $1 ORDER BY id LIMIT ${AT_ONCE}`;
  let entries = 0;
  for (let after: string = ADOPTION; ;) {
    const { rows } = await database.query<Omit<ActionRecorded, 'recorded_at'> & { at: Date }>(statement, [after]);
    const objects = rows.map(({ at, ...row }) => {
      const data = { ...row, recorded_at: at.toISOString() };
      return { id: row.action_id, event: { id: row.action_id, type: 'ActionRecorded' as const, data } };
    });
    await store.beginAll(aggregate, objects);
    entries += rows.length;
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)!.action_id;
  }
  const data = { action_id: ADOPTION, entries };
  const event = { id: newId(), type: 'OlderEntriesAdopted' as const, data };
  await store.change(aggregate, ADOPTION, (adopted) => (adopted ? undefined : { events: [event] }));
  if (entries > 0) logger.info({ trail, entries }, 'audit entries of earlier versions are events now');
}

/** Entries are never adopted twice, so a stream whose events were damaged counts: this must not keep a service from its start. */
async function wereAdopted(store: AggregateStore, aggregate: ReturnType<typeof actionsOf>): Promise<boolean> {
  try {
    return (await store.load(aggregate, ADOPTION)) !== undefined;
  } catch (error) {
    if (error instanceof EventDamaged || error instanceof StreamCutOff) return true; // operators get a notice
    throw error;
  }
}
