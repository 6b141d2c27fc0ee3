import type { CaseEvent } from '@probity/contracts/cases/events';
import { CASE_FILE_STREAM_PREFIX, type CaseFileEvent } from '@probity/contracts/case-files/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { downloadAudit } from './case-audit';
import { passOver, refuseGap } from '../refuse-gap';

const INSERT_FILE = `
  INSERT INTO customer_risk.case_files (id, tenant_id, case_id, customer_id, name, media_type, bytes, sha256, scan,
    attached_by, attached_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`;
const REMOVE_FILE = `
  UPDATE customer_risk.case_files SET removed_at = $3, removed_by = $4, removal_reason = $5
  WHERE id = $1 AND case_id = $2`;
const DESTROY_KEY = 'SELECT privacy.destroy_file_key($1)';

export const CASE_FILE_ROW = { table: 'customer_risk.case_file_contents', prefix: CASE_FILE_STREAM_PREFIX };
/** The key of a content is no row of the projection. */
export const FILE_OF_CASE_APART = new Map([[DESTROY_KEY, undefined]]);
export const CASE_FILE_TABLES: ProjectedTables = {
  replaced: [{ table: 'customer_risk.case_file_contents' }],
  completed: [],
  apart: FILE_OF_CASE_APART,
};
const BEGIN_CONTENT = `
  INSERT INTO customer_risk.case_file_contents (id, tenant_id, case_id, customer_id, bytes, sha256, stored_parts,
    begun_at, revision)
  VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8) ON CONFLICT (id) DO NOTHING`;
const ADVANCE = `
  UPDATE customer_risk.case_file_contents SET revision = $2, stored_parts = coalesce($3, stored_parts),
    kept_at = coalesce(kept_at, $4), forgotten_at = $5
  WHERE id = $1 AND revision = $2 - 1`;
const REFLECTED = 'SELECT revision FROM customer_risk.case_file_contents WHERE id = $1';

/** Applies an event of a case about one of its files. With a removal, the key of the content is destroyed. */
export async function projectFileOfCase(
  sql: Sql,
  { type, data }: Extract<CaseEvent, { type: 'CaseFileAttached' | 'CaseFileRemoved' }>,
): Promise<void> {
  const { file_id, tenant_id, case_id, customer_id, officer } = data;
  if (type === 'CaseFileRemoved') {
    await sql.query(REMOVE_FILE, [file_id, case_id, data.removed_at, officer, data.reason]);
    await sql.query(DESTROY_KEY, [file_id]);
    return;
  }
  const { name, media_type, bytes, sha256, scan, attached_at } = data;
  const about = [file_id, tenant_id, case_id, customer_id, name, media_type, bytes, sha256, scan, officer, attached_at];
  await sql.query(INSERT_FILE, about);
}

type RecordedFileEvent = RecordedEvent & CaseFileEvent;

/**
 * Applies the events of the content of one file. The read side knows how many parts are stored, and not what is in them.
 * With a forgotten content, its key is destroyed.
 */
export async function projectCaseFileEvents(sql: Sql, events: RecordedFileEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, CASE_FILE_ROW, event)) continue;
    const isNew = await advance(sql, event);
    if (!isNew) await refuseGap(sql, REFLECTED, event.data.file_id, event);
    else if (event.type === 'CaseFileDownloaded') await recordAudit(sql, 'customer_risk', downloadAudit(event));
    else if (event.type === 'CaseFileForgotten') await sql.query(DESTROY_KEY, [event.data.file_id]);
  }
}

async function advance(sql: Sql, event: RecordedFileEvent): Promise<boolean> {
  if (event.type === 'CaseFilePartStored' && event.data.part === 1) {
    const { file_id, tenant_id, case_id, customer_id, bytes, sha256, stored_at } = event.data;
    const begun = [file_id, tenant_id, case_id, customer_id, bytes, sha256, stored_at, event.revision];
    return (await sql.query(BEGIN_CONTENT, begun)).rowCount === 1;
  }
  return (await sql.query(ADVANCE, [event.data.file_id, event.revision, ...changed(event)])).rowCount === 1;
}

/** What the event changes: the stored parts, since when the content is kept, and since when it is forgotten. */
function changed({ type, data }: CaseFileEvent): [number?, string?, string?] {
  switch (type) {
    case 'CaseFilePartStored':
      return [data.part, undefined, undefined];
    case 'CaseFileKept':
      return [undefined, data.kept_at, undefined];
    case 'CaseFileDownloaded':
      return [undefined, data.downloaded_at, undefined];
    case 'CaseFileForgotten':
      return [undefined, undefined, data.forgotten_at];
  }
}
