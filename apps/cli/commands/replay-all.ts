import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

interface Replayed {
  replayed: number;
  /** there are others; ask again */
  more: boolean;
}

/**
 * Asks for a replay until nothing is left, and answers how many deliveries are sent again. What was asked for
 * before a failure is done; asking again goes on from there.
 *
 * @param body what to replay, the same each time: what is sent again is no longer among what has failed
 */
export async function replayAll(
  backOffice: Pick<BackOfficeClient, 'post'>,
  path: string,
  body: object,
  onProgress: (replayed: number) => void,
): Promise<number> {
  let total = 0;
  for (;;) {
    const { replayed, more } = await backOffice.post<Replayed>(path, body);
    total += replayed;
    if (!more) return total;
    onProgress(total);
  }
}
