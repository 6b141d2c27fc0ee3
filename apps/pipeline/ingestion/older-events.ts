import { ingestionStream, OLDER_EVENTS, type OlderEventsRecorded } from '@probity/contracts/pipeline/ingestion-events';
import type { Clock } from '@probity/platform/clock';
import { newId } from '@probity/platform/ids';
import { areOlderEventsRecorded, type OlderEventsParts, recordOlderEvents } from './record-older-events';

/** How long an older version may still run beside this one. */
const BESIDE_MS = 3_600_000;

/**
 * Records what an older version accepted and processed, until there was nothing to record for an hour. From then on, a row
 * that is in no event is a forged one: it is not recorded, and the verification reports it.
 */
export class OlderEvents {
  private lastFound: number;
  private areRecorded = false;
  private readonly rejected = new Set<string>();

  constructor(private readonly parts: OlderEventsParts & { now: Clock }) {
    this.lastFound = parts.now().getTime();
  }

  async record(signal: AbortSignal): Promise<void> {
    const { events, now } = this.parts;
    this.areRecorded ||= await areOlderEventsRecorded(events);
    if (this.areRecorded) return;
    const recorded = await recordOlderEvents(this.parts, signal, this.rejected);
    if (recorded === undefined) return;
    const at = now();
    if (recorded > 0) this.lastFound = at.getTime();
    else if (at.getTime() - this.lastFound >= BESIDE_MS) await this.end(at);
  }

  private async end(at: Date): Promise<void> {
    const data: OlderEventsRecorded['data'] = { batch_id: OLDER_EVENTS, at: at.toISOString() };
    const event = { id: newId(), type: 'OlderEventsRecorded', data };
    await this.parts.events.beginStreams([{ stream: ingestionStream(OLDER_EVENTS), event }], () => Promise.resolve());
  }
}
