import { EventAuthentication } from '@probity/event-store/authentication/event-authentication';
import { eventKeyStream } from '@probity/event-store/authentication/event-keys';
import { Takeover } from '@probity/event-store/authentication/takeover';
import type { EventStore } from '@probity/event-store/event-store';
import type { Database, Sql } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { Sealer, type SealingKeys } from '@probity/platform/sealing';
import { TimeSource } from '@probity/platform/time-source';
import { SealedKeys } from './resealing/sealed-keys';
import type { ServiceOf } from './service';

/** What an instance that adds MACs to events says of itself. An instance of an older version does not say it. */
export const AUTHENTICATES_EVENTS = 'event_macs';
/** What an instance that learns keys of events that were added while it runs says of itself. */
export const LEARNS_EVENT_KEYS = 'added_event_keys';

/** An instance of an older version that was asked to stop may finish its work for so long. */
const QUIET_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;
/** A rolling deploy takes less. */
const WARN_AFTER_MS = 10 * 60_000;

const OLDER_RUN = 'SELECT platform.older_instances_run($1, $2) AS older';

/** @param store as it is, without authentication */
export function openAuthentication<Settings>(
  { name, projections = [] }: ServiceOf<Settings>,
  masterKeys: SealingKeys,
  store: EventStore,
  sql: Database,
): Promise<EventAuthentication> {
  return EventAuthentication.open(name, projections, { store, sql, sealer: new Sealer(masterKeys), now: new Date() });
}

/** @param store as it is, without authentication */
export const sealedEventKeys = (service: string, store: EventStore, sealer: Sealer): SealedKeys =>
  new SealedKeys('keys that authenticate events', sealer, eventKeyStream(store, service, sealer));

/** @param around `sealed`: resolves when the personal data in older events is sealed, which changes these events */
export function takeoverOf(
  authentication: EventAuthentication,
  around: { store: EventStore; database: Database; logger: Logger; sealed: Promise<void> | undefined },
): Takeover {
  const { database, sealed, logger } = around;
  const untilQuiet = async (signal: AbortSignal): Promise<void> => {
    await Promise.race([sealed, aborted(signal)]);
    await untilNoneIsOlder(authentication.service, AUTHENTICATES_EVENTS, database, signal, { logger });
  };
  const untilAllLearn = (signal: AbortSignal): Promise<void> =>
    untilNoneIsOlder(authentication.service, LEARNS_EVENT_KEYS, database, signal, { logger });
  return new Takeover({ ...around, authentication, time: new TimeSource(), untilQuiet, untilAllLearn });
}

/** Whether an instance of the service runs, or ran a minute ago and crashed, whose version lacks the ability. */
export async function olderInstanceRuns(service: string, ability: string, sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ older: boolean }>(OLDER_RUN, [service, ability]);
  return rows[0]!.older;
}

/**
 * Resolves when no instance of a version without the ability has run for `quietMs`, or when the signal is aborted.
 *
 * @param options `logger`: gets a warning while such an instance delays it for long
 */
export async function untilNoneIsOlder(
  service: string,
  ability: string,
  database: Database,
  signal: AbortSignal,
  {
    quietMs = QUIET_MS,
    warnAfterMs = WARN_AFTER_MS,
    logger,
  }: { quietMs?: number; warnAfterMs?: number; logger?: Logger } = {},
): Promise<void> {
  let quietSince = performance.now();
  let saidAt = performance.now();
  while (!signal.aborted) {
    const now = performance.now();
    const isDelayed = await olderInstanceRuns(service, ability, database);
    if (isDelayed) quietSince = now;
    else if (now - quietSince >= quietMs) return;
    if (isDelayed && now - saidAt >= warnAfterMs) {
      logger?.warn(
        { service, lacks: ability },
        'a row of platform.running_services says that an older version of this service still runs, which delays the ' +
          'upgrade of its events; stop that instance, or find out who writes the row',
      );
      saidAt = now;
    }
    await pause(LOOK_AGAIN_MS, signal);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
