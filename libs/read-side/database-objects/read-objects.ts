import type { Database } from '@probity/persistence/database';
import { migrations } from '../migrations';

/** The schemas of Probity. */
export const SCHEMAS = migrations.flatMap(({ sql }) =>
  [...sql.matchAll(/^CREATE SCHEMA (\w+);/gm)].map(([, name]) => name!),
);

/** Probity has a tenth of them. Of more, some are left out, and are missing then. */
const MAX_OBJECTS = 5_000;

/**
 * Without it, a schema that comes first in the search path could have tables, functions and operators with the names of
 * the catalog's. It also makes Postgres write the names of all other schemas.
 */
const SEARCH_PATH = "SELECT set_config('search_path', 'pg_catalog, pg_temp', true)";

/**
 * What each object is, without oids and owners, and the same in Postgres 16 to 18 and after a restore from a dump. Checks
 * of constraints, defaults and the functions of indices are code that runs with each write, as triggers are.
 */
const OBJECTS = `
  WITH own AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY($1)),
  rel AS (SELECT c.*, format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN own ON own.oid = relnamespace),
  func AS (
    SELECT p.*, format('%I.%I', nspname, proname) AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace),
  described (kind, name, parts) AS (
    SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'relation' END, name,
      json_build_array(relkind, relpersistence, relrowsecurity, relforcerowsecurity,
        CASE WHEN relkind <> 'r' THEN reloptions END,
        (SELECT count(*) FROM pg_inherits WHERE inhparent = rel.oid OR inhrelid = rel.oid),
        (SELECT json_agg(json_build_array(attname, format_type(atttypid, atttypmod), collname, attnotnull, attgenerated,
             attidentity) ORDER BY attname)
         FROM pg_attribute LEFT JOIN pg_collation l ON l.oid = attcollation
         WHERE attrelid = rel.oid AND attnum > 0 AND NOT attisdropped))
    FROM rel WHERE relkind NOT IN ('i', 'I', 'c')
  UNION ALL
    SELECT 'default', format('%s.%I', name, attname), json_build_array(attgenerated, pg_get_expr(adbin, adrelid))
    FROM pg_attrdef JOIN rel ON rel.oid = adrelid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
  UNION ALL
    SELECT 'constraint', format('%s.%I', conrelid::regclass, conname), json_build_array(pg_get_constraintdef(oid))
    FROM pg_constraint
    WHERE contype IN ('c', 'f', 'p', 'u', 'x')
      AND (conrelid IN (SELECT oid FROM rel) OR confrelid IN (SELECT oid FROM rel))
  UNION ALL
    SELECT 'index', name, json_build_array(pg_get_indexdef(oid))
    FROM rel
    WHERE relkind = 'i' AND EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = rel.oid
        AND refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass))
  UNION ALL
    SELECT 'trigger', format('%s.%I', rel.name, tgname),
      json_build_array(tgtype, tgenabled, func.name, encode(tgargs, 'hex'), tgdeferrable, tginitdeferred, tgoldtable,
        tgnewtable, CASE WHEN tgqual IS NOT NULL THEN pg_get_triggerdef(t.oid) END,
        (SELECT json_agg(attname ORDER BY attname) FROM pg_attribute WHERE attrelid = rel.oid AND attnum = ANY(tgattr)))
    FROM pg_trigger t JOIN rel ON rel.oid = tgrelid JOIN func ON func.oid = tgfoid
    WHERE NOT tgisinternal OR tgenabled <> 'O'
  UNION ALL
    SELECT 'rule', format('%s.%I', name, rulename), json_build_array(ev_enabled, pg_get_ruledef(r.oid))
    FROM pg_rewrite r JOIN rel ON rel.oid = ev_class
  UNION ALL
    SELECT 'policy', format('%s.%I', name, polname),
      json_build_array(polcmd, polpermissive, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid),
        (SELECT json_agg(role ORDER BY role)
         FROM (SELECT CASE WHEN one = 0 THEN 'public' ELSE pg_get_userbyid(one) END AS role FROM unnest(polroles) one) AS r))
    FROM pg_policy JOIN rel ON rel.oid = polrelid
  UNION ALL
    SELECT 'function', format('%s(%s)', name, pg_get_function_identity_arguments(func.oid)),
      json_build_array(prokind, lanname, prosecdef, provolatile, proisstrict, proleakproof, proconfig,
        pg_get_function_result(func.oid), pg_get_function_arguments(func.oid), probin, prosrc,
        pg_get_function_sqlbody(func.oid))
    FROM func JOIN own ON own.oid = pronamespace JOIN pg_language l ON l.oid = prolang
  UNION ALL
    SELECT 'event trigger', format('%I', evtname), json_build_array(evtevent, evtenabled, evttags, func.name)
    FROM pg_event_trigger e JOIN func ON func.oid = evtfoid
    WHERE NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_event_trigger'::regclass AND objid = e.oid AND deptype = 'e'))
  SELECT kind || ' ' || name AS object, encode(sha256(convert_to(parts::text, 'UTF8')), 'hex') AS digest
  FROM described LIMIT ${MAX_OBJECTS}`;

/** The digest of each object by its kind and name, such as `trigger event_store.events.events_are_append_only`. */
export type Objects = ReadonlyMap<string, string>;

/** Reads the triggers, functions and other objects of the schemas of Probity. Every role may read them. */
export function readObjects(database: Database): Promise<Objects> {
  return database.transaction(async (sql) => {
    await sql.query(SEARCH_PATH);
    const { rows } = await sql.query<{ object: string; digest: string }>(OBJECTS, [SCHEMAS]);
    return new Map(rows.map(({ object, digest }) => [object, digest]));
  });
}

const HEADER = `# The objects that the migrations make in the database, each with the SHA-256 of what the catalog says of it.
# Generated: "npm run database:objects" writes it after a change of the migrations.
`;

/** The file of expected objects. */
export const objectsFile = (objects: Objects): string =>
  HEADER +
  [...objects]
    .map(([object, digest]) => `${object} ${digest}\n`)
    .sort()
    .join('');
