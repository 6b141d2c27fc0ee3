import { ingestionStream, OLDER_EVENTS, type OlderEventsRecorded } from '@probity/contracts/pipeline/ingestion-events';
import { isReadable } from '@probity/event-store/damaged';
import type { EventStore } from '@probity/event-store/event-store';
import type { Clock } from '@probity/platform/clock';
import { newId } from '@probity/platform/ids';
import { type OlderEventsParts, recordOlderEvents } from './record-older-events';

/** How long an older version may still run beside this one. */
const BESIDE_MS = 3_600_000;

/**
 * Records what an older version accepted and processed, until one process found nothing to record for an hour. From then
 * on, a row that is in no event is a forged one: it is not recorded, and the verification reports it.
 */
export class OlderEvents {
  private lastFound: number;
  private areRecorded = false;
  private isBlocked = false;
  private readonly rejected = new Set<string>();

  constructor(private readonly parts: OlderEventsParts & { now: Clock }) {
    this.lastFound = parts.now().getTime();
  }

  async record(signal: AbortSignal): Promise<void> {
    const { events, now } = this.parts;
    this.areRecorded ||= await areOlderEventsRecorded(events);
    if (this.areRecorded) return;
    const before = this.lastFound;
    this.lastFound = now().getTime(); // also if this fails, or another process records them
    const recorded = await recordOlderEvents(this.parts, signal, this.rejected);
    if (recorded !== 0) return;
    this.lastFound = before;
    const at = now();
    if (at.getTime() - before >= BESIDE_MS) await this.end(at);
  }

  private async end(at: Date): Promise<void> {
    const data: OlderEventsRecorded['data'] = { batch_id: OLDER_EVENTS, at: at.toISOString() };
    const event = { id: newId(), type: 'OlderEventsRecorded', data };
    const { events, logger } = this.parts;
    const stream = ingestionStream(OLDER_EVENTS);
    await events.beginStreams([{ stream, event }], () => Promise.resolve());
    this.areRecorded = await areOlderEventsRecorded(events);
    if (this.areRecorded || this.isBlocked) return;
    this.isBlocked = true;
    logger.error(
      { stream },
      'the stream has an event that Probity did not write; until it is removed, forged rows of events become events',
    );
  }
}

/** Whether all events of an earlier version are in events. The first event of the stream says so; no other one counts. */
export async function areOlderEventsRecorded(events: EventStore): Promise<boolean> {
  for await (const [first] of events.readStream(ingestionStream(OLDER_EVENTS), { to: 0 }))
    return first?.type === 'OlderEventsRecorded' && !first.isForeign && isReadable(first);
  return false;
}
