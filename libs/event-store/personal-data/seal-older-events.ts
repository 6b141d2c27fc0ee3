import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { NewEvent } from '../event-store';
import { parseOwnJson } from '../own-json';
import { CHUNK_BYTES, MAX_DATA_BYTES } from '../postgres/stored-event';
import type { PersonalDataCodec } from './personal-data-codec';

const MAX_EVENTS = 200;
/** Then other work of the process and of Postgres comes before the next batch. */
const REST_MS = 20;
/** An instance of an older version may still store events that are not sealed. */
const LOOK_AGAIN_AFTER_MS = 60_000;
const AFTER_TROUBLE_MS = 5_000;
const MAX_REPORTED_STREAMS = 100;

/** The types of events with personal data that versions without sealing stored. It never grows. */
export const OLDER_TYPES = [
  ...['CustomerCreated', 'CustomerProfileChanged', 'KycStatusChanged', 'ProviderSignalRecorded', 'RiskAssessed'],
  ...['AlertRaised', 'AlertResolved', 'AlertDismissed', 'AlertEscalated'],
  ...['CaseOpened', 'AlertsAddedToCase', 'CaseNoteAdded', 'CaseClosed', 'BacktestEnded', 'ProviderSignalReceived'],
];

/** The condition of the index `events_not_sealed`. */
export const NOT_SEALED = `
  type IN (${OLDER_TYPES.map((type) => `'${type}'`).join(', ')})
  AND NOT (right(data, 2) = '"}' AND data LIKE '%,"sealed_personal_data":"%')`;

/**
 * Row security leaves only the streams of the own service. Damaged events are passed over: nothing else can be sealed. Of
 * a row that Probity cannot have written, the data are null.
 */
const NEXT = `
  SELECT stream, revision, id, type, data FROM (
    SELECT *, sum(octet_length(data)) OVER following - coalesce(octet_length(data), 0) AS bytes_before FROM (
      SELECT stream, revision, id, type, CASE WHEN octet_length(data) <= ${MAX_DATA_BYTES} THEN data END AS data
      FROM event_store.events
      WHERE ${NOT_SEALED} AND (stream, revision) > ($1, $2) ORDER BY stream, revision LIMIT ${MAX_EVENTS}) next
    WINDOW following AS (ORDER BY stream, revision)) sized
  WHERE coalesce(bytes_before, 0) < ${CHUNK_BYTES} ORDER BY stream, revision`;
const REPLACE = 'SELECT privacy.seal_events($1, $2, $3) AS replaced';

interface Row {
  stream: string;
  revision: string;
  id: string;
  type: string;
  data: string | null;
}

/**
 * Seals the events in Postgres that older versions stored in clear. The database knows which events are left, so the work
 * continues where it was after each restart, and an event is sealed once.
 */
export class SealOlderEvents {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly reported = new Set<string>();
  private passed = (): void => {};
  /** Resolves when this instance has sealed everything that it can. */
  readonly sealed = new Promise<void>((resolve) => (this.passed = resolve));

  constructor(
    private readonly service: string,
    private readonly database: Database,
    private readonly codec: PersonalDataCodec,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Seals everything that is not sealed. Returns how many events. */
  async sealAll(): Promise<number> {
    let [stream, revision, total] = ['', '-1', 0];
    while (!this.stopping.signal.aborted) {
      const { rows } = await this.database.query<Row>(NEXT, [stream, revision]);
      const last = rows.at(-1);
      if (!last) break;
      total += await this.seal(rows);
      ({ stream, revision } = last);
      await pause(REST_MS, this.stopping.signal);
    }
    return total;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const lock = await this.database.tryLock(`seal older events ${this.service}`);
        if (lock) {
          const sealed = await this.sealAll().finally(() => lock.release());
          if (!signal.aborted) this.passed();
          if (sealed > 0) this.logger.info({ sealed }, 'sealed the personal data in events of older versions');
        }
        await pause(LOOK_AGAIN_AFTER_MS, signal);
      } catch (err) {
        this.logger.warn({ err }, 'cannot seal the events of older versions; retrying');
        await pause(AFTER_TROUBLE_MS, signal);
      }
    }
  }

  /**
   * If one of the events cannot be sealed, because Probity did not write it or Postgres rejects it, the others are sealed
   * nevertheless.
   */
  private async seal(rows: Row[]): Promise<number> {
    try {
      return await this.replace(rows);
    } catch (err) {
      if (isUnavailable(err)) throw err;
      if (rows.length === 1) {
        this.report(rows[0]!, err);
        return 0;
      }
      let sealed = 0;
      for (const row of rows) sealed += await this.seal([row]);
      return sealed;
    }
  }

  /** Each stream once, although its events are looked at every minute. */
  private report({ stream, revision }: Row, err: unknown): void {
    if (this.reported.has(stream) || this.reported.size >= MAX_REPORTED_STREAMS) return;
    this.reported.add(stream);
    this.logger.error({ err, stream, revision }, 'an event cannot be sealed');
  }

  private async replace(rows: Row[]): Promise<number> {
    const readable = rows.flatMap((row) => {
      const data = row.data === null ? undefined : parseOwnJson(row.data);
      return data === undefined
        ? []
        : [{ row, placed: { stream: row.stream, event: { id: row.id, type: row.type, data } } }];
    });
    const sealed = await this.codec.seal(readable.map(({ placed }) => placed));
    const column = <T>(value: (row: Row) => T): T[] => readable.map(({ row }) => value(row));
    const texts = sealed.map(({ stored }: { stored: NewEvent }) => JSON.stringify(stored.data));
    const values = [column(({ stream }) => stream), column(({ revision }) => revision), texts];
    const { rows: results } = await this.database.query<{ replaced: string }>(REPLACE, values);
    return Number(results[0]!.replaced);
  }
}
