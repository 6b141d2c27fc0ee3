import { COPIES_STREAM_PREFIX, PLATFORM_LOG } from './checkpoints/events';
import { FACTS } from './facts';
import { UUID_PATTERN } from './fields';
import { INGESTION_STREAM_PREFIX } from './pipeline/ingestion-events';

/** How the data of an event name its stream. */
interface Naming {
  prefix: string;
  /** the field with the id of the object */
  idField: string;
  /** between the prefix and the id */
  idPrefix: string;
  /** of the name of the stream after the prefix */
  form: RegExp;
}

const UUID = new RegExp(`^${UUID_PATTERN}$`);
const LOG = new RegExp(`^(?:${PLATFORM_LOG}|${UUID_PATTERN})$`);

const inside = (prefix: string, idField: string, form = UUID): Naming => ({ prefix, idField, idPrefix: '', form });
/** Streams whose events are no facts. */
const INSIDE = [
  inside('webhook-endpoint-', 'endpoint_id'),
  inside('signing-key-', 'ledger_id'),
  inside('checkpoint-key-', 'log', LOG),
  inside(COPIES_STREAM_PREFIX, 'log', LOG),
  inside(INGESTION_STREAM_PREFIX, 'batch_id'),
  inside('action-pipeline-', 'action_id'),
  inside('action-webhooks-', 'action_id'),
];

/** Two kinds of watchlists have the same prefix. */
const NAMINGS = new Map<string, Naming[]>();
for (const { prefix, idField, idPrefix = '', idPattern } of new Set(FACTS.map(({ streams }) => streams)))
  add({ prefix, idField, idPrefix, form: idPattern === undefined ? UUID : new RegExp(`^(?:${idPattern})$`) });
INSIDE.forEach(add);

function add(naming: Naming): void {
  NAMINGS.set(naming.prefix, [...(NAMINGS.get(naming.prefix) ?? []), naming]);
}

/** The first parts of the names of the streams whose events name them. No prefix begins with another one. */
export const NAMED_PREFIXES: readonly string[] = [...NAMINGS.keys()];
const PREFIX = new RegExp(`^(?:${NAMED_PREFIXES.join('|')})`);

/**
 * Whether the data of an event of Probity name the object whose stream it is in. If not, a person wrote the event, to
 * change another object. An id in another form is also the id of another object: Postgres reads a UUID in capitals, too.
 */
export function namesItsStream(stream: string, data: unknown): boolean {
  const prefix = PREFIX.exec(stream)?.[0];
  if (prefix === undefined) return true;
  const name = stream.slice(prefix.length);
  return NAMINGS.get(prefix)!.some(({ idField, idPrefix, form }) => {
    const id: unknown = (data as Record<string, unknown> | null)?.[idField];
    return typeof id === 'string' && idPrefix + id === name && form.test(name);
  });
}
