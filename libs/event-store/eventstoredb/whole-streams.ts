import { AppendDenied, StreamCutOff } from '../event-store';

/** How long a stream counts as whole after a look. */
const LOOK_AGAIN_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/**
 * Notices that a stream was deleted or limited (soft delete, `$maxCount`, `$maxAge`, `$tb`) while it is being written.
 * The server accepts further appends to such a stream, but readers no longer see the events before them.
 *
 * Guarantees: at most a second after the first event of a stream is gone, this process appends no more to it.
 */
export class WholeStreams {
  private readonly seenAt = new Map<string, number>();

  /** @param readFirst throws StreamCutOff when the first event of the stream cannot be read any more */
  constructor(
    private readonly readFirst: (stream: string) => Promise<void>,
    private readonly now = () => performance.now(),
  ) {}

  /** @throws AppendDenied when the first event of the stream is gone: an earlier attempt may have been stored before */
  async check(stream: string): Promise<void> {
    const now = this.now();
    if (now - (this.seenAt.get(stream) ?? -Infinity) < LOOK_AGAIN_MS) return;
    this.seenAt.delete(stream);
    await this.readFirst(stream).catch((error: unknown) => {
      throw error instanceof StreamCutOff ? new AppendDenied(stream, error) : error;
    });
    if (this.seenAt.size >= MAX_REMEMBERED) this.seenAt.clear();
    this.seenAt.set(stream, now);
  }
}
