import type { Database } from '@probity/persistence/database';
import { shown } from '@probity/platform/shown';
import { migrations } from '../migrations';
import { EXPECTED } from './expected-objects';
import { readObjects } from './read-objects';

const APPLIED = 'SELECT name FROM public.probity_migrations';
const KNOWN = migrations.map((Migration) => new Migration().name!);

/** An object that is not as the migrations made it. */
export interface OtherObject {
  /** kind and name, such as `trigger event_store.events.events_are_append_only` */
  object: string;
  problem: 'missing' | 'changed' | 'added';
}

/**
 * Compares triggers, rules, policies, functions, views, constraints and defaults with what the migrations make.
 *
 * @param known the migrations that make the expected objects
 * @returns the differences; undefined if other migrations have run, such as those of a newer version during an upgrade
 */
export async function compareObjects(database: Database, known = KNOWN): Promise<OtherObject[] | undefined> {
  if (!(await haveRun(database, known))) return undefined;
  const found = await readObjects(database);
  if (!(await haveRun(database, known))) return undefined; // one ran meanwhile
  const objects = [...new Set([...EXPECTED.keys(), ...found.keys()])].sort();
  return objects.flatMap((object): OtherObject[] => {
    const [expected, digest] = [EXPECTED.get(object), found.get(object)];
    if (expected === digest) return [];
    return [
      {
        object: nameOf(object),
        problem: digest === undefined ? 'missing' : expected === undefined ? 'added' : 'changed',
      },
    ];
  });
}

/** Whether these migrations have run, and no others. */
async function haveRun(database: Database, names: string[]): Promise<boolean> {
  const { rows } = await database.query<{ name: string }>(APPLIED);
  const run = new Set(rows.map(({ name }) => name));
  return run.size === names.length && names.every((name) => run.has(name));
}

/** A name can have any characters. */
const nameOf = (object: string): string => shown(object.replaceAll(/\p{C}/gu, '?'));
