/** How many decisions took this long. */
export interface Bucket {
  minutes: number;
  alerts: number;
}

/**
 * The minutes within which the share of the decisions was made: the smallest value that at least the share does not
 * exceed (the nearest-rank method).
 *
 * @param buckets in the order of the minutes; at least one
 * @param share above 0, at most 1
 */
export function percentile(buckets: Bucket[], share: number): number {
  const rank = Math.ceil(share * buckets.reduce((sum, { alerts }) => sum + alerts, 0));
  let counted = 0;
  for (const { minutes, alerts } of buckets) {
    counted += alerts;
    if (counted >= rank) return minutes;
  }
  throw new Error('there is no percentile of nothing');
}
