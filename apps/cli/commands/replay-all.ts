import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

interface Replayed {
  replayed: number;
  /** whether more deliveries are left; repeat the request for them */
  more: boolean;
}

/**
 * Repeats a replay request until no failed delivery is left. Returns how many deliveries are sent again. If a request
 * fails, the deliveries of the earlier requests are sent anyway, and a retry continues with the others.
 *
 * @param body the same for each request: a delivery that is sent again no longer counts as failed
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
