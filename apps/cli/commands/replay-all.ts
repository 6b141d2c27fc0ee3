import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

interface Replayed {
  replayed: number;
  /** whether more deliveries are left; repeat the request for them */
  more: boolean;
}

/**
 * Requests a replay until nothing is left. Returns how many deliveries are sent again. After a failure the replayed
 * deliveries stay replayed; a retry continues with the rest.
 *
 * @param body what to replay, the same for each request: a delivery that is sent again no longer counts as failed
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
